"""One chapter: research, rounds of draft and review, panel, editor, final, memory (PROTOCOL 5).

The loop's state is which files exist, nothing else. Each step binds its contract and calls its task; a
fresh output costs nothing, so that resuming is running again.
"""

from __future__ import annotations

from prefect import flow

from memory_schema.answers import Decision
from memory_schema.attempts import begin_attempt, open_first_attempt, read_attempt
from memory_schema.binding import bind
from memory_schema.blocks import Block, BlockReason, blocks, decided, hand_guidance, open_block, stopped_line
from memory_schema.contracts import Role
from memory_schema.edits import adopt_edits, discard_edits, settle_public, standing_texts
from memory_schema.errors import AgentError, ChapterStopped, UnknownChapter, WaitingForPerson
from memory_schema.findings import Severity, parse_findings
from memory_schema.merging import Outcome, outcome_of
from memory_schema.paths import Output, work_path
from memory_schema.progress import ChapterProgress, chapter_progress
from memory_schema.receipts import Author, State
from memory_schema.selection import Selector
from memory_schema.steps import STEP_OF, Step
from memory_schema.superseded import retire_superseded
from memory_schema.works import current_attempt, last_final, last_round, read_receipt, work_of
from memory_schema.workspace import Workspace
from tasks.agent.redo import made_otherwise
from tasks.agent.runtime import Runtime
from tasks.book_page import tell_stale
from tasks.decide import decide, wants_a_person
from tasks.draft import draft, revise
from tasks.finalise import finalise
from tasks.options import running
from tasks.panel import merge_readers, read_as
from tasks.remember import append_memory, propose_memory
from tasks.research import research
from tasks.review import check, merge, review
from tasks.role import may_get_better, together
from tasks.run_page import book_tag, chapter_tag, first_dispatch, outermost, run_id, tag_run
from tasks.run_parameters import (
    NO_LIMITS,
    BeginAt,
    BlockedMode,
    BookFolder,
    ChapterNumber,
    DiscardEdits,
    FromStep,
    ModelName,
    OnBlocked,
    Overrides,
    RedoMemory,
    RunLimit,
    step_of,
)
from tasks.waiting import Waited, until_answered

FINAL_TRIES = 2
"""A final that the checks refuse is finalised once more, then the chapter is blocked (PROTOCOL 5)."""


@flow(name="chapter", flow_run_name="chapter {number} · {book}", persist_result=False)
async def write_chapter(
    book: BookFolder,
    number: ChapterNumber,
    from_step: FromStep = BeginAt.AS_NEEDED,
    memory: RedoMemory = False,
    discard: DiscardEdits = False,
    model: ModelName = "",
    on_blocked: OnBlocked = BlockedMode.AS_IN_BOOK,
    limits: RunLimit = NO_LIMITS,
) -> Waited:
    """Write one chapter, or what of it is missing or stale.

    Args:
        book: A folder with a book.toml, as the machine that runs this sees it.
        number: The chapter.
        from_step: Write only what is missing or stale, or begin a new attempt and write all of it from a step on.
        memory: Also redo what only the memory of earlier chapters has made stale.
        discard: Give up a person's edits of this chapter; copies are kept.
        model: Who writes in this run, instead of model.name of book.toml. Empty = as in book.toml.
        on_blocked: Wait for a person, accept the chapter with its open issues, or stop.
        limits: Checked before each model call; 0 = as in book.toml.

    Raises:
        UnknownChapter: the frozen outline has no such chapter.
        WaitingForPerson: the chapter is blocked and nobody has answered.
        ChapterStopped: it is blocked, and a person or on_blocked stops it.
    """
    overrides = Overrides(model=model, on_blocked=on_blocked, limits=limits)

    async def work() -> None:
        await tag_run(book_tag(book), chapter_tag(number))
        async with running(book, memory=memory, run=run_id(), overrides=overrides) as runtime:
            attempt = _settle(runtime, number, step_of(from_step), discard and first_dispatch())
            try:
                await _write(runtime, book, number, attempt)
            except AgentError as error:
                if not may_get_better(error):
                    raise
                block_failed_calls(runtime, number, error)
            if outermost():
                tell_stale(runtime, number)

    return await until_answered(work, book, overrides, number)


def block_failed_calls(runtime: Runtime, number: int, error: AgentError) -> None:
    """Block a chapter whose calls failed three times in a row; raises WaitingForPerson."""
    attempt = current_attempt(runtime.workspace, number)
    _block(runtime, number, attempt, "calls", BlockReason.CALLS, str(error))


def _settle(runtime: Runtime, number: int, from_step: Step | None, discard: bool) -> int:
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


async def _write(runtime: Runtime, book: str, number: int, attempt: int) -> None:
    workspace = runtime.workspace
    await research(bind(Role.RESEARCHER, workspace, number, attempt), book)
    await _rounds(runtime, book, number, attempt)
    await _panel(runtime, book, number, attempt)
    await decide(bind(Role.EDITOR, workspace, number, attempt), book)
    if wants_a_person(workspace.read(work_path(Output.DECISION, number, attempt))):
        _block(runtime, number, attempt, "final-0", BlockReason.EDITOR, "see the decision")
    await _finals(runtime, book, number, attempt)
    await propose_memory(bind(Role.KEEPER, workspace, number, attempt), book)
    final = work_path(Output.FINAL, number, attempt, last_final(workspace, number, attempt))
    await append_memory(number, attempt, final, book)
    if (block := open_block(workspace, number, attempt)) is not None:
        _block(runtime, number, attempt, block.place, block.reason, block.detail)


