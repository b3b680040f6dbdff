"""The commands that start a run: plan, write, chapter, publish. They import Prefect only when they must."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection, Coroutine
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from deployments.cap_options import (
    CallCap,
    ChapterCallCap,
    ChapterCostCap,
    ChapterTokenCap,
    CostCap,
    TokenCap,
    limits_of,
    with_command,
)
from deployments.console import BookArgument, JsonOption, say, show_json
from deployments.prefect_settings import settle_prefect
from deployments.press_check import check_pages
from deployments.progress_display import watching
from deployments.server_trouble import server_answers
from deployments.watchdog import watch_this_process
from memory_schema.book import PublishFormat, choices, load_book
from memory_schema.errors import CapReached, InputError, NotApproved, StateError, UnknownChapter
from memory_schema.paths import PUBLISH
from memory_schema.planning import is_frozen
from memory_schema.selection import Selector
from memory_schema.steps import Step
from memory_schema.workspace import Workspace
from tasks.run_parameters import NO_LIMITS, BeginAt, Limits, RedoReason

_NUMBER = re.compile(r"[0-9]{1,4}")
MemoryOption = Annotated[
    bool, typer.Option("--memory", help="Also redo what only earlier chapters' memory made stale.")
]
DiscardOption = Annotated[bool, typer.Option("--discard-edits", help="Give up a person's edits; copies are kept.")]


def plan(
    book: BookArgument,
    again: Annotated[bool, typer.Option("--again", help="Begin another attempt at the plan.")] = False,
    max_cost_usd: CostCap = 0.0,
    max_tokens: TokenCap = 0,
    max_calls: CallCap = 0,
) -> None:
    """Propose an outline and wait for your approval."""
    load_book(book)
    limits = limits_of(max_cost_usd, max_tokens, max_calls, 0, 0, 0)
    if again and is_frozen(Workspace(book)):
        raise StateError("the outline is frozen; a new plan is a new book: sourcebook new FOLDER --source PATH")
    settle_prefect()
    from flows.plan import plan_book

    _run(book, plan_book(str(book.resolve()), again, limits=limits), ["plan", str(book)], limits)
    say(f"the outline is frozen; next: sourcebook write {book}")


def write(
    book: BookArgument,
    chapters: Annotated[str, typer.Option(help="Only these chapters, such as 1,3-5.")] = "",
    memory: MemoryOption = False,
    discard_edits: DiscardOption = False,
    redo_if: Annotated[str, typer.Option(help='Also redo what was made otherwise: "model", "prompt" or both.')] = "",
    max_cost_usd: CostCap = 0.0,
    max_tokens: TokenCap = 0,
    max_calls: CallCap = 0,
    chapter_max_cost_usd: ChapterCostCap = 0.0,
    chapter_max_tokens: ChapterTokenCap = 0,
    chapter_max_calls: ChapterCallCap = 0,
    as_json: JsonOption = False,
) -> None:
    """Write what is missing or stale, and nothing else; then audit and publish."""
    from deployments.standing import nothing_to_do

    config = load_book(book)
    _require_formats(config.publish.to)
    chosen = parse_chapters(chapters)
    redo = _redo(redo_if)
    limits = limits_of(max_cost_usd, max_tokens, max_calls, chapter_max_cost_usd, chapter_max_tokens, chapter_max_calls)
    if chosen is not None and is_frozen(Workspace(book)):
        _check_known(Workspace(book), chosen)
    if not discard_edits and not redo and nothing_to_do(book, config, chosen, memory=memory):
        _finished(book, None, as_json)
        return
    settle_prefect()
    from flows.book import write_book
    from tasks.options import last_summary

    going_on = ["write", str(book), *(["--chapters", chapters] if chapters else []), *(["--memory"] if memory else [])]
    flow = write_book(str(book.resolve()), chosen or [], memory, discard_edits, redo, limits=limits)
    _run(book, flow, [*going_on, *(["--redo-if", redo_if] if redo_if else [])], limits)
    _finished(book, last_summary(str(book)), as_json)


def chapter(
    book: BookArgument,
    number: Annotated[int, typer.Argument(help="The chapter.")],
    from_step: Annotated[
        Step | None, typer.Option("--from", help="Write anew from this step; default: the whole chapter.")
    ] = None,
    discard_edits: DiscardOption = False,
    max_cost_usd: CostCap = 0.0,
    max_tokens: TokenCap = 0,
    max_calls: CallCap = 0,
    chapter_max_cost_usd: ChapterCostCap = 0.0,
    chapter_max_tokens: ChapterTokenCap = 0,
    chapter_max_calls: ChapterCallCap = 0,
) -> None:
    """Write one chapter anew, and say what became stale."""
    from deployments.standing import stale_by_memory

    config = load_book(book)
    limits = limits_of(max_cost_usd, max_tokens, max_calls, chapter_max_cost_usd, chapter_max_tokens, chapter_max_calls)
    workspace = Workspace(book)
    if not is_frozen(workspace):
        raise NotApproved(f"{book} has no approved outline yet; run: sourcebook plan {book}")
    _check_known(workspace, [number])
    settle_prefect()
    from flows.chapter import write_chapter

    step = from_step if from_step or discard_edits else Step.RESEARCH
    begin = BeginAt(step.value) if step is not None else BeginAt.AS_NEEDED
    flow = write_chapter(str(book.resolve()), number, begin, discard=discard_edits, limits=limits)
    # Going on is no new attempt: what this one has made stands.
    _run(book, flow, ["write", str(book), "--chapters", str(number)], limits)
    say(f"chapter {number} is written")
    for progress in stale_by_memory(book, config):
        say(
            f"chapter {progress.plan.number} is now stale by memory (about {progress.redo_tokens:,} tokens to redo); "
            f"redo it with: sourcebook write {book} --memory"
        )
    say(f"next: sourcebook write {book}   (audit and publish)")


def publish(
    book: BookArgument,
    to: Annotated[str, typer.Option(help="Formats, such as html,epub; default: publish.to of book.toml.")] = "",
    check: Annotated[bool, typer.Option("--check", help="Check what is published; exit code 1 on a fault.")] = False,
) -> None:
    """Make the pages of the book as it stands, or check those that are published."""
    config = load_book(book)
    formats = parse_formats(to)
    if check:
        check_pages(book)
        return
    _require_formats(formats or config.publish.to)
    if not is_frozen(Workspace(book)):
        raise NotApproved(f"nothing to publish: {book} has no approved outline; run: sourcebook plan {book}")
    settle_prefect()
    from flows.publish import publish_book

    _run(book, publish_book(str(book.resolve()), formats), ["publish", str(book)], NO_LIMITS)
    say(f"published: {_index(book)}")
    for file in sorted(Path(_index(book)).parent.glob("book.*")):
        say(f"published: {file}")


def parse_chapters(text: str) -> list[int] | None:
    """`1,3-5` as numbers, None for "". Raises InputError."""
    numbers: list[int] = []
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        first, dash, last = part.partition("-")
        if not _NUMBER.fullmatch(first) or (dash and not _NUMBER.fullmatch(last)) or int(last or first) < int(first):
            raise InputError(f'--chapters "{text}": write numbers and ranges such as 1,3-5')
        numbers += range(int(first), int(last or first) + 1)
    return numbers or None


def parse_formats(text: str) -> list[PublishFormat] | None:
    """`html,epub` as formats, None for "". Raises InputError."""
    known = choices(PublishFormat)
    words = [word.strip().lower() for word in text.split(",") if word.strip()]
    for word in words:
        if word not in known:
            raise InputError(f'--to "{word}": write one or more of {", ".join(known)}, such as {",".join(known[:2])}')
    return [cast(PublishFormat, word) for word in words] or None


def _require_formats(formats: Collection[PublishFormat]) -> None:
    """Refuse a format that this machine cannot make, before anything is spent. Raises MissingTool."""
    if set(formats) <= {"html"}:
        return  # spares the import of the press
    from tasks.press.formats import require_formats

    require_formats(formats)


def _check_known(workspace: Workspace, numbers: list[int]) -> None:
    """Refuse a chapter that the frozen outline does not hold, before anything is started."""
    kept = [plan.number for plan in Selector(workspace).outline().kept]
    for number in numbers:
        if number not in kept:
            raise UnknownChapter(f"there is no chapter {number}; the outline has chapters {', '.join(map(str, kept))}")


def _redo(text: str) -> list[RedoReason]:
    words = [word.strip() for word in text.split(",") if word.strip()]
    for word in words:
        if word not in list(RedoReason):
            raise InputError(f'--redo-if "{word}": write model, prompt, or model,prompt')
    return [RedoReason(word) for word in words]


def _run(book: Path, flow: Coroutine[Any, Any, object], going_on: list[str], limits: Limits) -> None:
    """Run a flow to its end.

    Args:
        going_on: the command, without its name, that goes on with what the flow does.
        limits: the caps that were given.

    Raises:
        CapReached: with the command that goes on.
        StateError: Prefect's server does not answer.
    """
    watch_this_process()  # the embedded server does not stay behind, whatever happens to this process
    with watching(Workspace(book)), server_answers():
        try:
            asyncio.run(flow)
        except CapReached as reached:
            raise with_command(reached, going_on, limits) from None


def _finished(book: Path, summary: object, as_json: bool) -> None:
    from tasks.agent.summary import RunSummary

    figures = summary.figures() if isinstance(summary, RunSummary) else {"calls": 0}
    if as_json:
        show_json({"index": str(_index(book)), **figures})
        return
    if isinstance(summary, RunSummary):
        for line in summary.lines():
            say(line)
        if summary.calls == 0:
            say("0 model calls: everything was fresh")
    else:
        say("0 model calls: everything is fresh, nothing was written")
    say(f"the book: {_index(book)}")


def _index(book: Path) -> Path:
    return book.resolve() / PUBLISH / "index.html"
