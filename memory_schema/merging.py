"""Merging reviews and reader findings, and what follows from them (PROTOCOL 5). Code, since it is exact.

A finding that code decided is kept regardless of what a model says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from memory_schema.conventions import normal_term
from memory_schema.findings import (
    Finding,
    Severity,
    Verdict,
    parse_findings,
    parse_verdict,
    render_findings,
    worst,
)
from memory_schema.markers import Marker, sealed

REVIEWERS = ("r1", "r2", "r3")
_OPENS_A_ROUND = ("r1", "r3")


class Outcome(StrEnum):
    """What a merged review means for the round."""

    PASS = "pass"  # noqa: S105 - an outcome, not a password
    REVISE = "revise"
    NO_VERDICT = "no verdict"


def merge_reviews(checks: str, reviews: Mapping[str, str]) -> str:
    """The merged review of a round as Markdown with its marker.

    Args:
        checks: the text of chXX-checks.md.
        reviews: reviewer ("r1", "r2", "r3") to the text of the review.
    """
    findings = list(parse_findings(checks, by="check:unknown"))
    for reviewer, text in reviews.items():
        findings += [_signed(finding, reviewer) for finding in parse_findings(text, by=reviewer)]
    rows = ["# Merged review", ""]
    rows += [f"- {reviewer}: {parse_verdict(text).value}" for reviewer, text in reviews.items()]
    rows += [f"- code: {'revise' if worst(_by_code(findings)) is Severity.MUST else 'pass'}"]
    rows += ["", "## Findings", "", render_findings(_distinct(findings))]
    return sealed("\n".join(rows), Marker.REVIEW)


def outcome_of(review: str) -> Outcome:
    """What the round's merged review decides; also of one that a person has edited.

    A ❌ that code decided, or one from R1 or R3, opens another round. R2's own judgement does not.
    """
    findings = parse_findings(review)
    if any(f.severity is Severity.MUST and _opens(f) for f in findings):
        return Outcome.REVISE
    verdicts = (line.partition(":")[2].strip() for line in review.split("\n") if line.startswith("- r"))
    return Outcome.NO_VERDICT if Verdict.NONE.value in verdicts else Outcome.PASS


def merge_panel(readers: Mapping[str, str]) -> str:
    """The readers' findings as one text with its marker; readers have no veto."""
    findings = [
        _signed(finding, reader) for reader, text in readers.items() for finding in parse_findings(text, by=reader)
    ]
    counts = ", ".join(f"{reader} {sum(f.by == reader for f in findings)}" for reader in readers)
    rows = ["# Reader panel", "", f"Findings: {counts}.", "", "## Findings", "", render_findings(_distinct(findings))]
    return sealed("\n".join(rows), Marker.PANEL)


def may_promote(review: str, panel: str) -> bool:
    """Whether nothing above 💡 stands anywhere, so that the draft becomes the final without a call."""
    severity = worst((*parse_findings(review), *parse_findings(panel)))
    return severity in (Severity.COULD, Severity.OK)


def _signed(finding: Finding, reviewer: str) -> Finding:
    """The finding under its reviewer's name: a model cannot sign for code or for another reviewer."""
    return finding.model_copy(update={"by": reviewer})


def _by_code(findings: Iterable[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.by_code]


def _distinct(findings: Iterable[Finding]) -> list[Finding]:
    """Findings without repetitions; of equal ones the one that may open a round stands."""
    seen: dict[tuple[str, str, str], Finding] = {}
    for finding in findings:
        key = (finding.severity.value, normal_term(finding.place), normal_term(finding.problem))
        if key not in seen or (_opens(finding) and not _opens(seen[key])):
            seen[key] = finding
    return list(seen.values())


def _opens(finding: Finding) -> bool:
    return finding.by_code or finding.by in _OPENS_A_ROUND
