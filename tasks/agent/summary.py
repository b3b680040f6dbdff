"""The closing summary of a run (PROTOCOL 3, Logs): calls, tokens, time, cost, confidence, and the share
of the process that never reached the orchestrator."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class CallFigures:
    """One model turn: tokens, milliseconds, US dollars (None = price unknown)."""

    role: str
    input: int
    output: int
    milliseconds: int
    cost_usd: float | None
    failed: bool


@dataclass(frozen=True)
class AgentFigures:
    """One agent: its confidence, the tokens of process and note, its time outside the model."""

    role: str
    confidence: str
    process_tokens: int
    note_tokens: int
    own_milliseconds: int
    fresh: bool


@dataclass(frozen=True)
class Spread:
    """The largest, smallest and mean of a figure; zeros for none."""

    max: int = 0
    min: int = 0
    mean: int = 0


@dataclass(frozen=True)
class RunSummary:
    """What a run did."""

    run: str
    calls: int
    failed_calls: int
    agents: int
    fresh_agents: int
    input: Spread
    output: Spread
    milliseconds: Spread
    own_milliseconds: Spread
    """Time of an agent outside the model."""
    tokens_in: int
    tokens_out: int
    cost_usd: float | None
    confidence: dict[str, dict[str, int]]
    """Role -> confidence -> number of agents."""
    process_tokens: int
    note_tokens: int

    @property
    def kept_out(self) -> int:
        """Process tokens that never reached the orchestrator."""
        return max(0, self.process_tokens - self.note_tokens)

    @property
    def reached_share(self) -> float:
        """Tokens that reached the orchestrator as a share of the process, 0.0 to 1.0."""
        return self.note_tokens / self.process_tokens if self.process_tokens else 0.0

    def figures(self) -> dict[str, object]:
        """The summary as plain values, for the log and `--json`."""
        return {**asdict(self), "kept_out": self.kept_out, "reached_share": round(self.reached_share, 4)}

    def lines(self) -> tuple[str, ...]:
        """The summary as a person reads it."""
        failed = f" ({self.failed_calls} failed)" if self.failed_calls else ""
        fresh = f", {self.fresh_agents} found fresh" if self.fresh_agents else ""
        cost = "price unknown" if self.cost_usd is None else f"${self.cost_usd:.2f}"
        rows = [f"model calls: {self.calls}{failed} by {self.agents} agents{fresh}; cost: {cost}"]
        if self.calls:
            rows += [
                f"tokens in:  {self.tokens_in:,} (max {self.input.max:,}, min {self.input.min:,}, "
                f"mean {self.input.mean:,} a call)",
                f"tokens out: {self.tokens_out:,} (max {self.output.max:,}, min {self.output.min:,}, "
                f"mean {self.output.mean:,} a call)",
                f"time a call: max {self.milliseconds.max:,} ms, min {self.milliseconds.min:,} ms, "
                f"mean {self.milliseconds.mean:,} ms",
                f"process tokens that never reached the orchestrator: {self.kept_out:,} of {self.process_tokens:,} "
                f"({self.reached_share:.1%} did)",
            ]
        if self.confidence:
            rows.append(f"confidence by role: {_by_role(self.confidence)}")
        return tuple(rows)


def summarise(run: str, calls: Sequence[CallFigures], agents: Sequence[AgentFigures]) -> RunSummary:
    """Put the figures of a run together; agents that were found fresh count as that and no more."""
    worked = [agent for agent in agents if not agent.fresh]
    confidence: dict[str, Counter[str]] = {}
    for agent in worked:
        confidence.setdefault(agent.role, Counter())[agent.confidence] += 1
    costs = [call.cost_usd for call in calls]
    return RunSummary(
        run=run,
        calls=len(calls),
        failed_calls=sum(call.failed for call in calls),
        agents=len(worked),
        fresh_agents=len(agents) - len(worked),
        input=_spread([call.input for call in calls]),
        output=_spread([call.output for call in calls]),
        milliseconds=_spread([call.milliseconds for call in calls]),
        own_milliseconds=_spread([agent.own_milliseconds for agent in worked]),
        tokens_in=sum(call.input for call in calls),
        tokens_out=sum(call.output for call in calls),
        cost_usd=None if None in costs else sum(cost for cost in costs if cost is not None),
        confidence={role: dict(counts) for role, counts in confidence.items()},
        process_tokens=sum(agent.process_tokens for agent in worked),
        note_tokens=sum(agent.note_tokens for agent in worked),
    )


def _by_role(confidence: Mapping[str, Mapping[str, int]]) -> str:
    """The roles that were not always sure, one by one; the others together."""
    unsure = {role: counts for role, counts in sorted(confidence.items()) if set(counts) != {"high"}}
    sure = sum(counts.get("high", 0) for role, counts in confidence.items() if role not in unsure)
    parts = [
        f"{role} " + ", ".join(f"{word} {n}" for word, n in sorted(counts.items())) for role, counts in unsure.items()
    ]
    return "; ".join([*parts, f"{'all others' if unsure else 'all'} high ({sure} agents)"])


def _spread(values: Sequence[int]) -> Spread:
    return Spread(max(values), min(values), round(sum(values) / len(values))) if values else Spread()
