"""The final: written from draft, reviews and panel, or the draft itself when nothing is left to do."""

from __future__ import annotations

from memory_schema.markers import Marker, sealed
from memory_schema.merging import may_promote
from memory_schema.notes import Confidence, StructuredNote
from memory_schema.paths import Output, public_name
from memory_schema.pointers import PointerList
from memory_schema.selection import Selector
from tasks.agent.spawn import spawn
from tasks.options import runtime_of
from tasks.role import role_task, run_code


@role_task
async def finalise(pointers: PointerList, book: str) -> StructuredNote:
    """Write the final; with nothing above 💡 anywhere the draft is promoted without a model call."""
    runtime = runtime_of(book)
    if pointers.round == 1 and may_promote(*_reviewed(pointers, Selector(runtime.workspace))):
        return run_code(pointers, runtime, lambda selector: _promoted(pointers, selector))
    return await spawn(pointers, pointers.chapter, runtime.config, runtime)


def _reviewed(pointers: PointerList, selector: Selector) -> tuple[str, str]:
    return _text(pointers, Output.REVIEW, selector), _text(pointers, Output.PANEL, selector)


def _promoted(pointers: PointerList, selector: Selector) -> tuple[str, StructuredNote]:
    draft = _text(pointers, Output.DRAFT, selector)
    note = StructuredNote(
        conclusion="the draft is promoted as it is: nothing above 💡 was found", confidence=Confidence.HIGH
    )
    return sealed(draft, Marker.FINAL), note


def _text(pointers: PointerList, output: Output, selector: Selector) -> str:
    name = public_name(output, pointers.chapter)
    pointer = next(pointer for pointer in pointers.reads if pointer.name == name)
    return selector.select(pointer).text
