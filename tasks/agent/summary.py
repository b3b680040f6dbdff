"""The closing summary of a run (PROTOCOL 3, Logs): calls, tokens, time, cost, confidence, and the share
of the process that never reached the orchestrator."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from memory_schema.usage import Charge, cost_of, cost_words, usage_of


@dataclass(frozen=True)
class CallFigures:
    """One model turn: what it was charged, and its milliseconds."""

    role: str
    charge: Charge
    milliseconds: int


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
    """Time of a call that was waited for; a batch is not."""
    own_milliseconds: Spread
    """Time of an agent outside the model."""
    tokens_in: int
    tokens_out: int
    tokens_cached: int
    tokens_written: int
    tokens_thinking: int
    cost_usd: float | None
    cost: str
    """The cost in words; says what price is unknown."""
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
        rows = [f"model calls: {self.calls}{failed} by {self.agents} agents{fresh}; cost: {self.cost}"]
        if self.calls:
            rows += [
                f"tokens in:  {self.tokens_in:,} (max {self.input.max:,}, min {self.input.min:,}, "
                f"mean {self.input.mean:,} a call){_kinds(read=self.tokens_cached, written=self.tokens_written)}",
                f"tokens out: {self.tokens_out:,} (max {self.output.max:,}, min {self.output.min:,}, "
                f"mean {self.output.mean:,} a call){_kinds(thinking=self.tokens_thinking)}",
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
    charges = [call.charge for call in calls]
    used = usage_of(charges)
    return RunSummary(
        run=run,
        calls=len(calls),
        failed_calls=sum(charge.failed for charge in charges),
        agents=len(worked),
        fresh_agents=len(agents) - len(worked),
        input=_spread([charge.usage.input for charge in charges]),
        output=_spread([charge.usage.output for charge in charges]),
        milliseconds=_spread([call.milliseconds for call in calls if not call.charge.batch]),
        own_milliseconds=_spread([agent.own_milliseconds for agent in worked]),
        tokens_in=used.input,
        tokens_out=used.output,
        tokens_cached=used.cache_read,
        tokens_written=used.cache_written,
        tokens_thinking=used.thinking,
        cost_usd=cost_of(charges),
        cost=cost_words(charges),
        confidence={role: dict(counts) for role, counts in confidence.items()},
        process_tokens=sum(agent.process_tokens for agent in worked),
        note_tokens=sum(agent.note_tokens for agent in worked),
    )


def _kinds(*, read: int = 0, written: int = 0, thinking: int = 0) -> str:
    """What of the tokens was special, where anything was."""
    kinds = {"read from the cache": read, "written to it": written, "thinking": thinking}
    said = ", ".join(f"{count:,} {words}" for words, count in kinds.items() if count)
    return f"; {said}" if said else ""


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
