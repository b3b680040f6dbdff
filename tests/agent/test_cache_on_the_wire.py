"""What leaves the process when a chapter is written: shared beginnings, byte for byte, and what they save."""

from __future__ import annotations

import asyncio
import inspect
import json
import shlex
import string
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from memory_schema.binding import bind
from memory_schema.book import BookConfig, parse_book
from memory_schema.contracts import Role
from memory_schema.paths import Output, work_path
from memory_schema.usage import Usage
from memory_schema.works import read_receipt
from prompts.layout import DRAFT, PANEL, REPORT, SOURCES
from tasks.agent.claude import ClaudeClient
from tasks.agent.journal import Journal
from tasks.agent.pricing import free_of_charge
from tasks.agent.runtime import Runtime
from tasks.agent.spawn import spawn
from tasks.offline.app import offline_app
from tasks.offline.asgi import giving, read_body
from tests.agent.scripted_book import CONFIG, build_book

CHECKS = (
    "# Checks\n\n## Fidelity\n\nNo findings.\n\n## Consistency\n\nNo findings.\n\n"
    "## Style\n\nNo findings.\n\n<!-- CHECKS_COMPLETE -->\n"
)
REVIEW = "# Review\n\nNo findings.\n\n<!-- REVIEW_COMPLETE -->\n"


@dataclass
class Wire:
    """The offline author with a pause before each answer; keeps every request body as it came, by role."""

    requests: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    author: Callable[[Any, Any, Any], Awaitable[None]] = field(default_factory=lambda: offline_app(pause=0.02))

    async def __call__(self, scope: Any, receive: Callable[[], Awaitable[Any]], send: Any) -> None:
        raw = await read_body(receive)
        body = json.loads(raw)
        self.requests.setdefault(role_of(body), []).append(body)
        await self.author(scope, giving(raw), send)


def role_of(body: dict[str, Any]) -> str:
    task = str(body["messages"][0]["content"][-1]["text"])
    line = next(line for line in task.split("\n") if line.startswith("- role: "))
    return str(json.loads(line.removeprefix("- role: ")))


def beginnings(body: dict[str, Any]) -> list[bytes]:
    """For each mark of the first turn: everything that the server reads up to it, in its order, marks left out."""
    blocks = body["messages"][0]["content"]
    ends = [position + 1 for position, block in enumerate(blocks) if "cache_control" in block]
    return [
        json.dumps([body["model"], body.get("tools"), body["system"], [b["text"] for b in blocks[:end]]]).encode()
        for end in ends
    ]


def heads(body: dict[str, Any]) -> list[dict[str, Any]]:
    """The headers of the files that a request shows."""
    texts = (block["text"] for block in body["messages"][0]["content"])
    return [json.loads(text.split("\n", 1)[0].removeprefix("FILE ")) for text in texts if text.startswith("FILE ")]


@dataclass
class Chapter:
    """Chapter 1, written role by role as the flow does, on real source files."""

    runtime: Runtime
    wire: Wire

    async def run(self, *roles: Role) -> None:
        """Ask these roles at once."""
        bound = [bind(role, self.runtime.workspace, None if role is Role.STYLIST else 1) for role in roles]
        await asyncio.gather(*(spawn(p, p.chapter, self.runtime.config, self.runtime) for p in bound))

    async def write(self) -> None:
        """From the style guide to the panel; what is code in the flow is written here."""
        workspace = self.runtime.workspace
        for role in (Role.STYLIST, Role.RESEARCHER, Role.WRITER):
            await self.run(role)
        workspace.replace(work_path(Output.CHECKS, 1), CHECKS)
        await self.run(Role.R1, Role.R2, Role.R3)
        workspace.replace(work_path(Output.REVIEW, 1), REVIEW)
        await self.run(Role.RS, Role.RE, Role.RH)

    def usage(self, role: Role) -> Usage:
        """What the server charged for a role."""
        workspace = self.runtime.workspace
        path = bind(role, workspace, 1).output
        receipt = read_receipt(workspace, path, workspace.read(path))
        assert receipt is not None
        return receipt.usage


