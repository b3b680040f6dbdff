"""Hard caps of a run and of its chapters: reserved before a call, settled after it.

A call is let through only when what is spent, what other calls have reserved, and the most that it can
take itself stay below every cap. So agents that run at once cannot overshoot together. Where only the
others' reservations stand in the way, the call waits for them: most take less than they reserved.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from memory_schema.caps import Caps
from memory_schema.errors import CapReached
from memory_schema.usage import Charge

NO_CAPS = Caps()
_MORE = 1.1
"""A suggested cap leaves a tenth over the call that did not fit."""


@dataclass(frozen=True)
class Need:
    """The most that one call can take: tokens in and out, dollars (None = price unknown)."""

    tokens: int
    cost_usd: float | None


@dataclass
class Scope:
    """One run, or one attempt at a chapter: its caps, what it has spent, what is reserved.

    `key` comes before a cap's name in book.toml: "" for the run, "chapter." for a chapter.
    """

    name: str
    caps: Caps
    key: str = ""
    tokens: int = 0
    calls: int = 0
    cost_usd: float | None = 0.0
    """None as soon as one call had no known price."""
    reserved: list[Need] = field(default_factory=list)

    def add(self, charge: Charge) -> None:
        """Count one call."""
        self.tokens += charge.usage.total
        self.calls += 1
        known = charge.cost_usd is not None and self.cost_usd is not None
        self.cost_usd = (self.cost_usd or 0.0) + (charge.cost_usd or 0.0) if known else None

    def obstacle(self, need: Need, *, reserved: bool) -> CapReached | None:
        """Why a call does not fit, or None; `reserved` also counts what other calls hold."""
        held = self.reserved if reserved else []
        caps = self.caps
        if caps.max_calls and self.calls + len(held) + 1 > caps.max_calls:
            return self._reached("max_calls", caps.max_calls, f"{self.calls} calls are made", self.calls, 1)
        tokens = self.tokens + sum(other.tokens for other in held)
        if caps.max_tokens and tokens + need.tokens > caps.max_tokens:
            said = f"{self.tokens:,} tokens are used and the next call may take {need.tokens:,}"
            return self._reached("max_tokens", caps.max_tokens, said, self.tokens, need.tokens)
        if caps.max_cost_usd:
            if self.cost_usd is None or need.cost_usd is None:
                return CapReached(
                    f"limits.{self.key}max_cost_usd cannot be held: the price of the model is unknown; "
                    "cap tokens or calls instead, or set it to 0"
                )
            cost = self.cost_usd + sum(other.cost_usd or 0.0 for other in held)
            if cost + need.cost_usd > caps.max_cost_usd:
                said = f"${self.cost_usd:.4f} are spent and the next call may take ${need.cost_usd:.4f}"
                return self._reached("max_cost_usd", caps.max_cost_usd, said, self.cost_usd, need.cost_usd)
        return None

    def _reached(self, name: str, cap: float, said: str, spent: float, need: float) -> CapReached:
        enough = max(2 * cap, (spent + need) * _MORE)
        raise_to = round(enough, 4) if name == "max_cost_usd" else float(int(enough) + 1)
        shown = f"{cap:,}" if name != "max_cost_usd" else f"{cap:g}"
        line = f"{self.name}: {said}; limits.{self.key}{name} is {shown}; everything done is kept"
        return CapReached(line, self.key + name, raise_to)


class Purse:
    """The scopes of a run; shared by its agents, which run in one event loop."""

    def __init__(self, caps: Caps = NO_CAPS, chapter_caps: Caps = NO_CAPS, spent: Iterable[Charge] = ()) -> None:
        """Caps of the run and of each chapter; `spent` is what the same run had spent before it waited."""
        self.run = Scope("this run", caps)
        self.chapter_caps = chapter_caps
        self._chapters: dict[tuple[int, int], Scope] = {}
        self._moved = asyncio.Event()
        for charge in spent:
            self.run.add(charge)

    def chapter(self, number: int, attempt: int, spent: Callable[[], Iterable[Charge]]) -> Scope:
        """The scope of an attempt at a chapter; `spent` is what it had cost before this run, asked for once."""
        key = (number, attempt)
        if key not in self._chapters:
            scope = Scope(f"chapter {number}", self.chapter_caps, "chapter.")
            for charge in spent():
                scope.add(charge)
            self._chapters[key] = scope
        return self._chapters[key]

    async def reserve(self, scopes: Iterable[Scope], need: Need) -> None:
        """Wait until a call fits into every scope, and reserve it there. Raises CapReached when it never will."""
        scopes = tuple(scopes)
        while True:
            for scope in scopes:
                if reached := scope.obstacle(need, reserved=False):
                    raise reached
            if self.reserve_now(scopes, need):
                return
            await self._moved.wait()

    def reserve_now(self, scopes: Iterable[Scope], need: Need) -> bool:
        """Reserve a call that fits into every scope beside all that is reserved there; False, and nothing, else."""
        scopes = tuple(scopes)
        if any(scope.obstacle(need, reserved=True) for scope in scopes):
            return False
        for scope in scopes:
            scope.reserved.append(need)
        return True

    def release(self, scopes: Iterable[Scope], need: Need) -> None:
        """Give a reservation back, once the call is counted or has come to nothing."""
        for scope in scopes:
            scope.reserved.remove(need)
        moved, self._moved = self._moved, asyncio.Event()
        moved.set()
