"""What is out and what has come back: batches on disk, so that none is sent or paid twice.

`output/notes/batches/NONCE.json` is written before a batch is sent, and again when its id is known and
when its replies are stored. `output/notes/batches/replies/REQUEST.json` is a reply by the hash of the
request that it answers, without what that says about caching: the agent that makes this request later
finds it there, and any other request does not. What a reply cost is charged when it is collected; until an
agent has put it into a transcript it is a part of what the book has cost here.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from memory_schema.contracts import Role
from memory_schema.paths import NOTES
from memory_schema.usage import Charge, Usage
from memory_schema.workspace import Workspace
from tasks.agent.journal import CallPlace
from tasks.agent.model import Json, JsonObject, ModelReply, ModelRequest

BATCHES = f"{NOTES}/batches"
REPLIES = f"{BATCHES}/replies"


BATCHED = (Role.RESEARCHER, Role.AUDITOR)
"""Whose first turns no one waits for: the research of all chapters before the first is written, and the final audit."""


class BatchState(StrEnum):
    """The life of a batch as this book knows it."""

    SENDING = "sending"
    """Written before the request goes out: whether the server took it is not known."""
    OUT = "out"
    COLLECTED = "collected"
    LOST = "lost"
    """The server does not know it."""


class BatchRecord(BaseModel):
    """One batch: its requests' hashes by custom id. `sending` is in seconds since the epoch."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    nonce: str
    state: BatchState
    sending: float
    requests: dict[str, str]
    askers: dict[str, CallPlace] = {}
    """Whose each request is, by custom id."""
    id: str = ""


class _Stored(BaseModel):
    """A reply on disk; `counted` once it stands in an agent's transcript, since its tokens are paid once."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    batch: str
    request: str
    stop_reason: str | None
    asker: CallPlace
    charge: Charge
    blocks: list[dict[str, object]]
    counted: bool = False

    @property
    def id(self) -> str:
        """The request id under which a transcript holds it."""
        return f"{self.batch}/{self.request[:16]}"


@dataclass(frozen=True)
class Collected:
    """A reply that has come back and is not in a transcript yet: whose it is, what it was charged, its id."""

    asker: CallPlace
    charge: Charge
    id: str


class BatchStore:
    """The batches and replies of one book."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def write(self, record: BatchRecord) -> None:
        """Store a record; durable when it returns."""
        self._workspace.replace(f"{BATCHES}/{record.nonce}.json", record.model_dump_json(indent=1) + "\n")

    def open(self) -> tuple[BatchRecord, ...]:
        """The batches that may still bring replies, in the order in which they were sent."""
        names = (name for name in self._workspace.list(BATCHES) if name.endswith(".json"))
        records = (BatchRecord.model_validate_json(self._workspace.read(name)) for name in names)
        waiting = (one for one in records if one.state in (BatchState.SENDING, BatchState.OUT))
        return tuple(sorted(waiting, key=lambda one: one.sending))

    def has(self, request: str) -> bool:
        """Whether the reply to a request is here."""
        return self._workspace.exists(_reply_name(request))

    def keep(self, record: BatchRecord, name: str, reply: ModelReply, charge: Charge) -> bool:
        """Store the reply to one request of a batch with what it was charged; False where it is here already."""
        request = record.requests[name]
        if self.has(request):
            return False
        stored = _Stored(
            batch=record.id,
            request=request,
            stop_reason=reply.stop_reason,
            asker=record.askers[name],
            charge=charge,
            blocks=[dict(block) for block in reply.blocks],
        )
        self._store(stored)
        return True

    def reply(self, request: ModelRequest) -> tuple[ModelReply, Charge] | None:
        """The reply to a request and what it was charged, or None. Once it is counted it costs nothing again."""
        name = _reply_name(request_hash(request))
        if not self._workspace.exists(name):
            return None
        stored = _Stored.model_validate_json(self._workspace.read(name))
        charge = stored.charge
        if stored.counted:
            charge = charge.model_copy(update={"usage": Usage(), "cost_usd": 0.0})
        blocks: list[JsonObject] = json.loads(json.dumps(stored.blocks))
        reply = ModelReply(tuple(blocks), stored.stop_reason, charge.usage, charge.model, stored.id, batch=True)
        return reply, charge

    def counted(self, request: ModelRequest) -> None:
        """Say that the reply to a request stands in a transcript; said after it does."""
        name = _reply_name(request_hash(request))
        self._store(_Stored.model_validate_json(self._workspace.read(name)).model_copy(update={"counted": True}))

    def untaken(self) -> tuple[Collected, ...]:
        """What was paid for and stands in no transcript yet."""
        names = self._workspace.list(REPLIES)
        replies = (_Stored.model_validate_json(self._workspace.read(name)) for name in names)
        return tuple(Collected(one.asker, one.charge, one.id) for one in replies if not one.counted)

    def _store(self, stored: _Stored) -> None:
        self._workspace.replace(_reply_name(stored.request), stored.model_dump_json(indent=1) + "\n")


def request_hash(request: ModelRequest) -> str:
    """The name of a request: the SHA-256 of its body without what it says about caching."""
    text = json.dumps(_unmarked(request.body), ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _unmarked(value: Json) -> Json:
    if isinstance(value, Mapping):
        return {key: _unmarked(item) for key, item in value.items() if key != "cache_control"}
    if isinstance(value, list | tuple):
        return [_unmarked(item) for item in value]
    return value


def _reply_name(request: str) -> str:
    return f"{REPLIES}/{request}.json"