@pytest.fixture
async def make(tmp_path: Path) -> AsyncIterator[Callable[..., Chapter]]:
    made: list[Chapter] = []

    def chapter(more: str = "", **values: Any) -> Chapter:
        sources = {"shlex.py": inspect.getsource(shlex), "string.py": inspect.getsource(string)}
        workspace, _, view = build_book(tmp_path, sources)
        config: BookConfig = parse_book(CONFIG + more)
        wire = Wire()
        client = ClaudeClient("offline", "http://offline", app=wire, deadline=60)
        journal = Journal(workspace, "run-test")
        made.append(Chapter(Runtime(workspace, config, client, journal, view, price=free_of_charge, **values), wire))
        return made[-1]

    yield chapter
    for one in made:
        assert isinstance(one.runtime.client, ClaudeClient)
        await one.runtime.client.close()
        one.runtime.workspace.release()


async def test_roles_that_read_the_same_begin_with_the_same_bytes(make: Callable[..., Chapter]) -> None:
    """Researcher and R1, and all who read a draft: the first writes, the others read, also when sent at once."""
    chapter = make()
    await chapter.write()
    requests = chapter.wire.requests
    for group in (SOURCES, DRAFT, PANEL):
        place = 1 if group is PANEL else 0
        found = {role.value: beginnings(requests[role.value][0]) for role in group.roles}
        assert all(len(ends) > place for ends in found.values()), (group.name, {r: len(e) for r, e in found.items()})
        assert len({ends[place] for ends in found.values()}) == 1, group.name
    assert beginnings(requests["writer"][0]), REPORT.name
    assert max(str(body).count("cache_control") for bodies in requests.values() for body in bodies) <= 4

    reviews = {role: chapter.usage(role) for role in (Role.R2, Role.R3)}
    assert sorted(usage.cache_read > 1_000 for usage in reviews.values()) == [False, True]
    panel = [chapter.usage(role) for role in PANEL.roles]
    assert all(usage.cache_read > 1_000 for usage in panel)
    assert sorted(usage.cache_written > 0 for usage in panel) == [False, False, True]
    assert chapter.usage(Role.RESEARCHER).cache_written_1h > 1_000
    assert chapter.usage(Role.R1).cache_read >= chapter.usage(Role.RESEARCHER).cache_written_1h


async def test_no_role_is_shown_more_for_the_sake_of_the_cache(make: Callable[..., Chapter]) -> None:
    """PROTOCOL 2 stays the law: R2, R3 and the readers see no source, R1, R3 and the readers no memory."""
    chapter = make()
    await chapter.write()
    shown = {role: heads(bodies[0]) for role, bodies in chapter.wire.requests.items()}
    for role in ("r2", "r3", "rs", "re", "rh"):
        assert not [head for head in shown[role] if head["numbered"]]
    for role in ("r1", "r3", "rs", "re", "rh"):
        assert not [head for head in shown[role] if "glossary" in head["name"]]
    assert [head for head in shown["r1"] if head["numbered"]]
    assert [head for head in shown["r2"] if "glossary" in head["name"]]


@pytest.mark.parametrize("more", ['[model]\ncache = "off"\n', '[model]\nbase_url = "http://other"\n'])
async def test_a_server_that_may_not_know_marks_gets_none(make: Callable[..., Chapter], more: str) -> None:
    """Switched off, or a foreign server: no mark, and no tools for those who need none."""
    chapter = make(more)
    await chapter.write()
    assert "cache_control" not in str(chapter.wire.requests)
    assert "tools" not in chapter.wire.requests["r3"][0]
    assert chapter.usage(Role.RH).cache_read == chapter.usage(Role.RH).cache_written == 0


async def test_a_foreign_server_gets_marks_where_the_author_says_so(make: Callable[..., Chapter]) -> None:
    """`model.cache = "on"` for a gateway that passes marks on."""
    chapter = make('[model]\nbase_url = "http://gateway"\ncache = "on"\n')
    await chapter.run(Role.STYLIST)
    await chapter.run(Role.RESEARCHER)
    assert beginnings(chapter.wire.requests["researcher"][0])
