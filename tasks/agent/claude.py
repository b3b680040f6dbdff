"""The one module that knows the anthropic SDK: asks a server that speaks the Messages API.

It always streams and collects the final message, puts its own deadline around the whole call, counts
the repetitions of transport faults that the SDK does not retry within the same limit, and turns every
failure into one line that names the base URL and never the key (FACTS, anthropic).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

import anthropic
import httpx2
from anthropic.lib.streaming import AsyncMessageStream

from memory_schema.book import Effort
from memory_schema.errors import ConfigError
from memory_schema.usage import Usage
from tasks.agent.capabilities import EFFORTS, Profile
from tasks.agent.failures import Failure, early_end, status_failure, transport_failure, unreadable
from tasks.agent.model import (
    BatchStanding,
    Begun,
    JsonObject,
    ModelCallFailed,
    ModelReply,
    ModelRequest,
    ignore_beginning,
)

# An ASGI app takes scope, receive and send, whose types the ASGI specification leaves open.
AsgiApp = Callable[..., Awaitable[None]]
T = TypeVar("T")
PUBLIC_API = "https://api.anthropic.com"
KEY_HINT_CHARACTERS = 6
_RECENT = 100
_PAUSE_SECONDS = 0.5
_CONNECT_SECONDS = 30.0
_COUNTED = ("model", "messages", "system", "tools", "output_config")
"""What of a request has a say in its count."""
_FIELDS = {
    "text": ("type", "text"),
    "thinking": ("type", "thinking", "signature"),
    "redacted_thinking": ("type", "data"),
    "tool_use": ("type", "id", "name", "input"),
}


@dataclass
class _Call:
    """What one `send` has spent so far, over all its attempts."""

    attempts: int = 0
    usage: Usage = field(default_factory=Usage)
    partial: str = ""
    content_type: str = ""
    begun: Begun = ignore_beginning


class ClaudeClient:
    """Asks one server. Safe to share between tasks of one event loop; `close` it at the end.

    Args:
        api_key: the key; kept out of messages and logs but for its last 6 characters.
        base_url: None for the public API.
        app: an ASGI app that answers instead of the network (the offline author).
        deadline: seconds for one call, repetitions included.
        max_retries: at most so many repetitions of a call, the SDK's and ours together.

    Raises:
        ConfigError: there is no key.
    """

    def __init__(
        self,
        api_key: str | None,
        base_url: str | None = None,
        *,
        app: AsgiApp | None = None,
        deadline: float = 900.0,
        max_retries: int = 2,
    ) -> None:
        if not api_key:
            raise ConfigError("there is no key for the model: set ANTHROPIC_API_KEY, or unset model.name in book.toml")
        self._key = api_key
        self._base_url = (base_url or PUBLIC_API).rstrip("/")
        self._deadline = deadline
        self.max_retries = max_retries
        self._current: ContextVar[_Call] = ContextVar("call")
        timeout = httpx2.Timeout(deadline, connect=min(deadline, _CONNECT_SECONDS))
        transport = httpx2.ASGITransport(app=app) if app is not None else None
        self._client = anthropic.AsyncAnthropic(
            api_key=api_key,
            base_url=self._base_url,
            http_client=httpx2.AsyncClient(transport=transport, timeout=timeout),
            timeout=timeout,
            max_retries=max_retries,
            middleware=[self._count],
            open_telemetry=False,
        )

    @property
    def base_url(self) -> str:
        """Where requests go."""
        return self._base_url

    @property
    def key_hint(self) -> str:
        """The last 6 characters of a key that is long enough to spare them, else ""."""
        return self._key[-KEY_HINT_CHARACTERS:] if len(self._key) >= 4 * KEY_HINT_CHARACTERS else ""

    async def close(self) -> None:
        """Give the connections back."""
        await self._client.close()

    async def profile(self, model: str) -> Profile | None:
        """What the server says that a model can do; None where it does not say."""
        self._current.set(_Call())
        try:
            async with asyncio.timeout(min(self._deadline, _CONNECT_SECONDS)):
                info = await self._client.with_options(max_retries=0).models.retrieve(model)
            return _profile(info, self._base_url) if info.max_input_tokens and info.max_tokens else None
        except Exception:
            # Many servers that speak the Messages API have no list of models; the call itself will say what is wrong.
            return None

    async def count_tokens(self, request: ModelRequest) -> int | None:
        """The exact input tokens of a request; None where the server does not count."""
        self._current.set(_Call())
        body = {name: request.body[name] for name in _COUNTED if name in request.body}
        try:
            async with asyncio.timeout(min(self._deadline, _CONNECT_SECONDS)):
                counted = await self._client.with_options(max_retries=0).messages.count_tokens(
                    **cast("dict[str, Any]", body)
                )
            return int(counted.input_tokens)
        except Exception:
            return None

    async def send(self, request: ModelRequest, begun: Begun = ignore_beginning) -> ModelReply:
        """Ask once; usage of failed attempts is counted in. `begun` is told when the response begins.

        Raises:
            ModelCallFailed: every failure, with usage, partial text and `retryable`.
        """
        call = _Call(begun=begun)
        self._current.set(call)
        try:
            async with asyncio.timeout(self._deadline):
                return await self._repeat(request, call)
        except TimeoutError as error:
            failure = Failure(f"no whole reply within {self._deadline:g} seconds (limits.seconds)", True)
            raise self._failed(failure, call) from error

    async def _repeat(self, request: ModelRequest, call: _Call) -> ModelReply:
        while True:
            before = call.attempts
            cause: BaseException | None = None
            try:
                reply = await self._once(request, call)
                if reply.stop_reason is not None:
                    return reply
                failure = early_end()
            except Exception as error:
                failure, cause = self._explain(error, request, call), error
            call.attempts = max(call.attempts, before + 1)
            if not failure.repeat or call.attempts > self.max_retries:
                raise self._failed(failure, call) from cause
            await asyncio.sleep(_PAUSE_SECONDS * 2 ** (call.attempts - 1))

    async def _once(self, request: ModelRequest, call: _Call) -> ModelReply:
        client = self._client
        if call.attempts:
            client = client.with_options(max_retries=self.max_retries - call.attempts)
        # The body is checked by the server; its keys are those of `stream`.
        body = cast("dict[str, Any]", request.body)
        call.partial = call.content_type = ""
        async with client.messages.stream(**body) as stream:
            call.content_type = stream.response.headers.get("content-type", "")
            try:
                async for event in stream:
                    if event.type == "message_start":
                        call.begun()
                message = await stream.get_final_message()
            finally:
                reply = _snapshot(stream)
                if reply is not None:
                    call.usage += reply.usage
                    call.partial = reply.text
            return ModelReply(
                reply.blocks if reply is not None else (),
                message.stop_reason,
                call.usage.model_copy(update={"calls": 1}),
                message.model,
                stream.request_id or "",
                getattr(message.usage, "service_tier", None) == "batch",
            )

    async def create_batch(self, requests: Mapping[str, ModelRequest]) -> str:
        """Send requests as one batch, by custom id; returns the batch's id.

        Asked once only: an answer that is lost leaves a batch behind, which is looked for, never sent again.

        Raises:
            ModelCallFailed: `retryable` when it is not known whether the server took the batch.
        """
        rows: Any = [{"custom_id": name, "params": request.body} for name, request in requests.items()]
        batches = self._client.with_options(max_retries=0).messages.batches
        return str((await self._ask_batches(lambda: batches.create(requests=rows))).id)

    async def batch_standing(self, batch: str) -> BatchStanding | None:
        """How far a batch is; None when the server does not know it. Raises ModelCallFailed."""
        try:
            return _standing(await self._ask_batches(lambda: self._client.messages.batches.retrieve(batch)))
        except ModelCallFailed as error:
            if isinstance(error.__cause__, anthropic.NotFoundError):
                return None
            raise

    async def recent_batches(self) -> tuple[BatchStanding, ...]:
        """The newest batches of this key's workspace. Raises ModelCallFailed."""
        page = await self._ask_batches(lambda: self._client.messages.batches.list(limit=_RECENT))
        return tuple(map(_standing, page.data))

    async def batch_replies(self, batch: str) -> dict[str, ModelReply | str]:
        """The replies of an ended batch by custom id; of a request that failed, why. Raises ModelCallFailed."""

        async def collect() -> dict[str, ModelReply | str]:
            found: dict[str, ModelReply | str] = {}
            async for row in await self._client.messages.batches.results(batch):
                result = row.result
                found[row.custom_id] = _message_reply(result.message) if result.type == "succeeded" else result.type
            return found

        return await self._ask_batches(collect)

    async def cancel_batch(self, batch: str) -> None:
        """Ask the server to stop a batch. Raises ModelCallFailed."""
        await self._ask_batches(lambda: self._client.messages.batches.cancel(batch))

    async def _ask_batches(self, ask: Callable[[], Awaitable[T]]) -> T:
        call = _Call(content_type="application/json")
        self._current.set(call)
        try:
            async with asyncio.timeout(self._deadline):
                return await ask()
        except TimeoutError as error:
            raise self._failed(Failure(f"no answer within {self._deadline:g} seconds", True), call) from error
        except Exception as error:
            raise self._failed(self._explain(error, ModelRequest(), call), call) from error

    async def _count(
        self, request: anthropic.APIRequest, call_next: anthropic.AsyncCallNext
    ) -> anthropic.AsyncAPIResponse[Any]:
        """Middleware: runs once for each HTTP attempt, the SDK's own retries included."""
        self._current.get().attempts += 1
        return await call_next(request)

    def _failed(self, failure: Failure, call: _Call) -> ModelCallFailed:
        text = f"{self._base_url}: {failure.message}".replace(self._key, f"…{self.key_hint}")
        usage = call.usage.model_copy(update={"calls": 1})
        return ModelCallFailed(text, retryable=failure.retryable, usage=usage, partial=call.partial)

    def _explain(self, error: Exception, request: ModelRequest, call: _Call) -> Failure:
        if isinstance(error, anthropic.APIStatusError):
            message = error.api_message or (error.body if isinstance(error.body, str) else "") or ""
            return status_failure(
                error.status_code,
                error.type or "",
                error.error_code or "",
                message,
                retry_after="retry-after" in error.response.headers,
                model=request.model,
            )
        if isinstance(error, anthropic.APIConnectionError):
            cause = error.__cause__ or error
            return transport_failure(type(cause).__name__, str(cause), retried=True)
        if isinstance(error, httpx2.TransportError | OSError):
            return transport_failure(type(error).__name__, str(error), retried=False)
        if isinstance(error, json.JSONDecodeError | UnicodeDecodeError):
            return unreadable(call.content_type)
        if isinstance(error, AssertionError | RuntimeError | anthropic.APIResponseValidationError):
            # The SDK's own complaints about a stream without message_start (lib/streaming).
            return early_end() if "event-stream" in call.content_type else unreadable(call.content_type)
        return Failure(f"the call failed: {type(error).__name__}: {str(error)[:200]}", False)


