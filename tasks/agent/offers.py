"""What a call offers to show, before the budget decides: every pointer's text and its shorter form."""

from __future__ import annotations

from collections.abc import Callable

from memory_schema.errors import StateError
from memory_schema.lengths import ceiling_tokens, estimate_tokens
from memory_schema.memory_view import MemoryView
from memory_schema.paths import Kind
from memory_schema.pointers import Need, Pointer, PointerList, Scope
from memory_schema.selection import Selector
from memory_schema.views import LONGEST_LINE, WHOLE_SUMMARIES, render_view
from tasks.agent.budget import CONCERNING_CUT, SUMMARIES_CUT, Budget, Offer
from tasks.agent.reading import Readable, Reader

Dropped = Callable[[str], None]
"""Told of every pointer that is dropped because its text does not exist."""
_LEAST_MAP_TOKENS = 1_500
OLDER_TOKENS = 2_400
"""What the lines of older summaries take together, so that a long book's memory stays as large as a short one's."""
_LINES = (LONGEST_LINE, 160, 100, 60, 30)


def collect(
    pointers: PointerList, reader: Reader, selector: Selector, budget: Budget, dropped: Dropped
) -> tuple[Offer, ...]:
    """Read every pointer, whole. A missing `if room` text is dropped and reported.

    Raises:
        StateError: a `must` text does not exist.
    """
    found: dict[Pointer, Readable] = {}
    for pointer in pointers.reads:
        if pointer.scope is Scope.TREE:
            continue
        try:
            found[pointer] = reader.read(pointer)
        except StateError as error:
            if pointer.need is Need.MUST:
                raise
            dropped(str(error))
    for pointer in pointers.reads:
        if pointer.scope is Scope.TREE:
            # A map is drawn to measure, so it is drawn last, into the room that the others leave.
            used = sum(ceiling_tokens(readable.text) for readable in found.values())
            room = _as_estimate(budget.files - used)
            if pointer.need is Need.MUST or room >= _LEAST_MAP_TOKENS:
                found[pointer] = reader.read(pointer, room)
    told = "\n".join(readable.text for pointer, readable in found.items() if pointer.scope is Scope.BOOK)
    return tuple(_offer(found[pointer], selector, told) for pointer in pointers.reads if pointer in found)


def _offer(readable: Readable, selector: Selector, told: str) -> Offer:
    pointer = readable.pointer
    if pointer.scope is not Scope.MEMORY:
        return Offer(readable)
    chapter = pointer.chapter
    kind, view = Kind(pointer.path), selector.view(chapter)
    if kind is Kind.SUMMARIES:
        return Offer(readable, _older_in_lines(view, selector, chapter), SUMMARIES_CUT)
    if not told or selector.outline().chapter(chapter) is None:
        # Everything concerns who works on the whole book: an auditor sees every term.
        return Offer(readable)
    return Offer(readable, render_view(kind, view.concerning(told, chapter)), CONCERNING_CUT)


def _older_in_lines(view: MemoryView, selector: Selector, chapter: int) -> str:
    """The last summaries whole, the older ones in lines that get shorter as they get more.

    What the chapter builds on keeps its whole first sentence, however old it is.
    """
    plan = selector.outline().chapter(chapter)
    builds_on = frozenset(plan.builds_on) if plan is not None else frozenset()
    for characters in _LINES:
        text = render_view(Kind.SUMMARIES, view, whole_summaries=WHOLE_SUMMARIES, line=characters, longer=builds_on)
        older = "\n".join(line for line in text.split("\n") if line.startswith("- Chapter "))
        if ceiling_tokens(older) <= OLDER_TOKENS:
            break
    return text


def _as_estimate(ceiling: int) -> int:
    """The map is measured by the estimate and the budget by the ceiling: their ratio, from the estimators."""
    sample = "x" * 1000
    return max(0, ceiling * estimate_tokens(sample) // ceiling_tokens(sample) - 200)
