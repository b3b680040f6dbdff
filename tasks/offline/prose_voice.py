"""Small tools of every language module: variation without chance, inline code, lists of names."""

from __future__ import annotations

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

    def pick(self, key: str, options: Sequence[_T]) -> _T:
        """The next of the options for this key; the same calls in the same order give the same choices."""
        start = zlib.crc32(key.encode()) + self._chapter
        chosen = options[(start + self._used[key]) % len(options)]
        self._used[key] += 1
        return chosen


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
