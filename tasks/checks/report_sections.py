"""Whether a research report is complete: six sections, none empty (PROTOCOL 7)."""

from __future__ import annotations

import re

from memory_schema.findings import Finding, Severity
from memory_schema.writing_rules import rules_for
from tasks.checks.chapter_text import ChapterText
from tasks.checks.claims import fence_claim
from tasks.checks.result import found

CHECK = "report"
SECTIONS = (
    "1. Module overview",
    "2. Core data structures",
    "3. Core functions",
    "4. Execution flow",
    "5. Design decisions",
    "6. Writing suggestions",
)
"""The H2 of a report, in these words in every language."""
LEAST_QUOTES = rules_for("en").report_quotes

_NUMBER = re.compile(r"^\d+[.)]?\s*")


def check_report(text: str, least_quotes: int = LEAST_QUOTES) -> tuple[Finding, ...]:
    """A ❌ for each section that is missing or empty, ⚠️ for fewer quotes than a chapter needs.

    Numbers, case and order of the sections do not matter; what stands in an H3 counts as content.
    """
    report = ChapterText(text)
    findings = [
        found(
            CHECK,
            Severity.MUST,
            f"## {section}",
            f"the section is {fault}",
            fix="report on it, or say why not",
        )
        for section in SECTIONS
        if (fault := _fault(section, report))
    ]
    quotes = sum(1 for fence in report.fences if fence_claim(fence) is not None)
    if quotes < least_quotes:
        problem = f"{quotes} quotes with path:start-end where at least {least_quotes} are needed"
        findings.append(found(CHECK, Severity.SHOULD, "whole text", problem, fix="quote more of the source"))
    return tuple(findings)


def is_complete_report(text: str) -> bool:
    """Whether all six sections stand and none is empty; the number of quotes is not asked."""
    return not check_report(text, least_quotes=0)


def _fault(section: str, report: ChapterText) -> str:
    sections = [heading for heading in report.headings if heading.level <= 2]
    bodies = []
    for at, heading in enumerate(sections):
        if heading.level == 2 and _name(heading.text) == _name(section):
            end = sections[at + 1].line if at + 1 < len(sections) else len(report.lines) + 1
            bodies.append(report.lines[heading.line : end - 1])
    if not bodies:
        return "missing"
    content = (line.text.strip() for body in bodies for line in body)
    return "" if any(line and not line.startswith(("#", "<!--")) for line in content) else "empty"


def _name(heading: str) -> str:
    return _NUMBER.sub("", heading.strip()).strip(" :：*").casefold()
