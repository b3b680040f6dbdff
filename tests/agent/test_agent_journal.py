"""The run's log: monthly files, pruning, no key; the summary and the limits of a run."""

from __future__ import annotations

import datetime
import json

import pytest

from memory_schema.book import BookConfig, LimitsTable
from memory_schema.errors import LimitReached
from memory_schema.notes import Confidence, StructuredNote
from memory_schema.usage import Charge, Usage
from memory_schema.workspace import Workspace
from tasks.agent.journal import CallPlace, Journal, month_file, prune
from tasks.agent.limits import AgentMeter, RunMeter
from tasks.agent.pricing import free_of_charge
from tasks.agent.process import ProcessTexts
from tasks.source.view import SourceView

Shelf = tuple[Workspace, BookConfig, SourceView]
NOW = datetime.datetime(2026, 11, 30, 23, 30, tzinfo=datetime.timezone(datetime.timedelta(hours=-5)))


def journal_with_calls(workspace: Workspace, *costs: float | None) -> Journal:
    journal = Journal(workspace, "run-1")
    for number, cost in enumerate(costs, 1):
        usage = Usage(uncached=100 * number, cache_read=7, cache_written_1h=3, output=10 * number, thinking=4, calls=1)
        charge = Charge(model="m", usage=usage, cost_usd=cost, prices="a table", batch=number == 1)
        place = CallPlace("ch01 · r1", "r1", 1, 2, 3, number)
        journal.call(place, "http://h", "sk-long-key-abcdef", charge, NOW, 20 * number)
    return journal


def test_records_go_to_the_month_in_which_they_are_written() -> None:
    """FACTS, monthly logs: by record time in UTC, so a run over New Year writes two files."""
    assert month_file(NOW) == "output/logs/book-2026-12.jsonl"


def test_logs_older_than_twelve_months_are_pruned(shelf: Shelf) -> None:
    """PROTOCOL 3, Logs: twelve months kept; other files in the folder are left alone."""
    workspace = shelf[0]
    names = [
        f"output/logs/{stem}" for stem in ("book-2025-10.jsonl", "book-2025-11.jsonl", "book-2026-11.jsonl", "x.txt")
    ]
    for name in names:
        workspace.append(name, "{}")
    assert prune(workspace, NOW) == ("output/logs/book-2025-10.jsonl",)
    assert set(workspace.list("output/logs")) == set(names[1:])


def test_a_call_is_logged_whole_and_without_its_key(shelf: Shelf) -> None:
    """PROTOCOL 3, Logs: base URL, last 6 characters of the key, model, tokens in / out / cached, times, ms."""
    journal_with_calls(shelf[0], 0.5)
    (name,) = shelf[0].list("output/logs")
    record = json.loads(shelf[0].read(name))
    wanted = {"base_url": "http://h", "key": "abcdef", "model": "m", "tokens_in": 110, "tokens_out": 10, "ms": 20}
    assert wanted.items() <= record.items()
    account = {"tokens_uncached": 100, "tokens_written_1h": 3, "tokens_written_5m": 0, "tokens_thinking": 4}
    assert account.items() <= record.items()
    place = {"role": "r1", "chapter": 1, "attempt": 2, "round": 3, "call": 1, "batch": True, "prices": "a table"}
    assert place.items() <= record.items()
    assert record["tokens_cached"] == 7
    assert record["started"] < record["ended"]


def test_the_summary_has_max_min_and_mean(shelf: Shelf) -> None:
    """PROTOCOL 3, Logs: calls, tokens and time (batches waited for by nobody left out) as max / min / mean, cost ..."""
    journal = journal_with_calls(shelf[0], 0.5, 0.25, 0.0)
    note = StructuredNote(conclusion="c" * 90, confidence=Confidence.LOW)
    journal.agent("ch01 · r1", "r1", note, 4, 100, 60, 5_000)
    summary = journal.close()
    assert (summary.input.max, summary.input.min, summary.input.mean) == (310, 110, 210)
    assert (summary.milliseconds.max, summary.milliseconds.min, summary.milliseconds.mean) == (60, 40, 50)
    assert summary.own_milliseconds.mean == 40
    assert summary.cost_usd == 0.75
    assert summary.confidence == {"r1": {"low": 1}}
    assert summary.kept_out == 5_000 - summary.note_tokens
    assert any("$0.75" in line for line in summary.lines())


def test_an_unknown_price_is_said_and_never_counted_as_nothing(shelf: Shelf) -> None:
    """Brief: unknown model = "price unknown"."""
    summary = journal_with_calls(shelf[0], 0.5, None).close()
    assert summary.cost_usd is None
    assert "price unknown" in summary.lines()[0]


def test_a_run_without_calls_says_so(shelf: Shelf) -> None:
    """Issue 2, must show 2: `0 model calls`, said so."""
    assert Journal(shelf[0], "r").close().lines()[0].startswith("model calls: 0")


def test_each_text_of_a_process_counts_once() -> None:
    """Issue 2, must show 11: each text counted once, however often the history is sent again."""
    texts = ProcessTexts()
    texts.add("a" * 280, "b" * 280)
    once = texts.tokens
    texts.add("a" * 280, "b" * 280)
    assert texts.tokens == once == 200


def test_the_time_of_a_run_is_limited() -> None:
    """PROTOCOL 3.4: checked before each call; 0 means no limit."""
    meter = AgentMeter(LimitsTable(), RunMeter(seconds=1), free_of_charge)
    meter.check(1)
    meter.run.started -= 2
    with pytest.raises(LimitReached, match="seconds"):
        meter.check(1)
