"""What a report has room for: a whole one, a part's, and one that is merged with others yet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tasks.offline.report_facts import Quote, ReportFacts, SymbolFacts
from tasks.offline.report_render import render_report
from tasks.offline.request import Brief
from tasks.offline.write_signature import never_returns

_FULL_RECORDS = 40
MAX_CHARACTERS = 31_000
_LEAST_SHARE = 0.15
_FENCED = 60
"""What stands around a quote."""


def part_share(brief: Brief) -> float:
    """How much of a report a part writes: twice its share, so that who merges can choose; 1.0 for the whole."""
    _, _, parts = str(brief.ticket.get("part", "")).partition(" of ")
    return min(1.0, max(_LEAST_SHARE, 2 / int(parts))) if parts.isdigit() else 1.0


def fitting(
    symbols: tuple[SymbolFacts, ...], ranked: Sequence[SymbolFacts], quotes: Sequence[Quote], room: int
) -> tuple[SymbolFacts, ...]:
    """The definitions that a report of so many characters holds beside its quotes, as many as it can in full.

    In a room that is small not everything mapped has its record: the quoted and the most important have.
    """
    quoted = {quote.symbol for quote in quotes}
    kept = symbols
    for records in (_FULL_RECORDS, 32, 26, 20, 15, 10, 5, 0):
        kept = _kept(symbols, ranked, quoted, records)
        if len(render_report(ReportFacts(0, "", symbols=kept, quotes=tuple(quotes)), ())) <= room:
            return kept
    for records in (20, 12, 6, 3, 0) if room < MAX_CHARACTERS else ():
        names = {one.name for one in ranked[:records]} | quoted
        kept = tuple(_slim(one) for one in symbols if one.name in names)
        if len(render_report(ReportFacts(0, "", symbols=kept, quotes=tuple(quotes)), ())) <= room:
            break
    return kept


def within(quotes: Sequence[Quote], room: int) -> list[Quote]:
    """The first quotes that take two thirds of the room at most; all of them where it is a whole report's."""
    kept: list[Quote] = []
    used = 0
    for quote in quotes:
        used += len(quote.text) + _FENCED
        if room < MAX_CHARACTERS and kept and used > room * 2 // 3:
            break
        kept.append(quote)
    return kept


def _kept(
    symbols: tuple[SymbolFacts, ...], ranked: Iterable[SymbolFacts], quoted: set[str], records: int
) -> tuple[SymbolFacts, ...]:
    """Everything mapped or quoted and the best of the rest, in order of the source; what never returns as well,
    since a call of it reads as a refusal.

    The first `records` by rank are reported in full; what is mapped beyond them in a few lines.
    """
    full: set[str] = set()
    for one in ranked:
        if len(full) < records and (one.mapped or not one.is_data):
            full.add(one.name)
    return tuple(
        _clipped(one, 9) if one.name in full or one.name in quoted else _slim(one)
        for one in symbols
        if one.mapped or one.name in full or one.name in quoted or never_returns(one.signature)
    )


def _clipped(symbol: SymbolFacts, lines: int) -> SymbolFacts:
    """The definition with the first paragraphs of its docstring."""
    rows = symbol.doc.split("\n")
    if len(rows) <= lines:
        return symbol
    end = next((at for at in range(lines, 1, -1) if not rows[at - 1].strip()), lines)
    return replace(symbol, doc="\n".join(rows[:end]).rstrip())


def _slim(symbol: SymbolFacts) -> SymbolFacts:
    return replace(_clipped(symbol, 2), members=(), outside=(), called_by=symbol.called_by[:2], calls=symbol.calls[:3])
