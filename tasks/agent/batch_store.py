"""What is out and what has come back: batches on disk, so that none is sent or paid twice.

`output/notes/batches/NONCE.json` is written before a batch is sent, and again when its id is known and
when its replies are stored. `output/notes/batches/replies/REQUEST.json` is a reply by the hash of the
request that it answers, without what that says about caching: the agent that makes this request later
finds it there, and any other request does not.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from memory_schema.paths import NOTES
from memory_schema.usage import Usage
from memory_schema.workspace import Workspace
from tasks.agent.model import Json, JsonObject, ModelReply, ModelRequest

BATCHES = f"{NOTES}/batches"


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
    id: str = ""


class _Stored(BaseModel):
    """A reply on disk; `counted` once an agent has taken it, since its tokens are paid once."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    batch: str
    model: str
    stop_reason: str | None
    usage: Usage
    blocks: list[dict[str, object]]
    counted: bool = False


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

    def keep(self, record: BatchRecord, replies: Mapping[str, ModelReply | str]) -> dict[str, str]:
        """Store the replies of a batch; returns why each other request has none, by custom id."""
        failed: dict[str, str] = {}
        for name, request in record.requests.items():
            reply = replies.get(name, "missing")
            if isinstance(reply, str):
                failed[name] = reply
            elif not self.has(request):
                stored = _Stored(
                    batch=record.id,
                    model=reply.model,
                    stop_reason=reply.stop_reason,
                    usage=reply.usage,
                    blocks=[dict(block) for block in reply.blocks],
                )
                self._workspace.replace(_reply_name(request), stored.model_dump_json(indent=1) + "\n")
        return failed

    def take(self, request: ModelRequest) -> ModelReply | None:
        """The reply to a request, or None. A second time it costs nothing: its tokens were counted."""
        name = _reply_name(request_hash(request))
        if not self._workspace.exists(name):
            return None
        stored = _Stored.model_validate_json(self._workspace.read(name))
        if not stored.counted:
            self._workspace.replace(name, stored.model_copy(update={"counted": True}).model_dump_json(indent=1) + "\n")
        usage = Usage() if stored.counted else stored.usage
        blocks: list[JsonObject] = json.loads(json.dumps(stored.blocks))
        return ModelReply(tuple(blocks), stored.stop_reason, usage, stored.model, stored.batch, batch=True)


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
    return f"{BATCHES}/replies/{request}.json"
