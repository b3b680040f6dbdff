"""A call that was broken off goes on where it was: what was paid is not paid again.

A cap, a kill or a lost connection ends a conversation between two turns. Its replies lie in the
transcript. When the same role is asked the very same thing again, they are given as they came, the tools
are carried out anew, and only what is missing is sent to the model. A conversation that came to its end
is replayed too as long as nothing was concluded from it: the run may have ended before the escalation.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import ValidationError

from memory_schema.usage import Charge
from memory_schema.workspace import Workspace
from tasks.agent.model import Json, JsonObject, ModelReply, ModelRequest
from tasks.agent.transcript import NOTE, PROMPT, TRANSCRIPT, calls_in

REFUSED = "refused"
"""The event that says that a reply was judged and stays unusable: it is not given again."""


@dataclass
class Again:
    """A reply of an earlier run. `followed`: what was done with it stands in the transcript too."""

    reply: ModelReply
    charge: Charge
    followed: bool = False


@dataclass
class Replay:
    """The replies of an earlier run, in order, with what they were charged."""

    replies: deque[Again] = field(default_factory=deque)

    def __bool__(self) -> bool:
        return bool(self.replies)

    def next(self) -> Again:
        """The next reply; each is given once."""
        return self.replies.popleft()


def find_replay(workspace: Workspace, folder: str, request: ModelRequest) -> tuple[int, Replay] | None:
    """The number of a call in a role's folder that asked this and was broken off, and its replies; None for none.

    The newest counts. A call whose note is stored was concluded; one that was refused is asked anew.
    """
    wanted = _without_marks(request.body)
    for number in sorted(calls_in(workspace, folder), reverse=True):
        call = f"{folder}/call-{number}"
        if workspace.exists(f"{call}/{NOTE}") or not workspace.exists(f"{call}/{TRANSCRIPT}"):
            continue
        if _without_marks(_json(workspace.read_or(f"{call}/{PROMPT}"))) != wanted:
            continue
        replies = _replies(workspace.read(f"{call}/{TRANSCRIPT}"))
        if replies:
            return number, Replay(deque(replies))
    return None


def _replies(text: str) -> list[Again]:
    """Every reply, or none where one of them cannot be given again."""
    found: list[Again] = []
    for event in _events(text):
        if event.get("event") == REFUSED:
            return []
        if found and event.get("event") in ("reply", "tool", "user"):
            found[-1].followed = True
        if event.get("event") != "reply":
            continue
        try:
            charge = Charge.model_validate(event["charge"])
        except (KeyError, ValidationError):
            return []
        content = event.get("content")
        blocks = tuple(dict(block) for block in content if isinstance(block, dict)) if isinstance(content, list) else ()
        stop = event.get("stop_reason")
        reply = ModelReply(
            blocks, str(stop) if stop is not None else None, charge.usage, charge.model,
            str(event.get("request_id", "")), charge.batch,
        )  # fmt: skip
        found.append(Again(reply, charge))
    return found


def _events(text: str) -> Iterator[Mapping[str, Json]]:
    for line in filter(None, text.split("\n")):
        event = _json(line)
        if isinstance(event, dict):
            yield event


def _json(text: str) -> Json:
    try:
        value: Json = json.loads(text) if text else None
    except ValueError:
        return None  # torn by a kill
    return value


def _without_marks(value: Json) -> Json:
    """A request without its cache marks: they follow the pace of the run and change nothing that is said."""
    if isinstance(value, Mapping):
        kept: JsonObject = {name: _without_marks(inner) for name, inner in value.items() if name != "cache_control"}
        return kept
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_without_marks(inner) for inner in value]
    return value
