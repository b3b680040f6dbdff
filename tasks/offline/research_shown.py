"""Which definitions are known of a file of which only some lines were shown."""

from __future__ import annotations

from dataclasses import replace

from tasks.offline.report_facts import TYPE_KINDS
from tasks.offline.request import ShownFile
from tasks.source.symbols import Symbol, symbols_of


def known_definitions(file: ShownFile) -> tuple[tuple[Symbol, ...], frozenset[int]]:
    """The definitions that lie wholly in what was shown, and the first lines of those types that do not.

    Where the file goes on behind the last line shown, so may what stands there: a type is known up to its first
    member, anything else only where an empty line ends what was shown. Of a type that began before, and of which
    only the line that opens it is shown, the end is known.
    """
    every = symbols_of(file.text, file.language)
    last = file.shown[-1][1] if file.shown else 0
    if file.complete:
        return tuple(one for one in every if file.shows(one.start, one.end)), frozenset()
    rows = file.text.split("\n")
    end = next((number for number in range(last, 0, -1) if rows[number - 1 : number] not in ([], [""])), last)
    kept: list[Symbol] = []
    heads: set[int] = set()
    for one in every:
        closed, shown = last >= file.lines or one.end < end, file.shows(one.start, one.end)
        if not shown and (one.kind not in TYPE_KINDS or not closed or not file.shows(one.start, one.start)):
            continue
        if one.kind in TYPE_KINDS and not (closed and shown):
            inside = min((other.start for other in every if one.start < other.start <= one.end), default=one.end + 1)
            kept.append(one if closed else replace(one, end=_before(rows, one.start, inside)))
            heads.add(one.start)
        elif closed or end < last:
            kept.append(one)
    return tuple(kept), frozenset(heads)


def _before(rows: list[str], first: int, member: int) -> int:
    """The last line of a type's head: the one before its first member that is not empty and no decorator."""
    at = member - 1
    while at > first and (not rows[at - 1].strip() or rows[at - 1].lstrip().startswith("@")):
        at -= 1
    return at
