"""What a book has cost, call by call, read off its transcripts.

A transcript is kept for as long as the book is, whatever became of the call: refused, repeated, of an
attempt that a later one superseded. So this is all that was paid, while receipts say what the text that
stands was worth. The monthly log says the same for the months that it is kept; `logged` reads it, so
that the two can be held against each other.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from pydantic import ValidationError

from memory_schema.paths import LOGS, NOTES, attempt_notes
from memory_schema.usage import Charge, Usage, cost_of, cost_words, usage_of
from memory_schema.workspace import Workspace
from tasks.agent.batch_store import BatchStore
from tasks.agent.journal import CallPlace
from tasks.agent.pricing import unknown_price
from tasks.agent.transcript import TRANSCRIPT

_CALL = re.compile(
    r"^output/notes/(?:ch(?P<chapter>\d+)/|(?P<book>[^/]+)/)(?:[a-z]+-)?a(?P<attempt>\d+)/calls/"
    r"(?P<role>.+?)(?:-round-(?P<round>\d+))?/call-(?P<call>\d+)/"
)
_COUNTED = ('{"event": "reply"', '{"event": "failed"')


@dataclass(frozen=True)
class Spent:
    """One model turn of a book: whose it was, and its charge."""

    role: str
    chapter: int | None
    attempt: int
    round: int
    call: int
    charge: Charge


@dataclass(frozen=True)
class Account:
    """Several calls put together under a name."""

    name: str
    charges: tuple[Charge, ...]

    @property
    def usage(self) -> Usage:
        """Their tokens."""
        return usage_of(self.charges)

    @property
    def cost_usd(self) -> float | None:
        """Their cost in US dollars; None when a price is unknown."""
        return cost_of(self.charges)

    @property
    def cost(self) -> str:
        """Their cost in words, to a hundredth of a cent."""
        return cost_words(self.charges, 4)

    @property
    def failed(self) -> int:
        """How many of them failed."""
        return sum(charge.failed for charge in self.charges)

    def figures(self) -> dict[str, object]:
        """The account as plain values."""
        return {
            "name": self.name,
            "calls": len(self.charges),
            "failed": self.failed,
            "batched": sum(charge.batch for charge in self.charges),
            "input": self.usage.input,
            **{name: count for name, count in self.usage.model_dump().items() if name != "calls"},
            "cost_usd": self.cost_usd,
            "cost": self.cost,
        }


GROUPS: dict[str, Callable[[Spent], str]] = {
    "role": lambda spent: spent.role,
    "chapter": lambda spent: _chapter(spent),
    "model": lambda spent: spent.charge.model,
    "attempt": lambda spent: f"{_chapter(spent)}, attempt {spent.attempt}",
}
"""What spending can be put together by."""


def spending(workspace: Workspace, folder: str = NOTES) -> tuple[Spent, ...]:
    """Every model turn below a folder of the book, failed ones too, in order of place.

    A reply of a batch that no agent has taken yet is paid for, and therefore here; it is no turn of a transcript.
    """
    waiting = [one for one in BatchStore(workspace).untaken() if _below(folder, one.asker)]
    spent: list[Spent] = []
    for name in workspace.walk(folder):
        if name.endswith(f"/{TRANSCRIPT}"):
            text = workspace.read(name)
            spent += _read(name, text)
            waiting = [one for one in waiting if one.id not in text]
    return (*spent, *(_untaken(one.asker, one.charge) for one in waiting))


def accounts(spent: Iterable[Spent], by: str) -> tuple[Account, ...]:
    """Put spending together by one of GROUPS, in order of name; chapters in order of number."""
    groups: dict[str, list[Charge]] = {}
    for one in sorted(spent, key=lambda one: (one.chapter or 0, one.attempt, one.role)):
        groups.setdefault(GROUPS[by](one), []).append(one.charge)
    names = sorted(groups) if by in ("role", "model") else list(groups)
    return tuple(Account(name, tuple(groups[name])) for name in names)


def logged(workspace: Workspace, run: str = "") -> Account:
    """The calls in the monthly logs that are still kept; of one run where it is named."""
    records = (record for name in workspace.list(LOGS) for record in _records(workspace.read(name)))
    return Account("call log", tuple(_of_record(record) for record in records if run in ("", record.get("run"))))


def _untaken(asker: CallPlace, charge: Charge) -> Spent:
    return Spent(asker.role, asker.chapter, asker.attempt, asker.round, asker.number, charge)


def _below(folder: str, asker: CallPlace) -> bool:
    if folder == NOTES:
        return True
    return asker.chapter is not None and folder == attempt_notes(asker.chapter, asker.attempt)


def _chapter(spent: Spent) -> str:
    return "plan and book" if spent.chapter is None else f"chapter {spent.chapter}"


def _read(name: str, text: str) -> Iterator[Spent]:
    match = _CALL.match(name)
    if match is None:
        return
    chapter = int(match["chapter"]) if match["chapter"] else None
    for line in text.split("\n"):
        if not line.startswith(_COUNTED):
            continue
        try:
            charge = _charge(json.loads(line))
        except (ValueError, ValidationError):
            continue  # a line that a kill tore; its call is not in the log either
        yield Spent(match["role"], chapter, int(match["attempt"]), int(match["round"] or 1), int(match["call"]), charge)


def _charge(event: dict[str, object]) -> Charge:
    if "charge" in event:
        return Charge.model_validate(event["charge"])
    # A transcript from before charges were kept: its tokens are known, its price is not.
    failed = event.get("event") == "failed"
    usage = Usage.model_validate(event.get("usage") or {})
    return unknown_price(str(event.get("model", "")), usage).model_copy(update={"failed": failed})


def _records(text: str) -> Iterator[dict[str, object]]:
    for line in text.split("\n"):
        if '"event": "call"' not in line:
            continue
        try:
            record = json.loads(line)
        except ValueError:
            continue
        if isinstance(record, dict) and record.get("event") == "call":
            yield record


def _of_record(record: dict[str, object]) -> Charge:
    def count(name: str) -> int:
        value = record.get(name, 0)
        return value if isinstance(value, int) else 0

    known = "tokens_uncached" in record
    usage = Usage(
        uncached=count("tokens_uncached") if known else count("tokens_in") - count("tokens_cached"),
        cache_read=count("tokens_cached"),
        cache_written_5m=count("tokens_written_5m"),
        cache_written_1h=count("tokens_written_1h"),
        output=count("tokens_out"),
        thinking=count("tokens_thinking"),
        calls=1,
    )
    cost = record.get("cost_usd")
    return Charge(
        model=str(record.get("model", "")),
        usage=usage,
        cost_usd=float(cost) if isinstance(cost, int | float) else None,
        prices=str(record.get("prices", "")),
        batch=record.get("batch") is True,
        estimated_input=count("estimated_in"),
        estimated_output=count("estimated_out"),
        failed=bool(record.get("failed")),
    )
