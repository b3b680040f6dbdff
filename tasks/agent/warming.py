"""The first warms, the others read: calls that begin alike wait until the first reply has begun.

A cache can be read only after the response that writes it has begun (FACTS, anthropic), so calls that go
out at once would all pay for writing. What nothing else begins with, and what is not marked, never waits.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from tasks.agent.cache_marks import SECONDS, Mark
from tasks.agent.model import Begun


@dataclass
class _Prefix:
    """A beginning that is being written (`done` is not set) or was written and lives until `until`."""

    done: asyncio.Event = field(default_factory=asyncio.Event)
    until: float = 0.0


class Warmth:
    """Which beginnings a server has read; shared by the agents of a run, which run in one event loop.

    Args:
        clock: seconds; replaced in tests.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._prefixes: dict[str, _Prefix] = {}

    @asynccontextmanager
    async def warming(self, marks: Sequence[Mark]) -> AsyncIterator[Begun]:
        """Wait for beginnings that another call is writing; write those that nobody has.

        The context gives the function that says that the response has begun. A call that fails before
        leaves the beginning unwritten, and the next in line writes it.
        """
        mine: list[Mark] = []

        def begun() -> None:
            for mark in marks:
                prefix = self._prefixes.setdefault(mark.key, _Prefix())
                prefix.until = self._clock() + SECONDS[mark.lifetime]
                prefix.done.set()

        try:
            for mark in marks:
                if not await self._is_warm(mark):
                    mine.append(mark)
            yield begun
        finally:
            for mark in mine:
                prefix = self._prefixes[mark.key]
                if not prefix.done.is_set():
                    del self._prefixes[mark.key]
                    prefix.done.set()

    async def _is_warm(self, mark: Mark) -> bool:
        """Whether a beginning is written; False where this call has just been made the one to write it."""
        while True:
            prefix = self._prefixes.get(mark.key)
            if prefix is None or (prefix.done.is_set() and self._clock() >= prefix.until):
                self._prefixes[mark.key] = _Prefix()
                return False
            if prefix.done.is_set():
                return True
            await prefix.done.wait()
