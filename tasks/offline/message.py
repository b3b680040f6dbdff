"""The answer of the Messages API: content blocks, stop reason, usage; whole or as an event stream."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from memory_schema.lengths import estimate_tokens
from tasks.offline.prompt_cache import CacheUse
from tasks.offline.request import Json

StopReason = Literal["end_turn", "max_tokens", "tool_use", "refusal"]
Count = Callable[[str], int]
"""Counts the tokens of a text; without a tokenizer an estimate."""
_DELTA_CHARACTERS = 2_000


@dataclass(frozen=True)
class Message:
    """One assistant message. `content` holds API blocks (thinking, text, tool_use)."""

    id: str
    model: str
    content: tuple[dict[str, Json], ...]
    stop_reason: StopReason
    input: CacheUse
    output_tokens: int

    def as_json(self) -> dict[str, Json]:
        """The message as the API sends it without streaming."""
        return {
            "id": self.id,
            "type": "message",
            "role": "assistant",
            "model": self.model,
            "content": list(self.content),
            "stop_reason": self.stop_reason,
            "stop_sequence": None,
            "usage": _usage(self.input, self.output_tokens),
        }


def message_id(request: bytes) -> str:
    """An id that depends on the request alone, so that equal runs log equal ids."""
    return f"msg_offline_{hashlib.sha256(request).hexdigest()[:20]}"


def text_block(text: str) -> dict[str, Json]:
    """A text block."""
    return {"type": "text", "text": text}


def thinking_block(thought: str) -> dict[str, Json]:
    """A thinking block, as some models send before the text."""
    return {"type": "thinking", "thinking": thought, "signature": "offline"}


def tool_block(number: int, name: str, given: Mapping[str, Json]) -> dict[str, Json]:
    """A tool_use block; ids count up over the conversation."""
    return {"type": "tool_use", "id": f"toolu_offline_{number:04d}", "name": name, "input": dict(given)}


def cut_to(text: str, max_tokens: int) -> tuple[str, bool]:
    """The longest prefix of at most `max_tokens` by estimate, and whether anything was cut."""
    if estimate_tokens(text) <= max_tokens:
        return text, False
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if estimate_tokens(text[:middle]) <= max_tokens:
            low = middle
        else:
            high = middle - 1
    return text[: max(low, 1)], True


def output_tokens(content: tuple[dict[str, Json], ...], count: Count = estimate_tokens) -> int:
    """Tokens of the blocks of a message."""
    return max(1, sum(count(_spoken(block)) for block in content))


def events(message: Message) -> Iterator[bytes]:
    """The message as server-sent events, in the order of the API."""
    start = message.as_json() | {"content": [], "stop_reason": None, "usage": _usage(message.input, 1)}
    yield event("message_start", {"message": start})
    for index, block in enumerate(message.content):
        yield event("content_block_start", {"index": index, "content_block": _hollow(block)})
        for delta in _deltas(block):
            yield event("content_block_delta", {"index": index, "delta": delta})
        yield event("content_block_stop", {"index": index})
    yield event(
        "message_delta",
        {
            "delta": {"stop_reason": message.stop_reason, "stop_sequence": None},
            "usage": {"output_tokens": message.output_tokens},
        },
    )
    yield event("message_stop", {})


def event(name: str, data: Mapping[str, Json]) -> bytes:
    """One server-sent event."""
    return f"event: {name}\ndata: {json.dumps({'type': name, **data}, ensure_ascii=False)}\n\n".encode()


def _usage(given: CacheUse, taken: int) -> dict[str, Json]:
    return {
        "input_tokens": given.uncached,
        "output_tokens": taken,
        "cache_creation_input_tokens": given.written_5m + given.written_1h,
        "cache_read_input_tokens": given.read,
        "cache_creation": {
            "ephemeral_5m_input_tokens": given.written_5m,
            "ephemeral_1h_input_tokens": given.written_1h,
        },
    }


def _hollow(block: dict[str, Json]) -> dict[str, Json]:
    empty: dict[str, dict[str, Json]] = {
        "text": {"text": ""},
        "thinking": {"thinking": "", "signature": ""},
        "tool_use": {"input": {}},
    }
    return block | empty[str(block["type"])]


def _deltas(block: dict[str, Json]) -> Iterator[dict[str, Json]]:
    if block["type"] == "tool_use":
        yield {"type": "input_json_delta", "partial_json": json.dumps(block["input"], ensure_ascii=False)}
        return
    kind = str(block["type"])
    text = str(block[kind])
    for at in range(0, len(text), _DELTA_CHARACTERS):
        yield {"type": f"{kind}_delta", kind: text[at : at + _DELTA_CHARACTERS]}
    if kind == "thinking":
        yield {"type": "signature_delta", "signature": block["signature"]}


def _spoken(block: dict[str, Json]) -> str:
    if block["type"] == "tool_use":
        return json.dumps(block["input"], ensure_ascii=False)
    return str(block[str(block["type"])])
