"""Planning: the outline's roles, the freeze, and the style guide (PROTOCOL 6.1 and 6.2)."""

from __future__ import annotations

from memory_schema.answers import Answer
from memory_schema.errors import StateError
from memory_schema.notes import StructuredNote
from memory_schema.planning import PROPOSAL, freeze
from memory_schema.pointers import PointerList
from memory_schema.receipts import sha256
from tasks.agent.spawn import spawn
from tasks.coverage import plan_gaps
from tasks.options import runtime_of
from tasks.role import role_task


@role_task
async def propose_outline(pointers: PointerList, book: str) -> StructuredNote:
    """Propose an outline and a source map, or revise the proposal of the round before."""
    runtime = runtime_of(book)
    return await spawn(pointers, None, runtime.config, runtime)


@role_task
async def judge_outline(pointers: PointerList, book: str) -> StructuredNote:
    """Judge the proposal as its reader or as the content reviewer."""
    runtime = runtime_of(book)
    return await spawn(pointers, None, runtime.config, runtime)


@role_task
async def freeze_outline(answer: Answer, book: str) -> StructuredNote:
    """Freeze exactly the proposal that was approved, with the source's manifest."""
    runtime = runtime_of(book)
    text = runtime.workspace.read(PROPOSAL)
    if sha256(text) != answer.answers:
        raise StateError(f"{PROPOSAL} changed after it was approved; approve it again: sourcebook approve {book}")
    manifest = runtime.view.manifest
    proposal = freeze(
        runtime.workspace,
        text,
        answer.by,
        manifest.files.keys(),
        manifest.model_dump_json(indent=1) + "\n",
        manifest.digest,
    )
    gaps = plan_gaps(runtime.view, proposal.source_map)
    for gap in gaps:
        runtime.workspace.audit("undecided gap", f"{gap}: in no chapter, and not left out with a reason")
    return StructuredNote(
        conclusion=f"the outline is frozen: {len(proposal.outline.kept)} chapters, {len(gaps)} undecided gaps",
        file_refs=(PROPOSAL,),
    )


@role_task
async def write_style_guide(pointers: PointerList, book: str) -> StructuredNote:
    """Set the voice and the rules of the book, once."""
    runtime = runtime_of(book)
    return await spawn(pointers, None, runtime.config, runtime)
