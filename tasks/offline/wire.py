"""The Messages API request as data: turns, blocks and the ticket, checked but not interpreted."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

Json = str | int | float | bool | None | list["Json"] | dict[str, "Json"]
"""A JSON value."""

_TICKET = re.compile(r"^- (?P<key>[^:\n]+): (?P<value>.+?)\s*$")


class BadRequest(ValueError):
    """A request that the API would answer with 400 invalid_request_error; the message is one line."""


@dataclass(frozen=True)
class ToolUse:
    """A tool_use block."""

    id: str
    name: str
    input: Mapping[str, Json]


@dataclass(frozen=True)
class ToolResult:
    """A tool_result block."""

    id: str
    text: str
    is_error: bool


@dataclass(frozen=True)
class Turn:
    """One message, its blocks sorted by kind (thinking blocks are dropped)."""

    role: str
    texts: tuple[str, ...]
    tool_uses: tuple[ToolUse, ...] = ()
    tool_results: tuple[ToolResult, ...] = ()


def read_turns(value: object) -> tuple[Turn, ...]:
    """The messages of a request. Raises BadRequest."""
    if not isinstance(value, list) or not value:
        raise BadRequest("messages: at least one message is required")
    turns = tuple(_turn(as_object(item), number) for number, item in enumerate(value))
    if turns[0].role != "user":
        raise BadRequest("messages: first message must use the user role")
    return turns


def read_system(value: object) -> str:
    """The system prompt as one text. Raises BadRequest."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "\n".join(str(as_object(block).get("text", "")) for block in value)
    raise BadRequest("system: must be a string or a list of text blocks")


def read_ticket(text: str) -> dict[str, Json]:
    """The `- key: JSON` lines between "## Ticket" and the next heading; empty where there is none."""
    lines = text.split("\n")
    if "## Ticket" not in (line.rstrip() for line in lines):
        return {}
    start = [line.rstrip() for line in lines].index("## Ticket") + 1
    ticket: dict[str, Json] = {}
    for line in lines[start:]:
        if line.startswith("#"):
            break
        match = _TICKET.match(line)
        if match:
            ticket[match["key"].strip()] = _json_or_text(match["value"])
    return ticket


def text_of(turn: Turn) -> str:
    """All text of a turn, joined as the API joins text blocks: without anything between."""
    return "".join(turn.texts)


def as_object(value: object) -> Mapping[str, object]:
    """A JSON object. Raises BadRequest for anything else."""
    if isinstance(value, dict):
        return value
    raise BadRequest(f"messages: an object was expected, not {type(value).__name__}")


def whole_number(value: object, name: str) -> int:
    """A positive whole number. Raises BadRequest."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 1:
        return value
    raise BadRequest(f"{name}: a whole number of at least 1 is required")


def _turn(message: Mapping[str, object], number: int) -> Turn:
    role = message.get("role")
    if role not in ("user", "assistant"):
        raise BadRequest(f'messages.{number}.role: must be "user" or "assistant"')
    content = message.get("content")
    if isinstance(content, str):
        return Turn(str(role), (content,))
    if not isinstance(content, list):
        raise BadRequest(f"messages.{number}.content: must be a string or a list of blocks")
    texts: list[str] = []
    uses: list[ToolUse] = []
    results: list[ToolResult] = []
    for block in map(as_object, content):
        kind = block.get("type")
        if kind == "text":
            texts.append(str(block.get("text", "")))
        elif kind == "tool_use":
            given = block.get("input")
            uses.append(ToolUse(str(block.get("id")), str(block.get("name")), given if isinstance(given, dict) else {}))
        elif kind == "tool_result":
            results.append(
                ToolResult(
                    str(block.get("tool_use_id")), _result_text(block.get("content")), block.get("is_error") is True
                )
            )
        elif kind not in ("thinking", "redacted_thinking"):
            raise BadRequest(f'messages.{number}.content: block type "{kind}" is not supported here')
    return Turn(str(role), tuple(texts), tuple(uses), tuple(results))


def _result_text(content: object) -> str:
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "".join(str(as_object(block).get("text", "")) for block in content)
    return ""


def _json_or_text(value: str) -> Json:
    try:
        found: Json = json.loads(value)
    except ValueError:
        return value
    return found
