"""Research one chapter ahead: it reads no memory, so it may run while the chapter before is written (PROTOCOL 5)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from flows.beside import beside
from memory_schema.attempts import open_first_attempt
from memory_schema.binding import bind
from memory_schema.contracts import Role
from memory_schema.notes import StructuredNote
from memory_schema.works import current_attempt, work_of
from tasks.agent.runtime import Runtime
from tasks.research import research


@asynccontextmanager
async def research_ahead(runtime: Runtime, book: str, number: int | None) -> AsyncIterator[None]:
    """Research a chapter while the body of this context writes the one before.

    Only a report that does not exist yet is made, so nothing is decided or moved for the later chapter. Its
    failure is raised at the end, when the chapter's turn comes.

    Args:
        number: the chapter to research; None for none.
    """
    async with beside(partial(_report, runtime, book, number) if research_wanted(runtime, number) else None):
        yield


def research_wanted(runtime: Runtime, number: int | None) -> bool:
    """Whether a chapter has no report yet, so that making one moves nothing."""
    if number is None:
        return False
    workspace = runtime.workspace
    report = work_of(Role.RESEARCHER, number, current_attempt(workspace, number))
    return not workspace.exists(report.path) and not workspace.exists(report.public)


async def _report(runtime: Runtime, book: str, number: int | None) -> StructuredNote | None:
    assert number is not None
    open_first_attempt(runtime.workspace, number)
    attempt = current_attempt(runtime.workspace, number)
    return await research(bind(Role.RESEARCHER, runtime.workspace, number, attempt), book)
