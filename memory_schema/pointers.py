"""File pointers: what one agent reads and the one file that it writes (S2, PROTOCOL 2).

A `Pointer` is a value: it names a text and says why it is read, and carries no content. The name is
what prompt, log and receipt show; the path is where the text lies. Everything an agent may touch is
on its `PointerList`; there is nothing else.
"""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from memory_schema.markers import Marker


class Need(StrEnum):
    """Whether an agent can do without a pointer; the prompt says which."""

    MUST = "must"
    IF_ROOM = "if room"


class Scope(StrEnum):
    """Where the text of a pointer comes from."""

    BOOK = "book"
    """A file below BOOK/."""
    MEMORY = "memory"
    """A view computed from the entries as of a chapter (PROTOCOL 8)."""
    SOURCE = "source"
    """One source file, seen through the pinned SourceView."""
    TREE = "tree"
    """The map of the whole source tree; tools may read every file of it."""


class Pointer(BaseModel):
    """One text that an agent reads."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    """Shown in prompts, logs and receipts; unique within a list."""
    scope: Scope
    path: str
    """BOOK-relative path, source-relative path, or the kind of memory."""
    part: str = ""
    """Which part is read: "" = whole, "chapter 3", "fidelity", "as of chapter 3" ..."""
    need: Need = Need.MUST
    purpose: str = ""
    resource: str = ""
    """The resource of the contract table that it was bound from; decides where in a prompt it stands."""

    @property
    def chapter(self) -> int:
        """The chapter that the part ends with: "chapter 3", "as of chapter 3". Raises ValueError for another part."""
        return int(self.part.rsplit(" ", 1)[-1])


class PointerList(BaseModel):
    """What one call of one role reads and writes; the input of every task (HOUSE, the journey)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    role: str
    chapter: int | None = None
    attempt: int = 1
    round: int = 1
    reads: tuple[Pointer, ...] = ()
    output: str
    """BOOK-relative path that exactly this (role, chapter, attempt, round) writes."""
    publish_as: str = ""
    """BOOK-relative name of section 1 that code copies the output to; "" = none."""
    marker: Marker
    open_budget: int = 0
    """How many file_refs of the notes it reads an agent may open (the editor's 3)."""


def normalise_name(requested: str) -> str | None:
    """The one spelling of a pointer name that the gate accepts, or None.

    Refused: empty, absolute, drive letters, backslashes, NUL and control characters, `.` and `..`
    segments, empty segments, a leading `~`. Nothing is decoded or repaired: a name is looked up as it
    is, or not at all, so percent-encoded and look-alike spellings name nothing.
    """
    name = requested.removeprefix("./")
    segments = name.split("/")
    bad = (
        not name
        or name.startswith(("/", "~"))
        or "\\" in name
        or any(not char.isprintable() for char in name)
        or any(segment in ("", ".", "..") for segment in segments)
        or (len(name) > 1 and name[1] == ":" and name[0].isalpha())
    )
    return None if bad else name
