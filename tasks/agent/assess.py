"""What a reply is worth (PROTOCOL 3.5 and 3.7): complete? usable? is its note readable, is it sure?"""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from dataclasses import dataclass

from memory_schema.contracts import Contract
from memory_schema.markers import Completeness, judge, split_reply
from memory_schema.notes import Confidence, StructuredNote, parse_note, unparsed_note
from tasks.agent.loop import Outcome
from tasks.agent.validate import validate


@dataclass(frozen=True)
class Assessment:
    """A judged reply.

    `problem` is why it should be asked again, "" when it is good as it is. `usable`: it may be stored
    all the same. `note` is None while it is unreadable.
    """

    outcome: Outcome
    body: str
    note: StructuredNote | None
    problem: str
    usable: bool

    @property
    def best_note(self) -> StructuredNote:
        """The note, or the stand-in for one that stayed unreadable."""
        return self.note or unparsed_note(self.outcome.text)

    def with_note(self, note: StructuredNote) -> Assessment:
        """The same reply with a note that was asked for again."""
        problem = "" if note.confidence is not Confidence.LOW else _LOW
        return Assessment(self.outcome, self.body, note, problem, self.usable)


NOTE_PROBLEM = "the note after the marker cannot be read as one JSON object with the five fields"
_LOW = "your confidence was low"
_PROSE_CHARACTERS = 600
_MARKDOWN = re.compile(r"^(?:#{1,6} |```(?!json\b|\s*$)|~~~\w)", re.MULTILINE)


def assess(contract: Contract, outcome: Outcome, sources: Collection[str], *, piece: bool = False) -> Assessment:
    """Judge the outcome of a conversation; the first fault found is the problem that is told.

    `piece`: whether it is a part's, and is merged with others yet.
    """
    body, rest = split_reply(outcome.text, contract.marker)
    if outcome.problem:
        return Assessment(outcome, body, None, outcome.problem, usable=False)
    completeness = judge(body, contract.marker)
    if completeness is Completeness.COMPLETE and _goes_on(rest):
        completeness = Completeness.NOT_LAST
    if completeness is not Completeness.COMPLETE:
        return Assessment(outcome, body, None, completeness.value, usable=False)
    note = parse_note(rest)
    complaint = validate(contract.role, body, sources, piece=piece)
    if complaint is not None:
        return Assessment(outcome, body, note, complaint.message, usable=not complaint.fatal)
    if note is None:
        return Assessment(outcome, body, None, NOTE_PROBLEM, usable=True)
    return Assessment(outcome, body, note, _LOW if note.confidence is Confidence.LOW else "", usable=True)


def _goes_on(rest: str) -> bool:
    """Whether what follows the marker is more of the text, so that the marker stood in its middle.

    A sentence or two around the note is normal (PROTOCOL 3.7); headings, code and pages are not.
    """
    prose = _without_json(rest)
    return len(prose) > _PROSE_CHARACTERS or _MARKDOWN.search(prose) is not None


def _without_json(text: str) -> str:
    """The text without its JSON objects; from an object that is cut short on, nothing is left."""
    decoder = json.JSONDecoder()
    kept = ""
    while (at := text.find("{")) != -1:
        try:
            _, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            if text[at + 1 : at + 40].lstrip().startswith('"'):
                return kept + text[:at]
            end = at + 1
        kept, text = kept + text[:at], text[end:]
    return kept + text
