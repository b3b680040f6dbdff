"""The editor: the orchestrator's only model call (PROTOCOL 5)."""

from __future__ import annotations

from memory_schema.notes import StructuredNote
from memory_schema.pointers import PointerList
from tasks.agent.spawn import spawn
from tasks.options import runtime_of
from tasks.role import role_task


@role_task
async def decide(pointers: PointerList, book: str) -> StructuredNote:
    """Order the open issues of a chapter by priority; go on or ask a person."""
    runtime = runtime_of(book)
    return await spawn(pointers, pointers.chapter, runtime.config, runtime)


def wants_a_person(decision: str) -> bool:
    """Whether the editor's decision asks a person; what cannot be read goes on (the reviews have passed)."""
    lines = (line.strip().lower() for line in decision.split("\n"))
    return any(line.startswith("decision:") and "ask" in line for line in lines)
