"""Which symbols of the source the chapters explain, and where: what the index and the coverage show.

A symbol is *explained* where a listing shows lines of its own (not only of a definition inside it),
*mentioned* where inline code names it, else *never*.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tasks.press.facts import ChapterFacts
from tasks.press.manuscript import SourceSymbol


class Coverage(StrEnum):
    """How much a book says of a symbol."""

    EXPLAINED = "explained"
    MENTIONED = "mentioned"
    NEVER = "never"


@dataclass(frozen=True)
class Spot:
    """A section of a chapter; `anchor` "" is the chapter's beginning."""

    chapter: int
    anchor: str


@dataclass(frozen=True)
class SymbolPlaces:
    """A symbol with the sections that show its code and those that only name it, in book order."""

    symbol: SourceSymbol
    explained: tuple[Spot, ...]
    mentioned: tuple[Spot, ...]

    @property
    def coverage(self) -> Coverage:
        """The best of what the book does for the symbol."""
        if self.explained:
            return Coverage.EXPLAINED
        return Coverage.MENTIONED if self.mentioned else Coverage.NEVER


def symbol_places(symbols: Sequence[SourceSymbol], chapters: Mapping[int, ChapterFacts]) -> tuple[SymbolPlaces, ...]:
    """Where each symbol stands in the book; pure, in the order of `symbols`.

    Args:
        symbols: definitions of the source.
        chapters: the facts of the finished chapters by number.
    """
    shown: dict[SourceSymbol, dict[Spot, None]] = defaultdict(dict)
    named: dict[SourceSymbol, dict[Spot, None]] = defaultdict(dict)
    by_path: dict[str, list[SourceSymbol]] = defaultdict(list)
    for symbol in symbols:
        by_path[symbol.path].append(symbol)
    names = _names(symbols)
    for number, facts in chapters.items():
        for quote in facts.quotes:
            for symbol in _own_lines(by_path.get(quote.path, ()), quote.start, quote.end):
                shown[symbol][Spot(number, quote.anchor)] = None
        for mention in facts.mentions:
            if (called := names.get(mention.name)) is not None:
                named[called][Spot(number, mention.anchor)] = None
    return tuple(
        SymbolPlaces(
            symbol,
            tuple(shown[symbol]),
            tuple(spot for spot in named[symbol] if spot not in shown[symbol]),
        )
        for symbol in symbols
    )


def _names(symbols: Iterable[SourceSymbol]) -> dict[str, SourceSymbol]:
    """Every spelling that means exactly one symbol: its qualified name, and its last part if no other has it."""
    whole: dict[str, SourceSymbol] = {}
    short: dict[str, list[SourceSymbol]] = defaultdict(list)
    for symbol in symbols:
        whole.setdefault(symbol.name, symbol)
        short[symbol.name.rpartition(".")[2]].append(symbol)
    return {name: found[0] for name, found in short.items() if len(found) == 1} | whole


def _own_lines(symbols: Iterable[SourceSymbol], start: int, end: int) -> list[SourceSymbol]:
    """The symbols of a file that hold some of the lines outside the definitions nested in them."""
    inside = [s for s in symbols if s.start <= end and start <= s.end]
    found = []
    for symbol in inside:
        nested = [s for s in inside if s is not symbol and symbol.start <= s.start and s.end <= symbol.end]
        lines = range(max(start, symbol.start), min(end, symbol.end) + 1)
        if any(not any(s.start <= line <= s.end for s in nested) for line in lines):
            found.append(symbol)
    return found
