"""The whole process of an agent on disk, as it happens, also when the agent dies (PROTOCOL 3).

One folder a call, below the attempt's notes: `calls/ROLE[-round-K]/call-N/` with

- `prompt.json`       the first request as sent, durable before the call,
- `transcript.jsonl`  every later turn, every reply, failure and tool result, one JSON object a line,
- `reply.md`          the final text: body, marker, note,
- `note.json`         the note inside its limits,
- `overflow.md`       what did not fit the note.
"""

from __future__ import annotations

import json
import re

from memory_schema.paths import attempt_notes
from memory_schema.pointers import PointerList
from memory_schema.usage import Charge
from memory_schema.workspace import Workspace
from tasks.agent.model import Json, JsonObject, ModelReply, ModelRequest

PROMPT, TRANSCRIPT, REPLY, NOTE, OVERFLOW = "prompt.json", "transcript.jsonl", "reply.md", "note.json", "overflow.md"
_ATTEMPT = re.compile(r"^output/notes/[^/]+/(?:[a-z]+-)?a\d+(?=/)")


def calls_folder(pointers: PointerList) -> str:
    """Where the calls of one (role, chapter, attempt, round) lie, BOOK-relative."""
    if pointers.chapter is not None:
        base = attempt_notes(pointers.chapter, pointers.attempt)
    else:
        match = _ATTEMPT.match(pointers.output)
        base = match[0] if match else f"output/notes/book/a{pointers.attempt}"
    return f"{base}/calls/{pointers.role}" + (f"-round-{pointers.round}" if pointers.round > 1 else "")


def calls_in(workspace: Workspace, folder: str) -> tuple[int, ...]:
    """The numbers of the calls in a role's folder."""
    found = (re.search(r"/call-(\d+)$", name) for name in workspace.folders(folder))
    return tuple(int(match[1]) for match in found if match)


class Transcript:
    """The log of one call. Opening it takes the next call number."""

    def __init__(self, workspace: Workspace, folder: str, number: int, *, begun: bool = False) -> None:
        self._workspace = workspace
        self.folder = f"{folder}/call-{number}"
        self.number = number
        self._pending: list[JsonObject] = []
        self._begun = begun

    @classmethod
    def open(cls, workspace: Workspace, pointers: PointerList) -> Transcript:
        """A new call of this role; earlier calls stay where they are."""
        folder = calls_folder(pointers)
        return cls(workspace, folder, 1 + max(calls_in(workspace, folder), default=0))

    @classmethod
    def reopen(cls, workspace: Workspace, pointers: PointerList, number: int) -> Transcript:
        """A call that was broken off, to be gone on with: its prompt is stored."""
        return cls(workspace, calls_folder(pointers), number, begun=True)

    @property
    def log(self) -> str:
        """The name of the log, for receipts and notes."""
        return f"{self.folder}/{TRANSCRIPT}"

    def prompt(self, request: ModelRequest) -> None:
        """Store the first request of the call as it will be sent; durable when it returns."""
        if self._begun:
            return
        self._begun = True
        self._workspace.replace(f"{self.folder}/{PROMPT}", _json(request.body, indent=1) + "\n")

    def record(self, event: str, **data: Json) -> None:
        """Note an event; it is on disk after the next `flush`."""
        self._pending.append({"event": event, **data})

    def reply(self, reply: ModelReply, charge: Charge) -> None:
        """Note a model's reply with what it was charged; on disk after the next `flush`."""
        self.record(
            "reply",
            model=charge.model,
            stop_reason=reply.stop_reason,
            usage=reply.usage.model_dump(),
            charge=charge.model_dump(mode="json"),
            request_id=reply.request_id,
            content=list(reply.blocks),
        )

    def flush(self) -> None:
        """Write what was recorded, in one durable append."""
        if self._pending:
            lines, self._pending = [_json(item) for item in self._pending], []
            self._workspace.append(self.log, "\n".join(lines))

    def store(self, name: str, text: str) -> str:
        """Write one of the files beside the log; returns its name."""
        path = f"{self.folder}/{name}"
        self._workspace.replace(path, text)
        return path


def _json(value: Json, indent: int | None = None) -> str:
    # Line separators of Unicode stay escaped, so that one event is one line for every reader.
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029").replace("\u0085", "\\u0085")
