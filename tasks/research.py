"""The researcher: source files to a report (PROTOCOL 2)."""

from __future__ import annotations

from memory_schema.notes import StructuredNote
from memory_schema.pointers import PointerList
from tasks.agent.spawn import spawn
from tasks.options import runtime_of
from tasks.role import role_task


@role_task
async def research(pointers: PointerList, book: str) -> StructuredNote:
    """Report on the source of one chapter."""
    runtime = runtime_of(book)
    return await spawn(pointers, pointers.chapter, runtime.config, runtime)
