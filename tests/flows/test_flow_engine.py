"""The flows on the real Prefect engine: names that a person can read, retries that show, a finished book."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import pytest
from prefect.client.orchestration import get_client
from prefect.client.schemas.filters import FlowRunFilter, FlowRunFilterName
from prefect.client.schemas.objects import FlowRun, TaskRun
from prefect.testing.utilities import prefect_test_harness

from memory_schema.errors import CallFailed, ConfigError, IncompleteReply
from memory_schema.workspace import Workspace
from tasks.role import may_get_better
from tests.flows.conftest import MakeBook, Write

SEEN_WITHIN = 30.0
"""Seconds until the server has stored what a run reported."""


@pytest.fixture(scope="module")
def engine() -> Iterator[None]:
    """A Prefect server of its own, once for this module."""
    with prefect_test_harness(server_startup_timeout=180):
        yield


async def _runs(book: Path) -> tuple[list[FlowRun], list[TaskRun]]:
    async with get_client() as client:
        mine = FlowRunFilter(name=FlowRunFilterName(like_=str(book)))
        flows = await client.read_flow_runs(flow_run_filter=mine)
        return flows, await client.read_task_runs(flow_run_filter=mine)


async def _shown(names: dict[UUID, str]) -> list[tuple[str, str]]:
    """The description of each Markdown artifact, and the name of the task run that it belongs to."""
    async with get_client() as client:
        found = await client.read_artifacts(limit=200)
    return sorted(
        (one.description, names.get(one.task_run_id, ""))
        for one in found
        if one.type == "markdown" and one.description and one.task_run_id
    )


def _stored(book: Path, least: int) -> tuple[list[FlowRun], list[TaskRun]]:
    """The runs of a book as the server tells them, once it has at least so many task runs."""

    async def wait() -> tuple[list[FlowRun], list[TaskRun]]:
        for _ in range(int(SEEN_WITHIN)):
            flows, tasks = await _runs(book)
            if len(tasks) >= least and all(task.state_name == "Completed" for task in tasks):
                break
            await asyncio.sleep(1)
        return flows, tasks

    return asyncio.run(wait())


@pytest.mark.slow
def test_a_book_on_the_engine(engine: None, make_book: MakeBook, write: Write) -> None:
    """The book completes; flow and task runs have names for people; a call that failed is tried again."""
    book = make_book(chapters=2)
    summary = write(book, faults="r1@ch01#1x2:no_marker")
    assert (book / "output/publish/index.html").is_file()
    flows, tasks = _stored(book, summary.agents)
    names = {flow.name.removesuffix(f" · {book}") for flow in flows}
    assert {"book", "plan", "chapter 1", "publish"} <= names
    labels = {task.name: task.run_count for task in tasks}
    assert labels["ch01 · R1 code review"] == 2, "both replies of the first dispatch had no marker"
    assert labels["ch01 · draft"] == labels["ch02 · final"] == labels["book · style guide"] == 1
    own = [label for label in labels if not re.fullmatch(r"(chapter|plan|publish)-\d+", label)]
    assert all(re.match(r"(ch\d\d|book) · \S", label) for label in own), own
    shown = asyncio.run(_shown({task.id: task.name for task in tasks}))
    assert [about for about in shown if about[1] in ("ch01 · draft", "ch02 · final")] == [
        ("ch01 · draft", "ch01 · draft"),
        ("ch02 · final", "ch02 · final"),
    ], "a page is about the task that made it"
    agents = [label for label, _ in shown if label in labels]
    assert {"ch01 · R1 code review", "ch02 · reader panel", "book · style guide"} <= set(agents), shown


def test_only_what_may_get_better_is_dispatched_again() -> None:
    """Retries follow the error: failed transport and incomplete replies, never configuration."""
    assert may_get_better(IncompleteReply("no marker"))
    assert may_get_better(CallFailed("reset", retryable=True))
    assert not may_get_better(CallFailed("bad key", retryable=False))
    assert not may_get_better(ConfigError("unknown key"))


def test_an_unfinished_book_holds_no_lock(make_book: MakeBook) -> None:
    """A workspace that was released can be held again by the same process."""
    workspace = Workspace(make_book())
    for run in ("one", "two"):
        workspace.hold(run)
        workspace.release()
