"""The neutral shape of a model call: what is sent, what comes back, who can be asked.

A request is one JSON object in the form of the Messages API, kept as it was sent and stored beside
its reply, also when the call failed. Only `tasks.agent.claude` knows an SDK.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from memory_schema.errors import CallFailed
from memory_schema.usage import Usage

Json: TypeAlias = "str | int | float | bool | Sequence[Json] | Mapping[str, Json] | None"
"""A JSON value."""
JsonObject: TypeAlias = dict[str, Json]

END_TURN = "end_turn"
MAX_TOKENS = "max_tokens"
STOP_SEQUENCE = "stop_sequence"
TOOL_USE = "tool_use"
PAUSE_TURN = "pause_turn"
REFUSAL = "refusal"
WINDOW_EXCEEDED = "model_context_window_exceeded"
ENDED_BY_ITSELF = (END_TURN, STOP_SEQUENCE)
"""The stop reasons that say that the model ended its reply by itself (PROTOCOL 3.5)."""


@dataclass(frozen=True)
class ToolCall:
    """A call of a tool, as the model wrote it; `input` is whatever JSON it chose."""

    id: str
    name: str
    input: Json


@dataclass(frozen=True)
class ModelReply:
    """A reply as it came: `blocks` as JSON, to be sent back unchanged in the next turn."""

    blocks: tuple[JsonObject, ...]
    stop_reason: str | None
    usage: Usage
    model: str = ""
    request_id: str = ""
    batch: bool = False
    """Whether it came through a batch, which is charged half."""

    @property
    def text(self) -> str:
        """The text blocks, joined; thinking and tool blocks are passed over."""
        return "".join(str(block.get("text", "")) for block in self.blocks if block.get("type") == "text")

    @property
    def written(self) -> str:
        """Everything that the model wrote for others: the text and the input of its tool calls, not its thinking."""
        return self.text + "".join(json.dumps(call.input, ensure_ascii=False) for call in self.tool_calls)

    @property
    def tool_calls(self) -> tuple[ToolCall, ...]:
        """The tool calls in order."""
        return tuple(
            ToolCall(str(block.get("id", "")), str(block.get("name", "")), block.get("input"))
            for block in self.blocks
            if block.get("type") == "tool_use"
        )


class ModelCallFailed(CallFailed):
    """A failed call with what it cost all the same: `usage` and the partial text are kept."""

    def __init__(self, message: str, *, retryable: bool, usage: Usage | None = None, partial: str = "") -> None:
        super().__init__(message, retryable=retryable)
        self.usage = usage or Usage()
        self.partial = partial


@dataclass(frozen=True)
class ModelRequest:
    """One call. `body` is the whole Messages API request, without anything secret."""

    body: JsonObject = field(default_factory=dict)

    @property
    def model(self) -> str:
        """The model that is asked."""
        return str(self.body.get("model", ""))


@dataclass(frozen=True)
class BatchStanding:
    """How far a batch of requests is: `done` of `total`; `created` in seconds since the epoch."""

    id: str
    ended: bool
    done: int
    total: int
    created: float


Begun = Callable[[], None]
"""Told that the response has begun: from then on a server can read what the request cached."""


def ignore_beginning() -> None:
    """Nobody waits for the beginning."""


class ModelClient(Protocol):
    """Whoever answers a request: Claude, any server that speaks the Messages API, the offline author."""

    @property
    def base_url(self) -> str:
        """Where requests go, for logs."""
        ...

    @property
    def key_hint(self) -> str:
        """At most the last 6 characters of the key, for logs (PROTOCOL 3, Logs)."""
        ...

    async def count_tokens(self, request: ModelRequest) -> int | None:
        """The exact input tokens of a request; None where the server does not count. Costs nothing."""
        ...

    async def send(self, request: ModelRequest, begun: Begun = ignore_beginning) -> ModelReply:
        """Ask once, and say when the response begins. Raises ModelCallFailed, never anything of an SDK."""
        ...


def build_request(
    *,
    model: str,
    system: str,
    messages: Sequence[JsonObject],
    max_tokens: int,
    tools: Sequence[JsonObject] = (),
    effort: str | None = None,
) -> ModelRequest:
    """A request in the plainest form that any server understands (FACTS: text blocks only)."""
    body: JsonObject = {"model": model, "max_tokens": max_tokens, "system": system, "messages": list(messages)}
    if tools:
        body["tools"] = list(tools)
    if effort is not None:
        body["output_config"] = {"effort": effort}
    return ModelRequest(body)


def user_turn(*texts: str) -> JsonObject:
    """A user message of text blocks."""
    return {"role": "user", "content": [{"type": "text", "text": text} for text in texts]}


def assistant_turn(reply: ModelReply, *, with_tools: bool = True) -> JsonObject:
    """What the assistant said, as the history of the next turn.

    Blank text blocks are left out, since the API refuses them in a request; tool calls too where
    nothing will answer them.
    """
    kept = [
        block
        for block in reply.blocks
        if (block.get("type") != "text" or str(block.get("text", "")).strip())
        and (with_tools or block.get("type") != "tool_use")
    ]
    return {"role": "assistant", "content": kept}


def tool_turn(results: Sequence[tuple[ToolCall, str, bool]]) -> JsonObject:
    """The results of tools, (call, text, is_error) each, as one user message."""
    return {
        "role": "user",
        "content": [
            {"type": "tool_result", "tool_use_id": call.id, "content": text, "is_error": is_error}
            for call, text, is_error in results
        ],
    }


def cache_lifetimes(value: Json) -> Iterator[str]:
    """The times to live of every `cache_control` in a request: "5m" or "1h"."""
    if isinstance(value, Mapping):
        control = value.get("cache_control")
        if isinstance(control, Mapping):
            yield str(control.get("ttl", "5m"))
        for name, inner in value.items():
            if name in ("system", "messages", "content", "tools"):
                yield from cache_lifetimes(inner)
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for inner in value:
            yield from cache_lifetimes(inner)


def texts_of(message: JsonObject) -> tuple[str, ...]:
    """Every text of a message: text blocks, results of tools, the input of tool calls."""
    content = message.get("content")
    if isinstance(content, str) or not isinstance(content, Sequence):
        return (str(content),)
    found: list[str] = []
    for block in content:
        if isinstance(block, Mapping):
            kind = block.get("type")
            key = {"text": "text", "tool_result": "content", "tool_use": "input", "thinking": "thinking"}.get(str(kind))
            found.append(str(block.get(key, "")) if key else "")
    return tuple(text for text in found if text)
