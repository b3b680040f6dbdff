"""Everyday things that code can be compared with, each with the point where the comparison stops.

Keyed by the words in a definition's name or docstring: what the thing does decides, not taste.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from memory_schema.conventions import normal_term
from tasks.offline.report_facts import SymbolFacts
from tasks.offline.report_rank import name_words, text_words
from tasks.offline.write_pictures import PICTURES


@dataclass(frozen=True)
class Metaphor:
    """A comparison in English and in Chinese: the thing, why it fits, where it stops holding."""

    keys: frozenset[str]
    english: tuple[str, str, str]
    chinese: tuple[str, str, str]


@cache
def pool() -> tuple[Metaphor, ...]:
    """Every comparison of `write_pictures`."""
    found = []
    for block in PICTURES.strip().split("\n\n"):
        keys, *rows = block.split("\n")
        thing, why, limit = (row.split(" | ") for row in rows)
        english, chinese = zip(thing, why, limit, strict=True)
        found.append(Metaphor(frozenset(keys.split()), english, chinese))
    return tuple(found)


def choose_metaphor(concept: str, symbol: SymbolFacts, taken: Sequence[str]) -> Metaphor | None:
    """The fitting comparison that no chapter has used, or None; never a forced one."""
    used = {normal_term(one) for one in taken}
    words = text_words(concept)
    names = name_words(symbol.name)
    said = text_words(symbol.doc.split("\n\n")[0])
    best: tuple[float, Metaphor] | None = None
    for item in pool():
        if normal_term(item.english[0]) in used or normal_term(item.chinese[0]) in used:
            continue
        score = 3.0 * len(item.keys & words) + 1.0 * len(item.keys & names) + 0.5 * len(item.keys & said)
        if score >= 3.0 and (best is None or score > best[0]):
            best = (score, item)
    return best[1] if best else None
