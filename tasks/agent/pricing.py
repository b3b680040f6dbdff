"""What a call costs, by a dated price table that lies in the environment (genai-prices; no network).

The table is data of a locked package, so a book's figures do not move between two runs unless the lock
does. It knows list prices: rebates, taxes and a gateway's own margin are not in it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from typing import Protocol

from memory_schema.usage import NO_COST, PRICE_UNKNOWN, Charge, Usage

BATCH_FACTOR = 0.5
"""Message Batches are charged half of every list price, caches included (FACTS, anthropic)."""
PROVIDER = "anthropic"
_PACKAGE = "genai-prices"
_RELEASED = {"0.2.3": "2026-11-10"}
"""When a release of the table came out; a test holds that the locked one is here."""


class Price(Protocol):
    """Puts the price on a call."""

    def __call__(self, model: str, usage: Usage, *, batch: bool = False) -> Charge:
        """The charge of one call; `cost_usd` is None when the price is unknown."""
        ...


def free_of_charge(model: str, usage: Usage, *, batch: bool = False) -> Charge:
    """The offline author costs nothing."""
    return Charge(model=model, usage=usage, cost_usd=0.0, prices=NO_COST, batch=batch)


def unknown_price(model: str, usage: Usage, *, batch: bool = False) -> Charge:
    """No price is known; summaries say so and a limit of cost cannot be held."""
    return Charge(model=model, usage=usage, cost_usd=None, prices=PRICE_UNKNOWN, batch=batch)


def list_price(model: str, usage: Usage, *, batch: bool = False) -> Charge:
    """The list price of a model that the table knows by its exact name; else `unknown_price`."""
    calculated = _calculate()
    cost = calculated(model, usage)
    if cost is None:
        return unknown_price(model, usage, batch=batch)
    factor = BATCH_FACTOR if batch else 1.0
    return Charge(model=model, usage=usage, cost_usd=cost * factor, prices=price_table(), batch=batch)


@cache
def price_table() -> str:
    """The price table that charges name: package, version, date of its release."""
    found = version(_PACKAGE)
    return f"{_PACKAGE} {found} ({_RELEASED.get(found, 'date unknown')})"


@cache
def _calculate() -> Callable[[str, Usage], float | None]:
    # Imported at the first priced call: the table is large, and commands that call no model need none of it.
    import genai_prices

    def calculate(model: str, usage: Usage) -> float | None:
        # The table takes all input together and what of it was cached beside it.
        counted = genai_prices.Usage(
            input_tokens=usage.input,
            cache_read_tokens=usage.cache_read,
            cache_write_tokens=usage.cache_written,
            cache_write_5m_tokens=usage.cache_written_5m,
            cache_write_1h_tokens=usage.cache_written_1h,
            output_tokens=usage.output,
        )
        try:
            found = genai_prices.calc_price(counted, model, provider_id=PROVIDER)
        except LookupError:
            return None
        return float(found.total_price)

    return calculate
