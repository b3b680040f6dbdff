"""What goes on beside a chapter: pages and research, and what is sent to Prefect about them."""

from __future__ import annotations

import asyncio
import contextvars
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

import pytest

import tasks.sending
from flows.beside import beside
from tasks.sending import nothing_sent, send, sent_beside

_run: contextvars.ContextVar[str] = contextvars.ContextVar("run", default="none")


def _noting(seen: list[str], name: str, seconds: float = 0.0) -> Callable[[], Coroutine[Any, Any, None]]:
    async def call() -> None:
        await asyncio.sleep(seconds)
        seen.append(f"{name} of {_run.get()}")

    return call


def test_calls_are_sent_in_order_each_about_its_own_run() -> None:
    """Nobody waits for a slow server, a later page never comes before an earlier one, and all have come at the end."""
    seen: list[str] = []

    async def work() -> list[str]:
        async with sent_beside():
            _run.set("first")
            await send(_noting(seen, "a", 0.02))
            _run.set("second")
            await send(_noting(seen, "b"))
            return list(seen)

    assert asyncio.run(work()) == [], "sending does not wait"
    assert seen == ["a of first", "b of second"]


def test_nothing_is_sent_while_an_inner_run_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was begun is finished before, what comes meanwhile waits until the inner run has begun."""
    monkeypatch.setattr(tasks.sending, "LEISURE", 0.0)
    seen: list[str] = []

    async def work() -> None:
        async with sent_beside():
            await send(_noting(seen, "a", 0.02))
            await asyncio.sleep(0.005)
            async with nothing_sent():
                assert seen == ["a of none"]
                await send(_noting(seen, "b"))
                await asyncio.sleep(0.02)
                assert seen == ["a of none"]
                async with sent_beside():
                    await asyncio.sleep(0.02)
                    assert seen == ["a of none", "b of none"]

    asyncio.run(work())


def test_a_server_that_refuses_or_hangs_costs_a_line(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An artifact that cannot be stored harms no run, and a run that has ended does not wait for ever."""
    monkeypatch.setattr(tasks.sending, "PATIENCE", 0.05)
    seen: list[str] = []

    async def refused() -> None:
        raise OSError("no room")

    async def work() -> None:
        async with sent_beside():
            await send(refused)
            await send(_noting(seen, "a"))
            await send(_noting(seen, "never", 60.0))

    with caplog.at_level(logging.WARNING, "sourcebook.page"):
        asyncio.run(work())
    assert seen == ["a of none"]
    assert "no room" in caplog.text
    assert "takes no artifacts" in caplog.text


def test_outside_a_run_a_call_is_made_at_once() -> None:
    """A program that calls a role itself has nobody who would send later."""
    seen: list[str] = []
    asyncio.run(send(_noting(seen, "a")))
    assert seen == ["a of none"]


def test_work_beside_is_waited_for_and_its_failure_told() -> None:
    """What goes on beside is done when the context is left; it fails the run, unless the body failed first."""
    seen: list[str] = []

    async def fails() -> None:
        raise ValueError("beside")

    async def body(work: Callable[[], Coroutine[Any, Any, None]], error: Exception | None) -> None:
        async with beside(work):
            if error is not None:
                raise error

    asyncio.run(body(_noting(seen, "pages", 0.02), None))
    assert seen == ["pages of none"]
    with pytest.raises(ValueError, match="beside"):
        asyncio.run(body(fails, None))
    with pytest.raises(KeyError, match="body"):
        asyncio.run(body(_noting(seen, "paid", 0.02), KeyError("body")))
    assert seen[-1] == "paid of none", "what is paid for is kept"


def test_the_body_goes_first() -> None:
    """Work that has time begins after the first agent was asked, and at the latest when the body ends."""
    seen: list[str] = []

    async def body(later: float, seconds: float) -> None:
        async with beside(_noting(seen, "pages"), later):
            await asyncio.sleep(seconds)
            seen.append("body")

    asyncio.run(body(60.0, 0.0))
    assert seen == ["body", "pages of none"]
    seen.clear()
    asyncio.run(body(0.01, 0.1))
    assert seen == ["pages of none", "body"]


def test_a_cancelled_run_cancels_what_goes_on_beside() -> None:
    """Cancelling stops within seconds: it does not wait for an agent that nobody wants any more."""

    async def run() -> None:
        async with beside(partial(asyncio.sleep, 60)):
            await asyncio.sleep(60)

    async def cancelled() -> None:
        task = asyncio.create_task(run())
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(task, 5)

    asyncio.run(cancelled())
