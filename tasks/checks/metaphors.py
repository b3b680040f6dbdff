"""Metaphors: one for a concept, none for two (PROTOCOL 8)."""

from __future__ import annotations

from collections.abc import Sequence

from memory_schema.conventions import metaphors_in, normal_term
from memory_schema.findings import Finding, Severity
from memory_schema.memory_view import SeenMetaphor
from tasks.checks.chapter_text import ChapterText
from tasks.checks.result import CheckResult, found

CHECK = "consistency"


def check_metaphors(chapter: ChapterText, number: int, taken: Sequence[SeenMetaphor]) -> CheckResult:
    """Compare a chapter's metaphor lines with the registry as of the chapter and with one another.

    A metaphor that stands for another concept already is ❌; a second metaphor for a concept is ⚠️. Uses that
    agree with the registry are fine.
    """
    uses = metaphors_in(chapter.numbered)
    known = [item for item in taken if item.chapter != number]
    findings: list[Finding] = []
    for use in uses:
        place, quote = chapter.place(use.line), f"{use.concept}: {use.metaphor}"
        concept, metaphor = normal_term(use.concept), normal_term(use.metaphor)
        other = next((m for m in known if normal_term(m.metaphor) == metaphor), None)
        if other is not None and normal_term(other.concept) != concept:
            problem = f'"{use.metaphor}" already pictures "{other.concept}" in chapter {other.chapter}'
            fix = f'find another picture for "{use.concept}"'
            findings.append(found(CHECK, Severity.MUST, place, problem, quote=quote, fix=fix))
        first = next((m for m in known if normal_term(m.concept) == concept), None)
        if first is not None and normal_term(first.metaphor) != metaphor:
            problem = f'"{use.concept}" is already pictured as "{first.metaphor}" in chapter {first.chapter}'
            fix = f'use "{first.metaphor}" again, or none'
            findings.append(found(CHECK, Severity.SHOULD, place, problem, quote=quote, fix=fix))
        known.append(SeenMetaphor(use.concept, use.metaphor, number, use.limits))
    return CheckResult(tuple(findings), {"metaphors": len(uses)})
