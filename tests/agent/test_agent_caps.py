"""Hard caps: never crossed, also together; what was paid before one is never paid again."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest

from memory_schema.binding import bind
from memory_schema.caps import Caps
from memory_schema.contracts import Role
from memory_schema.errors import CapReached, IncompleteReply
from memory_schema.raised_caps import RaisedCaps, raise_caps, raised_limits
from memory_schema.usage import Charge, Usage
from tasks.agent.caps import Need, Purse, Scope
from tasks.agent.limits import RunMeter, most_of
from tasks.agent.model import build_request, user_turn
from tasks.agent.pricing import list_price
from tasks.agent.replay import find_replay
from tasks.agent.spawn import spawn
from tasks.agent.spending import logged, spending
from tests.agent.scripted_book import GOOD, Book, tool_use


def charge(tokens: int = 0, cost: float | None = 0.0) -> Charge:
    return Charge(model="m", usage=Usage(uncached=tokens, calls=1), cost_usd=cost, prices="a table")


@pytest.mark.parametrize(
    ("caps", "spent", "need", "key"),
    [
        (Caps(max_calls=2), [charge(), charge()], Need(1, 0.0), "max_calls"),
        (Caps(max_tokens=100), [charge(80)], Need(21, 0.0), "max_tokens"),
        (Caps(max_cost_usd=1.0), [charge(1, 0.9)], Need(1, 0.11), "max_cost_usd"),
    ],
)
async def test_a_call_that_would_cross_a_cap_is_not_made(caps: Caps, spent: list[Charge], need: Need, key: str) -> None:
    """Issue 4: before the call, with the call's own estimate; raised as it says, the call fits."""
    purse = Purse(caps, spent=spent)
    with pytest.raises(CapReached, match=f"limits.{key}") as reached:
        await purse.reserve([purse.run], need)
    assert reached.value.key == key
    kind = type(getattr(caps, key))
    raised = Purse(caps.model_copy(update={key: kind(reached.value.raise_to)}), spent=spent)
    await raised.reserve([raised.run], need)


async def test_a_cap_of_cost_cannot_be_held_without_a_price() -> None:
    """A cap that cannot be checked stops the run; it is never silently ignored."""
    purse = Purse(Caps(max_cost_usd=1.0))
    with pytest.raises(CapReached, match="price of the model is unknown"):
        await purse.reserve([purse.run], Need(1, None))


async def test_calls_at_once_do_not_overshoot_together() -> None:
    """Issue 4: reserve before the call, settle after; who does not fit beside the others waits for what they leave."""
    purse, made = Purse(Caps(max_tokens=100)), []

    async def call(need: int, used: int) -> None:
        scopes = [purse.run]
        await purse.reserve(scopes, Need(need, 0.0))
        assert purse.run.tokens + sum(other.tokens for other in purse.run.reserved) <= 100
        await asyncio.sleep(0)
        purse.run.add(charge(used))
        purse.release(scopes, Need(need, 0.0))
        made.append(used)

    # Each reserves 60: two never fit at once, and because each uses 15 of it, three fit one after the other.
    results = await asyncio.gather(*(call(60, 15) for _ in range(4)), return_exceptions=True)
    assert made == [15, 15, 15]
    assert [type(result) for result in results if result] == [CapReached]
    assert purse.run.tokens == 45


def test_the_caps_of_a_chapter_count_its_attempt_over_all_runs() -> None:
    """A chapter's scope begins with what earlier runs spent on it, asked for once."""
    purse = Purse(chapter_caps=Caps(max_calls=2))
    scope = purse.chapter(3, 1, lambda: [charge()])
    assert purse.chapter(3, 1, lambda: pytest.fail("asked twice")) is scope
    assert isinstance(scope, Scope)
    assert scope.calls == 1
    assert purse.chapter(3, 2, list).calls == 0


def test_what_a_call_reserves_is_priced_as_it_caches() -> None:
    """The dearest rate that the request asks for: a write for an hour costs twice the input."""
    body = build_request(model="m", system="s", messages=[user_turn("a", "b")], max_tokens=7)
    assert most_of(body, 100) == Usage(uncached=100, output=7, calls=1)
    block = body.body["messages"][0]["content"][0]  # type: ignore[index,call-overload]
    block["cache_control"] = {"type": "ephemeral"}  # type: ignore[index,call-overload]
    assert most_of(body, 100).cache_written_5m == 100
    block["cache_control"] = {"type": "ephemeral", "ttl": "1h"}  # type: ignore[index,call-overload]
    assert most_of(body, 100).cache_written_1h == 100


