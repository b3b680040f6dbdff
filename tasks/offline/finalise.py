"""The writer, finalising: the last draft, with what reviewers, readers and the editor still want."""

from __future__ import annotations

from memory_schema.findings import Finding, parse_findings
from tasks.offline.merged_parts import is_part
from tasks.offline.reply import Reply, ToolCalls
from tasks.offline.request import Brief
from tasks.offline.revise import revision_note
from tasks.offline.revise_piece import revise_piece
from tasks.offline.revise_text import revise_text
from tasks.offline.write import missing_pages

_FINDINGS = ("-final-checks.md", "-review.md", "-panel.md")


def answer(brief: Brief) -> Reply | ToolCalls:
    """Finish the chapter; when the checks refused a final before, that text is the one to mend."""
    pages = missing_pages(brief)
    if pages:
        return ToolCalls(pages, "Part of the texts was cut; reading the rest.")
    findings: list[Finding] = []
    for name in _FINDINGS:
        findings += parse_findings(brief.text(name), by=name.strip("-").removesuffix(".md"))
    if is_part(brief):
        return revise_piece(brief, brief.file("-final.md") or brief.file("-draft.md"), findings)
    refused = brief.text("-final.md")
    base = refused if refused.strip() else brief.text("-draft.md")
    revision = revise_text(brief, base, findings)
    source = "the refused final" if refused.strip() else "the draft"
    return Reply(revision.text, revision_note(brief, revision, f"{len(findings)} findings on {source}"))
