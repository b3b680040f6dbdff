"""What a check hands back: findings, and counts that say how much was looked at."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from memory_schema.findings import Certainty, Finding, Severity

MOST_FINDINGS = 1_000
"""Findings that one check reports; the rest is summed up in one line, so that a report stays readable."""
MOST_QUOTED = 160
MOST_EVIDENCE = 800

_LINE = re.compile(r"\bline (\d{1,9})\b")
_SPACE = re.compile(r"[\r\t\v\f\x00-\x08\x0e-\x1f\x85\u2028\u2029]+")


@dataclass(frozen=True)
class CheckResult:
    """Findings in order of the text; counts by plural noun ("quoted blocks": 7), in order of display."""

    findings: tuple[Finding, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)

    @property
    def failed(self) -> bool:
        """Whether a ❌ is here: it opens another round and keeps a final out of memory (PROTOCOL 5)."""
        return any(finding.severity is Severity.MUST for finding in self.findings)


def found(
    check: str,
    severity: Severity,
    place: str,
    problem: str,
    *,
    quote: str = "",
    evidence: str = "",
    fix: str = "",
    certainty: Certainty = Certainty.CERTAIN,
) -> Finding:
    """A finding by code, `by="check:NAME"`; its texts are bounded and safe in any Markdown file."""
    return Finding(
        severity=severity,
        place=clipped(place, MOST_QUOTED),
        problem=clipped(problem, MOST_EVIDENCE),
        quote=clipped(quote, MOST_QUOTED),
        evidence=clipped(evidence, MOST_EVIDENCE),
        fix=clipped(fix, MOST_EVIDENCE),
        by=f"check:{check}",
        certainty=certainty,
    )


def line_of(finding: Finding) -> int:
    """The line that a finding's place names, 0 where it concerns the whole text."""
    match = _LINE.search(finding.place)
    return int(match[1]) if match else 0


def clipped(text: str, most: int) -> str:
    """At most `most` characters, without control characters.

    The opening of an HTML comment is written as an entity: a text under check may hold a completion marker,
    and a second marker would make the report that quotes it incomplete (PROTOCOL 3.5).
    """
    short = _SPACE.sub(" ", text[: most + 1])
    short = short if len(text) <= most else short[: most - 1].rstrip() + "…"
    return short.replace("<!--", "&lt;!--").strip()


def bounded(check: str, findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings, or the worst MOST_FINDINGS of them and one that says how many are left out."""
    every = tuple(findings)
    if len(every) <= MOST_FINDINGS:
        return every
    ranked = sorted(range(len(every)), key=lambda at: (every[at].severity.rank, at))
    kept, rest = sorted(ranked[:MOST_FINDINGS]), ranked[MOST_FINDINGS:]
    worst = min((every[at].severity for at in rest), key=lambda severity: severity.rank)
    more = found(
        check,
        worst,
        "whole text",
        f"{len(rest)} more findings of this kind are not listed; the worst of them is {worst.value}",
        fix="correct the listed ones first, then check again",
    )
    return (*(every[at] for at in kept), more)


def merged(results: Iterable[CheckResult]) -> CheckResult:
    """Several results as one: findings one after the other, counts of the same noun added."""
    findings: list[Finding] = []
    counts: dict[str, int] = {}
    for result in results:
        findings.extend(result.findings)
        for noun, number in result.counts.items():
            counts[noun] = counts.get(noun, 0) + number
    return CheckResult(tuple(findings), counts)
