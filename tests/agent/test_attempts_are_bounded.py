"""How many HTTP attempts there are at most: of a turn, of an agent with tools, of a task; as documented."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from memory_schema.binding import bind
from memory_schema.book import LimitsTable
from memory_schema.contracts import Role
from memory_schema.errors import CallFailed, LimitReached
from tasks.agent.claude import ClaudeClient
from tasks.agent.spawn import spawn
from tasks.role import RETRIES, may_get_better
from tests.agent.scripted_book import Book, Said, tool_use

TURNS = 2
ATTEMPTS = 3
DISPATCHES = 3
BUSY = Said(status=529)
_GUIDE = Path(__file__).resolve().parents[2] / "docs/operations.md"


async def dispatch(book: Book) -> None:
    """One dispatch of the researcher, who has tools."""
    await spawn(bind(Role.RESEARCHER, book.workspace, 1), 1, book.config, book.runtime)


async def test_every_turn_of_an_agent_with_tools_is_bounded(book: Book) -> None:
    """Each turn is answered at its third attempt and asks for a tool: limits.turns ends it, and nobody tries again."""
    few = book.with_config(f"[limits]\nturns = {TURNS}\n")
    few.model.says(*[BUSY, BUSY, tool_use("list_files")] * (TURNS + 1))
    with pytest.raises(LimitReached, match=r"limits\.turns") as ended:
        await dispatch(few)
    assert len(few.model.requests) == ATTEMPTS * TURNS
    assert not may_get_better(ended.value)


async def test_dispatches_after_a_failed_turn_do_not_begin_anew(book: Book) -> None:
    """A turn that fails ends its dispatch; the next one is given the replies that there are, and asks for the rest."""
    few = book.with_config(f"[limits]\nturns = {TURNS}\n")
    few.model.says(BUSY, BUSY, tool_use("list_files"), *[BUSY] * 100)
    made = []
    for _ in range(DISPATCHES):
        before = len(few.model.requests)
        with pytest.raises(CallFailed, match="529") as failed:
            await dispatch(few)
        assert may_get_better(failed.value)
        made.append(len(few.model.requests) - before)
    assert made == [2 * ATTEMPTS, ATTEMPTS, ATTEMPTS]
    assert sum(made) <= DISPATCHES * TURNS * ATTEMPTS


async def test_the_bounds_are_the_documented_ones() -> None:
    """docs/operations.md promises the numbers that the code has."""
    said = re.search(
        r"one turn of an agent makes at most (\d+) HTTP attempts, one task with a single turn at most (\d+).*?"
        r"at most (\d+) × `limits\.turns`, and `limits\.turns` is (\d+)",
        " ".join(_GUIDE.read_text(encoding="utf-8").split()),
    )
    assert said is not None
    client = ClaudeClient("no-key", "http://nobody")
    a_call = 1 + client.max_retries
    await client.close()
    assert a_call == ATTEMPTS
    assert 1 + RETRIES == DISPATCHES
    assert tuple(map(int, said.groups())) == (a_call, a_call * DISPATCHES, a_call * DISPATCHES, LimitsTable().turns)
