"""What the offline author is asked: one Messages API request, read into a `Brief`.

The request is the only thing that the author sees. Files arrive as text blocks whose first line is
`FILE {json}`; the boundary is the block itself, so nothing inside a file can forge one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from memory_schema.lengths import counts_characters
from memory_schema.markers import Marker
from tasks.offline.shown_files import Pages, PointerLine, ShownFile, pointer_lines
from tasks.offline.wire import (
    BadRequest,
    Json,
    Turn,
    as_object,
    read_system,
    read_ticket,
    read_turns,
    text_of,
    whole_number,
)

__all__ = ["BadRequest", "Brief", "Json", "Moment", "PointerLine", "ShownFile", "ToolAnswer", "read_request"]

_FILE = "FILE "


class Moment(StrEnum):
    """What the last user turn wants."""

    START = "the task, for the first time"
    TOOLS = "the results of tools"
    CONTINUE = "the rest of a reply that max_tokens cut"
    NOTE_AGAIN = "the note alone"
    ATTENTION = "the task again, with a warning"


_SIGNALS = {"CONTINUE": Moment.CONTINUE, "NOTE AGAIN": Moment.NOTE_AGAIN, "ATTENTION": Moment.ATTENTION}


@dataclass(frozen=True)
class ToolAnswer:
    """A tool call that was made earlier in this conversation, and what came back."""

    name: str
    input: Mapping[str, Json]
    text: str
    is_error: bool


@dataclass(frozen=True)
class Brief:
    """One request as its author understands it. `ticket` holds every field, also those named here."""

    role: str
    chapter: int | None
    chapter_title: str
    attempt: int
    round: int
    language: str
    marker: Marker
    output: str
    model: str
    max_tokens: int
    ticket: Mapping[str, Json]
    files: tuple[ShownFile, ...]
    pointers: tuple[PointerLine, ...]
    tools: frozenset[str]
    answers: tuple[ToolAnswer, ...] = ()
    moment: Moment = Moment.START
    said: str = ""
    """What the assistant has said so far of the reply that CONTINUE wants the rest of."""

    @property
    def chinese(self) -> bool:
        """Whether the book is written in Chinese."""
        return self.language.split("-")[0].lower() == "zh"

    @property
    def counts_characters(self) -> bool:
        """Whether lengths of this book are counted in characters (PROTOCOL 7)."""
        return counts_characters(self.language)

    @property
    def book(self) -> str:
        """The title of the book, "" where the ticket does not give it."""
        return str(self.ticket.get("book") or self.ticket.get("title") or "")

    @property
    def sources(self) -> tuple[ShownFile, ...]:
        """The source files: shown with line numbers, or opened by tool outside `output/`."""
        return tuple(file for file in self.files if file.is_source)

    @property
    def tool_errors(self) -> tuple[ToolAnswer, ...]:
        """The tool calls that were refused or failed."""
        return tuple(answer for answer in self.answers if answer.is_error)

    def file(self, name: str) -> ShownFile | None:
        """The file with this name, else the first whose name ends with it."""
        exact = next((file for file in self.files if file.name == name), None)
        return exact or next((file for file in self.files if file.name.endswith(name)), None)

    def text(self, name: str) -> str:
        """The text of `file(name)`, "" where it is not shown."""
        found = self.file(name)
        return found.text if found else ""

    def value(self, field: str, default: str = "") -> str:
        """A ticket field as text."""
        found = self.ticket.get(field)
        return default if found is None else str(found)

    def number(self, field: str, default: int) -> int:
        """A ticket field as a whole number, `default` where it is none."""
        found = self.ticket.get(field)
        return found if isinstance(found, int) and not isinstance(found, bool) else default

    def items(self, field: str) -> tuple[str, ...]:
        """A ticket field as a list of texts, empty where it is none."""
        found = self.ticket.get(field)
        return tuple(str(item) for item in found) if isinstance(found, list) else ()


def read_request(body: Mapping[str, object]) -> Brief:
    """Read a Messages API request (parsed JSON).

    Raises:
        BadRequest: it is no Messages request, or carries no ticket of Sourcebook's.
    """
    model = body.get("model")
    if not isinstance(model, str) or not model:
        raise BadRequest("model: field required")
    max_tokens = whole_number(body.get("max_tokens"), "max_tokens")
    turns = read_turns(body.get("messages"))
    read_system(body.get("system"))
    ticket = _ticket(turns[0])
    answers = _answers(turns)
    return Brief(
        role=str(ticket.get("role", "")),
        chapter=_number_or_none(ticket.get("chapter")),
        chapter_title=str(ticket.get("chapter title") or ""),
        attempt=_number_or_none(ticket.get("attempt")) or 1,
        round=_number_or_none(ticket.get("round")) or 1,
        language=str(ticket.get("language") or "en"),
        marker=_marker(str(ticket.get("marker", ""))),
        output=str(ticket.get("output", "")),
        model=model,
        max_tokens=max_tokens,
        ticket=ticket,
        files=_files(turns[0], answers),
        pointers=_pointers(turns[0]),
        tools=_tools(body.get("tools")),
        answers=answers,
        moment=_moment(turns),
        said=_said(turns),
    )


def _ticket(opening: Turn) -> dict[str, Json]:
    for text in reversed(opening.texts):
        if not text.startswith(_FILE):
            found = read_ticket(text)
            if found:
                return found
    raise BadRequest('messages.0: no "## Ticket" found; the offline author answers requests of Sourcebook only')


def _marker(line: str) -> Marker:
    for marker in Marker:
        if line.strip() in (marker.line, marker.value):
            return marker
    raise BadRequest(f'messages.0: the ticket names no known completion marker: "{line[:60]}"')


def _number_or_none(value: Json) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _tools(value: object) -> frozenset[str]:
    if not isinstance(value, list):
        return frozenset()
    return frozenset(str(as_object(tool).get("name", "")) for tool in value)


def _pointers(opening: Turn) -> tuple[PointerLine, ...]:
    for text in opening.texts:
        if not text.startswith(_FILE):
            found = pointer_lines(text)
            if found:
                return found
    return ()


def _answers(turns: tuple[Turn, ...]) -> tuple[ToolAnswer, ...]:
    asked = {use.id: use for turn in turns for use in turn.tool_uses}
    return tuple(
        ToolAnswer(asked[result.id].name, asked[result.id].input, result.text, result.is_error)
        for turn in turns
        for result in turn.tool_results
        if result.id in asked
    )


def _files(opening: Turn, answers: tuple[ToolAnswer, ...]) -> tuple[ShownFile, ...]:
    pages = Pages()
    for text in opening.texts:
        if text.startswith(_FILE):
            pages.add(text, opened=False)
    for answer in answers:
        if not answer.is_error and answer.text.startswith(_FILE):
            pages.add(answer.text, opened=True)
    return pages.files()


def _moment(turns: tuple[Turn, ...]) -> Moment:
    last = turns[-1]
    if last.role != "user":
        raise BadRequest("messages: the last message must be from the user; prefill is not supported")
    if last.texts:
        signal = next((word for word in _SIGNALS if last.texts[-1].startswith(word)), None)
        if signal is not None and (len(turns) > 1 or signal == "ATTENTION"):
            return _SIGNALS[signal]
    return Moment.TOOLS if last.tool_results else Moment.START


def _said(turns: tuple[Turn, ...]) -> str:
    if _moment(turns) is not Moment.CONTINUE:
        return ""
    said: list[str] = []
    for turn in reversed(turns[:-1]):
        if turn.role == "assistant":
            said.append(text_of(turn))
        elif not (turn.texts and turn.texts[-1].startswith("CONTINUE")):
            break
    return "".join(reversed(said))
