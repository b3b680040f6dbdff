"""Receipts: the proof of "done" that code can check (PROTOCOL 4).

A receipt lies at receipts/OUTPUT-PATH/SHA256-OF-OUTPUT.json. Its existence for exactly the text that
lies on disk is what "complete" means. `meaning` is what freshness compares; everything else is
recorded and shown.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from memory_schema.notes import StructuredNote
from memory_schema.paths import receipt_folder
from memory_schema.usage import Charge, Usage, cost_words


class Author(StrEnum):
    """Who made a text."""

    MODEL = "model"
    CODE = "code"
    HUMAN = "human"


class ReadReceipt(BaseModel):
    """One text that was read: what freshness compares, and what of it was shown."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    scope: str
    part: str = ""
    hash: str
    """SHA-256 of the part as selected, before any cut; for tool reads of the whole file."""
    tokens: int = 0
    shown_tokens: int = 0
    cut: str = ""
    by_tool: bool = False


class Meaning(BaseModel):
    """What the author means: the only thing that freshness compares (PROTOCOL 4)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    revision: int
    config: dict[str, str]
    """Declared book.toml fields, each as JSON."""
    reads: tuple[ReadReceipt, ...]


class Receipt(BaseModel):
    """Everything about the call that made a text."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    output: str
    sha256: str
    role: str
    chapter: int | None = None
    attempt: int = 1
    round: int = 1
    call: int = 1
    marker: str
    author: Author
    meaning: Meaning
    note: StructuredNote
    stop_reason: str = ""
    model: str = ""
    escalated: str = ""
    """Why the stronger model was asked, or ""."""
    prompt_hash: str = ""
    source_manifest: str = ""
    usage: Usage = Usage()
    cost_usd: float | None = None
    """None = price unknown; the offline author costs 0."""
    charges: tuple[Charge, ...] = ()
    """Every call that made this text, failed ones too; `usage` and `cost_usd` are their sums."""
    started: str = ""
    ended: str = ""
    milliseconds: int = 0
    process_tokens: int = 0
    """Estimated tokens of the whole process that stayed in files (each text counted once)."""
    log: str = ""
    carried_from: str = ""
    copy_of: str = ""

    @property
    def cost(self) -> str:
        """The cost for people, to a hundredth of a cent."""
        if self.charges:
            return cost_words(self.charges, 4)
        return "price unknown" if self.cost_usd is None else f"${self.cost_usd:.4f}"

    @property
    def path(self) -> str:
        """Where this receipt lies, BOOK-relative."""
        return receipt_path(self.output, self.sha256)


def sha256(text: str) -> str:
    """SHA-256 of a text in UTF-8, in hex."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def receipt_path(output: str, digest: str) -> str:
    """receipts/OUTPUT-PATH/SHA256.json, BOOK-relative."""
    return f"{receipt_folder(output)}/{digest}.json"


def config_meaning(values: Mapping[str, object]) -> dict[str, str]:
    """Config fields in the form in which receipts hold and compare them."""
    return {name: json.dumps(value, ensure_ascii=False, sort_keys=True) for name, value in values.items()}


class State(StrEnum):
    """The five states of an output (PROTOCOL 4)."""

    MISSING = "missing"
    FRESH = "fresh"
    STALE = "stale"
    EDITED = "edited"
    BLOCKED = "blocked"


class Cause(StrEnum):
    """Why an output is stale."""

    SOURCE = "source"
    CONFIG = "config"
    UPSTREAM = "upstream"
    MEMORY = "memory"


class Standing(BaseModel):
    """The state of one output, with the causes and one line a person can read for each."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    state: State
    causes: tuple[Cause, ...] = ()
    reasons: tuple[str, ...] = ()

    @property
    def memory_only(self) -> bool:
        """Stale by memory alone: listed, redone only by `write --memory`."""
        return self.state is State.STALE and set(self.causes) == {Cause.MEMORY}

    @property
    def needs_redo(self) -> bool:
        """Missing, or stale by something else than memory alone."""
        return self.state is State.MISSING or (self.state is State.STALE and not self.memory_only)


def compare(then: Meaning, now: Meaning) -> Standing:
    """Compare what a receipt was made of with what the contract means now.

    Tool reads are compared only where `now` holds a hash for them (a planning output is pinned).
    """
    causes: dict[Cause, None] = {}
    reasons: list[str] = []
    if then.revision != now.revision:
        causes[Cause.CONFIG] = None
        reasons.append(f"the contract changed: revision {then.revision} -> {now.revision}")
    for name in sorted(then.config.keys() | now.config.keys()):
        if then.config.get(name) != now.config.get(name):
            causes[Cause.CONFIG] = None
            reasons.append(f"book.toml: {name} changed")
    before = {(read.scope, read.name, read.part): read for read in then.reads if not read.by_tool}
    after = {(read.scope, read.name, read.part): read for read in now.reads if not read.by_tool}
    for key in [*after, *(key for key in before if key not in after)]:
        old, new = before.get(key), after.get(key)
        if old is not None and new is not None and old.hash == new.hash:
            continue
        cause = _CAUSES.get(key[0], Cause.UPSTREAM)
        causes[cause] = None
        what = "changed" if old and new else ("is new" if new else "is no longer read")
        reasons.append(f"{key[1]}{f' ({key[2]})' if key[2] else ''} {what}")
    if not causes:
        return Standing(state=State.FRESH)
    return Standing(state=State.STALE, causes=tuple(causes), reasons=tuple(reasons))


_CAUSES = {"source": Cause.SOURCE, "tree": Cause.SOURCE, "memory": Cause.MEMORY, "book": Cause.UPSTREAM}
