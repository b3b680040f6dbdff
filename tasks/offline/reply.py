"""What a role hands back: a reply (body and note) or calls of read-only tools."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from memory_schema.markers import Marker
from memory_schema.notes import StructuredNote
from tasks.offline.request import Brief, Json


@dataclass(frozen=True)
class Reply:
    """A finished text: `body` is Markdown without the marker, `note` the five fields (PROTOCOL 3.7)."""

    body: str
    note: StructuredNote


@dataclass(frozen=True)
class ToolCall:
    """One call of a read-only tool: `read_file`, `list_files` or `search`."""

    name: str
    input: Mapping[str, Json]


@dataclass(frozen=True)
class ToolCalls:
    """The calls of one assistant turn; `text` is said before them."""

    calls: tuple[ToolCall, ...]
    text: str = ""


RoleFunction = Callable[[Brief], Reply | ToolCalls]
"""How a role answers: a pure function of the request."""


def render_reply(reply: Reply, marker: Marker) -> str:
    """The reply as it goes over the wire: body, marker line, note as JSON (PROTOCOL 3.5)."""
    return f"{reply.body.rstrip()}\n\n{marker.line}\n\n{render_note_json(reply.note)}\n"


def render_note_json(note: StructuredNote) -> str:
    """The note as one JSON object."""
    return note.model_dump_json(indent=2)
