"""The same tasks under three ways to remember: what each sends, and how a server charges it.

- full history: one conversation that holds every text of every call so far, each once.
- pruned summary: the same, but a finished chapter is replaced by its summary.
- pointers and notes: what Sourcebook sends; measured, not computed.

The histories are computed from the recorded texts and given the best case: every text is added once, every
request is cached at its end, the next one reads all of it, and no cache ever dies. Nothing of them is sent,
since the requests outgrow every window.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from benchmarks.context_experiment.recorded import TOKENS, Call
from memory_schema.usage import Usage

MODEL = "claude-sonnet-5-5"
FULL, PRUNED, POINTERS = "full history", "pruned summary", "pointers and notes"


@dataclass(frozen=True)
class Measured:
    """What one strategy took for a book: by chapter, in all, and the largest single request."""

    strategy: str
    by_chapter: Mapping[int, int]
    usage: Usage
    largest: int
    orchestrator: int
    """Tokens that the orchestrator holds or has held, each text once."""


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


def history(calls: Iterable[Call], summaries: Mapping[int, int] | None = None) -> Measured:
    """Full history; with `summaries`, tokens by chapter, each finished chapter is replaced by its summary."""
    kept: list[str] = []
    seen: set[str] = set()
    everything: set[str] = set()
    usage, largest, chapter = Usage(), 0, None
    cached = held = 0
    by_chapter: dict[int, int] = {}
    for call in calls:
        if summaries is not None and call.chapter is not None and call.chapter != chapter:
            # The summaries of the chapters before the last are a beginning that was written before.
            cached = sum(map(TOKENS.__getitem__, kept))
            kept = _summarised(call.chapter, summaries)
            held, seen, chapter = sum(map(TOKENS.__getitem__, kept)), set(kept), call.chapter
        system = sum(map(TOKENS.__getitem__, call.system))
        for added, reply in call.turns:
            new = [name for name in added if name not in seen]
            held += sum(map(TOKENS.__getitem__, new))
            used = Usage(cache_read=cached + (system if usage.calls else 0), calls=1)
            used += Usage(cache_written_5m=held + system - used.input)
            usage += used
            largest = max(largest, used.input)
            if call.chapter is not None:
                by_chapter[call.chapter] = by_chapter.get(call.chapter, 0) + used.input
            cached = held
            seen.update(new)
            held += sum(TOKENS[name] for name in reply if name not in seen)
            seen.update(reply)
        everything |= call.pieces
    total = sum(TOKENS[name] for name in everything)
    return Measured(FULL if summaries is None else PRUNED, by_chapter, usage, largest, total)


def _summarised(chapter: int, summaries: Mapping[int, int]) -> list[str]:
    names = []
    for number in range(1, chapter):
        name = f"summary of chapter {number}"
        TOKENS[name] = summaries[(number - 1) % len(summaries) + 1]
        names.append(name)
    return names
