"""Where a run of a chapter begins: a person's edits taken up, what is stale found, an attempt opened."""

from __future__ import annotations

from memory_schema.attempts import begin_attempt, open_first_attempt, read_attempt
from memory_schema.blocks import BlockReason, blocks
from memory_schema.edits import adopt_edits, discard_edits, settle_public, standing_texts
from memory_schema.errors import UnknownChapter
from memory_schema.progress import ChapterProgress, chapter_progress
from memory_schema.receipts import State
from memory_schema.selection import Selector
from memory_schema.steps import STEP_OF, Step
from memory_schema.superseded import retire_superseded
from memory_schema.works import current_attempt
from memory_schema.workspace import Workspace
from tasks.agent.redo import made_otherwise
from tasks.agent.runtime import Runtime


def open_chapter(runtime: Runtime, number: int, from_step: Step | None, discard: bool) -> int:
    """Everything that code does before a chapter is written; returns the attempt to work on."""
    workspace = runtime.workspace
    _progress(runtime, number)
    open_first_attempt(workspace, number)
    retire_superseded(workspace, number)
    if discard:
        discard_edits(workspace, number)
    else:
        adopt_edits(workspace, number)
    progress = _progress(runtime, number)
    stale = progress.redo_from(memory=runtime.redo_memory)
    otherwise = _made_otherwise(runtime, progress)
    asked = f"a person asked for it (run {runtime.run})"
    if from_step is not None and read_attempt(workspace, number, current_attempt(workspace, number)).why != asked:
        # A run that waited, or was killed, starts from the top: what it was asked to begin has begun.
        _begin(workspace, number, from_step, asked, reuses=False)
    elif otherwise is not None:
        first = min((otherwise, stale or otherwise), key=lambda step: step.rank)
        reasons = " and ".join(sorted(runtime.redo_if))
        _begin(workspace, number, first, f"made with another {reasons}", reuses=False)
    elif stale is not None:
        _begin(workspace, number, stale, _why(progress), reuses=True)
    settle_public(workspace, number)
    attempt = current_attempt(workspace, number)
    for block in blocks(workspace, number, attempt):
        if block.reason is BlockReason.CALLS:
            workspace.remove(block.name)
    return attempt


def _begin(workspace: Workspace, number: int, step: Step, why: str, *, reuses: bool) -> None:
    """Open an attempt from a step; what a person wrote stands in it."""
    human = standing_texts(workspace, number, step)
    for work in human:
        workspace.audit("edit kept", f"{work.public or work.path}: a person's text stands in the new attempt")
    begin_attempt(workspace, number, step, why, human, reuses=reuses)


def _made_otherwise(runtime: Runtime, progress: ChapterProgress) -> Step | None:
    """The earliest step that `--redo-if` asks for."""
    selector = Selector(runtime.workspace)
    found = (
        STEP_OF[output.work.role]
        for output in progress.outputs
        if runtime.redo_if and made_otherwise(output.receipt, selector, runtime)
    )
    return min(found, key=lambda step: step.rank, default=None)


def _progress(runtime: Runtime, number: int) -> ChapterProgress:
    selector = Selector(runtime.workspace)
    plan = selector.outline().chapter(number)
    if plan is None or plan.dropped:
        numbers = ", ".join(str(kept.number) for kept in selector.outline().kept)
        raise UnknownChapter(f"there is no chapter {number}; the outline has chapters {numbers}")
    return chapter_progress(plan, selector, runtime.config, runtime.source_hash)


def _why(progress: ChapterProgress) -> str:
    stale = [output for output in progress.outputs if output.standing.state is State.STALE]
    return "; ".join(stale[0].standing.reasons) if stale else "stale"
