"""Which definitions a chapter needs most; the researcher quotes by it and the writer chooses by it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

from tasks.offline.report_facts import SymbolFacts

_WORD = re.compile(r"[A-Za-z]{3,}")
_NAME_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def name_words(name: str) -> frozenset[str]:
    """The words of a name, lower case, without a plural s: `TokenStream.next_if` -> token, stream, next, if."""
    return frozenset(stem(word) for word in _NAME_WORD.findall(name))


def text_words(text: str) -> frozenset[str]:
    """The words of a text of three letters or more, as `name_words` has them."""
    return frozenset(stem(word) for word in _WORD.findall(text))


def stem(word: str) -> str:
    """Lower case, without the endings that tell a plural or a gerund apart from the word."""
    low = word.lower()
    for ending in ("ing", "ies", "es", "s"):
        if low.endswith(ending) and len(low) - len(ending) >= 3:
            return low[: -len(ending)] + ("y" if ending == "ies" else "")
    return low


def rank(symbols: Iterable[SymbolFacts], wishes: Iterable[str]) -> list[SymbolFacts]:
    """The definitions, most needed first.

    Args:
        wishes: title, topics and terms of the chapter.
    """
    every = list(symbols)
    wished = frozenset(word for text in wishes for word in text_words(text))
    mapped = {one.name for one in every if one.mapped}
    score = {one.name: _score(one, wished, mapped) for one in every}
    return sorted(every, key=lambda one: (-score[one.name], one.path, one.start))


def _score(one: SymbolFacts, wished: frozenset[str], mapped: set[str]) -> float:
    value = 3.0 * one.mapped + 1.6 * (one.owner in mapped) + 1.2 * min(3, len(name_words(one.name) & wished))
    value += 0.6 * min(4, len(one.called_by)) + 0.25 * min(6, len(one.calls)) + 0.5 * min(3, len(one.raises))
    value += 0.6 * math.log2(1 + min(one.lines, 120)) + 0.6 * bool(one.doc)
    value -= 3.0 * (one.kind in ("attribute", "property")) + 1.5 * (one.lines < 4)
    value -= 3.0 * (one.kind == "constant" and one.lines < 4) + 1.0 * (one.short == "__repr__")
    value -= 1.2 * (one.short.startswith("__") and one.short != "__init__")
    return value
