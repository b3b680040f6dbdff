"""The offline author as an ASGI app that speaks the Messages API.

Behind the SDK's own transport::

    transport = httpx2.ASGITransport(app=offline_app())
    client = AsyncAnthropic(
        api_key="offline", base_url="http://offline", http_client=httpx2.AsyncClient(transport=transport)
    )

Routes: POST /v1/messages (streaming or not), POST /v1/messages/count_tokens, GET /v1/models[/ID], and
POST and GET /v1/messages/batches[/ID[/results or /cancel]].
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, MutableMapping

from memory_schema.lengths import estimate_tokens
from tasks.offline.asgi import ASGIApp, Receive, Scope, Send, read_body
from tasks.offline.author import Author
from tasks.offline.batches import BatchDesk, NoSuchBatch, NotEnded
from tasks.offline.faults import Fault, FaultLog, FaultPlan
from tasks.offline.message import Count, Message, event, events
from tasks.offline.prompt_cache import PromptCache
from tasks.offline.reply import RoleFunction
from tasks.offline.request import BadRequest, Json
from tasks.offline.roles import ROLES

OFFLINE_MODEL = "offline-author"
_WINDOW, _OUTPUT = 1_000_000, 128_000
_STATUS = {
    Fault.HTTP_400: (400, "invalid_request_error"),
    Fault.HTTP_429: (429, "rate_limit_error"),
    Fault.HTTP_500: (500, "api_error"),
    Fault.HTTP_529: (529, "overloaded_error"),
}
_STALL_SECONDS = 3_600.0
_BATCHES = "/v1/messages/batches"


def offline_app(
    faults: FaultPlan | None = None,
    roles: Mapping[str, RoleFunction] = ROLES,
    count: Count = estimate_tokens,
    cache: PromptCache | None = None,
    pause: float = 0.0,
    batch_seconds: float = 0.0,
) -> ASGIApp:
    """An app of its own; the count of faults and what it has cached live in it.

    Args:
        faults: which calls go wrong; None = none.
        roles: who answers for which role of the contract table.
        count: counts the tokens that usage reports.
        cache: how prompts are cached; None = as documented, with one minimum for all models.
        pause: seconds from the arrival of a request to the beginning of its answer.
        batch_seconds: how long a batch of requests is in progress.
    """
    author = Author(roles, FaultLog(faults or FaultPlan()), count)
    prompts = cache or PromptCache(count=count)
    desk = BatchDesk(lambda body: _answered(author, prompts, body), batch_seconds)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        method, path = str(scope["method"]), str(scope["path"])
        if (method, path) == ("POST", "/v1/messages"):
            await _messages(author, prompts, pause, await read_body(receive), send)
        elif (method, path) == ("POST", "/v1/messages/count_tokens"):
            await _count(prompts, await read_body(receive), send)
        elif path == _BATCHES or path.startswith(f"{_BATCHES}/"):
            await _batches(desk, method, path.removeprefix(_BATCHES).strip("/"), await read_body(receive), send)
        elif method == "GET" and path.startswith("/v1/models"):
            await _models(path.removeprefix("/v1/models").strip("/"), send)
        else:
            await _error(send, 404, "not_found_error", f"{method} {path}: no such resource here")

    return app


async def _messages(author: Author, prompts: PromptCache, pause: float, raw: bytes, send: Send) -> None:
    try:
        body = _object(raw)
        given, begun = prompts.look(body)
        if pause:
            await asyncio.sleep(pause)
        brief, faults = author.read(body)
        refused = next((_STATUS[fault] for fault in faults if fault in _STATUS), None)
        if refused is not None:
            await _error(send, *refused, "a planted fault: this call goes wrong on purpose")
            return
        message = author.answer(body, brief, faults, given)
    except BadRequest as error:
        await _error(send, 400, "invalid_request_error", str(error))
        return
    except Exception as error:
        await _error(send, 400, "invalid_request_error", f"the offline author failed: {type(error).__name__}: {error}")
        return
    begun()
    if body.get("stream") is True:
        await _stream(message, faults, send)
    else:
        await _json(send, 200, message.as_json())


def _answered(author: Author, prompts: PromptCache, body: Mapping[str, object]) -> dict[str, Json]:
    """The answer to one request of a batch; the cache serves it too. Raises BadRequest."""
    given, begun = prompts.look(body)
    brief, faults = author.read(body)
    if any(fault in _STATUS for fault in faults):
        raise BadRequest("a planted fault: this request of a batch goes wrong on purpose")
    message = author.answer(body, brief, faults, given)
    begun()
    return message.as_json()


async def _batches(desk: BatchDesk, method: str, rest: str, raw: bytes, send: Send) -> None:
    wanted, _, verb = rest.partition("/")
    try:
        if (method, verb) == ("GET", "results"):
            rows = desk.results(wanted).encode(errors="replace")
            await send(_head(200, "application/x-jsonl"))
            await send({"type": "http.response.body", "body": rows})
        elif (method, verb) == ("POST", "cancel"):
            await _json(send, 200, desk.cancel(wanted))
        elif (method, rest) == ("POST", ""):
            await _json(send, 200, desk.create(_object(raw)))
        elif (method, verb) == ("GET", ""):
            await _json(send, 200, desk.retrieve(wanted) if wanted else desk.list())
        else:
            await _error(send, 404, "not_found_error", f"{method} {_BATCHES}/{rest}: no such resource here")
    except NoSuchBatch as error:
        await _error(send, 404, "not_found_error", str(error))
    except (BadRequest, NotEnded) as error:
        await _error(send, 400, "invalid_request_error", str(error))


async def _stream(message: Message, faults: Mapping[Fault, str], send: Send) -> None:
    pieces = list(events(message))
    broken = faults.keys() & {Fault.RESET, Fault.EARLY_END, Fault.STREAM_ERROR, Fault.STALL}
    await send(_head(200, "text/event-stream; charset=utf-8"))
    for piece in pieces[: max(3, len(pieces) // 2)] if broken else pieces:
        await send({"type": "http.response.body", "body": piece, "more_body": True})
    if Fault.STALL in faults:
        await asyncio.sleep(float(faults[Fault.STALL] or _STALL_SECONDS))
    if Fault.RESET in faults:
        raise ConnectionResetError("a planted fault: the connection breaks in the middle of the stream")
    last = b""
    if Fault.STREAM_ERROR in faults:
        last = event("error", {"error": {"type": "overloaded_error", "message": "a planted fault: overloaded"}})
    await send({"type": "http.response.body", "body": last, "more_body": False})


async def _count(prompts: PromptCache, raw: bytes, send: Send) -> None:
    try:
        await _json(send, 200, {"input_tokens": prompts.tokens(_object(raw))})
    except BadRequest as error:
        await _error(send, 400, "invalid_request_error", str(error))


async def _models(wanted: str, send: Send) -> None:
    model: dict[str, Json] = {
        "type": "model",
        "id": wanted or OFFLINE_MODEL,
        "display_name": "Offline author",
        "created_at": "1970-01-01T00:00:00Z",
        "lifecycle": "active",
        "max_input_tokens": _WINDOW,
        "max_tokens": _OUTPUT,
    }
    if wanted:
        await _json(send, 200, model)
    else:
        page: dict[str, Json] = {"data": [model], "has_more": False, "first_id": model["id"], "last_id": model["id"]}
        await _json(send, 200, page)


def _object(raw: bytes) -> Mapping[str, object]:
    try:
        body = json.loads(raw)
    except (ValueError, RecursionError):
        raise BadRequest("the body is no valid JSON") from None
    if not isinstance(body, dict):
        raise BadRequest("the body must be a JSON object")
    return body


def _head(status: int, kind: str) -> MutableMapping[str, object]:
    headers = [(b"content-type", kind.encode()), (b"request-id", b"req_offline")]
    return {"type": "http.response.start", "status": status, "headers": headers}


async def _json(send: Send, status: int, value: Mapping[str, Json]) -> None:
    await send(_head(status, "application/json"))
    body = json.dumps(value, ensure_ascii=False).encode(errors="replace")
    await send({"type": "http.response.body", "body": body, "more_body": False})


async def _error(send: Send, status: int, kind: str, message: str) -> None:
    await _json(send, status, {"type": "error", "error": {"type": kind, "message": message}})
