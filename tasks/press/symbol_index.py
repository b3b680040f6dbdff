"""The index of symbols: each function and class that the book knows, and the way to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from tasks.press.anchors import heading_anchor, unique_anchor
from tasks.press.edition import PrintedBook, PrintedChapter
from tasks.press.explained import Spot, SymbolPlaces
from tasks.press.source_links import source_address


@dataclass(frozen=True)
class Way:
    """A link from the index into a chapter."""

    href: str
    words: str
    title: str


@dataclass(frozen=True)
class SymbolRow:
    """One line of the index."""

    anchor: str
    name: str
    owner: str
    """What stands before the name: `TokenStream.` for `TokenStream.expect`."""
    kind: str
    place: str
    address: str
    """Of the source, or ""."""
    explained: tuple[Way, ...]
    mentioned: tuple[Way, ...]


@dataclass(frozen=True)
class LetterRows:
    """The symbols that begin with one letter."""

    letter: str
    rows: tuple[SymbolRow, ...]


def symbol_rows(printed: PrintedBook) -> list[LetterRows]:
    """Every symbol that some chapter explains or mentions, by the letters of its last name."""
    known = [place for place in printed.symbols if place.explained or place.mentioned]
    known.sort(key=lambda place: (_last(place).strip("_").casefold(), place.symbol.name, place.symbol.path))
    used: set[str] = set()
    rows = [_row(place, printed, unique_anchor(heading_anchor(place.symbol.name), used)) for place in known]
    return [LetterRows(letter, tuple(found)) for letter, found in groupby(rows, key=_letter)]


def _row(place: SymbolPlaces, printed: PrintedBook, anchor: str) -> SymbolRow:
    symbol = place.symbol
    last = _last(place)
    return SymbolRow(
        anchor=f"symbol:{anchor}",
        name=last,
        owner=symbol.name.removesuffix(last),
        kind=symbol.kind,
        place=f"{symbol.path}:{symbol.start}-{symbol.end}",
        address=source_address(printed.book.origin, symbol.path, symbol.start, symbol.end),
        explained=_ways(place.explained, printed),
        mentioned=_ways(place.mentioned, printed),
    )


def _ways(spots: Sequence[Spot], printed: PrintedBook) -> tuple[Way, ...]:
    ways = []
    for spot in spots:
        chapter = printed.chapter(spot.chapter)
        if chapter is None or chapter.facts is None:
            continue
        heading = next((one.text for one in chapter.facts.headings if one.anchor == spot.anchor), "")
        href = f"{chapter.page}#{spot.anchor}" if spot.anchor else chapter.page
        ways.append(Way(href, _words(chapter, heading), chapter.plain_title))
    return tuple(ways)


def _words(chapter: PrintedChapter, heading: str) -> str:
    return f"{chapter.number} · {heading or chapter.plain_title}"


def _last(place: SymbolPlaces) -> str:
    return place.symbol.name.rpartition(".")[2]


def _letter(row: SymbolRow) -> str:
    return row.name.strip("_")[:1].upper() or "_"
