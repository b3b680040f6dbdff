"""What a call offers to show, before the budget decides: every pointer's text and its shorter form."""

from __future__ import annotations

from collections.abc import Callable

from memory_schema.errors import StateError
from memory_schema.lengths import ceiling_tokens, estimate_tokens
from memory_schema.memory_view import MemoryView
from memory_schema.paths import Kind
from memory_schema.pointers import Need, Pointer, PointerList, Scope
from memory_schema.selection import Selector
from memory_schema.views import WHOLE_SUMMARIES, render_view
from tasks.agent.budget import CONCERNING_CUT, SUMMARIES_CUT, Budget, Offer
from tasks.agent.reading import Readable, Reader

Dropped = Callable[[str], None]
"""Told of every pointer that is dropped because its text does not exist."""
_LEAST_MAP_TOKENS = 1_500


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
    kind, view = Kind(pointer.path), _view(pointer, selector)
    if kind is Kind.SUMMARIES:
        return Offer(readable, render_view(kind, view, whole_summaries=WHOLE_SUMMARIES), SUMMARIES_CUT)
    if kind in (Kind.GLOSSARY, Kind.METAPHORS) and told:
        return Offer(readable, render_view(kind, view.concerning(told)), CONCERNING_CUT)
    return Offer(readable)


def _view(pointer: Pointer, selector: Selector) -> MemoryView:
    return selector.view(int(pointer.part.rsplit(" ", 1)[-1]))


def _as_estimate(ceiling: int) -> int:
    """The map is measured by the estimate and the budget by the ceiling: their ratio, from the estimators."""
    sample = "x" * 1000
    return max(0, ceiling * estimate_tokens(sample) // ceiling_tokens(sample) - 200)
