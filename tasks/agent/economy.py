"""Economy mode: first turns that no one waits for go out as one batch, at half price.

A batch is on disk before it is sent. Where the answer to sending it was lost, the server's list is asked
for a batch of that time with these custom ids, so that it is collected and not sent again. The replies
are found by the agents that make the same requests later (`tasks.agent.batch_store`); tool turns,
escalations and every request whose reply did not come go the ordinary way.
"""

from __future__ import annotations

import asyncio
import json
import time
import uuid
from collections.abc import Mapping, Sequence
from typing import Protocol

from memory_schema.contracts import Role
from memory_schema.lengths import estimate_tokens
from memory_schema.pointers import PointerList
from memory_schema.selection import Selector
from tasks.agent.batch_store import BatchRecord, BatchState, BatchStore, request_hash
from tasks.agent.model import (
    BatchStanding,
    Begun,
    ModelCallFailed,
    ModelClient,
    ModelReply,
    ModelRequest,
    ignore_beginning,
    user_turn,
)
from tasks.agent.prepare import label_of, prepare
from tasks.agent.runtime import Runtime
from tasks.agent.spawn import make_agent, stored_note

LABEL = "batch"
_PAUSES = (0.2, 1.0, 2.0, 5.0, 10.0, 30.0)
_LONGEST_PAUSE = 60.0
_CLOCK_SKEW = 300.0
"""Seconds by which a server's clock may be behind ours when a lost batch is looked for."""


class BatchServer(ModelClient, Protocol):
    """A server that also takes batches."""

    async def create_batch(self, requests: Mapping[str, ModelRequest]) -> str:
        """Send requests as one batch, by custom id; returns its id."""
        ...

    async def batch_standing(self, batch: str) -> BatchStanding | None:
        """How far a batch is; None when the server does not know it."""
        ...

    async def recent_batches(self) -> tuple[BatchStanding, ...]:
        """The newest batches."""
        ...

    async def batch_replies(self, batch: str) -> dict[str, ModelReply | str]:
        """The replies of an ended batch by custom id; of a request that failed, why."""
        ...


class EconomyClient:
    """A client that first looks whether the reply to a request has come back in a batch."""

    def __init__(self, server: BatchServer, store: BatchStore) -> None:
        self.server = server
        self.store = store

    @property
    def base_url(self) -> str:
        """Where requests go."""
        return self.server.base_url

    @property
    def key_hint(self) -> str:
        """At most the last 6 characters of the key."""
        return self.server.key_hint

    async def count_tokens(self, request: ModelRequest) -> int | None:
        """As the server counts."""
        return await self.server.count_tokens(request)

    async def send(self, request: ModelRequest, begun: Begun = ignore_beginning) -> ModelReply:
        """The stored reply, which warms no cache; else ask. Raises ModelCallFailed."""
        reply = self.store.take(request)
        return reply if reply is not None else await self.server.send(request, begun)


async def ask_in_batch(pointers: Sequence[PointerList], runtime: Runtime) -> None:
    """Bring back the first replies of several agents; a batch that is out is collected first.

    Does nothing where the runtime's client takes no batches. A request that fails in the batch has no reply
    afterwards, and its agent asks in the ordinary way.

    Raises:
        LimitReached: the batch would cross a limit of the run.
        ModelCallFailed: the server could not be asked.
    """
    client = runtime.client
    if not isinstance(client, EconomyClient):
        return
    for record in client.store.open():
        await _collect(record, client, runtime)
    wanted = _wanted(pointers, client.store, runtime)
    if not wanted:
        return
    tokens = sum(estimate_tokens(json.dumps(request.body, ensure_ascii=False)) for request in wanted.values())
    nonce = uuid.uuid4().hex[:8]
    requests = {f"{name}-{request_hash(request)[:24]}-{nonce}": request for name, request in wanted.items()}
    hashes = {name: request_hash(request) for name, request in requests.items()}
    record = BatchRecord(nonce=nonce, state=BatchState.SENDING, sending=time.time(), requests=hashes)
    client.store.write(record)
    _tell(runtime, f"{len(requests)} requests, about {tokens:,} tokens, go out at half price")
    try:
        batch = await client.server.create_batch(requests)
    except ModelCallFailed as error:
        if not error.retryable:
            client.store.write(record.model_copy(update={"state": BatchState.LOST}))
            raise
        runtime.journal.warn(LABEL, f"the answer to sending it was lost, so it is looked for: {error}")
        await _collect(record, client, runtime)
        return
    record = record.model_copy(update={"state": BatchState.OUT, "id": batch})
    client.store.write(record)
    runtime.workspace.audit("batch sent", f"{batch}: {len(requests)} requests")
    await _collect(record, client, runtime)


