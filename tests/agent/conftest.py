"""Fixtures of this room: a book on disk, held by a run, with a scripted model behind the real SDK."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from memory_schema.book import BookConfig
from memory_schema.workspace import Workspace
from tasks.agent.claude import ClaudeClient
from tasks.agent.journal import Journal
from tasks.agent.pricing import free_of_charge
from tasks.agent.runtime import Runtime
from tasks.source.view import SourceView
from tests.agent.scripted_book import Book, ScriptedModel, build_book


@pytest.fixture
def scripted() -> ScriptedModel:
    return ScriptedModel()


@pytest.fixture
async def book(tmp_path: Path, scripted: ScriptedModel) -> AsyncIterator[Book]:
    workspace, config, view = build_book(tmp_path)
    client = ClaudeClient("test-key-of-the-scripted-model", "http://scripted", app=scripted, deadline=20)
    runtime = Runtime(workspace, config, client, Journal(workspace, "run-test"), view, price=free_of_charge)
    yield Book(workspace, config, view, scripted, runtime)
    await client.close()
    workspace.release()


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[tuple[Workspace, BookConfig, SourceView]]:
    workspace, config, view = build_book(tmp_path)
    yield workspace, config, view
    workspace.release()
