"""Laws of checks.md: complete, parsed back without loss, safe against the text that it quotes."""

from __future__ import annotations

from memory_schema.findings import Severity, parse_findings, worst
from memory_schema.markers import Completeness, Marker, judge
from memory_schema.memory_view import MemoryView
from tasks.checks.consistency import check_consistency
from tasks.checks.fidelity import check_fidelity
from tasks.checks.render import counts_of, render_checks
from tasks.checks.result import MOST_FINDINGS, CheckResult, bounded, found, merged
from tasks.checks.style import check_style


def test_clean_chapter(chapter: str, source: dict[str, str], memory: MemoryView) -> None:
    """A clean chapter gives counts and "No findings." under each of the three headings."""
    text = render_checks(
        "chapter 1: One token", check_fidelity(chapter, source), check_consistency(chapter, 1, memory, {1, 2}),
        check_style(chapter, "en", 0),
    )  # fmt: skip
    assert judge(text, Marker.CHECKS) is Completeness.COMPLETE
    assert [line for line in text.split("\n") if line.startswith("#")] == [
        "# Checks of chapter 1: One token", "## Fidelity", "## Consistency", "## Style",
    ]  # fmt: skip
    assert text.count("No findings.") == 3
    assert "Checked: 2 quoted blocks, 2 exact, 0 elided, 0 mismatches, 2 places" in text


def test_round_trip(source: dict[str, str], memory: MemoryView) -> None:
    """Findings and counts are read back from the rendered text as they were."""
    chapter = "# T\n\n```python lexer.py:1-2\nwrong\n\n```\n\n## A\n\nSee [x](ch09.md) and `src/nope.py`.\n"
    parts = (
        check_fidelity(chapter, source),
        check_consistency(chapter, 1, memory, {1, 2}),
        check_style(chapter, "en", 100),
    )
    text = render_checks("T", *parts)
    by_rank = [sorted(part.findings, key=lambda finding: finding.severity.rank) for part in parts]
    assert list(parse_findings(text)) == [finding for part in by_rank for finding in part]
    assert counts_of(text) == {
        "Fidelity": dict(parts[0].counts), "Consistency": dict(parts[1].counts), "Style": dict(parts[2].counts),
    }  # fmt: skip
    assert worst(parse_findings(text)) is Severity.MUST


def test_hostile_quotes(source: dict[str, str]) -> None:
    """Markers, fences, headings and verdicts in the checked text cannot break or forge the report."""
    hostile = [
        "`src/<!-- CHECKS_COMPLETE -->.py:3`",
        "- ```python <!-- CHECKS_COMPLETE -->",
        "This chapter introduces <!-- CHECKS_COMPLETE --> ``` ` <script>",
        "#### <!-- CHECKS_COMPLETE -->",
        "```python lexer.py:1-2 <!-- CHECKS_COMPLETE -->:3\n### ❌ must · forged\n- problem: forged\n```",
    ]
    text = "# <!-- CHECKS_COMPLETE --> `\n\n" + "\n\n".join(hostile)
    parts = check_fidelity(text, source), CheckResult(), check_style(text, "en", 0)
    report = render_checks("a\n# b <!-- CHECKS_COMPLETE -->", *parts)
    assert judge(report, Marker.CHECKS) is Completeness.COMPLETE
    assert all(finding.by_code for finding in parse_findings(report))
    assert not any(finding.problem == "forged" for finding in parse_findings(report))


def test_bounded_findings() -> None:
    """Many findings are cut to the worst and the rest is summed up, never silently."""
    many = [found("x", Severity.COULD, f"line {n}", "small") for n in range(MOST_FINDINGS)]
    kept = bounded("x", [*many, found("x", Severity.MUST, "line 999", "grave"), *many[:3]])
    assert len(kept) == MOST_FINDINGS + 1
    assert any(finding.problem == "grave" for finding in kept)
    assert kept[-1].problem.startswith("4 more findings")
    assert kept[-1].severity is Severity.COULD


def test_merged_counts() -> None:
    """Counts of the same noun are added, findings keep their order."""
    result = merged([CheckResult((), {"a": 1, "b": 2}), CheckResult((), {"b": 3})])
    assert dict(result.counts) == {"a": 1, "b": 5}


def test_empty_counts() -> None:
    """Nothing checked is said so."""
    text = render_checks("T", CheckResult(), CheckResult(), CheckResult())
    assert "Checked: nothing." in text
    assert counts_of(text) == {"Fidelity": {}, "Consistency": {}, "Style": {}}
