"""Message Batches of the offline server: create, retrieve, list, results, cancel, as documented.

A batch is in progress until its time has come; then its requests are answered as single calls would be, each
by itself: one that the API would refuse is errored and harms no other. What was sent lives in the app.
"""

from __future__ import annotations

import datetime
import json
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from tasks.offline.request import Json
from tasks.offline.wire import BadRequest

MOST_REQUESTS = 100_000
Answer = Callable[[Mapping[str, object]], dict[str, Json]]
"""A request to the message that answers it, as JSON. Raises BadRequest."""
_ID = re.compile(r"[a-zA-Z0-9_-]{1,64}")


class NoSuchBatch(Exception):
    """A batch that this server does not know."""


class NotEnded(Exception):
    """A batch whose results are asked for too early."""


@dataclass
class _Batch:
    id: str
    requests: dict[str, Mapping[str, object]]
    created: float
    results: dict[str, dict[str, Json]] = field(default_factory=dict)
    cancelled: float | None = None
    ended: float | None = None


class BatchDesk:
    """All batches of one server.

    Args:
        answer: answers one request.
        seconds: how long a batch is in progress.
        clock: seconds since the epoch; replaced in tests.
    """

    def __init__(self, answer: Answer, seconds: float = 0.0, clock: Callable[[], float] = time.time) -> None:
        self._answer = answer
        self._seconds = seconds
        self._clock = clock
        self._batches: dict[str, _Batch] = {}

    def create(self, body: Mapping[str, object]) -> dict[str, Json]:
        """Take a batch. Raises BadRequest: no requests, a custom_id that is missing, wrong or used twice."""
        given = body.get("requests")
        if not isinstance(given, list) or not 1 <= len(given) <= MOST_REQUESTS:
            raise BadRequest(f"requests: between 1 and {MOST_REQUESTS} requests are required")
        requests: dict[str, Mapping[str, object]] = {}
        for number, item in enumerate(given):
            name, params = (item.get("custom_id"), item.get("params")) if isinstance(item, dict) else (None, None)
            if not isinstance(name, str) or not _ID.fullmatch(name) or not isinstance(params, dict):
                raise BadRequest(
                    f"requests.{number}: custom_id (1 to 64 of a-z, A-Z, 0-9, _, -) and params are required"
                )
            if name in requests:
                raise BadRequest(f"requests.{number}.custom_id: {name} is used twice")
            requests[name] = params
        made = _Batch(f"msgbatch_offline_{len(self._batches) + 1:04d}", requests, self._clock())
        self._batches[made.id] = made
        return self._shown(made)

    def retrieve(self, wanted: str) -> dict[str, Json]:
        """The state of a batch. Raises NoSuchBatch."""
        return self._shown(self._moved(self._found(wanted)))

    def list(self) -> dict[str, Json]:
        """All batches, the newest first, on one page."""
        shown: list[Json] = [self._shown(self._moved(batch)) for batch in reversed(self._batches.values())]
        ids = list(reversed(self._batches))
        return {
            "data": shown,
            "has_more": False,
            "first_id": ids[0] if ids else None,
            "last_id": ids[-1] if ids else None,
        }

    def results(self, wanted: str) -> str:
        """The results as JSON lines. Raises NoSuchBatch, NotEnded."""
        batch = self._moved(self._found(wanted))
        if batch.ended is None:
            raise NotEnded(f"{wanted} has not ended yet")
        rows = ({"custom_id": name, "result": result} for name, result in batch.results.items())
        return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)

    def cancel(self, wanted: str) -> dict[str, Json]:
        """Cancel what is not answered yet. Raises NoSuchBatch."""
        batch = self._moved(self._found(wanted))
        if batch.ended is None:
            batch.cancelled = self._clock()
        return self._shown(batch)

    def _found(self, wanted: str) -> _Batch:
        if wanted not in self._batches:
            raise NoSuchBatch(f"{wanted[:80]}: no such batch")
        return self._batches[wanted]

    def _moved(self, batch: _Batch) -> _Batch:
        """A batch as it stands now: answered when its time has come, cancelled when that was asked for."""
        now = self._clock()
        if batch.ended is None and (batch.cancelled is not None or now >= batch.created + self._seconds):
            batch.ended = now
            for name, params in batch.requests.items():
                batch.results[name] = {"type": "canceled"} if batch.cancelled is not None else self._result(params)
        return batch

    def _result(self, params: Mapping[str, object]) -> dict[str, Json]:
        try:
            message = self._answer(params)
        except BadRequest as error:
            problem: dict[str, Json] = {"type": "invalid_request_error", "message": str(error)}
            return {"type": "errored", "error": {"type": "error", "error": problem, "request_id": None}}
        usage = message.get("usage")
        if isinstance(usage, dict):
            message["usage"] = usage | {"service_tier": "batch"}
        return {"type": "succeeded", "message": message}

    def _shown(self, batch: _Batch) -> dict[str, Json]:
        state = "in_progress" if batch.cancelled is None else "canceling"
        kinds = [str(result["type"]) for result in batch.results.values()]
        return {
            "id": batch.id,
            "type": "message_batch",
            "processing_status": state if batch.ended is None else "ended",
            "request_counts": {
                "processing": len(batch.requests) - len(kinds),
                "succeeded": kinds.count("succeeded"),
                "errored": kinds.count("errored"),
                "canceled": kinds.count("canceled"),
                "expired": 0,
            },
            "created_at": _iso(batch.created),
            "expires_at": _iso(batch.created + 86_400),
            "ended_at": _iso(batch.ended) if batch.ended is not None else None,
            "cancel_initiated_at": _iso(batch.cancelled) if batch.cancelled is not None else None,
            "archived_at": None,
            "results_url": f"/v1/messages/batches/{batch.id}/results" if batch.ended is not None else None,
        }


def _iso(moment: float) -> str:
    return datetime.datetime.fromtimestamp(moment, datetime.UTC).isoformat().replace("+00:00", "Z")
