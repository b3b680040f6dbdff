"""One chapter: research, rounds of draft and review, panel, editor, final, memory (PROTOCOL 5).

The loop's state is which files exist, nothing else. Each step binds its contract and calls its task; a
fresh output costs nothing, so that resuming is running again.
"""

from __future__ import annotations

from prefect import flow

from flows.chapter_blocks import ask_person, block_failed_calls
from flows.chapter_opening import open_chapter
from flows.chapter_rounds import write_finals, write_rounds
from memory_schema.binding import bind
from memory_schema.blocks import BlockReason, open_block
from memory_schema.contracts import Role
from memory_schema.errors import AgentError
from memory_schema.paths import Output, work_path
from memory_schema.works import last_final
from tasks.agent.runtime import Runtime
from tasks.book_page import tell_stale
from tasks.decide import decide, wants_a_person
from tasks.missing_parameters import say_what_is_missing
from tasks.options import running
from tasks.panel import merge_readers, read_as
from tasks.remember import append_memory, propose_memory
from tasks.research import research
from tasks.role import may_get_better, together
from tasks.run_page import book_tag, chapter_tag, outermost, run_id, tag_run
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
from tasks.run_starts import first_dispatch
from tasks.waiting import Waited, until_answered


@flow(name="chapter", flow_run_name="chapter {number} · {book}", persist_result=False, on_crashed=[say_what_is_missing])
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
        number: The number of the chapter.
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
            attempt = open_chapter(runtime, number, step_of(from_step), discard and first_dispatch())
            try:
                await _write(runtime, book, number, attempt)
            except AgentError as error:
                if not may_get_better(error):
                    raise
                block_failed_calls(runtime, number, error)
            if outermost():
                tell_stale(runtime, number)

    return await until_answered(work, book, overrides, number)


async def _write(runtime: Runtime, book: str, number: int, attempt: int) -> None:
    workspace = runtime.workspace
    await research(bind(Role.RESEARCHER, workspace, number, attempt), book)
    await write_rounds(runtime, book, number, attempt)
    await _panel(runtime, book, number, attempt)
    await decide(bind(Role.EDITOR, workspace, number, attempt), book)
    if wants_a_person(workspace.read(work_path(Output.DECISION, number, attempt))):
        ask_person(runtime, number, attempt, "final-0", BlockReason.EDITOR, "see the decision")
    await write_finals(runtime, book, number, attempt)
    await propose_memory(bind(Role.KEEPER, workspace, number, attempt), book)
    final = work_path(Output.FINAL, number, attempt, last_final(workspace, number, attempt))
    await append_memory(number, attempt, final, book)
    if (block := open_block(workspace, number, attempt)) is not None:
        ask_person(runtime, number, attempt, block.place, block.reason, block.detail)


async def _panel(runtime: Runtime, book: str, number: int, attempt: int) -> None:
    workspace = runtime.workspace
    readers = (Role.RS, Role.RE, Role.RH)
    await together(*(read_as(bind(role, workspace, number, attempt), book) for role in readers))
    await merge_readers(bind(Role.PANEL_MERGER, workspace, number, attempt), book)