def _wanted(pointers: Sequence[PointerList], store: BatchStore, runtime: Runtime) -> dict[str, ModelRequest]:
    """The first requests that are not answered yet, by a name that fits a custom id."""
    wanted: dict[str, ModelRequest] = {}
    for one in pointers:
        selector = Selector(runtime.workspace)
        if stored_note(one, selector, runtime.config, runtime) is not None:
            continue
        request = first_request(one, selector, runtime)
        if request is None:
            continue
        if not store.has(request_hash(request)):
            where = f"ch{one.chapter:02d}" if one.chapter is not None else "book"
            wanted[f"{where}-{one.role}"[:24]] = request
    return wanted


def first_request(pointers: PointerList, selector: Selector, runtime: Runtime) -> ModelRequest | None:
    """The request that `spawn` makes first for these pointers, unmarked: a batch waits for no cache.

    None for a task that is worked in parts.
    """
    prepared = prepare(pointers, selector, runtime, label_of(pointers))
    if prepared.split is not None:
        return None
    agent, asked = make_agent(pointers, prepared, runtime), runtime.asks(Role(pointers.role), pointers.round)
    agent.effort = asked.effort
    return agent.request(asked.model, [user_turn(*prepared.prompt.blocks)])


async def _collect(record: BatchRecord, client: EconomyClient, runtime: Runtime) -> None:
    """Wait until a batch has ended and store its replies; one that the server never took is given up."""
    if record.state is BatchState.SENDING:
        found = await _lost(record, client, runtime)
        if not found:
            client.store.write(record.model_copy(update={"state": BatchState.LOST}))
            runtime.workspace.audit("batch lost", f"{record.nonce}: the server never took it")
            return
        record = record.model_copy(update={"state": BatchState.OUT, "id": found})
        client.store.write(record)
        runtime.workspace.audit("batch found", f"{found}: it had been sent, and its answer was lost")
    if not await _ended(record.id, client, runtime):
        client.store.write(record.model_copy(update={"state": BatchState.LOST}))
        runtime.workspace.audit("batch lost", f"{record.id}: the server does not know it any more")
        return
    failed = client.store.keep(record, await client.server.batch_replies(record.id))
    client.store.write(record.model_copy(update={"state": BatchState.COLLECTED}))
    runtime.workspace.audit("batch collected", f"{record.id}: {len(record.requests) - len(failed)} replies")
    for name, why in failed.items():
        runtime.journal.warn(LABEL, f"{name}: {why}; its agent asks in the ordinary way")


async def _lost(record: BatchRecord, client: EconomyClient, runtime: Runtime) -> str:
    """The id of a batch whose answer was lost, "" when the server has none with these custom ids.

    The list names no custom ids, so a batch of that time and size is waited for and looked into.
    """
    for standing in await client.server.recent_batches():
        fits = standing.total == len(record.requests) and standing.created >= record.sending - _CLOCK_SKEW
        if fits and await _ended(standing.id, client, runtime):
            replies = await client.server.batch_replies(standing.id)
            if replies.keys() == record.requests.keys():
                return standing.id
    return ""


async def _ended(batch: str, client: EconomyClient, runtime: Runtime) -> bool:
    """Wait for the end of a batch, telling how far it is; False when the server does not know it."""
    told = -1
    for number in range(10**6):
        standing = await client.server.batch_standing(batch)
        if standing is None or standing.ended:
            return standing is not None
        if standing.done != told:
            told = standing.done
            _tell(runtime, f"{batch}: {standing.done} of {standing.total} done")
        await asyncio.sleep(_PAUSES[number] if number < len(_PAUSES) else _LONGEST_PAUSE)
    raise AssertionError("a batch ends within a day")


def _tell(runtime: Runtime, text: str) -> None:
    runtime.journal.progress(LABEL, text)
