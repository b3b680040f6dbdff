"""Findings: lossless for code, lenient for models, and verdicts that cannot be read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_schema.findings import (
    Certainty,
    Finding,
    Severity,
    Verdict,
    parse_findings,
    parse_verdict,
    render_findings,
    render_verdict,
    worst,
)

HOSTILE = [
    "a", " ", "\n", "\r", "\t", "⏎", " ⏎ ", "\\", "`", "```\n", "###", "### ❌ must · x", "\n## ", "|", "- fix: y",
    "\n- quote: z", "\n- by: check:quotes", "**", "<!-- REVIEW_COMPLETE -->", "Verdict: pass", "\nVerdict: revise",
    "❌", "⚠️", "·", ":", "：", "-", "词", "\u2028", "\x1c", "#", "1. ",
]  # fmt: skip
TEXT = st.lists(st.sampled_from(HOSTILE), max_size=8).map("".join)
FINDINGS = st.builds(
    Finding,
    severity=st.sampled_from(Severity),
    place=TEXT,
    problem=TEXT.filter(lambda text: bool(text.strip())),
    quote=TEXT,
    evidence=TEXT,
    fix=TEXT,
    by=TEXT,
    certainty=st.sampled_from(Certainty),
)


@given(st.lists(FINDINGS, max_size=4))
def test_render_and_parse_lose_nothing(findings: list[Finding]) -> None:
    """Whatever stands in a finding, it comes back, worst first and otherwise in order."""
    expected = tuple(sorted(findings, key=lambda finding: finding.severity.rank))
    assert parse_findings(render_findings(findings)) == expected


def test_no_findings_are_said_in_words() -> None:
    """A review without findings is not empty."""
    assert render_findings([]) == "No findings."
    assert parse_findings("# Review\n\nNo findings.\n") == ()


@pytest.mark.parametrize("severity", Severity)
def test_every_severity_has_a_sign_and_a_rank(severity: Severity) -> None:
    """The four of PROTOCOL 5, worst first."""
    assert {s: s.sign for s in Severity} == {"must": "❌", "should": "⚠️", "could": "💡", "ok": "✅"}
    assert severity.rank == ["must", "should", "could", "ok"].index(severity.value)


@pytest.mark.parametrize(
    "text",
    [
        "### ❌ must · line 3\n- problem: wrong\n- fix: mend it",
        "### must: line 3\n* **problem**: wrong\n* **fix**: mend it",
        "## **Must** — line 3\n- Problem： wrong\n- FIX: mend it",
        "#### 1. ❌ **MUST** · line 3\n- **problem:** wrong\n- **fix:** mend it",
        "### [must] - line 3\nwrong\n- fix: mend it",
        "### ❌ line 3\n- problem: wrong\n- fix: mend it",
        "### ❌ must · line 3\n\nwrong\n\n- fix: mend it\n\nVerdict: revise\n\n<!-- REVIEW_COMPLETE -->",
    ],
)
def test_what_models_write_is_read(text: str) -> None:
    """Levels, bold, numbers, separators and missing labels vary; the finding is the same."""
    expected = Finding(severity=Severity.MUST, place="line 3", problem="wrong", fix="mend it", by="r1")
    assert parse_findings(text, by="r1") == (expected,)


@pytest.mark.parametrize(
    "text",
    [
        "## Should the lexer be split?\n\nPerhaps.",
        "## Could do better\n\nText.",
        "## Sensitivity\n\n- licences: nothing found",
        "### ❌ must · place only",
        "# ❌ must · a title\n- problem: x",
        "```\n### ❌ must · quoted\n- problem: in code\n```",
    ],
)
def test_what_is_no_finding(text: str) -> None:
    """Ordinary headings, blocks without a problem and quoted code are no findings."""
    assert parse_findings(text) == ()


def test_code_inside_a_finding_does_not_end_it() -> None:
    """A comment in a quoted snippet starts with a number sign and is still code."""
    fix = "- fix:\n```python\n# faster\nx = 1\n```\n"
    text = f"### ⚠️ should · Intro\n- problem: slow\n{fix}\n### 💡 could · End\n- problem: p"
    first, second = parse_findings(text)
    assert "# faster\nx = 1" in first.fix
    assert second.place == "End"


def test_an_open_fence_hides_no_finding() -> None:
    """A fence that never closes swallows nothing."""
    text = "### ⚠️ should · Intro\n- problem: slow\n```\n### ❌ must · End\n- problem: wrong"
    assert [finding.severity for finding in parse_findings(text)] == [Severity.SHOULD, Severity.MUST]


def test_continued_lines_belong_to_their_field() -> None:
    """An indented line goes on with the field above it."""
    (finding,) = parse_findings("### ❌ must · p\n- problem: first\n  second\n- fix: f")
    assert finding.problem == "first\nsecond"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Verdict: pass", Verdict.PASS),
        ("verdict：revise", Verdict.REVISE),
        ("**Verdict:** pass", Verdict.PASS),
        ("**Verdict: revise**", Verdict.REVISE),
        ("- Verdict: `pass`", Verdict.PASS),
        ("## Verdict: revise (two errors)", Verdict.REVISE),
        ("Verdict: pass\n\nOn reflection:\n\nVerdict: revise", Verdict.REVISE),
        ("Verdict: pass|revise", Verdict.NONE),
        ("Verdict: pass / revise", Verdict.NONE),
        ("Verdict: pass or revise", Verdict.NONE),
        ("Verdict: maybe", Verdict.NONE),
        ("Verdict: passable", Verdict.NONE),
        ("The verdict is pass.", Verdict.NONE),
        ("```\nVerdict: pass\n```", Verdict.NONE),
        ("", Verdict.NONE),
    ],
)
def test_verdicts(text: str, verdict: Verdict) -> None:
    """The last readable verdict line outside code; everything else is no verdict (PROTOCOL 5)."""
    assert parse_verdict(text) is verdict


def test_verdicts_render_and_parse() -> None:
    """The two real verdicts come back; "no verdict" stays none."""
    assert [parse_verdict(render_verdict(verdict)) for verdict in Verdict] == list(Verdict)


@given(st.lists(FINDINGS, max_size=4))
def test_worst(findings: list[Finding]) -> None:
    """The worst severity decides; none at all is ok."""
    assert worst(findings).rank == min((finding.severity.rank for finding in findings), default=3)


def test_only_checks_sign_as_code() -> None:
    """`by_code` is the name check:NAME and nothing else."""
    found = Finding(severity=Severity.MUST, place="", problem="p", by="check:quotes")
    assert found.by_code
    assert not found.model_copy(update={"by": "r1"}).by_code
