"""Limits of turns, tokens, cost and time, checked before each call (PROTOCOL 3.4).

An agent has its own meter; all agents of a run share the run's. 0 means no limit.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from memory_schema.book import LimitsTable
from memory_schema.errors import LimitReached
from memory_schema.receipts import Usage

Price = Callable[[str, Usage], float | None]
"""The cost in US dollars of a usage of a model; None when the price is unknown."""


def free_of_charge(model: str, usage: Usage) -> float | None:
    """The offline author costs nothing."""
    return 0.0


def unknown_price(model: str, usage: Usage) -> float | None:
    """No price is known; summaries say so and a limit of cost cannot be held."""
    return None


@dataclass(frozen=True)
class RunLimits:
    """Limits of a whole run beside limits.cost_usd of book.toml."""

    tokens: int = 0
    seconds: float = 0.0


@dataclass
class RunMeter:
    """What a run has spent; shared by its agents, which run in one event loop."""

    limits: RunLimits = field(default_factory=RunLimits)
    usage: Usage = field(default_factory=Usage)
    cost_usd: float | None = 0.0
    """None as soon as one call had no known price."""
    started: float = field(default_factory=time.monotonic)

    def add(self, usage: Usage, cost: float | None) -> None:
        """Count one call."""
        self.usage += usage
        self.cost_usd = None if cost is None or self.cost_usd is None else self.cost_usd + cost

    def check(self, next_tokens: int, cost_usd: float) -> None:
        """Raise LimitReached when the next call would cross a limit of the run.

        Args:
            next_tokens: the estimated input of the next call.
            cost_usd: limits.cost_usd of book.toml.
        """
        spent = self.usage.input + self.usage.output
        if self.limits.tokens and spent + next_tokens > self.limits.tokens:
            raise LimitReached(f"this run has used {spent} tokens and the next call would cross {self.limits.tokens}")
        if cost_usd and self.cost_usd is None:
            raise LimitReached(
                "the price of the model is unknown, so limits.cost_usd cannot be held; set it to 0 to go on without"
            )
        if cost_usd and self.cost_usd is not None and self.cost_usd >= cost_usd:
            raise LimitReached(
                f"this run has cost ${self.cost_usd:.2f}; limits.cost_usd is {cost_usd:g}: raise it to go on"
            )
        seconds = time.monotonic() - self.started
        if self.limits.seconds and seconds >= self.limits.seconds:
            raise LimitReached(f"this run has taken {seconds:.0f} seconds; its limit is {self.limits.seconds:g}")


@dataclass
class AgentMeter:
    """What one agent has spent, over all its calls and turns."""

    limits: LimitsTable
    run: RunMeter
    price: Price
    usage: Usage = field(default_factory=Usage)
    cost_usd: float | None = 0.0
    turns: int = 0

    def check(self, next_tokens: int) -> None:
        """Raise LimitReached when the next turn would cross a limit of the agent or of the run.

        Args:
            next_tokens: the estimated input of the next turn.
        """
        if self.turns >= self.limits.turns:
            raise LimitReached(f"this agent has used all its turns (limits.turns = {self.limits.turns})")
        spent = self.usage.input + self.usage.output
        if self.limits.tokens and spent + next_tokens > self.limits.tokens:
            raise LimitReached(
                f"this agent has used {spent} tokens and the next turn needs about {next_tokens} more "
                f"(limits.tokens = {self.limits.tokens})"
            )
        self.run.check(next_tokens, self.limits.cost_usd)

    def add(self, model: str, usage: Usage) -> float | None:
        """Count one turn, also a failed one; returns its cost."""
        cost = self.price(model, usage)
        self.turns += 1
        self.usage += usage
        self.cost_usd = None if cost is None or self.cost_usd is None else self.cost_usd + cost
        self.run.add(usage, cost)
        return cost
