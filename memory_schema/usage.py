"""What model calls used and what they were charged: tokens by kind, US dollars, the price table's date.

Thinking is part of the output, since it is billed as output. Input is what neither read nor wrote a
cache, what was read from one, and what was written to one for five minutes or for an hour.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, model_validator

NO_COST = "no cost: offline author"
PRICE_UNKNOWN = "price unknown"


class Usage(BaseModel):
    """Tokens of one or more model calls."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    uncached: int = 0
    """Input that neither read nor wrote a cache."""
    cache_read: int = 0
    cache_written_5m: int = 0
    cache_written_1h: int = 0
    output: int = 0
    """All output, thinking included."""
    thinking: int = 0
    """The part of the output that was thinking, where the API tells it apart."""
    calls: int = 0

    @model_validator(mode="before")
    @classmethod
    def _from_first_form(cls, data: Any) -> Any:
        """Receipts written before the two times to live were told apart hold one sum."""
        if isinstance(data, Mapping) and "cache_written" in data:
            rest = {name: value for name, value in data.items() if name != "cache_written"}
            return {"cache_written_5m": data["cache_written"], **rest}
        return data

    @property
    def cache_written(self) -> int:
        """Input written to a cache, for whatever time."""
        return self.cache_written_5m + self.cache_written_1h

    @property
    def input(self) -> int:
        """All input tokens, cached or not."""
        return self.uncached + self.cache_read + self.cache_written

    @property
    def total(self) -> int:
        """Input and output."""
        return self.input + self.output

    @property
    def cached_share(self) -> float:
        """Input read from a cache as a share of all input, 0.0 to 1.0."""
        return self.cache_read / self.input if self.input else 0.0

    def __add__(self, other: Usage) -> Usage:
        return Usage(**{name: getattr(self, name) + getattr(other, name) for name in Usage.model_fields})


class Charge(BaseModel):
    """One model call: who was asked, what it used, what it was charged."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str
    usage: Usage
    cost_usd: float | None
    """None = the price is unknown, which is never the same as nothing."""
    prices: str
    """The price table with its date, or the words that say why there is no price."""
    batch: bool = False
    """Whether the call went through a batch, which is charged half."""
    estimated_input: int = 0
    """What the estimator had said of the input; the ratio to `usage.input` is what it learns."""
    estimated_output: int = 0
    """What the estimator says of the text that came back, thinking not counted."""
    failed: bool = False


def usage_of(charges: Iterable[Charge]) -> Usage:
    """The tokens of several calls together."""
    return sum((charge.usage for charge in charges), Usage())


def cost_of(charges: Iterable[Charge]) -> float | None:
    """US dollars of several calls together; None when the price of one of them is unknown."""
    costs = [charge.cost_usd for charge in charges]
    return None if None in costs else sum(cost for cost in costs if cost is not None)


def cost_words(charges: Iterable[Charge], places: int = 2) -> str:
    """The cost of calls for people: "$1.20", "price unknown", "no cost: offline author", or what is known of it.

    Args:
        places: decimals of the dollars.
    """
    charges = tuple(charges)
    if not charges:
        return f"${0:.{places}f}"
    unknown = sorted({charge.model for charge in charges if charge.cost_usd is None})
    known = [charge for charge in charges if charge.cost_usd is not None]
    if all(charge.prices == NO_COST for charge in charges):
        return NO_COST
    dollars = f"${sum(charge.cost_usd or 0.0 for charge in known):,.{places}f}"
    if not unknown:
        return dollars
    if all(charge.prices == NO_COST for charge in known):
        return f"{PRICE_UNKNOWN} ({', '.join(unknown)})"
    return f"{dollars} and {PRICE_UNKNOWN} ({', '.join(unknown)})"
