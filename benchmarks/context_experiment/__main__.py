"""`make bench-context`: the experiment of the seed: how to remember, and what it costs as a book grows.

A book is written by the product (offline author, or `--model`), its calls are recorded, and the same tasks are
put under three strategies. Up to the chapters written everything of "pointers and notes" is measured; longer
books repeat these chapters as texts of their own, and the memory that a late chapter reads is measured on a
real book of 100 chapters. Writes a table, a CSV and a plot; exit code 1 when a goal is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import csv
import statistics
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from benchmarks.context_experiment.plot import draw  # noqa: E402
from benchmarks.context_experiment.quality import Quality, quality_of  # noqa: E402
from benchmarks.context_experiment.recorded import Call, events, grown, recorded_calls  # noqa: E402
from benchmarks.context_experiment.strategies import MODEL, Measured, Pauses, history, pointers  # noqa: E402
from benchmarks.long_memory import prompt_sizes  # noqa: E402
from deployments.new_book import new_book  # noqa: E402
from deployments.prefect_settings import settle_prefect  # noqa: E402
from memory_schema.usage import Usage  # noqa: E402
from tasks.agent.capabilities import TABLE  # noqa: E402
from tasks.agent.pace import Pace  # noqa: E402
from tasks.agent.pricing import list_price, price_table  # noqa: E402

BOOK, GROWN = 40, 100
READS_MEMORY = ("writer", "writer-revising", "r2", "writer-finalising", "memory-keeper")


def main() -> int:
    """Run the experiment; returns the exit code."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--source", default="package:jinja2", help="what the book explains")
    options.add_argument("--chapters", type=int, default=4, help="chapters that are really written")
    options.add_argument("--runs", type=int, default=1, help="how often the book is written")
    options.add_argument("--model", default="", help="who writes; empty = the offline author")
    options.add_argument("--out", type=Path, default=ROOT / "build/context-experiment", help="for CSV and PNG")
    given = options.parse_args()
    settle_prefect()
    with tempfile.TemporaryDirectory(prefix="sourcebook-context-") as folder:
        books = [_written(Path(folder) / f"run-{run + 1}", given) for run in range(given.runs)]
        quality = [quality_of(book) for book in books]
        sizes = prompt_sizes(books[0], Path(folder) / "long", GROWN, READS_MEMORY)
        strategies = [_strategies(book, sizes, BOOK) for book in books]
        by_chapter = _strategies(books[0], sizes, GROWN)
        given.out.mkdir(parents=True, exist_ok=True)
        _csv(given.out / "context-experiment.csv", by_chapter)
        draw(given.out / "context-experiment.png", by_chapter)
        _table(strategies, quality, offline=not given.model)
        paused = history(grown(recorded_calls(books[0]), BOOK), pauses=Pauses.EACH_CHAPTER)
        return _goals(books[0], strategies[0], sizes, paused)


def _written(book: Path, given: argparse.Namespace) -> Path:
    """Write a book to its end without an engine, since nothing of the engine is measured.

    The offline author answers in milliseconds. What is cached, and for how long, must be what a model's pace asks
    for, so the usual seconds of each role stand instead of the measured ones.
    """
    from prefect import Flow, Task

    from flows.book import write_book

    def plain(self: Any, *args: Any, **values: Any) -> Any:
        return self.fn(*args, **values)

    Flow.__call__ = Task.__call__ = plain  # type: ignore[method-assign]
    new_book(book, source=given.source, title="Inside", language="en", approve="auto", most=given.chapters, words=900)
    if not given.model:
        Pace.measured = lambda self, role, milliseconds: None  # type: ignore[method-assign]
    else:
        text = (book / "book.toml").read_text(encoding="utf-8")
        (book / "book.toml").write_text(f'{text}\n[model]\nname = "{given.model}"\n', encoding="utf-8")
    asyncio.run(write_book(str(book)))
    return book


def _strategies(book: Path, sizes: dict[tuple[str, int], int], chapters: int) -> tuple[Measured, ...]:
    recorded = recorded_calls(book)
    calls = grown(recorded, chapters)
    summaries = dict.fromkeys(range(1, chapters + 1), 400)
    notes = sum(event["note_tokens"] for event in events(book, "agent"))
    notes = notes * chapters // max(1, len({call.chapter for call in recorded} - {None}))
    return history(calls), history(calls, summaries), pointers(calls, _growth(recorded, calls, sizes), notes)


