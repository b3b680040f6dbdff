"""The whole book: plan, chapters in order, final audit, publish (PROTOCOL 6)."""

from __future__ import annotations

from prefect import flow

from flows.chapter import write_chapter
from flows.plan import plan_book
from flows.publish import publish_book
from memory_schema.answers import Decision
from memory_schema.attempts import Step, begin_attempt, current_attempt
from memory_schema.binding import bind
from memory_schema.blocks import Block, BlockReason, decided, guidance_name
from memory_schema.contracts import Role
from memory_schema.errors import StateError, UnknownChapter, WaitingForPerson
from memory_schema.paths import Output, work_path
from memory_schema.progress import ChapterProgress, book_progress, chapter_progress
from memory_schema.selection import Selector
from tasks.agent.runtime import Runtime
from tasks.audit import audit, check_book, faulty_chapters
from tasks.options import running


@flow(name="book", flow_run_name="book · {book}", persist_result=False, validate_parameters=False)
async def write_book(
    book: str,
    chapters: list[int] | None = None,
    memory: bool = False,
    discard: bool = False,
    redo_if: list[str] | None = None,
) -> None:
    """Plan, write, audit and publish a book: everything that is missing or stale, and nothing else.

    Args:
        book: the folder of the book.
        chapters: only these chapters; None for all. Audit and publishing follow all the same.
        memory: also redo what is stale by memory alone.
        discard: give up a person's edits in the chapters written; copies are kept.
        redo_if: also redo what was made with another "model" or "prompt".
    """
    async with running(book, memory=memory, redo_if=frozenset(redo_if or ())) as runtime:
        await plan_book(book)
        for number in _chosen(runtime, chapters):
            if discard or not _progress(runtime, number).settled(memory=memory):
                await write_chapter(book, number, None, memory, discard)
            if not _progress(runtime, number).remembered:
                raise StateError(f"chapter {number} is not finished; later chapters do not start on a hole in memory")
        if all(progress.remembered for progress in _all(runtime)):
            await _audit(runtime, book)
        await publish_book(book)


def _chosen(runtime: Runtime, chapters: list[int] | None) -> list[int]:
    known = [plan.number for plan in Selector(runtime.workspace).outline().kept]
    for number in chapters or ():
        if number not in known:
            raise UnknownChapter(f"there is no chapter {number}; the outline has chapters {', '.join(map(str, known))}")
    return [number for number in known if chapters is None or number in chapters]


async def _audit(runtime: Runtime, book: str) -> None:
    """Audit the whole book; a ❌ blocks its chapter until a person accepts it or asks for a new final."""
    workspace = runtime.workspace
    await check_book(bind(Role.AUDIT_CHECKER, workspace), book)
    await audit(bind(Role.AUDITOR, workspace), book)
    texts = (workspace.read(work_path(output)) for output in (Output.AUDIT_CHECKS, Output.AUDIT))
    waiting: list[str] = []
    for number, problem in faulty_chapters(*texts).items():
        attempt = current_attempt(workspace, number)
        block = Block(chapter=number, attempt=attempt, place="audit", reason=BlockReason.AUDIT, detail=problem)
        answer = decided(workspace, block, runtime.config.on_blocked)
        if answer is not None and answer.decision is Decision.RETRY:
            following = begin_attempt(workspace, number, Step.FINALISE, "a person answered the final audit")
            workspace.replace(guidance_name(number, following, "final-0"), answer.model_dump_json(indent=1) + "\n")
            await write_chapter(book, number)
        elif answer is None or answer.decision is Decision.STOP:
            waiting.append(f"chapter {number}: {problem}")
    if waiting:
        raise WaitingForPerson(
            f"the final audit blocks {'; '.join(waiting)}; "
            "answer with: sourcebook answer BOOK CHAPTER accept | retry --guidance TEXT, then write again"
        )


def _progress(runtime: Runtime, number: int) -> ChapterProgress:
    selector = Selector(runtime.workspace)
    plan = selector.outline().chapter(number)
    assert plan is not None, "the number was chosen from the outline"
    return chapter_progress(plan, selector, runtime.config, runtime.source_hash)


def _all(runtime: Runtime) -> tuple[ChapterProgress, ...]:
    return book_progress(Selector(runtime.workspace), runtime.config, runtime.source_hash)
