"""The estimate against the usage of the same run, counted by a tokenizer that the estimator does not know."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

import tasks.options
from flows.plan import plan_book
from memory_schema.lengths import estimate_tokens
from memory_schema.workspace import Workspace
from tasks.agent.batch_store import BATCHED
from tasks.agent.estimate import estimate
from tasks.agent.spending import spending
from tasks.offline.app import offline_app
from tasks.options import looking
from tests.flows.conftest import MakeBook, Write
from tests.flows.small_book import run_flow
from tests.flows.tekken import tekken_counter

pytestmark = [pytest.mark.usefixtures("plain_prefect"), pytest.mark.slow]


def test_the_tokenizer_shares_nothing_with_the_estimator() -> None:
    """A byte pair encoding: common words are one token, and its figures differ from the estimator's."""
    count = tekken_counter()
    assert count(" the") == 1
    english, chinese = "The store keeps an index of days. " * 50, "存储按天保存一个索引。" * 50
    for text in (english, chinese):
        assert count(text) != estimate_tokens(text)


def spent(book: Path) -> tuple[int, int]:
    """(calls, tokens) of a book so far."""
    charges = [one.charge for one in spending(Workspace(book))]
    return len(charges), sum(charge.usage.total for charge in charges)


def test_economy_halves_what_goes_through_batches(make_book: MakeBook) -> None:
    """The first turns of research and of the audit at half price, everything else as it was."""
    model = '[model]\nname = "claude-sonnet-5-5"\nbase_url = "http://nobody-is-asked"\n'
    book = make_book(chapters=2, more=model)
    plain = estimate(looking(str(book))).lines
    text = (book / "book.toml").read_text(encoding="utf-8")
    (book / "book.toml").write_text(f"economy = true\n{text}", encoding="utf-8")
    for full, half in zip(plain, estimate(looking(str(book))).lines, strict=True):
        assert full.charge.cost_usd is not None
        assert half.charge.cost_usd is not None
        calls = full.charge.usage.calls
        share = 1 - 0.5 / calls if full.role in BATCHED else 1.0
        assert half.charge.cost_usd == pytest.approx(full.charge.cost_usd * share)


@pytest.mark.parametrize(("language", "words"), [("en", 600), ("zh", 800)])
def test_the_estimate_after_the_plan_is_within_its_band(
    make_book: MakeBook, write: Write, monkeypatch: pytest.MonkeyPatch, language: str, words: int
) -> None:
    """Issue 4, must show 1: in total, against the same run's usage; what is fresh then costs nothing."""
    counted = functools.partial(offline_app, count=tekken_counter())
    monkeypatch.setattr(tasks.options, "offline_app", counted)
    book = make_book(language=language, words=words, chapters=2)
    run_flow(plan_book, str(book))
    found = estimate(looking(str(book)))
    calls, planned = spent(book)
    write(book)
    all_calls, whole = spent(book)
    expected = sum(charge.usage.total for charge in found.charges)
    print(f"{language}: estimated {expected:,} of {whole - planned:,}: {expected / (whole - planned) - 1:+.1%}")
    assert expected == pytest.approx(whole - planned, rel=found.band)
    assert found.band == 0.15
    assert len(found.lines) == pytest.approx(all_calls - calls, abs=4)
    assert estimate(looking(str(book))).lines == ()
