"""The writer, in the first round and revising (PROTOCOL 2)."""

from __future__ import annotations

from memory_schema.notes import StructuredNote
from memory_schema.pointers import PointerList
from tasks.agent.spawn import spawn
from tasks.options import runtime_of
from tasks.role import role_task


@role_task
async def draft(pointers: PointerList, book: str) -> StructuredNote:
    """Write the first round of a chapter."""
    runtime = runtime_of(book)
    return await spawn(pointers, pointers.chapter, runtime.config, runtime)


@role_task
async def revise(pointers: PointerList, book: str) -> StructuredNote:
    """Write the next round from the draft and its review."""
    runtime = runtime_of(book)
    return await spawn(pointers, pointers.chapter, runtime.config, runtime)
