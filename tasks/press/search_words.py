"""A text as the words that a reader may search for; `assets/search.js` cuts queries by the same rules.

Languages without spaces are cut into pairs of characters, so that every Chinese word of two or more
characters is found without a dictionary. Names of code are kept whole and in their parts:
`TokenStream.expect` is found by itself, by `expect`, by `stream`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from tasks.press.cjk import is_spaceless

_WORD = re.compile(r"\w+(?:\.\w+)*")
_PARTS = re.compile(r"[^\W\d_]+|\d+")
_HUMP = re.compile(r"(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
LONGEST = 60
"""Characters; a longer "word" is a hash or a line of base64."""


def words_of(text: str) -> Iterator[str]:
    """The search words of a text in order, in lower case; parts of names after the whole."""
    for match in _WORD.finditer(unicodedata.normalize("NFKC", text)):
        yield from _words_of_one(match[0])


@lru_cache(maxsize=1 << 16)
def _words_of_one(word: str) -> tuple[str, ...]:
    """A book says the same words again and again, and cutting them is most of the index's time."""
    return tuple(one for run, spaceless in _runs(word) for one in (_pairs(run) if spaceless else _name(run)))


def _runs(word: str) -> Iterator[tuple[str, bool]]:
    start = 0
    for at in range(1, len(word) + 1):
        if at == len(word) or is_spaceless(word[at]) != is_spaceless(word[start]):
            yield word[start:at], is_spaceless(word[start])
            start = at


def _pairs(run: str) -> Iterator[str]:
    if len(run) == 1:
        yield run
    for at in range(len(run) - 1):
        yield run[at : at + 2]


def _name(run: str) -> Iterator[str]:
    whole = run.strip("._")
    if not whole or len(whole) > LONGEST:
        return
    seen = {whole.lower()}
    yield whole.lower()
    for dotted in whole.split("."):
        pieces = [dotted, *(piece for part in _PARTS.findall(dotted) for piece in _HUMP.split(part))]
        for piece in pieces:
            lowered = piece.strip("_").lower()
            if len(lowered) > 1 and lowered not in seen:
                seen.add(lowered)
                yield lowered
