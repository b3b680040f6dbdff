"""Small tools of every language module: variation without chance, inline code, lists of names."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

_T = TypeVar("_T")


class Voice:
    """Chooses among ways to say a thing: in turn within a chapter, shifted from chapter to chapter."""

    def __init__(self, chapter: int) -> None:
        self._chapter = chapter
        self._used: Counter[str] = Counter()
        self._told: set[str] = set()
        self._heard = ""

    def pick(self, key: str, options: Sequence[_T]) -> _T:
        """The next of the options for this key; the same calls in the same order give the same choices."""
        start = zlib.crc32(key.encode()) + self._chapter
        chosen = options[(start + self._used[key]) % len(options)]
        self._used[key] += 1
        return chosen

    def sparing(self, key: str, options: Sequence[str], most: int = 2) -> str:
        """As `pick`, but each option at most `most` times; "" when all are used up."""
        if self._used[key] >= most * len(options):
            return ""
        return self.pick(key, options)

    def once(self, fact: str) -> bool:
        """Whether a fact comes up for the first time in the chapter; asking makes it known."""
        fresh = fact not in self._told
        self._told.add(fact)
        return fresh

    def hear(self, text: str) -> None:
        """Take note of what was written."""
        self._heard += " " + " ".join(text.split())

    def heard(self, sentence: str) -> bool:
        """Whether a sentence was written already, in whatever frame."""
        return " ".join(sentence.split()).rstrip(".") in self._heard


def code(text: str) -> str:
    """Inline code, with a fence of two backticks where the text holds one."""
    flat = " ".join(text.split())
    if not flat:
        return ""
    return f"`` {flat} ``" if "`" in flat else f"`{flat}`"


def join(items: Sequence[str], word: str, comma: str = ", ") -> str:
    """`a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return f"{comma.join(items[:-1])} {word} {items[-1]}"


_NUMBERS_WORDS = """
no one two three four five six seven eight nine ten eleven twelve
"""
_NUMBERS = _NUMBERS_WORDS.split()


def number(count: int) -> str:
    """A small number as an English word."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def upper_first(text: str) -> str:
    """The text with a capital letter at the start, unless it starts with code."""
    return text[:1].upper() + text[1:]


def article(term: str) -> str:
    """ "a" or "an" before a term; an abbreviation goes by the name of its first letter."""
    spelled = len(term) > 1 and term[:2].isupper()
    if re.match(r"(?:uni|una|use|usa|eu|one\b)", term, re.IGNORECASE) and not re.match(
        r"unin|unim", term, re.IGNORECASE
    ):
        return "a"
    vowels = "AEFHILMNORSX" if spelled else "AEIOUaeiou"
    return "an" if term[:1] in vowels else "a"


def is_plural(term: str) -> bool:
    """Whether a term names several: "field attributes", but no "class", "status" or "basis"."""
    return term.endswith("s") and not term.endswith(("ss", "us", "is"))
