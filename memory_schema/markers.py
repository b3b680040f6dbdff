"""Completion markers: the proof of "done" that a person can see (PROTOCOL 3.5 and 4).

A text is complete only if its marker is the last line, stands nowhere else outside closed fences
and inline code, and no fence is left open.
"""

from __future__ import annotations

import re
from enum import StrEnum

from memory_schema.fences import scan, without_inline_code

_COMMENT = re.compile(r"<!--\s*([A-Z0-9_]+)\s*-->")


class Marker(StrEnum):
    """One completion marker a kind of output; the value is the word inside the comment."""

    ARCHITECTURE = "ARCHITECTURE_COMPLETE"
    READER_FEEDBACK = "READER_FEEDBACK_COMPLETE"
    STYLE_GUIDE = "STYLE_GUIDE_COMPLETE"
    RESEARCH = "RESEARCH_COMPLETE"
    DRAFT = "DRAFT_COMPLETE"
    CHECKS = "CHECKS_COMPLETE"
    R1 = "R1_CODE_REVIEW_COMPLETE"
    R2 = "R2_CONSISTENCY_REVIEW_COMPLETE"
    R3 = "R3_CONTENT_REVIEW_COMPLETE"
    REVIEW = "REVIEW_COMPLETE"
    READER = "READER_COMPLETE"
    PANEL = "READER_PANEL_COMPLETE"
    DECISION = "DECISION_COMPLETE"
    FINAL = "CHAPTER_FINAL"
    MEMORY = "MEMORY_COMPLETE"
    AUDIT = "AUDIT_COMPLETE"
    HTML = "HTML_COMPLETE"

    @property
    def line(self) -> str:
        """The marker as it is written: an HTML comment on a line of its own."""
        return f"<!-- {self.value} -->"


_LINES = frozenset(marker.line for marker in Marker)


class Completeness(StrEnum):
    """What `judge` finds; only COMPLETE may replace a file."""

    COMPLETE = "complete"
    EMPTY = "the reply is empty"
    NO_MARKER = "the completion marker is missing"
    NOT_LAST = "text follows the completion marker"
    REPEATED = "the completion marker stands more than once outside code"
    OPEN_FENCE = "a code fence is left open"


def judge(text: str, marker: Marker) -> Completeness:
    """Decide whether a text is complete for its marker."""
    if not text.strip():
        return Completeness.EMPTY
    lines, fences = scan(text.rstrip())
    if any(not fence.closed for fence in fences):
        return Completeness.OPEN_FENCE
    places = _marker_lines(text.rstrip(), marker)
    if not places:
        return Completeness.NO_MARKER
    if len(places) > 1:
        return Completeness.REPEATED
    last = lines[-1]
    return (
        Completeness.COMPLETE
        if places[0] == last.number and last.text.strip() == marker.line
        else Completeness.NOT_LAST
    )


def split_reply(text: str, marker: Marker) -> tuple[str, str]:
    """Cut a reply after its last marker line: (body with the marker, what follows it).

    Without a marker line outside code the whole text is the body and nothing follows.
    """
    places = [n for n in _marker_lines(text, marker) if text.split("\n")[n - 1].strip() == marker.line]
    if not places:
        return text, ""
    lines = text.split("\n")
    return "\n".join(lines[: places[-1]]) + "\n", "\n".join(lines[places[-1] :]).strip()


def strip_marker(text: str) -> str:
    """The text without marker lines outside fences; what a reader may see (PROTOCOL 1, press)."""
    lines = (line for line in scan(text)[0] if line.fence is not None or line.text.strip() not in _LINES)
    return "\n".join(line.text for line in lines).rstrip() + "\n"


def sealed(text: str, marker: Marker) -> str:
    """The text, ending with exactly one marker line (for texts that code or a person wrote)."""
    return strip_marker(text).rstrip() + f"\n\n{marker.line}\n"


def _marker_lines(text: str, marker: Marker) -> list[int]:
    lines, _ = scan(text)
    prose = "\n".join(line.text if line.fence is None else "" for line in lines)
    bare = without_inline_code(prose).split("\n")
    return [
        number for number, line in enumerate(bare, start=1) for found in _COMMENT.findall(line) if found == marker.value
    ]