def _profile(info: anthropic.types.ModelInfo, base_url: str) -> Profile:
    efforts: tuple[Effort, ...] = ()
    structured = False
    if info.capabilities is not None:
        effort = info.capabilities.effort
        efforts = tuple(level for level in EFFORTS if getattr(getattr(effort, level, None), "supported", False))
        structured = bool(info.capabilities.structured_outputs.supported)
    assert info.max_input_tokens is not None
    assert info.max_tokens is not None
    return Profile(info.id, info.max_input_tokens, info.max_tokens, efforts, structured, source=base_url)


def _snapshot(stream: AsyncMessageStream[None]) -> ModelReply | None:
    """The reply as far as it has come, or None before it began."""
    try:
        message = stream.current_message_snapshot
    except AssertionError:
        return None
    return ModelReply(_blocks(message), message.stop_reason, _used(message.usage))


def _message_reply(message: anthropic.types.Message) -> ModelReply:
    """A reply that came whole, through a batch."""
    usage = _used(message.usage).model_copy(update={"calls": 1})
    return ModelReply(_blocks(message), message.stop_reason, usage, message.model, batch=True)


def _standing(batch: anthropic.types.messages.MessageBatch) -> BatchStanding:
    counts = batch.request_counts
    done = counts.succeeded + counts.errored + counts.canceled + counts.expired
    return BatchStanding(
        batch.id, batch.processing_status == "ended", done, done + counts.processing, batch.created_at.timestamp()
    )


def _used(usage: anthropic.types.Usage) -> Usage:
    """The tokens of a reply; servers that speak the API leave out what they do not know."""
    written = usage.cache_creation_input_tokens or 0
    an_hour = getattr(usage.cache_creation, "ephemeral_1h_input_tokens", 0)
    thinking = getattr(usage.output_tokens_details, "thinking_tokens", 0)
    return Usage(
        uncached=usage.input_tokens or 0,
        cache_read=usage.cache_read_input_tokens or 0,
        cache_written_5m=max(0, written - (an_hour or 0)),
        cache_written_1h=min(written, an_hour or 0),
        output=usage.output_tokens or 0,
        thinking=thinking or 0,
    )


def _blocks(message: anthropic.types.Message) -> tuple[JsonObject, ...]:
    return tuple(_block(block.model_dump(mode="json", exclude_none=True)) for block in message.content)


def _block(dumped: JsonObject) -> JsonObject:
    """A block as it may be sent back: fields that the SDK adds for its own use are left out."""
    fields = _FIELDS.get(str(dumped.get("type")))
    return dumped if fields is None else {name: dumped[name] for name in fields if name in dumped}
