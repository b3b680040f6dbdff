"""Work that goes on beside other work: what nobody waits for until the other is done."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

LEISURE = 0.5
"""Seconds within which a chapter that begins has asked its first agent; its model then takes longer."""


@asynccontextmanager
async def beside(work: Callable[[], Coroutine[Any, Any, object]] | None, later: float = 0.0) -> AsyncIterator[None]:
    """Carry out `work` while the body of this context runs, and wait for it at the end.

    Where the body fails, its own error counts and the work is waited for all the same, since what it costs is paid.
    A cancelled run cancels it.

    Args:
        work: None for none.
        later: seconds by which the body goes first; work that begins late is done all the same when the body ends.

    Raises:
        Whatever the work raises, once the body has ended well.
    """
    ended = asyncio.Event()
    task = asyncio.create_task(_after(ended, later, work)) if work is not None else None
    try:
        yield
    except BaseException as error:
        ended.set()
        if task is not None:
            if not isinstance(error, Exception):
                task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        raise
    ended.set()
    if task is not None:
        await task


async def _after(ended: asyncio.Event, seconds: float, work: Callable[[], Coroutine[Any, Any, object]]) -> None:
    if seconds:
        with suppress(TimeoutError):
            await asyncio.wait_for(ended.wait(), seconds)
    await work()
