"""Replies made wrong on purpose: what a fault does to body, marker and note."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection

from memory_schema.conventions import defined_terms, headings
from memory_schema.fences import scan
from memory_schema.findings import Finding, Severity, render_finding
from memory_schema.markers import Marker
from memory_schema.notes import Confidence, StructuredNote
from tasks.offline.faults import Fault
from tasks.offline.reply import Reply, render_note_json
from tasks.offline.request import Brief

_PLACED = re.compile(r"^(?P<lead>\s*[`~]{3,}\s*\S+\s+)(?P<path>\S.*):(?P<range>\d+-\d+)\s*$")
_VERDICT = re.compile(r"^Verdict: .*$", re.MULTILINE)


def spoiled_reply(reply: Reply, brief: Brief, faults: Collection[Fault]) -> str:
    """The reply as text over the wire, with every given fault in it."""
    body, marker = reply.body.rstrip(), brief.marker
    for fault, change in _BODY.items():
        if fault in faults:
            body = change(body)
    if Fault.NEVER_SATISFIED in faults:
        body = _unsatisfied(body, brief)
    tail = "" if Fault.NO_MARKER in faults else f"\n\n{marker.line}"
    if Fault.MARKER_IN_MIDDLE in faults or Fault.MARKER_TWICE in faults:
        body = _marker_inside(body, marker)
        tail = tail if Fault.MARKER_TWICE in faults else ""
    if Fault.MARKER_IN_CODE in faults:
        body += f"\n\nThe last line is `{marker.line}`:\n\n```html\n{marker.line}\n```"
    if Fault.OPEN_FENCE in faults:
        body += "\n\n```python\nwhile True:"
    if Fault.TEXT_AFTER_MARKER in faults:
        tail += "\n\nOne more thought that came too late."
    return f"{body}{tail}\n\n{spoiled_note(reply.note, faults)}\n"


def spoiled_note(note: StructuredNote, faults: Collection[Fault]) -> str:
    """The note as text, with every given fault in it."""
    if Fault.LOW_CONFIDENCE in faults:
        note = note.model_copy(update={"confidence": Confidence.LOW})
    if Fault.BRACES_IN_NOTE in faults:
        note = note.model_copy(update={"evidence": ('a template holds "{{ user }}" and "}"', *note.evidence[:4])})
    if Fault.LONG_NOTE in faults:
        note = _long(note)
    text = render_note_json(note)
    if Fault.UNREADABLE_NOTE in faults or Fault.UNREADABLE_NOTE_AGAIN in faults:
        return "All went well, I think: nothing to add."
    if Fault.NOTE_CUT_SHORT in faults:
        return text[: len(text) // 2]
    if Fault.NOTE_IN_FENCE in faults:
        text = f"```json\n{text}\n```"
    if Fault.NOTE_IN_PROSE in faults:
        text = f"Here is the note {{as asked}}:\n\n{text}\n\nThat is all."
    if Fault.TWO_NOTES in faults:
        text += "\n\n" + json.dumps({"conclusion": "a second note that must not count", "confidence": "low"})
    return text


def _planted_error(body: str) -> str:
    """One line of the first quoted block differs from the source."""
    lines = body.split("\n")
    for line in scan(body)[0]:
        word = re.search(r"[A-Za-z_]{3,}", line.text)
        if line.fence is not None and word and not line.text.lstrip().startswith(("```", "~~~")):
            opened = scan(body)[1][line.fence]
            if _PLACED.match(lines[opened.start - 1]):
                at = line.number - 1
                lines[at] = lines[at].replace(word[0], f"{word[0]}_never_written", 1)
                break
    return "\n".join(lines)


def _planted_path(body: str) -> str:
    """The first quoted block names a file that does not exist."""
    lines = body.split("\n")
    for number, line in enumerate(lines):
        match = _PLACED.match(line)
        if match:
            lines[number] = f"{match['lead']}no/such/{match['path']}:{match['range']}"
            break
    return "\n".join(lines)


def _planted_term(body: str) -> str:
    """A term is written in another way than where it is defined."""
    terms = [term for term in defined_terms(body) if " " in term or len(term) > 3]
    if not terms:
        return body
    variant = terms[0].replace(" ", "-") if " " in terms[0] else f"{terms[0][:2]}-{terms[0][2:]}"
    lines, defined = body.split("\n"), False
    for line in scan(body)[0]:
        if defined and line.fence is None and "`" not in line.text:
            lines[line.number - 1] = line.text.replace(terms[0], variant)
        defined = defined or f"**{terms[0]}**" in line.text
    return "\n".join(lines)


def _unreadable_verdict(body: str) -> str:
    return _VERDICT.sub("Verdict: perhaps, in a way", body)


_BODY: dict[Fault, Callable[[str], str]] = {
    Fault.PLANTED_ERROR: _planted_error,
    Fault.PLANTED_PATH: _planted_path,
    Fault.PLANTED_TERM: _planted_term,
    Fault.UNREADABLE_VERDICT: _unreadable_verdict,
}


def _unsatisfied(body: str, brief: Brief) -> str:
    draft = next((file.text for file in brief.files if "draft" in file.name or "proposal" in file.name), "")
    places = [heading.text for heading in headings(draft) if heading.level == 2] or ["the whole text"]
    finding = Finding(
        severity=Severity.MUST,
        place=places[(brief.round - 1) % len(places)],
        problem=f"round {brief.round}: this part is still not good enough",
        fix="write this part anew",
        by=brief.role,
    )
    kept = _VERDICT.sub("", body).replace("No findings.", "").rstrip()
    return f"{kept}\n\n{render_finding(finding)}\n\nVerdict: revise"


def _marker_inside(body: str, marker: Marker) -> str:
    blanks = [line.number for line in scan(body)[0] if line.fence is None and not line.text.strip()]
    at = blanks[len(blanks) // 2] if blanks else 0
    lines = body.split("\n")
    return "\n".join([*lines[:at], marker.line, "", *lines[at:]])


def _long(note: StructuredNote) -> StructuredNote:
    made_up = tuple(f"src/made_up_{number}.py:{number * 7}: " + "a long observation " * 6 for number in range(20))
    refs = ("../../etc/passwd", "/etc/shadow", "no/such/file.md", "..\\windows", *note.file_refs)
    issues = tuple(f"open issue {number}: " + "something to look at later " * 8 for number in range(12))
    return note.model_copy(
        update={
            "conclusion": note.conclusion + " and so on" * 30,
            "evidence": made_up,
            "file_refs": refs,
            "open_issues": issues,
        }
    )