def _growth(
    recorded: tuple[Call, ...], calls: Sequence[Call], sizes: dict[tuple[str, int], int]
) -> dict[tuple[str, int], int]:
    """How much larger the memory makes a role's prompt in a chapter than in the chapter that stands for it."""
    numbers = sorted({call.chapter for call in recorded if call.chapter is not None})
    return {
        (call.role, call.chapter): sizes[call.role, call.chapter]
        - sizes[call.role, numbers[(call.chapter - 1) % len(numbers)]]
        for call in calls
        if call.chapter is not None and call.role in READS_MEMORY
    }


def _price(usage: Usage) -> float:
    """The list price of the input of a usage, caches included, in US dollars."""
    cost = list_price(MODEL, usage.model_copy(update={"output": 0})).cost_usd
    assert cost is not None, f"the price table has no {MODEL}"
    return cost


def _csv(path: Path, strategies: Sequence[Measured]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["chapter", *(one.strategy for one in strategies)])
        for chapter in range(1, GROWN + 1):
            rows.writerow([chapter, *(one.by_chapter.get(chapter, 0) for one in strategies)])
    print(f"CSV: {path}")


def _table(runs: Sequence[Sequence[Measured]], quality: Sequence[Quality], *, offline: bool) -> None:
    print(f"{BOOK} chapters, {len(runs)} run(s); input priced as {MODEL}, {price_table()}")
    heads = (
        ("orchestrator", 14),
        ("input", 16),
        ("spread", 8),
        ("largest call", 14),
        ("cached", 8),
        ("input cost", 12),
    )
    print(f"{'strategy':<20}" + "".join(f"{head:>{width}}" for head, width in heads))
    for position, one in enumerate(runs[0]):
        inputs = [run[position].usage.input for run in runs]
        spread = statistics.pstdev(inputs) / statistics.mean(inputs)
        print(
            f"{one.strategy:<20}{one.orchestrator:>14,}{one.usage.input:>16,}{spread:>8.1%}{one.largest:>14,}"
            f"{one.usage.cached_share:>8.0%}{_price(one.usage):>11,.2f}$"
        )
    print("quality of what was written (pointers and notes); the other strategies are counted, not sent: n/a")
    for number, found in enumerate(quality, 1):
        facts = "n/a" if offline else found.facts
        print(f"  run {number}: {found.line()}, facts of earlier chapters used correctly {facts}")


def _goals(book: Path, strategies: Sequence[Measured], sizes: dict[tuple[str, int], int], paused: Measured) -> int:
    """The four lines; returns 1 when a goal is missed."""
    full, _, ours = strategies
    agents = list(events(book, "agent"))
    notes, process = (sum(event[key] for event in agents) for key in ("note_tokens", "process_tokens"))
    early, late = sizes["writer", 10], sizes["writer", 100]
    bill, sent = _price(ours.usage), _price(Usage(uncached=full.usage.input))
    lines = (
        (
            "orchestrator tokens / process tokens counted once",
            f"{notes:,} / {process:,} = {notes / process:.2%}",
            "<= 4 %",
            notes <= 0.04 * process,
        ),
        (
            "writer's input, chapter 100 / chapter 10",
            f"{late:,} / {early:,} = {late / early:.2f}",
            "<= 1.25",
            late <= 1.25 * early,
        ),
        (
            f"total input of {BOOK} chapters / full history",
            f"{ours.usage.input:,} / {full.usage.input:,} = 1/{full.usage.input / ours.usage.input:.0f}",
            "<= 1/10",
            ours.usage.input <= full.usage.input / 10,
        ),
        (
            f"billed input (cache prices of {MODEL}) / full history",
            f"${bill:,.2f} / ${sent:,.2f} = 1/{sent / bill:.0f}",
            "<= 1/20",
            bill <= sent / 20,
        ),
    )
    for what, value, goal, met in lines:
        print(f"{what:<60} {value:>36}   goal {goal}  {'✅' if met else '❌'}")
    print("the same bill beside a full history that is cached too (no goal):")
    for said, other in ((Pauses.EACH_CHAPTER.value, paused), (Pauses.NEVER.value, full)):
        cost = _price(other.usage)
        print(f"  {said:<58} {f'${bill:,.2f} / ${cost:,.2f} = 1/{cost / bill:.1f}':>36}")
    window = TABLE[MODEL].window
    if (chapter := full.outgrows(window)) is not None:
        print(f"  {MODEL} takes in {window:,} tokens: from chapter {chapter} on no full history can be sent at all")
    return 0 if all(met for *_, met in lines) else 1


if __name__ == "__main__":
    sys.exit(main())