def capped(book: Book, **caps: float) -> Book:
    return replace(book, runtime=replace(book.runtime, meter=RunMeter(Purse(Caps(**caps)))))  # type: ignore[arg-type]


async def run(book: Book, role: Role = Role.RESEARCHER) -> None:
    pointers = bind(role, book.workspace, 1)
    await spawn(pointers, 1, book.config, book.runtime)


async def test_a_conversation_that_a_cap_broke_off_goes_on_where_it_was(book: Book) -> None:
    """Issue 4: everything done is kept, nothing is paid twice; the result is that of an unbroken run."""
    book.model.says(tool_use("list_files"), GOOD)
    with pytest.raises(CapReached, match="max_calls is 1"):
        await run(capped(book, max_calls=1))
    assert len(book.model.requests) == 1
    await run(capped(book, max_calls=1))
    assert len(book.model.requests) == 2
    sent = book.model.requests[1]["messages"]
    assert [message["role"] for message in sent] == ["user", "assistant", "user"]
    assert sent[2]["content"][0]["tool_use_id"] == "toolu_1"
    folder = "output/notes/ch01/a1/calls/researcher"
    assert book.workspace.folders(folder) == (f"{folder}/call-1",)
    lines = book.workspace.read(f"{folder}/call-1/transcript.jsonl").splitlines()
    assert [json.loads(line)["event"] for line in lines] == ["reply", "tool", "reply"]
    assert len(spending(book.workspace)) == len(logged(book.workspace).charges) == 2


async def test_a_cap_between_a_poor_reply_and_its_escalation_loses_neither(book: Book) -> None:
    """The poor reply is not settled for, and it is not paid again: the next run asks the stronger model at once."""
    poor = GOOD.replace('"high"', '"low"')
    assert poor != GOOD
    book.model.says(poor, GOOD)
    with pytest.raises(CapReached):
        await run(capped(book, max_calls=1))
    await run(capped(book, max_calls=1))
    assert len(book.model.requests) == 2
    assert not find_replay(
        book.workspace, "output/notes/ch01/a1/calls/researcher",
        build_request(model="m", system="", messages=[], max_tokens=1),
    )  # fmt: skip


async def test_a_refused_reply_is_asked_anew(book: Book) -> None:
    """What was judged unusable twice is not given again: a dispatch after it asks the model."""
    book.model.says("no marker", "no marker", GOOD)
    with pytest.raises(IncompleteReply):
        await run(book)
    await run(book)
    assert len(book.model.requests) == 3


async def test_dollars_are_reserved_at_list_prices(book: Book) -> None:
    """A cap below what one call may take refuses the first call; nothing is sent."""
    priced = book.with_config('[model]\nname = "claude-opus-5-5"\n')
    runtime = replace(priced.runtime, price=list_price, meter=RunMeter(Purse(Caps(max_cost_usd=0.001))))
    book.model.says(GOOD)
    with pytest.raises(CapReached, match=r"max_cost_usd is 0\.001"):
        await run(replace(priced, runtime=runtime))
    assert not book.model.requests


def test_a_persons_answer_raises_the_caps_of_that_run_alone(book: Book) -> None:
    """PROTOCOL 5: an answer is a file; the first to the same waiting stands, the last waiting counts."""
    limits = book.config.limits.model_copy(update={"max_calls": 5, "chapter": Caps(max_tokens=9)})
    assert raise_caps(book.workspace, "run", "001-001", RaisedCaps(run=Caps(max_calls=7)))
    assert not raise_caps(book.workspace, "run", "001-001", RaisedCaps(run=Caps(max_calls=99)))
    assert raise_caps(book.workspace, "run", "001-002", RaisedCaps(chapter=Caps(max_tokens=20)))
    raised = raised_limits(book.workspace, "run", limits)
    assert (raised.max_calls, raised.chapter.max_tokens) == (7, 20)
    assert raised_limits(book.workspace, "other", limits) == limits
