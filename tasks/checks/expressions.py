"""Expressions in inline code: what looks like a piece of the source, all of its names known, must stand there."""

from __future__ import annotations

import keyword
import re
from bisect import bisect_left, bisect_right
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz import fuzz

from memory_schema.findings import Certainty, Finding, Severity
from tasks.checks.call_text import without_modules
from tasks.checks.chapter_text import ChapterText
from tasks.checks.result import CheckResult, found
from tasks.checks.signatures import is_example_call
from tasks.checks.source_index import SourceIndex
from tasks.source.languages import language_of
from tasks.source.line_search import inked

CHECK = "fidelity"

_NAMES = re.compile(r"[^\W\d]\w*")
_STRINGS = re.compile(r"\"[^\"]*\"|'[^']*'")
_IS_CODE = re.compile(r"\w\(.+\)|\w\[.+\]|[=!<>]=|\s(?:[-+*/%|&<>]|not|in|is|and|or)\s|&&|\|\||->|=>|::")
_JOINED_NAME = re.compile(r"\w+(?:(?:::|#|\.)\w+)*")
"""`Rack::Request#ip`: a name, of which no source needs to hold more than its parts."""
_DOTS = re.compile(r"…|\.\.\.(?!\w)")
_OTHER = "\x00"
_COMMENT = re.compile(r"(?:^|(?<=\s))#[^\n\"']*$", re.MULTILINE)
"""One with quotes may be the inside of a text."""
_HASH = frozenset({"python", "ruby", "bash"})
_SHORTEST, _LONGEST = 10, 300
_MOST_FILES = 100
_MOST_CHARACTERS = 400_000
_CLOSE = 88.0


class _Piece(NamedTuple):
    """A piece of a file, by the offsets of its normal text."""

    path: str
    start: int
    end: int


def check_expressions(chapter: ChapterText, index: SourceIndex) -> CheckResult:
    """Look for each expression in the source, white space and the kind of quotes set aside.

    One that stands nowhere although nearly the same does is 💡: an altered quotation, or an example. One that is
    near to nothing is an example and none of our business.
    """
    findings: list[Finding] = []
    count = 0
    for block in chapter.blocks:
        for span in block.spans:
            names = _code_names(span.text) if _looks_like_code(span.text) else ()
            if not names or any(name not in index.words for name in names):
                continue
            count += 1
            near = _near(span.text, names, index)
            if near is not None and not is_example_call(span.text, index):
                place = chapter.place(block.line(span.start))
                problem = "this expression stands nowhere in the source"
                findings.append(
                    found(
                        CHECK,
                        Severity.COULD,
                        place,
                        problem,
                        quote=span.text,
                        evidence=f"nearly the same: {_shown(near, index)}",
                        fix="quote it as it stands, or say that it is an example",
                        certainty=Certainty.LIKELY,
                    )
                )
    return CheckResult(tuple(findings), {"expressions": count})


def _looks_like_code(text: str) -> bool:
    if not _SHORTEST <= len(text) <= _LONGEST or _DOTS.search(text) or _JOINED_NAME.fullmatch(text):
        return False
    return _IS_CODE.search(text) is not None


def _code_names(text: str) -> tuple[str, ...]:
    """The names of an expression, but for keywords and what stands in strings; empty for fewer than two."""
    names = dict.fromkeys(_NAMES.findall(_STRINGS.sub("''", text)))
    kept = tuple(name for name in names if not keyword.iskeyword(name) and len(name) > 1)
    return kept if len(kept) > 1 else ()


@lru_cache(maxsize=4_000)
def _near(text: str, names: tuple[str, ...], index: SourceIndex) -> _Piece | None:
    """The piece of the source that comes closest, None where the expression itself is there or nothing is close."""
    rarest = min(names, key=lambda name: len(index.words[name]))
    files = [path for path in index.words[rarest] if all(path in _files(name, index) for name in names)]
    wanted = normal_code(text)
    bare, searched = _without_brackets(wanted), 0
    # A program that writes code (a document generator, an author that reads syntax trees) brackets it its own way.
    if any(wanted in _normal(index, path) or bare in _bare(index, path) for path in files[:_MOST_FILES]):
        return None
    if altered := _one_name_off(text, names, index):
        return altered
    best: _Piece | None = None
    best_score = _CLOSE
    for path in files[:_MOST_FILES]:
        there = _normal(index, path)
        searched += len(there)
        if searched > _MOST_CHARACTERS:
            continue
        match = fuzz.partial_ratio_alignment(wanted, there, score_cutoff=best_score)
        if match is not None and match.score > best_score:
            best, best_score = _Piece(path, match.dest_start, match.dest_end), match.score
    others = (path for path in index.words[rarest] if path not in files)
    if best and any(wanted in _normal(index, path) for path in others):
        return None
    return best


