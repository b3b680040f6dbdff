"""The reader panel: student, engineer and expert, and their merge (PROTOCOL 2 and 5)."""

from __future__ import annotations

from memory_schema.findings import parse_findings
from memory_schema.merging import merge_panel
from memory_schema.notes import StructuredNote
from memory_schema.pointers import PointerList
from memory_schema.selection import Selector
from tasks.agent.spawn import spawn
from tasks.options import runtime_of
from tasks.role import role_task, run_code

READERS = ("rs", "re", "rh")


@role_task
async def read_as(pointers: PointerList, book: str) -> StructuredNote:
    """Read the chapter as one of the three readers."""
    runtime = runtime_of(book)
    return await spawn(pointers, pointers.chapter, runtime.config, runtime)


@role_task
async def merge_readers(pointers: PointerList, book: str) -> StructuredNote:
    """Merge what the three readers found; they have no veto."""

    def produce(selector: Selector) -> tuple[str, StructuredNote]:
        texts = (selector.workspace.read(pointer.path) for pointer in pointers.reads)
        text = merge_panel(dict(zip(READERS, texts, strict=True)))
        return text, StructuredNote(conclusion=f"the readers have {len(parse_findings(text))} findings")

    return run_code(pointers, runtime_of(book), produce)
