"""Revising in parts: some lines of a text, or the whole of it with some lines of what it rests on."""

from __future__ import annotations

from collections.abc import Sequence

from memory_schema.conventions import headings, without_marks
from memory_schema.findings import Finding
from memory_schema.markers import strip_marker
from memory_schema.notes import Confidence, StructuredNote
from tasks.offline.reply import Reply
from tasks.offline.request import Brief, ShownFile
from tasks.offline.revise_text import revise_text


def revise_piece(brief: Brief, base: ShownFile | None, findings: Sequence[Finding]) -> Reply:
    """These lines, revised; nothing for them where no line of the text is shown.

    A finding is answered where it stands: by the part that is shown its heading or its words. What the shown lines
    of the report do not know is left as it is, since another part may.
    """
    if base is None:
        said = "No line of the text stands in this part."
        return Reply(said, _note(brief, said, ()))
    text = strip_marker(base.text)
    here = [finding for finding in findings if base.complete or _stands_in(finding, text)]
    done = revise_text(brief, text, here, whole=False)
    return Reply(done.text.strip() or text, _note(brief, f"{len(done.applied)} changes in these lines", done.applied))


def _stands_in(finding: Finding, text: str) -> bool:
    heads = {without_marks(heading.text) for heading in headings(text)}
    flat = " ".join(text.split())
    return without_marks(finding.place) in heads or (bool(finding.quote) and " ".join(finding.quote.split()) in flat)


def _note(brief: Brief, said: str, applied: Sequence[str]) -> StructuredNote:
    return StructuredNote(
        conclusion=f"{brief.chapter_title}: {said}"[:198],
        evidence=tuple(one[:80] for one in applied[:5]),
        file_refs=(brief.output,),
        confidence=Confidence.HIGH,
    )
