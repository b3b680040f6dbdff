"""Prices: dated, by call, half in a batch, never nothing for a model that the table does not know."""

from __future__ import annotations

import re

import pytest

from memory_schema.usage import NO_COST, PRICE_UNKNOWN, Charge, Usage, cost_of, cost_words
from tasks.agent.pricing import free_of_charge, list_price, price_table, unknown_price

MODEL = "claude-opus-5-5"
USED = Usage(
    uncached=1_000_000, cache_read=2_000_000, cache_written_5m=100_000, cache_written_1h=50_000, output=10_000,
    thinking=4_000, calls=1,
)  # fmt: skip


def test_each_kind_of_token_has_its_own_price() -> None:
    """Issue 4, accounting: reads, writes of both times to live, output with its thinking once."""
    charge = list_price(MODEL, USED)
    by_hand = 4.0 + 2 * 0.2 + 0.1 * 5 + 0.05 * 8 + 0.01 * 20
    assert charge.cost_usd == pytest.approx(by_hand)
    assert charge.usage == USED


def test_a_batch_costs_half() -> None:
    """FACTS, anthropic: batches are half price."""
    whole, half = list_price(MODEL, USED), list_price(MODEL, USED, batch=True)
    assert whole.cost_usd is not None
    assert half.cost_usd == pytest.approx(whole.cost_usd / 2)
    assert half.batch


def test_a_price_names_its_table_and_the_table_has_a_date() -> None:
    """Issue 4: genai-prices, dated. Fails when the lock moves and nobody has said of when the new table is."""
    assert list_price(MODEL, USED).prices == price_table()
    assert re.fullmatch(r"genai-prices \d+(\.\d+)+ \(\d{4}-\d\d-\d\d\)", price_table())


@pytest.mark.parametrize("model", ["claude-opus-99", "llama3", "offline-author", ""])
def test_an_unknown_model_has_no_price(model: str) -> None:
    """Issue 4: an unknown model says "price unknown", never $0."""
    charge = list_price(model, USED)
    assert charge.cost_usd is None
    assert charge.prices == PRICE_UNKNOWN
    assert cost_of([charge, free_of_charge("m", USED)]) is None


def test_costs_in_words_say_what_is_not_known() -> None:
    """Issue 4: what is known, what is not, and what costs nothing by its nature are three different things."""
    priced = Charge(model="a", usage=USED, cost_usd=1.5, prices="a table")
    unknown, free = unknown_price("b", USED), free_of_charge("c", USED)
    assert cost_words([priced, priced]) == "$3.00"
    assert cost_words([free, free]) == NO_COST
    assert cost_words([unknown]) == "price unknown (b)"
    assert cost_words([priced, unknown]) == "$1.50 and price unknown (b)"
    assert cost_words([unknown, free]) == "price unknown (b)"
    assert cost_words([]) == "$0.00"


def test_usage_of_the_first_form_is_still_read() -> None:
    """Receipts written before the two times to live were told apart stay readable: nothing is made stale by it."""
    old = Usage.model_validate({"uncached": 1, "cache_read": 2, "cache_written": 3, "output": 4, "calls": 1})
    assert (old.cache_written, old.cache_written_5m, old.input) == (3, 3, 6)
    assert (old + old).input == 12