async def _rounds(runtime: Runtime, book: str, number: int, attempt: int) -> None:
    """Rounds of draft and review until the reviews pass, a person decides, or the chapter is blocked."""
    workspace = runtime.workspace
    current = max(1, last_round(workspace, number, attempt))
    while True:
        write, role = (draft, Role.WRITER) if current == 1 else (revise, Role.WRITER_REVISING)
        await write(bind(role, workspace, number, attempt, current), book)
        outcome = await _review(runtime, book, number, attempt, current)
        if outcome is Outcome.PASS:
            return
        place, reason = f"round-{current}", BlockReason.REVISIONS
        if outcome is Outcome.NO_VERDICT:
            reason = BlockReason.VERDICT
        elif _revisions(runtime, number, attempt, current) < runtime.config.review.max_revisions:
            current += 1
            continue
        if _block(runtime, number, attempt, place, reason, "see the merged review") is Decision.ACCEPT:
            return
        current += 1


async def _review(runtime: Runtime, book: str, number: int, attempt: int, current: int) -> Outcome:
    """Checks, the three reviews at once, their merge; what it decides."""
    workspace = runtime.workspace
    await check(bind(Role.CHECKER, workspace, number, attempt, current), book)
    reviewers = (Role.R1, Role.R2, Role.R3)
    await together(*(review(bind(role, workspace, number, attempt, current), book) for role in reviewers))
    await merge(bind(Role.REVIEW_MERGER, workspace, number, attempt, current), book)
    return outcome_of(workspace.read(work_path(Output.REVIEW, number, attempt, current)))


async def _panel(runtime: Runtime, book: str, number: int, attempt: int) -> None:
    workspace = runtime.workspace
    readers = (Role.RS, Role.RE, Role.RH)
    await together(*(read_as(bind(role, workspace, number, attempt), book) for role in readers))
    await merge_readers(bind(Role.PANEL_MERGER, workspace, number, attempt), book)


async def _finals(runtime: Runtime, book: str, number: int, attempt: int) -> None:
    """The final and its checks; one more try when they refuse it, then a person decides."""
    workspace = runtime.workspace
    current = max(1, last_final(workspace, number, attempt))
    while True:
        await finalise(bind(Role.WRITER_FINALISING, workspace, number, attempt, current), book)
        await check(bind(Role.FINAL_CHECKER, workspace, number, attempt, current), book)
        if not _refused(runtime, number, attempt, current):
            return
        if current >= FINAL_TRIES:
            detail = "see the checks of the final"
            if _block(runtime, number, attempt, f"final-{current}", BlockReason.FINAL, detail) is Decision.ACCEPT:
                return
        current += 1


def _refused(runtime: Runtime, number: int, attempt: int, current: int) -> bool:
    """Whether code found an error in a final; what a person wrote is kept, with a line in the log."""
    workspace = runtime.workspace
    checks = workspace.read(work_path(Output.FINAL_CHECKS, number, attempt, current))
    errors = [finding for finding in parse_findings(checks) if finding.severity is Severity.MUST]
    if not errors:
        return False
    final = work_of(Role.WRITER_FINALISING, number, attempt, current)
    receipt = read_receipt(workspace, final.path, workspace.read(final.path))
    if receipt is not None and receipt.author is Author.HUMAN:
        workspace.audit("edit kept", f"chapter {number}: a person's final has an error: {errors[0].problem}")
        return False
    return True


def _block(runtime: Runtime, number: int, attempt: int, place: str, reason: BlockReason, detail: str) -> Decision:
    """What is decided about a block; raises WaitingForPerson while nobody has answered, ChapterStopped after a stop."""
    block = Block(chapter=number, attempt=attempt, place=place, reason=reason, detail=detail)
    answer = decided(runtime.workspace, block, runtime.config.on_blocked)
    if answer is None:
        raise WaitingForPerson(f"chapter {number} is blocked: {reason.value} ({detail}); {_ADVICE}")
    if answer.decision is Decision.STOP:
        raise ChapterStopped(stopped_line(block, answer))
    hand_guidance(runtime.workspace, block, answer)
    return answer.decision


_ADVICE = "answer with: sourcebook answer BOOK CHAPTER accept | retry --guidance TEXT | stop, then write again"


def _revisions(runtime: Runtime, number: int, attempt: int, current: int) -> int:
    """How many revisions the model has made; a person's rounds do not count."""
    workspace = runtime.workspace
    counted = 0
    for earlier in range(2, current + 1):
        path = work_path(Output.DRAFT, number, attempt, earlier)
        receipt = read_receipt(workspace, path, workspace.read_or(path))
        counted += receipt is None or receipt.author is not Author.HUMAN
    return counted


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
