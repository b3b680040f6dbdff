"""Words of the source in quotation marks: a docstring or comment that a chapter quotes must say just that."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from memory_schema.findings import Certainty, Finding, Severity
from tasks.checks.chapter_text import Block, ChapterText
from tasks.checks.result import CheckResult, found
from tasks.checks.source_index import SourceIndex

CHECK = "fidelity"

_QUOTATION = re.compile(r"“([^“”]{20,2000})”|「([^「」]{12,1000})」")
_OF_THE_SOURCE = re.compile(r"(?i:\b(?:source|docstring|comment|documentation|doc)\b)|源码|源代码|注释|文档")
_BEFORE = 200
"""Characters before a quotation in which its source is named."""
_WORD = re.compile(r"[^\W_]+")
_DOTS = re.compile(r"…|\.\.\.")
_LEAST_WORDS, _TELLING_WORDS = 5, 10
"""Words of a quotation that is said to be the source's; of one that nobody else can have written as well."""
_MOST_QUOTATIONS = 300
_RARE = 3
_MOST_FILES = 40
_MARKUP = re.compile(r"\{@\w+\s+|:\w+(?::\w+)?:(?=`)|<[^<>\n]{0,200}>")
"""`{@link`, `:meth:`, `<see cref="..."/>`: what a chapter leaves away when it quotes."""


def check_quotations(chapter: ChapterText, index: SourceIndex) -> CheckResult:
    """Look for each quotation that is the source's, as it says or as its length tells; markup and line breaks go.

    ⚠️ for one that stands nowhere although the same stands there but for one word; what is further off may be
    shortened, or told from elsewhere.
    """
    findings: list[Finding] = []
    count = 0
    for block, at, text, is_said in islice(_quotations(chapter), _MOST_QUOTATIONS):
        for piece in _DOTS.split(text):
            # The word before the dots may be cut, and an article may be the chapter's own.
            words = _WORD.findall(_MARKUP.sub(" ", piece))[1:-1]
            if len(words) < (_LEAST_WORDS if is_said else _TELLING_WORDS):
                continue
            count += 1
            if near := _near(words, index):
                findings.append(
                    found(
                        CHECK,
                        Severity.SHOULD,
                        chapter.place(block.line(at)),
                        "the quotation is not what the source says",
                        quote=piece.strip(),
                        evidence=f"the source: {near}",
                        fix="quote it word for word, or tell it without quotation marks",
                        certainty=Certainty.LIKELY,
                    )
                )
    return CheckResult(tuple(findings), {"quotations": count})


def _quotations(chapter: ChapterText) -> Iterator[tuple[Block, int, str, bool]]:
    """Each with its block and place, and whether it is said to be the source's."""
    for block in chapter.blocks:
        for match in _QUOTATION.finditer(block.text) if "“" in block.text or "「" in block.text else ():
            is_said = _OF_THE_SOURCE.search(block.text, max(0, match.start() - _BEFORE), match.start()) is not None
            yield block, match.start(), match[1] or match[2], is_said


def _near(words: list[str], index: SourceIndex) -> str:
    """The source's words where they differ from these in a word, "" where they are these or nothing is alike."""
    spelt = {word.lower(): word for word in words if word in index.words}
    rare = sorted(spelt, key=lambda word: len(index.words[spelt[word]]))[:_RARE]
    wanted = [word.lower() for word in words]
    files = dict.fromkeys(path for word in rare for path in index.words[spelt[word]][:_MOST_FILES])
    near = ""
    for path in files:
        there = _words_of(index, path)
        for word in rare:
            at = wanted.index(word)
            for start in (place - at for place, one in enumerate(there) if one == word and place >= at):
                window = there[start : start + len(wanted)]
                other = sum(one != two for one, two in zip(wanted, window, strict=False))
                if other == 0 and len(window) == len(wanted):
                    return ""
                if other == 1 and len(window) == len(wanted):
                    near = near or " ".join(window)
    return near


@lru_cache(maxsize=100)
def _words_of(index: SourceIndex, path: str) -> tuple[str, ...]:
    return tuple(word.lower() for word in _WORD.findall(_MARKUP.sub(" ", index.text(path))))
