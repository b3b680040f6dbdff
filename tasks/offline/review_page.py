"""How a review looks on the page: title, overall paragraph, findings, verdict (PROTOCOL 5)."""

from __future__ import annotations

from collections.abc import Sequence

from memory_schema.findings import Finding, Severity, Verdict, render_findings, render_verdict
from memory_schema.notes import Confidence, StructuredNote
from tasks.offline.reply import Reply
from tasks.offline.request import Brief

_CLIP = 76


def verdict_of(findings: Sequence[Finding]) -> Verdict:
    """Pass unless something must change."""
    must = any(finding.severity is Severity.MUST for finding in findings)
    return Verdict.REVISE if must else Verdict.PASS


def review(
    brief: Brief,
    title: str,
    overall: str,
    findings: Sequence[Finding],
    *,
    verdict: bool = True,
    extra: str = "",
    issues: Sequence[str] = (),
    evidence: Sequence[str] = (),
    confidence: Confidence = Confidence.HIGH,
) -> Reply:
    """A review with its note.

    Args:
        brief: the request; its role signs the findings.
        title: the H1.
        overall: one short paragraph about this text.
        findings: in any order; they are rendered worst first.
        verdict: whether this reviewer decides pass or revise (readers do not).
        extra: Markdown after the findings, such as R3's part about sensitivity.
        issues: seen, and not this task's.
        evidence: further data for the note, after the findings' places.
        confidence: how much the next step may rely on it.
    """
    signed = [f if f.by else f.model_copy(update={"by": brief.role}) for f in findings]
    parts = [f"# {title}", overall, render_findings(signed)]
    parts += [extra] if extra else []
    parts += [render_verdict(verdict_of(signed))] if verdict else []
    worst = sorted(signed, key=lambda finding: finding.severity.rank)
    note = StructuredNote(
        conclusion=_conclusion(brief, worst, verdict),
        evidence=tuple([clip(f"{f.severity.value} at {f.place}: {f.problem}") for f in worst[:3]] + list(evidence))[:5],
        file_refs=(brief.output,),
        open_issues=tuple(clip(issue, 156) for issue in issues),
        confidence=confidence,
    )
    return Reply("\n\n".join(parts), note)


def clip(text: str, most: int = _CLIP) -> str:
    """One line of at most `most` characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"


def counted(findings: Sequence[Finding], chinese: bool = False) -> str:
    """`1 must, 2 should, 3 could`; "no finding" for none."""
    kinds = [(s, sum(f.severity is s for f in findings)) for s in Severity if s is not Severity.OK]
    if chinese:
        words = {Severity.MUST: "必须改", Severity.SHOULD: "应当改", Severity.COULD: "可以改"}
        return "，".join(f"{words[s]} {count} 处" for s, count in kinds if count) or "没有发现问题"
    return ", ".join(f"{count} {severity.value}" for severity, count in kinds if count) or "no finding"


_WHOLE = {"auditor": "book"}
"""What a role without a chapter judges, where it is not the outline."""


def _conclusion(brief: Brief, worst: Sequence[Finding], verdict: bool) -> str:
    where = f"chapter {brief.chapter}" if brief.chapter is not None else f"the {_WHOLE.get(brief.role, 'outline')}"
    decided = f"{verdict_of(worst).value}: " if verdict else ""
    if not worst:
        return f"{decided}{where}, round {brief.round}: nothing to change found"
    return clip(f"{decided}{where}: {counted(worst)}; first: {worst[0].fix or worst[0].problem}", 198)
