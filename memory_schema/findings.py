"""Structured findings: what reviewers, readers and checks say about a text (PROTOCOL 5).

A finding is readable Markdown and parses back without loss; a reply of a model is parsed leniently
and whatever cannot be read is "no verdict", neither pass nor fail.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, field_validator

from memory_schema.fences import Line, prose_lines, scan


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

    @field_validator("place", "problem", "quote", "evidence", "fix", "by", mode="after")
    @classmethod
    def _without_edges(cls, value: str) -> str:
        return value.strip()

    @property
    def by_code(self) -> bool:
        """Whether code decided this finding, so that no model may overrule it."""
        return self.by.startswith("check:")


_SIGN = r"(?P<sign>❌|⚠️?|💡|✅)"
_HEAD = re.compile(
    rf"^#{{2,4}}\s*(?:\d+[.)]\s*)?(?:{_SIGN}\s*)?[*\[(]*\s*(?P<severity>must|should|could|ok)\b[*\])]*"
    r"(?P<separator>\s*[·:：|—–]|\s+-|\s*$)?\s*(?P<place>.*?)\s*$",
    re.IGNORECASE,
)
_SIGN_ALONE = re.compile(rf"^#{{2,4}}\s*(?:\d+[.)]\s*)?{_SIGN}\s*(?P<place>.*?)\s*$")
_FIELD = re.compile(
    r"^\s*[-*]\s*\**(?P<name>quote|problem|evidence|fix|by|certainty)\**\s*[:：]\**\s*(?P<value>.*)$", re.I
)
_VERDICT = re.compile(
    r"^\s*(?:#{1,6}\s*|[-*]\s+)?[*_`]*\s*verdict\s*[*_`]*\s*[:：]\s*[*_`]*\s*(?P<word>pass|revise)\b"
    r"(?!\s*[*_`]*\s*(?:[|/]|or\b))",
    re.IGNORECASE,
)
_BREAK, _MARK = " ⏎ ", "⏎"
_ESCAPED = re.compile(f"{_MARK}{_MARK}|{_BREAK}")


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
    head: _Head | None = None
    fields: dict[str, str] = {}
    last = ""
    lines, fences = scan(text)
    for line in (*lines, Line(0, "## ", None)):
        raw, in_code = line.text, line.fence is not None and fences[line.fence].closed
        if raw.startswith("#") and not in_code:
            if head is not None:
                finding = _finding(head, fields, by)
                if finding is not None:
                    found.append(finding)
            head, fields, last = _head(raw), {}, ""
        elif head is not None:
            field = None if in_code else _FIELD.match(raw)
            if field:
                last = field["name"].lower()
                fields[last] = field["value"].strip()
            elif last and (in_code or (raw.startswith(("  ", "\t")) and raw.strip())):
                fields[last] += _BREAK + raw.strip()
            elif raw.strip().startswith("<!--"):
                last = ""
            elif raw.strip() and not _VERDICT.match(raw) and "problem" not in fields:
                last = "problem"
                fields[last] = raw.strip()
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
    """The last verdict line of a review outside code, else NONE. "pass|revise" is no verdict."""
    words = [match["word"].lower() for line in prose_lines(text) if (match := _VERDICT.match(line.text))]
    return Verdict(words[-1]) if words else Verdict.NONE


def without_verdict(text: str) -> str:
    """A review without its verdict lines, so that it can stand in a text that has a verdict of its own."""
    lines = (line for line in scan(text)[0] if line.fence is not None or not _VERDICT.match(line.text))
    return "\n".join(line.text for line in lines)


def worst(findings: Iterable[Finding]) -> Severity:
    """The worst severity among findings; OK for none."""
    return min((finding.severity for finding in findings), key=lambda s: s.rank, default=Severity.OK)


@dataclass(frozen=True)
class _Head:
    severity: Severity
    place: str


def _head(line: str) -> _Head | None:
    """The severity and place of a heading that opens a finding; None for any other heading.

    "## Should it be split?" is prose: without a sign a separator must follow the word.
    """
    match = _HEAD.match(line)
    if match and (match["sign"] or match["separator"] is not None):
        return _Head(Severity(match["severity"].lower()), match["place"])
    if match := _SIGN_ALONE.match(line):
        severity = next(s for s, sign in _SIGNS.items() if sign.startswith(match["sign"]))
        return _Head(severity, match["place"])
    return None


def _finding(head: _Head, fields: dict[str, str], by: str) -> Finding | None:
    texts = {name: _unline(value) for name, value in fields.items()}
    if not texts.get("problem"):
        return None
    certainty = texts.get("certainty", "").lower()
    known = {item.value for item in Certainty}
    return Finding(
        severity=head.severity,
        place=_unline(head.place),
        problem=texts["problem"],
        quote=texts.get("quote", ""),
        evidence=texts.get("evidence", ""),
        fix=texts.get("fix", ""),
        by=texts.get("by", by),
        certainty=Certainty(certainty) if certainty in known else Certainty.JUDGEMENT,
    )


def _line(text: str) -> str:
    """A text on one line: a line break as ` ⏎ `, the sign itself doubled."""
    return text.replace(_MARK, _MARK * 2).replace("\n", _BREAK)


def _unline(text: str) -> str:
    return _ESCAPED.sub(lambda match: "\n" if match[0] == _BREAK else _MARK, text).strip()
