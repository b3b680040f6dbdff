"""Ways through the book for three kinds of readers, from difficulty and from what builds on what."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tasks.press.manuscript import Chapter


class Reader(StrEnum):
    """The three readers of the panel (PROTOCOL 2)."""

    STUDENT = "student"
    ENGINEER = "engineer"
    EXPERT = "expert"


@dataclass(frozen=True)
class Route:
    """Chapters in the order in which one kind of reader should read them."""

    reader: Reader
    chapters: tuple[int, ...]


def reading_routes(chapters: Sequence[Chapter]) -> tuple[Route, ...]:
    """The routes that differ from reading everything in order; none for a book of fewer than 3 chapters.

    The student reads from easy to hard, never a chapter before what it builds on. The engineer reads
    what most other chapters rest on, with its foundations. The expert begins where it is hard and
    looks up the rest.
    """
    if len(chapters) < 3:
        return ()
    by_number = {chapter.number: chapter for chapter in chapters}
    needs = {c.number: [n for n in c.builds_on if n in by_number and n != c.number] for c in chapters}
    levels = sorted(c.difficulty for c in chapters)
    hard = levels[len(levels) // 2]
    rests_on = {n: sum(n in before for before in needs.values()) for n in by_number}
    core = {n for n, count in rests_on.items() if count > 0} or set(by_number)
    deep = {c.number for c in chapters if c.difficulty >= hard}
    if levels[0] == levels[-1]:
        deep = set(by_number) - core or deep
    routes = (
        Route(Reader.STUDENT, _easiest_first(by_number, needs)),
        Route(Reader.ENGINEER, tuple(n for n in by_number if n in _with_foundations(core, needs))),
        Route(Reader.EXPERT, tuple(n for n in by_number if n in deep)),
    )
    everything = tuple(by_number)
    return tuple(route for route in routes if route.chapters != everything or route.reader is Reader.STUDENT)


def _easiest_first(chapters: Mapping[int, Chapter], needs: Mapping[int, Sequence[int]]) -> tuple[int, ...]:
    """Every chapter after what it builds on; among those that may come next, the easiest."""
    waiting = {number: set(before) for number, before in needs.items()}
    ready = [(chapters[n].difficulty, n) for n, before in waiting.items() if not before]
    heapq.heapify(ready)
    order: list[int] = []
    while ready:
        _, number = heapq.heappop(ready)
        order.append(number)
        for later, before in waiting.items():
            if number in before:
                before.discard(number)
                if not before:
                    heapq.heappush(ready, (chapters[later].difficulty, later))
    # A circle cannot stand in an outline (chapters build on earlier ones); if one does, book order.
    return (*order, *(n for n in chapters if n not in set(order)))


def _with_foundations(chosen: Collection[int], needs: Mapping[int, Sequence[int]]) -> set[int]:
    found: set[int] = set()
    pending = list(chosen)
    while pending:
        number = pending.pop()
        if number not in found:
            found.add(number)
            pending += needs[number]
    return found
