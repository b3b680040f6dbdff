"""Limits of turns, tokens, cost and time, checked before each call (PROTOCOL 3.4).

An agent has its own meter; all agents of a run share the run's. 0 means no limit.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from memory_schema.book import LimitsTable
from memory_schema.errors import LimitReached
from memory_schema.usage import Charge, Usage, cost_of, usage_of
from tasks.agent.pricing import Price


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

    def add(self, charge: Charge) -> None:
        """Count one call."""
        self.usage += charge.usage
        known = charge.cost_usd is not None and self.cost_usd is not None
        self.cost_usd = (self.cost_usd or 0.0) + (charge.cost_usd or 0.0) if known else None

    def check(self, next_tokens: int, cost_usd: float) -> None:
        """Raise LimitReached when the next call would cross a limit of the run.

        Args:
            next_tokens: the estimated input of the next call.
            cost_usd: limits.cost_usd of book.toml.
        """
        spent = self.usage.total
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
        self.run.check(next_tokens, self.limits.cost_usd)

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
            batch: whether it came through a batch.
            estimated: what the estimator says of its input and of its output, in tokens.
        """
        priced = self.price(model, usage, batch=batch)
        charge = priced.model_copy(
            update={"estimated_input": estimated[0], "estimated_output": estimated[1], "failed": failed}
        )
        self.charges.append(charge)
        self.run.add(charge)
        return charge
