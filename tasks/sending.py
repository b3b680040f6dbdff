"""What a run shows is sent to Prefect beside the work that it shows, in the order in which it was made.

An agent that has ended must not wait until a server has stored a page about it. Nothing shown is ever read back,
so what a killed run has not sent yet is lost without harm.
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

Sending = Callable[[], Awaitable[object]]
PATIENCE = 10.0
"""Seconds that a run which has ended waits for a server that takes nothing."""
LEISURE = 0.1
"""Seconds within which the next agent has been asked: what is shown about the last one comes after it."""
_log = logging.getLogger("sourcebook.page")


class _Sender:
    """One run's calls, waiting in a row."""

    def __init__(self) -> None:
        self._row: asyncio.Queue[tuple[contextvars.Context, Sending] | None] = asyncio.Queue()
        self._at_once = asyncio.Lock()
        self._goes_on = asyncio.Event()
        self._goes_on.set()
        self._closing = asyncio.Event()
        self._task = asyncio.create_task(self._send_all())

    def take(self, call: Sending) -> None:
        # Prefect finds in its context variables which run a call is about.
        self._row.put_nowait((contextvars.copy_context(), call))

    async def pause(self) -> None:
        self._goes_on.clear()
        async with self._at_once:
            pass

    def go_on(self) -> None:
        self._goes_on.set()

    async def close(self) -> None:
        self._row.put_nowait(None)
        self._closing.set()
        self.go_on()
        await asyncio.wait({self._task}, timeout=PATIENCE)
        if not self._task.done():
            _log.warning("Prefect's server takes no artifacts: %s were not sent", self._row.qsize())
            self._task.cancel()

    async def _send_all(self) -> None:
        while (item := await self._row.get()) is not None:
            context, call = item
            with suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), LEISURE)
            await self._goes_on.wait()
            async with self._at_once:
                await asyncio.create_task(_harmless(call), context=context)


_sender: contextvars.ContextVar[_Sender | None] = contextvars.ContextVar("sender", default=None)


@asynccontextmanager
async def sent_beside() -> AsyncIterator[None]:
    """Inside this context `send` does not wait; all is sent when it is left.

    Inside another one, which is an inner run's that has been made by now, it lets the outer one go on.
    """
    outer = _sender.get()
    if outer is not None:
        outer.go_on()
        yield
        return
    sender = _Sender()
    token = _sender.set(sender)
    try:
        yield
    finally:
        _sender.reset(token)
        await sender.close()


@asynccontextmanager
async def nothing_sent() -> AsyncIterator[None]:
    """While an inner run is made: two writers at once make SQLite refuse one, which the client tries again 2 s later.

    The inner run lets it go on by its own `sent_beside`.
    """
    sender = _sender.get()
    if sender is None:
        yield
        return
    await sender.pause()
    try:
        yield
    finally:
        sender.go_on()


async def send(call: Sending) -> None:
    """Make a call about the present task or flow run: at once, or in its turn inside `sent_beside`."""
    sender = _sender.get()
    if sender is None:
        await _harmless(call)
    else:
        sender.take(call)


async def _harmless(call: Sending) -> None:
    try:
        await call()
    except Exception as error:
        _log.warning("Prefect took no artifact: %s", error)
