"""What the tests of the flows share: a small book, a run of it without the Prefect engine, its files."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from deployments.prefect_settings import settle_prefect

settle_prefect()

from prefect import Flow, Task  # noqa: E402  (Prefect reads its settings when it is imported)

from flows.book import write_book  # noqa: E402
from tasks.agent.summary import RunSummary  # noqa: E402
from tasks.options import last_summary  # noqa: E402
from tasks.role import may_get_better  # noqa: E402

_NOT_COMPARED = ("output/logs/", ".lock", ".cache/")
"""Logs carry times; the lock carries run, host and fencing number; the caches are disposable."""


def plain_engine(patch: pytest.MonkeyPatch, *, retries: bool = False) -> None:
    """Let flows and tasks be the functions that they wrap; with `retries` a task is dispatched again."""
    patch.setattr(Flow, "__call__", lambda self, *args, **values: self.fn(*args, **values))
    patch.setattr(Task, "__call__", _retried if retries else lambda self, *args, **values: self.fn(*args, **values))


def _retried(task: Task[..., Any], *args: Any, **values: Any) -> Awaitable[Any]:
    async def run() -> Any:
        for left in range(task.retries, -1, -1):
            try:
                return await task.fn(*args, **values)
            except Exception as error:
                if not left or not may_get_better(error):
                    raise
        raise AssertionError("a task is dispatched at least once")

    return run()


def run_book(book: Path, **options: Any) -> RunSummary:
    """Write a book to its end in this process; returns the closing summary. Raises what the flow raises."""
    asyncio.run(write_book(str(book), **options))
    summary = last_summary(str(book))
    assert summary is not None
    return summary


def run_flow(flow: Callable[..., Awaitable[None]], *args: Any, **options: Any) -> None:
    """Run any flow to its end in this process."""

    async def run() -> None:
        await flow(*args, **options)

    asyncio.run(run())


def tree_of(book: Path, *without: str) -> dict[str, str]:
    """SHA-256 of every file of a book by its name, logs and locks left out, and what `without` begins."""
    skipped = (*_NOT_COMPARED, *without)
    names = ((path.relative_to(book).as_posix(), path) for path in sorted(book.rglob("*")) if path.is_file())
    return {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in names if not name.startswith(skipped)}
