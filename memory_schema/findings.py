"""Structured findings: what reviewers, readers and checks say about a text (PROTOCOL 5).

A finding is readable Markdown and parses back without loss; a reply of a model is parsed leniently
and whatever cannot be read is "no verdict", neither pass nor fail.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum

from pydantic import BaseModel, ConfigDict


class Severity(StrEnum):
    """The four severities, everywhere the same (PROTOCOL 5)."""

    MUST = "must"
    SHOULD = "should"
    COULD = "could"
    OK = "ok"

    @property
    def sign(self) -> str:
        """The sign that stands before the word in every rendered finding."""
        return _SIGNS[self]

    @property
    def rank(self) -> int:
        """0 for must, 3 for ok: sort key, worst first."""
        return list(Severity).index(self)


_SIGNS = {Severity.MUST: "❌", Severity.SHOULD: "⚠️", Severity.COULD: "💡", Severity.OK: "✅"}


class Certainty(StrEnum):
    """How sure the finder is: code that cannot be wrong, or a judgement."""

    CERTAIN = "certain"
    LIKELY = "likely"
    JUDGEMENT = "judgement"


class Finding(BaseModel):
    """One finding: severity, place, quote, problem, evidence, fix (PROTOCOL 5)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    severity: Severity
    place: str
    """Where in the reviewed text: a heading or `line N`."""
    problem: str
    quote: str = ""
    evidence: str = ""
    fix: str = ""
    by: str = ""
    """Who found it: a role name, or `check:NAME` for code."""
    certainty: Certainty = Certainty.JUDGEMENT

    @property
    def by_code(self) -> bool:
        """Whether code decided this finding, so that no model may overrule it."""
        return self.by.startswith("check:")


_HEAD = re.compile(
    r"^#{2,4}\s*(?:❌|⚠️?|💡|✅)?\s*\**\s*(?P<severity>must|should|could|ok)\b\**\s*[·:|-]?\s*(?P<place>.*?)\s*$",
    re.IGNORECASE,
)
_FIELD = re.compile(
    r"^\s*[-*]\s*\**(?P<name>quote|problem|evidence|fix|by|certainty)\**\s*[:：]\**\s*(?P<value>.*)$", re.I
)
_VERDICT = re.compile(r"^\s*(?:[-*]\s*)?\**\s*verdict\s*\**\s*[:：]\s*\**\s*(?P<word>pass|revise)\b", re.IGNORECASE)
_BREAK = " ⏎ "


def render_finding(finding: Finding) -> str:
    """One finding as a Markdown block that `parse_findings` reads back."""
    rows = [f"### {finding.severity.sign} {finding.severity.value} · {_line(finding.place)}"]
    for name in ("quote", "problem", "evidence", "fix", "by"):
        value = getattr(finding, name)
        if value:
            rows.append(f"- {name}: {_line(value)}")
    if finding.certainty is not Certainty.JUDGEMENT:
        rows.append(f"- certainty: {finding.certainty.value}")
    return "\n".join(rows)


def render_findings(findings: Iterable[Finding]) -> str:
    """Findings as Markdown, worst first, order otherwise kept; "No findings." for none."""
    ordered = sorted(findings, key=lambda finding: finding.severity.rank)
    return "\n\n".join(render_finding(finding) for finding in ordered) or "No findings."


def parse_findings(text: str, by: str = "") -> tuple[Finding, ...]:
    """All findings of a review, in order. Blocks without a problem are dropped.

    Args:
        text: Markdown as a reviewer wrote it; headings of level 2 to 4 open a finding.
        by: the finder, for findings that name none.
    """
    found: list[Finding] = []
    head: re.Match[str] | None = None
    fields: dict[str, str] = {}
    last = ""
    for line in [*text.split("\n"), "## "]:
        if line.startswith("#"):
            if head is not None:
                finding = _finding(head, fields, by)
                if finding is not None:
                    found.append(finding)
            head, fields, last = _HEAD.match(line), {}, ""
        elif head is not None:
            field = _FIELD.match(line)
            if field:
                last = field["name"].lower()
                fields[last] = field["value"].strip()
            elif last and line.startswith(("  ", "\t")) and line.strip():
                fields[last] += _BREAK + line.strip()
            elif line.strip().startswith("<!--"):
                last = ""
            elif line.strip() and not _VERDICT.match(line) and "problem" not in fields:
                last = "problem"
                fields[last] = line.strip()
    return tuple(found)


class Verdict(StrEnum):
    """What a reviewer decides; NONE is a verdict that cannot be read (PROTOCOL 5)."""

    PASS = "pass"  # noqa: S105 - the word of a verdict, not a password
    REVISE = "revise"
    NONE = "no verdict"


def render_verdict(verdict: Verdict) -> str:
    """The verdict line of a review."""
    return f"Verdict: {verdict.value}"


def parse_verdict(text: str) -> Verdict:
    """The last verdict line of a review, else NONE."""
    words = [match["word"].lower() for line in text.split("\n") if (match := _VERDICT.match(line))]
    return Verdict(words[-1]) if words else Verdict.NONE


def worst(findings: Iterable[Finding]) -> Severity:
    """The worst severity among findings; OK for none."""
    return min((finding.severity for finding in findings), key=lambda s: s.rank, default=Severity.OK)


def _finding(head: re.Match[str], fields: dict[str, str], by: str) -> Finding | None:
    if not fields.get("problem"):
        return None
    certainty = fields.get("certainty", "").lower()
    known = {item.value for item in Certainty}
    return Finding(
        severity=Severity(head["severity"].lower()),
        place=_unline(head["place"]),
        problem=_unline(fields["problem"]),
        quote=_unline(fields.get("quote", "")),
        evidence=_unline(fields.get("evidence", "")),
        fix=_unline(fields.get("fix", "")),
        by=fields.get("by", by),
        certainty=Certainty(certainty) if certainty in known else Certainty.JUDGEMENT,
    )


def _line(text: str) -> str:
    return _BREAK.join(part.strip() for part in text.strip().split("\n"))


def _unline(text: str) -> str:
    return text.replace(_BREAK, "\n").strip()
