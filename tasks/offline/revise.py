"""The writer, revising: the draft of the round before, with every finding applied or answered."""

from __future__ import annotations

from memory_schema.findings import Severity, parse_findings
from memory_schema.lengths import length, unit
from memory_schema.notes import Confidence, StructuredNote
from tasks.offline.merged_parts import is_part
from tasks.offline.reply import Reply, ToolCalls
from tasks.offline.request import Brief
from tasks.offline.revise_piece import revise_piece
from tasks.offline.revise_text import Revision, revise_text
from tasks.offline.write import answer as write_anew
from tasks.offline.write import missing_pages


def answer(brief: Brief) -> Reply | ToolCalls:
    """Revise the draft; without one (a person deleted it) write it anew."""
    pages = missing_pages(brief)
    if pages:
        return ToolCalls(pages, "Part of the draft or the report was cut; reading the rest.")
    if is_part(brief):
        return revise_piece(brief, brief.file("-draft.md"), parse_findings(brief.text("-review.md"), by="review"))
    draft = brief.text("-draft.md")
    if not draft.strip():
        return write_anew(brief)
    findings = parse_findings(brief.text("-review.md"), by="review")
    revision = revise_text(brief, draft, findings)
    musts = sum(1 for one in findings if one.severity is Severity.MUST)
    return Reply(
        revision.text, revision_note(brief, revision, f"{musts} ❌ and {len(findings) - musts} other findings")
    )


def revision_note(brief: Brief, revision: Revision, asked: str) -> StructuredNote:
    """What was done about what, and what was not and why."""
    size = f"{length(revision.text, brief.language)} {unit(brief.language)}"
    done = f"{len(revision.applied)} changes" if revision.changed else "nothing to change, the text stands as it was"
    return StructuredNote(
        conclusion=f"{brief.chapter_title}: {done} for {asked}; {size}",
        evidence=tuple(one[:80] for one in revision.applied[:5]),
        file_refs=(brief.output,),
        open_issues=tuple(f"not applied: {one}" for one in revision.declined[:8]),
        confidence=Confidence.HIGH if not revision.declined or revision.changed else Confidence.MEDIUM,
    )
