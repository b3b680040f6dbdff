"""Limits of turns, tokens, time and of what may be spent, checked before each call (PROTOCOL 3.4).

An agent has its own meter; all agents of a run share the run's purse. 0 means no limit.
"""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from memory_schema.book import LimitsTable
from memory_schema.errors import LimitReached
from memory_schema.usage import Charge, Usage, cost_of, usage_of
from tasks.agent.caps import Need, Purse, Scope
from tasks.agent.model import ModelRequest, cache_lifetimes
from tasks.agent.pricing import Price


@dataclass
class RunMeter:
    """What a run may spend and has spent; shared by its agents, which run in one event loop."""

    purse: Purse = field(default_factory=Purse)
    seconds: float = 0.0
    """The run's own limit of time; 0 = none."""
    started: float = field(default_factory=time.monotonic)

    def check_time(self) -> None:
        """Raise LimitReached when the run's time is over."""
        seconds = time.monotonic() - self.started
        if self.seconds and seconds >= self.seconds:
            raise LimitReached(f"this run has taken {seconds:.0f} seconds; its limit is {self.seconds:g}")


@dataclass
class AgentMeter:
    """What one agent has spent, over all its calls and turns."""

    limits: LimitsTable
    run: RunMeter
    price: Price
    scopes: tuple[Scope, ...] = ()
    """What its calls are counted in beside the agent itself: the run, the chapter."""
    charges: list[Charge] = field(default_factory=list)

    @property
    def usage(self) -> Usage:
        """All tokens of the agent so far."""
        return usage_of(self.charges)

    @property
    def cost_usd(self) -> float | None:
        """US dollars so far; None as soon as one call had no known price."""
        return cost_of(self.charges)

    @property
    def turns(self) -> int:
        """Turns so far, failed ones too."""
        return len(self.charges)

    def check(self, next_tokens: int) -> None:
        """Raise LimitReached when the next turn would cross a limit of the agent or of the run.

        Args:
            next_tokens: the estimated input of the next turn.
        """
        if self.turns >= self.limits.turns:
            raise LimitReached(f"this agent has used all its turns (limits.turns = {self.limits.turns})")
        spent = self.usage.total
        if self.limits.tokens and spent + next_tokens > self.limits.tokens:
            raise LimitReached(
                f"this agent has used {spent} tokens and the next turn needs about {next_tokens} more "
                f"(limits.tokens = {self.limits.tokens})"
            )
        self.run.check_time()

    @asynccontextmanager
    async def reserved(self, request: ModelRequest, tokens_in: int) -> AsyncIterator[None]:
        """Hold what a call can take at most while the body makes and counts it; waits for other calls' reserves.

        Args:
            tokens_in: a ceiling of its input, in tokens.

        Raises:
            CapReached: it would cross a cap of the run or of the chapter.
        """
        usage = most_of(request, tokens_in)
        need = Need(usage.total, self.price(request.model, usage).cost_usd)
        await self.run.purse.reserve(self.scopes, need)
        try:
            yield
        finally:
            self.run.purse.release(self.scopes, need)

    def add(
        self,
        model: str,
        usage: Usage,
        *,
        batch: bool = False,
        estimated: tuple[int, int] = (0, 0),
        failed: bool = False,
    ) -> Charge:
        """Count one turn, also a failed one; returns its charge.

        Args:
            batch: whether the server says that it came through a batch.
            estimated: what the estimator says of its input and of its output, in tokens.
        """
        priced = self.price(model, usage, batch=batch)
        charge = priced.model_copy(
            update={"estimated_input": estimated[0], "estimated_output": estimated[1], "failed": failed}
        )
        self.charges.append(charge)
        for scope in self.scopes:
            scope.add(charge)
        return charge


def most_of(request: ModelRequest, tokens_in: int) -> Usage:
    """The most that a call can use: its whole input at the dearest rate that it asks for, and max_tokens."""
    most = request.body.get("max_tokens")
    output = most if isinstance(most, int) else 0
    lifetimes = set(cache_lifetimes(request.body))
    rate = "cache_written_1h" if "1h" in lifetimes else "cache_written_5m" if lifetimes else "uncached"
    return Usage(output=output, calls=1, **{rate: tokens_in})
