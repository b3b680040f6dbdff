"""The whole book: plan, chapters in order, final audit, publish (PROTOCOL 6)."""

from __future__ import annotations

import itertools
from functools import partial

from prefect import flow

from flows.ahead import research_ahead
from flows.beside import LEISURE, beside
from flows.chapter import write_chapter
from flows.chapter_blocks import block_failed_calls
from flows.economy import audit_in_batch, research_in_batch
from flows.inner_runs import take_place
from flows.plan import plan_book
from flows.publish import publish_book
from memory_schema.answers import Decision
from memory_schema.attempts import begin_attempt
from memory_schema.binding import bind
from memory_schema.blocks import Block, BlockReason, decided, stopped_line
from memory_schema.contracts import Role
from memory_schema.errors import AgentError, ChapterStopped, StateError, UnknownChapter, WaitingForPerson
from memory_schema.paths import Output, work_path
from memory_schema.planning import is_frozen
from memory_schema.progress import ChapterProgress, book_progress, chapter_progress
from memory_schema.selection import Selector
from memory_schema.steps import Step
from memory_schema.works import current_attempt
from tasks.agent.runtime import Runtime
from tasks.audit import audit, check_book, faulty_chapters
from tasks.book_page import show_book, show_estimate
from tasks.missing_parameters import say_what_is_missing
from tasks.options import running
from tasks.publish import bind_book
from tasks.role import may_get_better
from tasks.run_page import Progress, book_tag, is_seen, run_id, tag_run
from tasks.run_parameters import (
    ALL_CHAPTERS,
    NO_LIMITS,
    NO_REASON,
    ApprovalMode,
    Approve,
    BlockedMode,
    BookFolder,
    ChapterNumbers,
    DiscardEdits,
    ModelName,
    OnBlocked,
    Overrides,
    RedoIf,
    RedoMemory,
    RunLimit,
)
from tasks.run_starts import retried
from tasks.sending import nothing_sent
from tasks.waiting import Waited, raise_if_waiting, until_answered

_AFTER_ALL_CHAPTERS = 1000
"""Numbers of chapters end before it."""


@flow(name="book", flow_run_name="book · {book}", persist_result=False, on_crashed=[say_what_is_missing])
async def write_book(
    book: BookFolder,
    chapters: ChapterNumbers = ALL_CHAPTERS,
    memory: RedoMemory = False,
    discard: DiscardEdits = False,
    redo_if: RedoIf = NO_REASON,
    model: ModelName = "",
    approve: Approve = ApprovalMode.AS_IN_BOOK,
    on_blocked: OnBlocked = BlockedMode.AS_IN_BOOK,
    limits: RunLimit = NO_LIMITS,
) -> Waited:
    """Plan, write, audit and publish a book: everything that is missing or stale, and nothing else.

    Args:
        book: A folder with a book.toml, as the machine that runs this sees it.
        chapters: Only these chapters are written; audit and publishing follow all the same. Empty = all.
        memory: Also redo what only the memory of earlier chapters has made stale.
        discard: Give up a person's edits in the chapters written; copies are kept.
        redo_if: Also redo texts that another model or another prompt has made. Empty = leave them.
        model: Who writes in this run, instead of model.name of book.toml. Empty = as in book.toml.
        approve: Whether a person approves the outline. With "person" the run waits here, and holds nothing.
        on_blocked: Wait for a person, accept the chapter with its open issues, or stop.
        limits: Checked before each model call; 0 = as in book.toml.
    """
    overrides = Overrides(model=model, approve=approve, on_blocked=on_blocked, limits=limits)

    async def work() -> None:
        await tag_run(book_tag(book))
        again = frozenset(redo_if)
        async with running(book, memory=memory, redo_if=again, run=run_id(), overrides=overrides) as runtime:
            await _write(runtime, book, chapters, memory=memory, discard=discard and not retried())

    return await until_answered(work, book, overrides)


async def _write(runtime: Runtime, book: str, chapters: list[int], *, memory: bool, discard: bool) -> None:
    async with nothing_sent():
        await plan_book(book)
    if not is_frozen(runtime.workspace):
        # A blocked chapter is asked about when its turn comes: it may have been edited, or its calls go through now.
        raise_if_waiting(runtime.workspace)
    await show_estimate(runtime, book)
    chosen = _chosen(runtime, chapters)
    await research_in_batch(runtime, chosen)
    progress = Progress(book)
    moved = not runtime.workspace.exists(work_path(Output.SITE))
    for number, following in zip(chosen, [*chosen[1:], None], strict=True):
        async with beside(partial(_refresh_pages, runtime, book, progress, moved=moved), later=LEISURE):
            moved = await _chapter(runtime, book, number, following, memory=memory, discard=discard)
    await _refresh_pages(runtime, book, progress, moved=moved)
    for audits in itertools.count(1):
        selector = Selector(runtime.workspace)
        remembered = all(_remembered(selector, plan.number) for plan in selector.outline().kept)
        if not remembered or not await _audit(runtime, book, audits):
            break
    async with nothing_sent():
        await publish_book(book)
    await show_book(runtime, book)


