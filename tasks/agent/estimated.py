"""An estimate as it is shown: a line for each agent, put together by role or chapter, and the time along the way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from memory_schema.contracts import Role
from memory_schema.usage import Charge, cost_of, cost_words, usage_of

_AT_ONCE = ((Role.R1, Role.R2, Role.R3), (Role.RS, Role.RE, Role.RH), (Role.ADVOCATE, Role.OUTLINE_R3))


@dataclass(frozen=True)
class Line:
    """One role's agent in one chapter: what it will be charged, and its seconds."""

    role: Role
    chapter: int | None
    charge: Charge
    seconds: float


@dataclass(frozen=True)
class Estimate:
    """The whole. `band` is the error that is to be expected of the sum, as a share."""

    lines: tuple[Line, ...]
    band: float
    basis: str

    @property
    def charges(self) -> tuple[Charge, ...]:
        """Every line's charge."""
        return tuple(line.charge for line in self.lines)

    @property
    def seconds(self) -> float:
        """Along the critical path: agents that run at once count once."""
        return sum(_seconds([line for line in self.lines if line.chapter == n]) for n in _chapters(self.lines))

    def figures(self) -> dict[str, object]:
        """The estimate as plain values."""
        usage = usage_of(self.charges)
        return {
            "lines": [
                {"role": line.role.value, "chapter": line.chapter, "model": line.charge.model,
                 "input": line.charge.usage.input, "cached": line.charge.usage.cache_read,
                 "output": line.charge.usage.output, "calls": line.charge.usage.calls,
                 "cost_usd": line.charge.cost_usd, "seconds": round(line.seconds, 1)}
                for line in self.lines
            ],
            "calls": usage.calls, "input": usage.input, "cached": usage.cache_read, "output": usage.output,
            "cost_usd": cost_of(self.charges), "cost": cost_words(self.charges) if self.lines else "nothing",
            "seconds": round(self.seconds), "band": self.band, "basis": self.basis,
            "prices": sorted({charge.prices for charge in self.charges}),
        }  # fmt: skip

    def rows(self, by: str) -> list[dict[str, str]]:
        """One row for each role or chapter, the whole last."""
        groups: dict[str, list[Line]] = {}
        for line in self.lines:
            chapter = "plan and book" if line.chapter is None else f"chapter {line.chapter}"
            groups.setdefault(line.role.value if by == "role" else chapter, []).append(line)
        rows = [_row(name, lines, self._time(lines, by)) for name, lines in groups.items()]
        return [*rows, _row("the rest of the book", list(self.lines), self.seconds)]

    @staticmethod
    def _time(lines: list[Line], by: str) -> float:
        return sum(line.seconds for line in lines) if by == "role" else _seconds(lines)


def _chapters(lines: Iterable[Line]) -> tuple[int | None, ...]:
    return tuple(dict.fromkeys(line.chapter for line in lines))


def _seconds(lines: list[Line]) -> float:
    """Of one chapter: roles that run at once take as long as the slowest of them."""
    total = 0.0
    for group in _AT_ONCE:
        total += max((line.seconds for line in lines if line.role in group), default=0.0)
    together = {role for group in _AT_ONCE for role in group}
    return total + sum(line.seconds for line in lines if line.role not in together)


def _row(name: str, lines: list[Line], seconds: float) -> dict[str, str]:
    charges = [line.charge for line in lines]
    usage = usage_of(charges)
    return {
        "what": name,
        "calls": f"{usage.calls:,}",
        "input": f"{usage.input:,}",
        "cached": f"{usage.cached_share:.0%}",
        "output": f"{usage.output:,}",
        "cost": cost_words(charges).partition(":")[0] if charges else "nothing",
        "minutes": f"{seconds / 60:.0f}",
    }
