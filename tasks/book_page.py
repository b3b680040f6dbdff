"""What a run shows about the whole book: what it cost, part by part, and where the pages lie."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import quote

from memory_schema.paths import PUBLISH, Output, work_path
from memory_schema.planning import last_proposal_round, plan_attempt
from memory_schema.progress import OutputProgress, book_progress, shared_progress
from memory_schema.receipts import Receipt
from memory_schema.selection import Selector
from memory_schema.usage import cost_words, usage_of
from memory_schema.works import read_receipt
from memory_schema.workspace import Workspace
from tasks.agent.estimate import estimate
from tasks.agent.runtime import Runtime
from tasks.coverage import coverage_of_book
from tasks.page_text import code, cost_rows, coverage_rows
from tasks.run_page import artifact_key, is_seen, show_link, show_rows, show_text, tell

PAGES_VARIABLE = "SOURCEBOOK_PAGES_URL"
"""Below which address the pages of each book lie, at the path of its folder; `sourcebook serve` sets it."""
_PLANNED = (Output.PROPOSAL, Output.READER_FEEDBACK, Output.OUTLINE_R3)


async def show_book(runtime: Runtime, book: str) -> None:
    """The table of tokens and costs, and the way to the published pages."""
    if not is_seen():
        return
    selector = Selector(runtime.workspace)
    chapters = book_progress(selector, runtime.config, runtime.source_hash)
    shared = shared_progress(selector, runtime.config, runtime.source_hash, chapters)
    made = {"plan": _planned(runtime.workspace)}
    made |= {f"chapter {chapter.plan.number}": _receipts(chapter.outputs) for chapter in chapters}
    made["style guide, audit, pages"] = _receipts(shared)
    await show_rows(artifact_key(book, "cost"), cost_rows(made), "what the book as it stands cost, part by part")
    spent = runtime.journal.summary()
    tell(
        f"this run: {spent.calls} model calls, {spent.tokens_in:,} tokens in, {spent.tokens_out:,} out, {spent.cost}, "
        f"{spent.fresh_agents} of {spent.agents} agents fresh"
    )
    covered = coverage_of_book(selector, runtime.view, runtime.config.language)
    await show_rows(artifact_key(book, "coverage"), coverage_rows(covered), "what the book explains, file by file")
    index = runtime.workspace.path(f"{PUBLISH}/index.html")
    await show_link(
        artifact_key(book, "pages"),
        pages_link(runtime.workspace.root),
        "the published book",
        f"The book lies at {index}",
    )
    pages = [f"- {code(str(runtime.workspace.path(name)))}" for name in runtime.workspace.list(PUBLISH)]
    # Where nobody serves the pages, the way by which they open: a browser follows no link from a page to a file.
    command = code(f"sourcebook open {runtime.workspace.root}")
    rows = (f"Read it with {command}, or open these files in a browser:", "")
    text = "\n".join((*rows, *(page for page in pages if page.endswith(".html`"))))
    await show_text(artifact_key(book, "published"), text, "the published pages")


def pages_link(book: Path) -> str:
    """The address of a book's title page: where somebody serves the pages of books, else that of the file."""
    served = os.environ.get(PAGES_VARIABLE, "").rstrip("/")
    return f"{served}{quote(book.as_posix())}/index.html" if served else (book / PUBLISH / "index.html").as_uri()


async def show_estimate(runtime: Runtime, book: str) -> None:
    """What the rest of the book will cost, before any of it is spent."""
    if not is_seen():
        return
    found = estimate(runtime)
    if not found.lines:
        tell("the estimate: everything is fresh, nothing will be spent")
        return
    usage = usage_of(found.charges)
    said = (
        f"{usage.input:,} tokens in, {usage.output:,} out, {cost_words(found.charges)}, "
        f"about {found.seconds / 60:.0f} minutes, give or take {found.band:.0%}"
    )
    tell(f"the estimate: {said}")
    for by in ("chapter", "role"):
        await show_rows(
            artifact_key(book, "estimate", by), found.rows(by), f"what is to come will cost, by {by}: {said}"
        )


def tell_stale(runtime: Runtime, number: int) -> None:
    """Which chapters the new chapter has made stale, and how to rewrite them."""
    if not is_seen():
        return
    for chapter in book_progress(Selector(runtime.workspace), runtime.config, runtime.source_hash):
        stale = [output for output in chapter.outputs if output.standing.memory_only]
        if stale and chapter.plan.number != number:
            tell(
                f"chapter {chapter.plan.number} is now stale by memory (about {chapter.redo_tokens:,} tokens to redo); "
                "rewrite it with the deployment book/rewrite-stale, or: sourcebook write BOOK --memory"
            )


def _planned(workspace: Workspace) -> list[Receipt]:
    attempt = plan_attempt(workspace)
    rounds = range(1, last_proposal_round(workspace, attempt) + 1)
    names = [work_path(output, None, attempt, number) for number in rounds for output in _PLANNED]
    found = (read_receipt(workspace, name, workspace.read_or(name)) for name in names)
    return [receipt for receipt in found if receipt is not None]


def _receipts(outputs: tuple[OutputProgress, ...]) -> list[Receipt]:
    return [output.receipt for output in outputs if output.receipt is not None]
