"""Memory: the keeper proposes, code appends (PROTOCOL 8). No agent ever holds a write pointer to it."""

from __future__ import annotations

from memory_schema.ledger import Ledger
from memory_schema.notes import Confidence, StructuredNote
from memory_schema.paths import ENTRIES, Output, work_path
from memory_schema.pointers import PointerList
from memory_schema.proposals import parse_memory_proposal
from memory_schema.receipts import sha256
from memory_schema.selection import Selector
from tasks.agent.spawn import spawn
from tasks.options import runtime_of
from tasks.role import role_task


@role_task
async def propose_memory(pointers: PointerList, book: str) -> StructuredNote:
    """Propose what the book remembers of a chapter."""
    runtime = runtime_of(book)
    return await spawn(pointers, pointers.chapter, runtime.config, runtime)


@role_task
async def append_memory(chapter: int, attempt: int, final: str, book: str) -> StructuredNote:
    """Create the entry of one attempt, once, and render the four memory files.

    Args:
        final: the name of the final that is remembered.
    """
    workspace = runtime_of(book).workspace
    proposal = parse_memory_proposal(workspace.read(work_path(Output.MEMORY, chapter, attempt)))
    plan = Selector(workspace).outline().chapter(chapter)
    assert plan is not None
    entry = Ledger(workspace).remember(chapter, attempt, plan.title, sha256(workspace.read(final)), proposal)
    superseded = f", supersedes entry {entry.supersedes}" if entry.supersedes else ""
    return StructuredNote(
        conclusion=f"entry {entry.sequence} remembers chapter {chapter}, attempt {attempt}{superseded}",
        evidence=(f"{len(entry.proposal.glossary)} terms, {len(entry.proposal.metaphors)} metaphors",),
        file_refs=(ENTRIES,),
        confidence=Confidence.HIGH,
    )
