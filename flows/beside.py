"""Work that goes on beside other work: what nobody waits for until the other is done."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any


@asynccontextmanager
async def beside(work: Coroutine[Any, Any, object] | None) -> AsyncIterator[None]:
    """Carry out `work` while the body of this context runs, and wait for it at the end.

    Where the body fails, its own error counts and the work is waited for all the same, since what it costs is paid.
    A cancelled run cancels it.

    Args:
        work: None for none.

    Raises:
        Whatever the work raises, once the body has ended well.
    """
    task = asyncio.create_task(work) if work is not None else None
    try:
        yield
    except BaseException as error:
        if task is not None:
            if not isinstance(error, Exception):
                task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        raise
    if task is not None:
        await task
