"""The final audit: code checks the whole book, the auditor reads (PROTOCOL 6.4)."""

from __future__ import annotations

import re

from memory_schema.findings import Severity, parse_findings
from memory_schema.notes import Confidence, StructuredNote
from memory_schema.paths import Output, public_name
from memory_schema.pointers import PointerList
from memory_schema.selection import Selector
from tasks.agent.spawn import spawn
from tasks.checks.audit import audit_book
from tasks.checks.gaps import check_gaps
from tasks.checks.render import render_checks
from tasks.checks.result import merged
from tasks.coverage import coverage_of_book
from tasks.options import runtime_of
from tasks.role import role_task, run_code

_CHAPTER = re.compile(r"\bchapter (\d+)\b", re.IGNORECASE)


@role_task
async def check_book(pointers: PointerList, book: str) -> StructuredNote:
    """Check every quote, term, metaphor and cross reference over all finals, and what nobody decided about."""
    runtime = runtime_of(book)

    def produce(selector: Selector) -> tuple[str, StructuredNote]:
        outline = selector.outline()
        names = ((plan.number, public_name(Output.FINAL, plan.number)) for plan in outline.kept)
        finals = {number: selector.workspace.read(name) for number, name in names if selector.workspace.exists(name)}
        audit = audit_book(finals, runtime.view, outline, selector.view(outline.chapters[-1].number + 1))
        covered = coverage_of_book(selector, runtime.view, runtime.config.language)
        gaps = check_gaps(covered.files_undecided, covered.names_undecided)
        text = render_checks("the book", audit.fidelity, merged((audit.consistency, gaps)), audit.style)
        return text, StructuredNote(
            conclusion=f"{len(finals)} chapters checked together, {len(audit.blocked)} with errors",
            evidence=tuple(f"chapter {number} has an error" for number in audit.blocked),
            confidence=Confidence.HIGH,
        )

    return run_code(pointers, runtime, produce)


@role_task
async def audit(pointers: PointerList, book: str) -> StructuredNote:
    """Read what code found and what the memory says; name what a person should look at."""
    runtime = runtime_of(book)
    return await spawn(pointers, None, runtime.config, runtime)


def faulty_chapters(checks: str, report: str) -> dict[int, str]:
    """The chapters with a ❌ in the book's checks or the audit, each with its first problem."""
    faulty: dict[int, str] = {}
    for finding in (*parse_findings(checks), *parse_findings(report)):
        chapter = _CHAPTER.search(finding.place)
        if finding.severity is Severity.MUST and chapter:
            faulty.setdefault(int(chapter[1]), finding.problem)
    return faulty
