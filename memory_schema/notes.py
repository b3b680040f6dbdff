"""The five-field note: all that an agent hands back (PROTOCOL 3.7, S0 "five fields").

The prompt states the limits and this code enforces them; what does not fit is never lost but goes
to a file that the note names.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from enum import StrEnum
from itertools import islice

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from memory_schema.lengths import estimate_tokens

CONCLUSION_CHARACTERS = 200
EVIDENCE_ITEMS, EVIDENCE_CHARACTERS = 5, 80
FILE_REFS = 8
OPEN_ISSUES, ISSUE_CHARACTERS = 8, 160
NOTE_TOKENS, NOTE_BYTES = 600, 4096
NOTE_UNPARSED = "NOTE_UNPARSED"
_SEARCHED_CHARACTERS, _TRIES = 65_536, 1_000
_OBJECT = re.compile(r'\{\s*"')


class Confidence(StrEnum):
    """How much the next step may rely on the conclusion."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class StructuredNote(BaseModel):
    """The note: conclusion first, then evidence, pointers, open issues, confidence."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    conclusion: str
    evidence: tuple[str, ...] = ()
    file_refs: tuple[str, ...] = ()
    open_issues: tuple[str, ...] = ()
    confidence: Confidence = Confidence.MEDIUM

    @field_validator("conclusion", mode="after")
    @classmethod
    def _one_line(cls, value: str) -> str:
        line = " ".join(value.split())
        if not line:
            raise ValueError("the conclusion is empty")
        return line

    @field_validator("evidence", "file_refs", "open_issues", mode="before")
    @classmethod
    def _lines(cls, value: object) -> object:
        items = value if isinstance(value, list | tuple) else [value]
        texts = (item if isinstance(item, str) else json.dumps(item, default=str) for item in items if item is not None)
        lines = (" ".join(text.split()) for text in texts)
        return tuple(line for line in lines if line)

    @field_validator("confidence", mode="before")
    @classmethod
    def _known(cls, value: object) -> object:
        words = re.findall(r"[a-z]+", value.lower()) if isinstance(value, str) else []
        return next((item for item in reversed(Confidence) if item.value in words), Confidence.MEDIUM)

    @property
    def readable(self) -> bool:
        """False for the stand-in that replaces a note which could not be parsed."""
        return NOTE_UNPARSED not in self.open_issues


class LimitedNote(BaseModel):
    """A note inside its limits, what did not fit, and what code warned about."""

    model_config = ConfigDict(frozen=True)

    note: StructuredNote
    overflow: str = Field(default="", description="Markdown of everything clipped; empty when all fitted")
    warnings: tuple[str, ...] = ()


def parse_note(text: str) -> StructuredNote | None:
    """The outermost JSON object in `text` that is a note, or None.

    Prose, fences, a second object and braces in strings around it are all normal (PROTOCOL 3.7).
    Searches the first 64 K characters and 1,000 openings only, so a hostile reply costs bounded time.
    """
    searched = text[:_SEARCHED_CHARACTERS]
    decoder = json.JSONDecoder()
    for start in islice(_OBJECT.finditer(searched), _TRIES):
        try:
            value, _ = decoder.raw_decode(searched, start.start())
            return StructuredNote.model_validate(value)
        except (ValueError, RecursionError, ValidationError):
            continue
    return None


def unparsed_note(reply: str) -> StructuredNote:
    """The stand-in for a note that stayed unreadable after it was asked for again (PROTOCOL 3.7)."""
    lead = " ".join(reply.split())[:CONCLUSION_CHARACTERS] or "the reply was empty"
    return StructuredNote(conclusion=lead, open_issues=(NOTE_UNPARSED,), confidence=Confidence.LOW)


def limit_note(
    note: StructuredNote, own_refs: Sequence[str], exists: Callable[[str], bool], overflow_ref: str
) -> LimitedNote:
    """Bring a note inside every limit of PROTOCOL 3.7.

    Args:
        note: the note as the model wrote it.
        own_refs: the log and output paths that code knows to exist; they come first.
        exists: whether a path of the model's exists inside the book or the source.
        overflow_ref: the path under which the caller will store `overflow`, when there is any.
    """
    claimed = tuple(dict.fromkeys(ref for ref in note.file_refs if ref not in own_refs))
    known = tuple(ref for ref in claimed if exists(ref))
    warnings = [f"file_refs: dropped, does not exist: {ref[:120]}" for ref in claimed if ref not in known]
    fitted = StructuredNote(
        conclusion=_clip(note.conclusion, CONCLUSION_CHARACTERS),
        evidence=tuple(_clip(item, EVIDENCE_CHARACTERS) for item in note.evidence[:EVIDENCE_ITEMS]),
        file_refs=(*own_refs, *known)[:FILE_REFS],
        open_issues=tuple(_clip(item, ISSUE_CHARACTERS) for item in note.open_issues[:OPEN_ISSUES]),
        confidence=note.confidence,
    )
    while _too_large(fitted) and (fitted.evidence or fitted.open_issues or len(fitted.file_refs) > len(own_refs)):
        fitted = _shorter(fitted, len(own_refs))
    whole = note.model_copy(update={"file_refs": (*own_refs, *known)})
    if fitted != whole:
        kept = tuple(ref for ref in fitted.file_refs if ref != overflow_ref)[: FILE_REFS - 1]
        fitted = fitted.model_copy(update={"file_refs": kept})
    spilled: list[str] = []
    if fitted.conclusion != whole.conclusion:
        spilled.append(f"## Conclusion in full\n\n{whole.conclusion}")
        warnings.append("conclusion clipped to 200 characters")
    for title, before, after in (
        ("Evidence", whole.evidence, fitted.evidence),
        ("File references", whole.file_refs, fitted.file_refs),
        ("Open issues", whole.open_issues, fitted.open_issues),
    ):
        if before != after:
            spilled.append(f"## {title} in full\n\n" + "\n".join(f"- {item}" for item in before))
            warnings.append(f"{title.lower()} over the limit: the whole text is in a file")
    overflow = "# What did not fit the note\n\n" + "\n\n".join(spilled) + "\n" if spilled else ""
    if overflow:
        fitted = fitted.model_copy(update={"file_refs": (*fitted.file_refs, overflow_ref)})
    return LimitedNote(note=fitted, overflow=overflow, warnings=tuple(warnings))


def render_note(note: StructuredNote) -> str:
    """The note as Markdown for the editor and for artifacts; the conclusion comes first (S0)."""
    rows = [f"**{note.conclusion}** (confidence: {note.confidence.value})"]
    for title, items in (
        ("Evidence", note.evidence),
        ("Open issues", note.open_issues),
        ("Files", note.file_refs),
    ):
        rows += [f"- {title}: {item}" for item in items]
    return "\n".join(rows)


def _clip(text: str, characters: int) -> str:
    return text if len(text) <= characters else text[: characters - 1] + "…"


def _too_large(note: StructuredNote) -> bool:
    text = note.model_dump_json()
    return estimate_tokens(text) > NOTE_TOKENS - 40 or len(text.encode()) > NOTE_BYTES - 160


def _shorter(note: StructuredNote, own: int) -> StructuredNote:
    if note.evidence:
        return note.model_copy(update={"evidence": note.evidence[:-1]})
    if len(note.file_refs) > own:
        return note.model_copy(update={"file_refs": note.file_refs[:-1]})
    return note.model_copy(update={"open_issues": note.open_issues[:-1]})
