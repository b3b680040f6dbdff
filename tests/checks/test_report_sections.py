"""Laws of the research report: six sections, none empty, in the same words in every language."""

from __future__ import annotations

import pytest

from memory_schema.findings import Severity
from tasks.checks.report_sections import SECTIONS, check_report, is_complete_report

QUOTE = "```python a.py:{0}-{0}\nx\n```\n"
REPORT = "# Research report: chapter 1 - T\n\n" + "\n".join(
    f"## {section}\n\n### Part\n\n正文。\n\n{QUOTE.format(n)}" for n, section in enumerate(SECTIONS, 1)
)


def test_complete_report() -> None:
    """Six sections with content and five quotes have no finding."""
    assert check_report(REPORT) == ()
    assert is_complete_report(REPORT)


@pytest.mark.parametrize("section", SECTIONS)
def test_missing_section(section: str) -> None:
    """A missing section is ❌ and named."""
    findings = check_report(REPORT.replace(f"## {section}", f"### {section}"))
    assert [(finding.severity, finding.place) for finding in findings] == [(Severity.MUST, f"## {section}")]


def test_empty_section() -> None:
    """A section with headings and comments alone is empty."""
    head, _, tail = REPORT.partition("## 4. Execution flow")
    text = f"{head}## 4. Execution flow\n\n### Nothing\n<!-- x -->\n\n## 5." + tail.partition("## 5.")[2]
    assert [finding.problem for finding in check_report(text)] == ["the section is empty"]
    assert not is_complete_report(text)


def test_lenient_headings() -> None:
    """Number, case and a closing colon of a heading do not matter, the words do."""
    assert is_complete_report(REPORT.replace("## 1. Module overview", "## module OVERVIEW:"))


def test_few_quotes() -> None:
    """Fewer than five quotes are ⚠️ and leave the report complete."""
    text = REPORT.replace(" a.py:1-1", "").replace(" a.py:2-2", "")
    assert [finding.severity for finding in check_report(text)] == [Severity.SHOULD]
    assert is_complete_report(text)


def test_section_in_a_fence() -> None:
    """A heading inside a fence is no section."""
    assert not is_complete_report("```text\n" + REPORT.replace("```", "~~~") + "\n```\n")