def _one_name_off(text: str, names: tuple[str, ...], index: SourceIndex) -> _Piece | None:
    """The piece of the source that is the expression but for one of its names, or None (also where it is there)."""
    wanted = normal_code(text)
    altered: _Piece | None = None
    for name in (*names, ""):
        others = [one for one in names if one != name]
        files = sorted(frozenset.intersection(*(_files(one, index) for one in others)))
        # The name is taken out before white space goes: `or None` becomes one word.
        spelt = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", _OTHER, text) if name else text
        # Where it begins with the missing name, a match begins with a word: else each letter would be tried.
        pattern = re.compile(r"(?<!\w)(?=\w)" * spelt.startswith(_OTHER) + _with_any_name(spelt))
        around = max(normal_code(spelt).split(_OTHER), key=len)
        for path in files[:_MOST_FILES]:
            there = _normal(index, path)
            match = pattern.search(there) if around in there else None
            if match and match[0] == wanted:
                return None
            altered = altered or (_Piece(path, *match.span()) if match else None)
    return altered


def stands(text: str, index: SourceIndex) -> bool:
    """Whether an expression is a piece of the source, white space and the kind of quotes set aside."""
    names = [name for name in _NAMES.findall(text) if name in index.words]
    files = min((index.words[name] for name in names), key=len, default=())
    wanted = normal_code(text)
    return any(wanted in _normal(index, path) for path in files[:_MOST_FILES])


def _shown(piece: _Piece, index: SourceIndex) -> str:
    """The lines of the source that hold a piece, and their place."""
    lines, hashes = index.lines(piece.path), language_of(piece.path) in _HASH

    def begins(line: int) -> int:
        """Where a line, counted from 0, begins in the normal text."""
        return len(_normal_text("\n".join(lines[:line]), hashes=hashes))

    def held(line: int) -> bool:
        """Whether a line is in the piece with more than an edge."""
        start, end = begins(line), begins(line + 1)
        return 2 * (min(end, piece.end) - max(start, piece.start)) >= min(end - start, piece.end - piece.start) > 0

    first = bisect_right(range(len(lines)), piece.start, key=begins) - 1
    last = bisect_left(range(len(lines)), piece.end, key=begins)
    kept = [line for line in range(first, last) if held(line)] or [first]
    return f"{' '.join(inked([lines[line] for line in kept])[1])} ({piece.path}:{kept[0] + 1})"


def _with_any_name(spelt: str) -> str:
    return r"\w+".join(map(re.escape, normal_code(spelt).split(_OTHER)))


@lru_cache(maxsize=4_000)
def _files(name: str, index: SourceIndex) -> frozenset[str]:
    return frozenset(index.words[name])


def _normal(index: SourceIndex, path: str) -> str:
    return _normal_text(index.text(path), hashes=language_of(path) in _HASH)


def _bare(index: SourceIndex, path: str) -> str:
    return _without_brackets(_normal(index, path))


@lru_cache(maxsize=800)
def _normal_text(text: str, *, hashes: bool) -> str:
    """By the text and not by the index, of which every check makes one: the source is the same."""
    return normal_code(_COMMENT.sub("", text) if hashes else text)


@lru_cache(maxsize=400)
def _without_brackets(text: str) -> str:
    return text.replace("(", "").replace(")", "")


def normal_code(text: str) -> str:
    """Code without white space, with one kind of quotes, without commas and brackets that change nothing, types by
    their own names (`Iterator` for `t.Iterator`)."""
    plain = re.sub(r"\s+", "", without_modules(text)).replace("'", '"')
    # A text in pieces is one text, and how a value is printed into it is no part of what it says.
    return re.sub(r",(?=[)\]}])|;|\((?=\()|\)(?=\))|\"f?\"|(?<=\w)![rsa](?=\})", "", plain)
