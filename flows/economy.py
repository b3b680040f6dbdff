"""Economy mode of a book: what no one waits for goes through batches (book.toml: economy)."""

from __future__ import annotations

from collections.abc import Sequence

from flows.ahead import research_wanted
from memory_schema.attempts import open_first_attempt
from memory_schema.binding import bind
from memory_schema.contracts import Role
from memory_schema.works import current_attempt
from tasks.agent.economy import ask_in_batch
from tasks.agent.runtime import Runtime


async def research_in_batch(runtime: Runtime, chapters: Sequence[int]) -> None:
    """Bring back the first turns of the research of all chapters that have no report yet."""
    if not runtime.config.economy:
        return
    workspace = runtime.workspace
    wanted = [number for number in chapters if research_wanted(runtime, number)]
    for number in wanted:
        open_first_attempt(workspace, number)
    pointers = [bind(Role.RESEARCHER, workspace, number, current_attempt(workspace, number)) for number in wanted]
    await ask_in_batch(pointers, runtime)


async def audit_in_batch(runtime: Runtime) -> None:
    """Bring back the auditor's first turn."""
    if runtime.config.economy:
        await ask_in_batch([bind(Role.AUDITOR, runtime.workspace)], runtime)
