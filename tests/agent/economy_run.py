"""A process of its own that sends a batch for a book: `python -m tests.agent.economy_run BOOK URL`."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from memory_schema.binding import bind
from memory_schema.book import parse_book
from memory_schema.contracts import Role
from memory_schema.planning import is_frozen
from memory_schema.workspace import Workspace
from tasks.agent.batch_store import BatchStore
from tasks.agent.claude import ClaudeClient
from tasks.agent.economy import ask_in_batch
from tasks.agent.journal import Journal
from tasks.agent.pricing import free_of_charge
from tasks.agent.runtime import Runtime
from tasks.agent.spawn import spawn
from tasks.source.manifest import take_manifest
from tasks.source.view import SourceView
from tests.agent.scripted_book import CONFIG, build_book


def opened(root: Path) -> tuple[Workspace, SourceView]:
    """The book below a folder, made where it is not there yet; held by a run."""
    if not is_frozen(Workspace(root)):
        workspace, _, view = build_book(root)
        return workspace, view
    workspace = Workspace(root)
    workspace.hold("run-again")
    return workspace, SourceView(root / "src", take_manifest(root / "src"))


async def research_all(root: Path, url: str) -> None:
    """Send the research of three chapters as a batch, wait for it, and let the agents find their replies."""
    workspace, view = opened(root)
    client = ClaudeClient("offline-key", url, deadline=60)
    config = parse_book(CONFIG)
    journal = Journal(workspace, "run")
    batches = BatchStore(workspace)
    runtime = Runtime(workspace, config, client, journal, view, price=free_of_charge, batches=batches)
    pointers = [bind(Role.RESEARCHER, workspace, number) for number in (1, 2, 3)]
    await ask_in_batch(pointers, runtime)
    for one in pointers:
        await spawn(one, one.chapter, config, runtime)
    await client.close()
    workspace.release()


if __name__ == "__main__":
    asyncio.run(research_all(Path(sys.argv[1]), sys.argv[2]))
