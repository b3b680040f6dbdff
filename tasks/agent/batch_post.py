"""How batches are sent and brought back: written down first, waited for, charged where they arrive.

A batch is on disk before it is sent. Where the answer to sending it was lost, the server's list is asked
for a batch of that time with these custom ids, so that it is collected and not sent again.
"""

from __future__ import annotations

import asyncio
import datetime
import json
import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from memory_schema.lengths import estimate_tokens
from tasks.agent.batch_store import BatchRecord, BatchState, BatchStore, request_hash
from tasks.agent.caps import Need, Scope
from tasks.agent.journal import CallPlace
from tasks.agent.model import BatchStanding, ModelCallFailed, ModelClient, ModelReply, ModelRequest
from tasks.agent.runtime import Runtime
from tasks.agent.scopes import scopes_of

LABEL = "batch"
_PAUSES = (0.2, 1.0, 2.0, 5.0, 10.0, 30.0)
_LONGEST_PAUSE = 60.0
_CLOCK_SKEW = 300.0
"""Seconds by which a server's clock may be behind ours when a lost batch is looked for."""


@runtime_checkable
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


@dataclass(frozen=True)
class Wanted:
    """A request that is to go out, whose it is, and what it can take at most of which caps."""

    asker: CallPlace
    request: ModelRequest
    need: Need
    scopes: tuple[Scope, ...]


class BatchPost:
    """Sends batches and brings them back, and charges each reply where it arrives."""

    def __init__(self, server: BatchServer, store: BatchStore, runtime: Runtime) -> None:
        self._server = server
        self._store = store
        self._runtime = runtime

    async def send(self, wanted: Sequence[Wanted]) -> None:
        """Send requests as one batch and collect it."""
        nonce = uuid.uuid4().hex[:8]
        named = {f"{_where(one)}-{request_hash(one.request)[:24]}-{nonce}": one for one in wanted}
        record = BatchRecord(
            nonce=nonce,
            state=BatchState.SENDING,
            sending=time.time(),
            requests={name: request_hash(one.request) for name, one in named.items()},
            askers={name: one.asker for name, one in named.items()},
        )
        self._store.write(record)
        tokens = sum(estimate_tokens(text_of(one.request)) for one in wanted)
        self.tell(f"{len(wanted)} requests, about {tokens:,} tokens, go out at half price")
        try:
            batch = await self._server.create_batch({name: one.request for name, one in named.items()})
        except ModelCallFailed as error:
            if not error.retryable:
                self._store.write(record.model_copy(update={"state": BatchState.LOST}))
                raise
            self._runtime.journal.warn(LABEL, f"the answer to sending it was lost, so it is looked for: {error}")
            await self.collect(record)
            return
        record = record.model_copy(update={"state": BatchState.OUT, "id": batch})
        self._store.write(record)
        self._runtime.workspace.audit("batch sent", f"{batch}: {len(wanted)} requests")
        await self.collect(record)

    async def collect(self, record: BatchRecord) -> None:
        """Wait until a batch has ended and store its replies; one that the server never took is given up."""
        audit = self._runtime.workspace.audit
        if record.state is BatchState.SENDING:
            found = await self._lost(record)
            if not found:
                self._store.write(record.model_copy(update={"state": BatchState.LOST}))
                audit("batch lost", f"{record.nonce}: the server never took it")
                return
            record = record.model_copy(update={"state": BatchState.OUT, "id": found})
            self._store.write(record)
            audit("batch found", f"{found}: it had been sent, and its answer was lost")
        if not await self._ended(record.id):
            self._store.write(record.model_copy(update={"state": BatchState.LOST}))
            audit("batch lost", f"{record.id}: the server does not know it any more")
            return
        replies = await self._server.batch_replies(record.id)
        came = 0
        for name in record.requests:
            reply = replies.get(name, "missing")
            if isinstance(reply, str):
                self._runtime.journal.warn(LABEL, f"{name}: {reply}; its agent asks in the ordinary way")
            else:
                self._charge(record, name, reply)
                came += 1
        self._store.write(record.model_copy(update={"state": BatchState.COLLECTED}))
        audit("batch collected", f"{record.id}: {came} replies")
        self.tell(f"{record.id}: {came} of {len(record.requests)} replies collected")

    def tell(self, text: str) -> None:
        """How far it is, for the terminal and the log."""
        self._runtime.journal.progress(LABEL, text)

    def _charge(self, record: BatchRecord, name: str, reply: ModelReply) -> None:
        """Keep a reply, and count it in its caps and in the log: it is paid for whoever takes it, and when."""
        runtime, asker = self._runtime, record.askers[name]
        # A chapter's scope counts what is on disk when it is first asked for, so it is asked for before.
        scopes = scopes_of(asker.chapter, asker.attempt, runtime)
        charge = runtime.price(reply.model, reply.usage, batch=True)
        if not self._store.keep(record, name, reply, charge):
            return
        for scope in scopes:
            scope.add(charge)
        sent = datetime.datetime.fromtimestamp(record.sending, datetime.UTC)
        waited = round((time.time() - record.sending) * 1000)
        runtime.journal.call(asker, self._server.base_url, self._server.key_hint, charge, sent, waited)

    async def _lost(self, record: BatchRecord) -> str:
        """The id of a batch whose answer was lost, "" when the server has none with these custom ids.

        The list names no custom ids, so a batch of that time and size is waited for and looked into.
        """
        for standing in await self._server.recent_batches():
            fits = standing.total == len(record.requests) and standing.created >= record.sending - _CLOCK_SKEW
            if fits and await self._ended(standing.id):
                replies = await self._server.batch_replies(standing.id)
                if replies.keys() == record.requests.keys():
                    return standing.id
        return ""

    async def _ended(self, batch: str) -> bool:
        """Wait for the end of a batch, telling how far it is; False when the server does not know it."""
        told = -1
        for number in range(10**6):
            standing = await self._server.batch_standing(batch)
            if standing is None or standing.ended:
                return standing is not None
            if standing.done != told:
                told = standing.done
                self.tell(f"{batch}: {standing.done} of {standing.total} done; a batch may take hours, and may be left")
            await asyncio.sleep(_PAUSES[number] if number < len(_PAUSES) else _LONGEST_PAUSE)
        raise AssertionError("a batch ends within a day")


def _where(wanted: Wanted) -> str:
    """The head of a custom id, which a person reads: whose request it is."""
    chapter = wanted.asker.chapter
    return f"{f'ch{chapter:02d}' if chapter is not None else 'book'}-{wanted.asker.role}"[:24]


def text_of(request: ModelRequest) -> str:
    """A request as text, to be measured."""
    return json.dumps(request.body, ensure_ascii=False)
