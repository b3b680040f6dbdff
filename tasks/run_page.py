"""What a run shows in Prefect's UI: log lines, artifacts, tags. Outside a run all of it does nothing.

Nothing here is ever read back: receipts decide, Prefect shows (FACTS, truth). A server that cannot take
an artifact costs a line in the log and never a run.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from uuid import UUID

from prefect.artifacts import (
    acreate_link_artifact,
    acreate_markdown_artifact,
    acreate_progress_artifact,
    acreate_table_artifact,
    aupdate_progress_artifact,
)
from prefect.client.orchestration import get_client
from prefect.context import FlowRunContext, TaskRunContext
from prefect.logging import get_run_logger
from prefect.settings import get_current_settings

from memory_schema.findings import Finding
from memory_schema.paths import two
from tasks.page_text import finding_rows
from tasks.sending import send


def in_task_run() -> bool:
    """Whether Prefect runs this call as a task; not so where a test or a program calls the function itself."""
    return TaskRunContext.get() is not None


def in_flow_run() -> bool:
    """Whether Prefect runs this call inside a flow run."""
    return FlowRunContext.get() is not None


def is_seen() -> bool:
    """Whether somebody can look at this run: an embedded server is gone with its command (FACTS, shape)."""
    return (in_flow_run() or in_task_run()) and bool(get_current_settings().api.url)


def outermost() -> bool:
    """Whether the present flow run was started by itself, not by another flow."""
    context = FlowRunContext.get()
    return context is None or context.flow_run is None or context.flow_run.parent_task_run_id is None


def run_id() -> str:
    """The flow run's id, the same after it has waited or was killed; "" outside Prefect."""
    context = FlowRunContext.get()
    return str(context.flow_run.id) if context is not None and context.flow_run is not None else ""


def tell(line: str, *, warning: bool = False) -> None:
    """One line in the run's log."""
    if is_seen():
        get_run_logger().log(logging.WARNING if warning else logging.INFO, line)


async def tag_run(*tags: str) -> None:
    """Tag the present flow run, so that it can be found by book and by chapter.

    Set on the run itself: tags of a context would pass to every task, and each tagged task makes a
    blocking call (FACTS, shape).
    """
    context = FlowRunContext.get()
    if context is None or context.flow_run is None or not is_seen():
        return
    wanted = sorted({*context.flow_run.tags, *tags})
    run = context.flow_run.id

    async def tag() -> None:
        async with get_client() as client:
            await client.update_flow_run(run, tags=wanted)

    await send(tag)


def book_tag(book: str) -> str:
    """The tag of every flow run on a book: `book:` and its real folder."""
    return f"book:{Path(book).resolve()}"


def chapter_tag(number: int) -> str:
    """The tag of a chapter's flow runs."""
    return f"chapter:{number}"


def artifact_key(book: str, *parts: str) -> str:
    """A key as Prefect takes them: lower case, digits, dashes."""
    text = "-".join((Path(book).resolve().name, *parts)).lower()
    return re.sub(r"[^a-z0-9]+", "-", text).strip("-") or "book"


async def show_text(key: str, markdown: str, description: str) -> None:
    """A Markdown artifact of the present task or flow run."""
    if is_seen():
        await send(partial(acreate_markdown_artifact, markdown=markdown, key=key, description=description))


async def show_rows(key: str, rows: Sequence[Mapping[str, str]], description: str) -> None:
    """A table artifact of the present task or flow run; no rows, no table."""
    if rows and is_seen():
        table = [dict(row) for row in rows]
        await send(partial(acreate_table_artifact, table=table, key=key, description=description))


async def show_findings(book: str, chapter: int, what: str, findings: Iterable[Finding]) -> None:
    """The findings about a chapter as a table."""
    key = artifact_key(book, f"ch{two(chapter)}", what, "findings")
    await show_rows(key, finding_rows(findings), f"chapter {chapter}: findings of the {what}")


async def show_link(key: str, link: str, text: str, description: str) -> None:
    """A link artifact of the present run."""
    if is_seen():
        await send(partial(acreate_link_artifact, link=link, link_text=text, key=key, description=description))


class Progress:
    """The progress artifact of one book's run: created at the first step, then moved."""

    def __init__(self, book: str) -> None:
        self._key = artifact_key(book, "progress")
        self._artifact: UUID | None = None
        self.shown = False
        """Whether it was shown in this run."""

    async def move(self, done: int, whole: int) -> None:
        """Show that so many of so many chapters are finished."""
        if not is_seen():
            return
        self.shown = True
        await send(partial(self._moved, 100.0 * done / whole if whole else 0.0, f"{done} of {whole} chapters"))

    async def _moved(self, share: float, text: str) -> None:
        if self._artifact is None:
            made = await acreate_progress_artifact(progress=share, key=self._key, description=text)
            self._artifact = made if isinstance(made, UUID) else None
        else:
            await aupdate_progress_artifact(self._artifact, progress=share, description=text)