async def _chapter(
    runtime: Runtime, book: str, number: int, following: int | None, *, memory: bool, discard: bool
) -> bool:
    """Write one chapter unless it is settled, and research the one that follows meanwhile.

    Returns whether it was not settled, so that its page may have changed.
    """
    if not discard and not runtime.redo_if and _progress(runtime, number).settled(memory=memory):
        return False
    try:
        async with research_ahead(runtime, book, following):
            take_place(write_chapter, number)
            async with nothing_sent():
                await write_chapter(book, number, memory=memory, discard=discard)
            raise_if_waiting(runtime.workspace, number)
            if not _remembered(Selector(runtime.workspace), number):
                raise StateError(f"chapter {number} is not finished; later chapters do not start on a hole in memory")
    except AgentError as error:
        # The chapter reports its own failed calls: what arrives here is the research of the one that follows.
        if following is None or not may_get_better(error):
            raise
        block_failed_calls(runtime, following, error)
    return True


async def _refresh_pages(runtime: Runtime, book: str, progress: Progress, *, moved: bool) -> None:
    """Let a reader see the chapters as they arrive, the others as honest pages; `sourcebook open` shows it.

    The last chapter waits for the audit: a complete book is published after it, and counts it too.

    Args:
        moved: whether a page may have changed; where somebody can look the run's progress is shown once in any case.
    """
    if not moved and (progress.shown or not is_seen()):
        return  # It reads every receipt of the book.
    finished = [chapter.finished for chapter in _all(runtime)]
    await progress.move(sum(finished), len(finished))
    if moved and not all(finished):
        await bind_book(bind(Role.BOOKBINDER, runtime.workspace), book, pages_only=True)


def _chosen(runtime: Runtime, chapters: list[int]) -> list[int]:
    known = [plan.number for plan in Selector(runtime.workspace).outline().kept]
    for number in chapters:
        if number not in known:
            raise UnknownChapter(f"there is no chapter {number}; the outline has chapters {', '.join(map(str, known))}")
    return [number for number in known if not chapters or number in chapters]


async def _audit(runtime: Runtime, book: str, audits: int) -> bool:
    """Audit the whole book; a ❌ blocks its chapter until a person accepts it or asks for a new final.

    Args:
        audits: which audit of this run it is, from 1.

    Returns whether a chapter was finalised anew, so that the book must be audited again.
    """
    workspace, rewritten = runtime.workspace, False
    await check_book(bind(Role.AUDIT_CHECKER, workspace), book)
    await audit_in_batch(runtime)
    await audit(bind(Role.AUDITOR, workspace), book)
    texts = (workspace.read(work_path(output)) for output in (Output.AUDIT_CHECKS, Output.AUDIT))
    waiting: list[str] = []
    stopped: list[str] = []
    for number, problem in faulty_chapters(*texts).items():
        attempt = current_attempt(workspace, number)
        block = Block(chapter=number, attempt=attempt, place="audit", reason=BlockReason.AUDIT, detail=problem)
        answer = decided(workspace, block, runtime.config.on_blocked)
        if answer is not None and answer.decision is Decision.RETRY:
            begin_attempt(workspace, number, Step.FINALISE, "a person answered the final audit", guidance=answer)
            take_place(write_chapter, number + audits * _AFTER_ALL_CHAPTERS)
            async with nothing_sent():
                await write_chapter(book, number)
            raise_if_waiting(workspace, number)
            rewritten = True
        elif answer is None:
            waiting.append(f"chapter {number}: {problem}")
        elif answer.decision is Decision.STOP:
            stopped.append(stopped_line(block, answer))
    if waiting:
        raise WaitingForPerson(
            f"the final audit blocks {'; '.join(waiting)}; "
            "answer with: sourcebook answer BOOK CHAPTER accept | retry --guidance TEXT, then write again"
        )
    if stopped:
        raise ChapterStopped("; ".join(stopped))
    return rewritten


def _progress(runtime: Runtime, number: int) -> ChapterProgress:
    selector = Selector(runtime.workspace)
    plan = selector.outline().chapter(number)
    assert plan is not None, "the number was chosen from the outline"
    return chapter_progress(plan, selector, runtime.config, runtime.source_hash)


def _remembered(selector: Selector, number: int) -> bool:
    """Whether a chapter's attempt is in memory: what comes after it may build on it."""
    return selector.ledger.entry(number, current_attempt(selector.workspace, number)) is not None


def _all(runtime: Runtime) -> tuple[ChapterProgress, ...]:
    return book_progress(Selector(runtime.workspace), runtime.config, runtime.source_hash)
