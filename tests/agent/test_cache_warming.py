"""Where a request is marked, for how long, and who waits for whom."""

from __future__ import annotations

import asyncio

import pytest

from memory_schema.contracts import Role
from prompts.layout import DRAFT, SOURCES, Group
from prompts.render import Prompt
from tasks.agent.cache_marks import Mark, lifetime_for, marked, plan_marks
from tasks.agent.model import user_turn
from tasks.agent.pace import Pace
from tasks.agent.warming import Warmth

LONG = "word " * 3_000


def planned(
    role: Role,
    group: Group,
    *,
    minimum: int = 1_024,
    pace: Pace | None = None,
    others: str = "m",
    pages: bool = False,
) -> tuple[Mark, ...]:
    prompt = Prompt("rules", (LONG, "task"), "h", ((group, 1),))
    return plan_marks(
        prompt,
        role,
        "m",
        tools=(),
        minimum=minimum,
        pace=pace or Pace(),
        asked_of=lambda r: "m" if r is role else others,
        pages=pages,
    )


def test_a_life_is_the_shortest_that_spans_the_gap_and_pays() -> None:
    """1.25 to write for five minutes, 2 for an hour, 0.1 to read: two uses do not pay for an hour."""
    assert lifetime_for(30, 2) == "5m"
    assert lifetime_for(290, 3) == "1h"
    assert lifetime_for(290, 2) is None
    assert lifetime_for(3_500, 9) is None
    assert lifetime_for(0, 1) is None


def test_the_life_follows_what_the_run_has_measured() -> None:
    """Usual times put more than five minutes between research and review; a fast model's do not."""
    assert [mark.lifetime for mark in planned(Role.RESEARCHER, SOURCES)] == ["1h"]
    assert [mark.lifetime for mark in planned(Role.R1, SOURCES)] == ["5m"], "a second round comes soon"
    fast = Pace()
    for role in SOURCES.between:
        for _ in range(3):
            fast.measured(role.value, 4_000)
    assert [mark.lifetime for mark in planned(Role.RESEARCHER, SOURCES, pace=fast)] == ["5m"]


def test_who_will_page_marks_the_whole_first_turn() -> None:
    """The next turn sends it again: read at a tenth it pays, written for five minutes behind the longer life."""
    marks = planned(Role.RESEARCHER, SOURCES, pages=True)
    assert [(mark.blocks, mark.lifetime) for mark in marks] == [(1, "1h"), (2, "5m")]
    assert not planned(Role.RESEARCHER, SOURCES, pages=True, minimum=10_000)


def test_nothing_is_marked_that_no_cache_would_take_or_nobody_reads() -> None:
    """Below the minimum, and where the others ask another model."""
    assert planned(Role.R3, DRAFT)
    assert not planned(Role.R3, DRAFT, minimum=10_000)
    assert not planned(Role.R3, DRAFT, others="cheap")


def test_marks_stand_on_copies_and_never_more_than_four() -> None:
    """The history that is kept is not marked; a tool loop marks its last two turns."""
    history = [user_turn("a", "b"), {"role": "assistant", "content": []}, *(user_turn(str(n)) for n in range(6))]
    sent = marked(history, [Mark(1, "1h", "k"), Mark(2, "5m", "l")], turns=True)
    assert "cache_control" not in str(history)
    assert str(sent).count("cache_control") == 4
    assert sent[0]["content"][0]["cache_control"] == {"type": "ephemeral", "ttl": "1h"}  # type: ignore[index,call-overload]
    assert "cache_control" in str(sent[-1])
    assert "cache_control" in str(sent[-2])


async def test_the_first_warms_and_the_others_wait_for_its_beginning() -> None:
    """They go on when its response begins, not when it ends; another beginning never waits."""
    warmth, order = Warmth(), []
    mark, begins, release = Mark(1, "5m", "k"), asyncio.Event(), asyncio.Event()

    async def first() -> None:
        async with warmth.warming([mark]) as begun:
            order.append("first")
            await begins.wait()
            begun()
            await release.wait()
            order.append("first ends")

    async def other(name: str, *marks: Mark) -> None:
        async with warmth.warming(marks) as begun:
            order.append(name)
            begun()

    running = asyncio.create_task(first())
    await asyncio.sleep(0)
    others = asyncio.gather(other("second", mark), other("free"), other("longer", mark, Mark(2, "5m", "k2")))
    await asyncio.sleep(0.01)
    assert order == ["first", "free"]
    begins.set()
    await others
    release.set()
    await running
    assert set(order[2:4]) == {"second", "longer"}
    assert order[-1] == "first ends"


@pytest.mark.parametrize("cancelled", [False, True])
async def test_a_call_that_fails_before_it_begins_hands_on(cancelled: bool) -> None:
    """The next in line writes; nobody waits for ever, also when a waiting call is cancelled."""
    warmth, mark = Warmth(), Mark(1, "5m", "k")
    began = asyncio.Event()

    async def fails() -> None:
        async with warmth.warming([mark]):
            await began.wait()
            raise OSError

    async def waits() -> str:
        async with warmth.warming([Mark(1, "5m", "own"), mark]) as begun:
            begun()
            return "wrote"

    failing, waiting = asyncio.create_task(fails()), asyncio.create_task(waits())
    await asyncio.sleep(0.01)
    if cancelled:
        waiting.cancel()
    began.set()
    with pytest.raises(OSError):
        await failing
    if cancelled:
        with pytest.raises(asyncio.CancelledError):
            await waiting
    else:
        assert await asyncio.wait_for(waiting, 1) == "wrote"
    async with asyncio.timeout(1), warmth.warming([Mark(1, "5m", "own"), mark]):
        pass


async def test_a_beginning_that_has_died_is_written_again() -> None:
    """After its life the next call is a first one."""
    now = [0.0]
    warmth, mark = Warmth(lambda: now[0]), Mark(1, "5m", "k")
    async with warmth.warming([mark]) as begun:
        begun()
    now[0] = 301
    async with warmth.warming([mark]):
        late = asyncio.create_task(_enter(warmth, mark))
        await asyncio.sleep(0.01)
        assert not late.done()
    await asyncio.wait_for(late, 1)


async def _enter(warmth: Warmth, mark: Mark) -> None:
    async with warmth.warming([mark]):
        pass
