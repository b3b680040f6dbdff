"""The same tasks under three ways to remember: what each sends, and how a server charges it.

- full history: one conversation that holds every text of every call so far, each once.
- pruned summary: the same, but a finished chapter is replaced by its summary.
- pointers and notes: what Sourcebook sends; measured, not computed.

The histories are computed from the recorded texts and given the best case: one model, one beginning for all
roles, every text added once, every request cached at its end, the next one reads all of it. How long such a
cache lives is a choice: for ever, or until a pause that is longer than its life (`Pauses`). Nothing of them is
sent, since the requests outgrow every window.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from benchmarks.context_experiment.recorded import TOKENS, Call
from memory_schema.usage import Usage

MODEL = "claude-sonnet-5-5"
FULL, PRUNED, POINTERS = "full history", "pruned summary", "pointers and notes"


class Pauses(Enum):
    """When a run stands still for longer than a cache of five minutes lives."""

    NEVER = "the cache never dies"
    EACH_CHAPTER = "the cache dies once a chapter"
    """A person answers, a worker is restarted, a cap or a rate limit is waited for, a night lies between."""


@dataclass(frozen=True)
class Measured:
    """What one strategy took for a book: by chapter, in all, and the largest single request."""

    strategy: str
    by_chapter: Mapping[int, int]
    usage: Usage
    largest: int
    orchestrator: int
    """Tokens that the orchestrator holds or has held, each text once."""
    requests: Mapping[int, int] = field(default_factory=dict)
    """The largest request of each chapter, where it was computed."""

    def outgrows(self, window: int) -> int | None:
        """The first chapter that has a request which a window does not hold; None when all are held."""
        return next((chapter for chapter, tokens in sorted(self.requests.items()) if tokens > window), None)


def pointers(calls: Iterable[Call], growth: Mapping[tuple[str, int], int], notes: int) -> Measured:
    """What was measured; `growth` is how much larger a role's prompt is in a chapter than in the recorded one."""
    by_chapter: dict[int, int] = {}
    usage, largest = Usage(), 0
    for call in calls:
        more = growth.get((call.role, call.chapter or 0), 0)
        used = call.usage + Usage(uncached=more)
        usage += used
        largest = max(largest, used.input // max(1, len(call.turns)))
        if call.chapter is not None:
            by_chapter[call.chapter] = by_chapter.get(call.chapter, 0) + used.input
    return Measured(POINTERS, by_chapter, usage, largest, notes)


def history(
    calls: Iterable[Call], summaries: Mapping[int, int] | None = None, pauses: Pauses = Pauses.NEVER
) -> Measured:
    """Full history; with `summaries`, tokens by chapter, each finished chapter is replaced by its summary."""
    kept: list[str] = []
    seen: set[str] = set()
    everything: set[str] = set()
    usage, largest, chapter = Usage(), 0, None
    cached, held, warm = 0, 0, False
    by_chapter: dict[int, int] = {}
    requests: dict[int, int] = {}
    for call in calls:
        if call.chapter is not None and call.chapter != chapter:
            chapter = call.chapter
            if summaries is not None:
                # The summaries of the chapters before the last are a beginning that was written before.
                cached = sum(map(TOKENS.__getitem__, kept))
                kept = _summarised(chapter, summaries)
                held, seen = sum(map(TOKENS.__getitem__, kept)), set(kept)
            if pauses is Pauses.EACH_CHAPTER:
                cached, warm = 0, False
        system = sum(map(TOKENS.__getitem__, call.system))
        for added, reply in call.turns:
            new = [name for name in added if name not in seen]
            held += sum(map(TOKENS.__getitem__, new))
            used = Usage(cache_read=cached + (system if warm else 0), calls=1)
            warm = True
            used += Usage(cache_written_5m=held + system - used.input)
            usage += used
            largest = max(largest, used.input)
            if call.chapter is not None:
                by_chapter[call.chapter] = by_chapter.get(call.chapter, 0) + used.input
                requests[call.chapter] = max(requests.get(call.chapter, 0), used.input)
            cached = held
            seen.update(new)
            held += sum(TOKENS[name] for name in reply if name not in seen)
            seen.update(reply)
        everything |= call.pieces
    total = sum(TOKENS[name] for name in everything)
    return Measured(FULL if summaries is None else PRUNED, by_chapter, usage, largest, total, requests)


def _summarised(chapter: int, summaries: Mapping[int, int]) -> list[str]:
    names = []
    for number in range(1, chapter):
        name = f"summary of chapter {number}"
        TOKENS[name] = summaries[(number - 1) % len(summaries) + 1]
        names.append(name)
    return names
