"""One round of review: the checks, R1, R2 and R3, and their merge (PROTOCOL 5)."""

from __future__ import annotations

from memory_schema.findings import Severity, parse_findings
from memory_schema.merging import REVIEWERS, merge_reviews, outcome_of
from memory_schema.notes import StructuredNote
from memory_schema.pointers import PointerList
from memory_schema.selection import Selector
from tasks.agent.spawn import spawn
from tasks.checked_text import check_chapter
from tasks.options import runtime_of
from tasks.role import role_task, run_code


@role_task
async def check(pointers: PointerList, book: str) -> StructuredNote:
    """Decide about a draft or a final what code can decide."""
    runtime = runtime_of(book)
    return run_code(pointers, runtime, lambda selector: check_chapter(pointers, selector, runtime))


@role_task
async def review(pointers: PointerList, book: str) -> StructuredNote:
    """Review a draft as R1, R2 or R3."""
    runtime = runtime_of(book)
    return await spawn(pointers, pointers.chapter, runtime.config, runtime)


@role_task
async def merge(pointers: PointerList, book: str) -> StructuredNote:
    """Merge checks and reviews into one text; what code found stands regardless."""

    def produce(selector: Selector) -> tuple[str, StructuredNote]:
        checks, *reviews = (selector.workspace.read(pointer.path) for pointer in pointers.reads)
        text = merge_reviews(checks, dict(zip(REVIEWERS, reviews, strict=True)))
        findings = parse_findings(text)
        errors = sum(finding.severity is Severity.MUST for finding in findings)
        return text, StructuredNote(
            conclusion=f"{outcome_of(text).value}: {len(findings)} findings, {errors} of them errors"
        )

    return run_code(pointers, runtime_of(book), produce)
