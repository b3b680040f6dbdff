"""What a term stands for beyond its docstring: what it is made from, what it does, what is a kind of it."""

from __future__ import annotations

import re

from tasks.offline.report_facts import ReportFacts, SymbolFacts
from tasks.offline.write_signature import head_of
from tasks.offline.write_stops import NewTerm

_STEM = 4
_EMPTY_WORDS = """
class base baseclass main central core simple default common generic special abstract object instance type kind
implementation implements implement represents represent given uses used using that this with from for all some any
which what the its are has and into not may can default helper wrapper model models name called
"""
_EMPTY = frozenset(_EMPTY_WORDS.split())
_MOST_OFFERS = 3


def concept_of(term: str, symbol: SymbolFacts, facts: ReportFacts) -> NewTerm:
    """A term with the facts that can define it."""
    made = facts.symbol(f"{symbol.name}.__init__") if symbol.kind == "class" else None
    head = head_of(made.signature if made is not None else symbol.signature)
    taken = (*head.required, *(name for name, _ in head.defaults)) if head is not None else ()
    offers = [
        one
        for one in facts.symbols
        if one.owner == symbol.name and one.doc and not one.short.startswith("_") and "method" in one.kind
    ]
    offers.sort(key=lambda one: (not _shares_stem(one.short, term), -one.lines))
    below = next((r.text.split(", ") for r in facts.remarks if r.kind == "hierarchy" and r.symbol == symbol.name), [])
    return NewTerm(term, symbol, taken, tuple(offers[:_MOST_OFFERS]), tuple(below))


def is_circular(term: str, words: str) -> bool:
    """Whether a definition says hardly more than the term: its stem again, and fewer than two words of content."""
    content = [word for word in re.findall(r"[A-Za-z]{3,}", words.lower()) if word not in _EMPTY]
    others = [word for word in content if not _shares_stem(word, term)]
    return len(others) < len(content) and len(set(others)) < 2


def _shares_stem(word: str, term: str) -> bool:
    stems = {part[:_STEM] for part in re.findall(r"[a-z]{3,}", term.lower())}
    return any(part[:_STEM] in stems for part in re.findall(r"[a-z]{3,}", word.lower()))
