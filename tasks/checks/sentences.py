"""Sentences of the prose, for finding what is said twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memory_schema.conventions import without_marks
from memory_schema.lengths import CJK, length
from tasks.checks.chapter_text import ChapterText

LONG_WORDS = 8
LONG_CJK_CHARACTERS = 16
"""From this length on a sentence that is repeated is noticed (issue 2, "no sentence of 8 or more words")."""

_END = re.compile(r"(?<=[.!?:;…][\"”’)*])\s+|(?<=[.!?…])\s+|(?<=[。！？；])")
_LINK = re.compile(r"\[([^\[\]\n]*)\]\([^)\s]*\)")
_QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"|「[^」]*」|‘[^’]*’")
_NOT_WORD = re.compile(r"[\W_]+")


@dataclass(frozen=True)
class Sentence:
    """A sentence: `key` is what makes two of them the same, `line` the first line of its paragraph."""

    key: str
    text: str
    line: int


def long_sentences(chapter: ChapterText) -> Iterator[Sentence]:
    """Sentences of at least LONG_WORDS words (or LONG_CJK_CHARACTERS) outside code, lists, quotations."""
    for paragraph in chapter.paragraphs:
        flat = " ".join(_LINK.sub(r"\1", paragraph.text).split())
        for part in _END.split(flat):
            own = _QUOTED.sub(" ", without_marks(part))
            cjk = len(CJK.findall(own))
            if cjk >= LONG_CJK_CHARACTERS or (not cjk and length(own, "en") >= LONG_WORDS):
                yield Sentence(
                    _NOT_WORD.sub(" ", without_marks(part).casefold()).strip(), part.strip(), paragraph.start
                )
