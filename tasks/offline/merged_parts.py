"""What agents of one role made of parts of a task, as a merging call is shown it."""

from __future__ import annotations

from dataclasses import dataclass

from memory_schema.line_runs import parse_runs
from memory_schema.markers import strip_marker
from tasks.offline.request import Brief

_CHARACTERS, _CJK_CHARACTERS = 2.1, 1.3
"""Characters of a report or a chapter for each token of a ceiling; half of a Chinese text is code."""


@dataclass(frozen=True)
class Result:
    """One part's text without its marker; `lines` says which lines of which files it was made of."""

    name: str
    lines: str
    text: str

    def is_of(self, ending: str) -> bool:
        """Whether lines of a file with this ending of its name were read for it."""
        return any(name.endswith(ending) for name, _, _ in parse_runs(self.lines))


def is_part(brief: Brief) -> bool:
    """Whether the ticket asks to work on some lines of a task."""
    return "part" in brief.ticket


def is_merging(brief: Brief) -> bool:
    """Whether the ticket asks to merge the results of parts."""
    return "parts" in brief.ticket


def is_merged_again(brief: Brief) -> bool:
    """Whether what is made is merged with other results before it is the output."""
    return "room" in brief.ticket


def results(brief: Brief) -> tuple[Result, ...]:
    """The results that are to be merged, in order."""
    return tuple(
        Result(file.name, file.part, strip_marker(file.text).strip())
        for file in brief.files
        if file.name.startswith("part ")
    )


def room_in_characters(brief: Brief, most: int) -> int:
    """The most characters that a result may have which is merged yet: what fits the ticket's room, at most `most`."""
    room = brief.ticket.get("room")
    return (
        min(most, round(room * (_CJK_CHARACTERS if brief.counts_characters else _CHARACTERS)))
        if isinstance(room, int)
        else most
    )
