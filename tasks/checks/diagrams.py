"""Mermaid diagrams: whether they can be read as what they claim to be."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any  # the engine is not typed

from memory_schema.findings import Certainty, Finding, Severity
from tasks.checks.chapter_text import ChapterText
from tasks.checks.claims import fence_language
from tasks.checks.members import has_no_member
from tasks.checks.result import CheckResult, found
from tasks.checks.source_index import SourceIndex
from tasks.source.languages import UNKNOWN, language_of

CHECK, OF_NAMES = "diagrams", "fidelity"
MERMAID = frozenset({"mermaid", "mmd"})
MAX_SOURCE = 50_000
"""Characters of one diagram that are parsed; the press draws no larger one either."""
_MOST_LINES, _MOST_IN_LINE = 2_000, 2_000
_MEMBER = re.compile(r"(?<![\w.$/])(?P<owner>[A-Z]\w+)(?:\.|::|#)(?P<member>[^\W\d]\w*)(?=\(|[^\w./]|$)")
"""A member in the text of a node: `Session.send`."""
_BETA = re.compile(r"^\s*\w+-beta\b", re.MULTILINE)


def check_diagrams(chapter: ChapterText) -> CheckResult:
    """Parse every Mermaid block; one that cannot be parsed is ⚠️, since it will be shown as text.

    A kind of diagram that Mermaid itself calls beta changes from version to version: 💡.

    Without the engine (it is a wheel for some platforms) diagrams are counted and not judged.
    """
    diagrams = [fence for fence in chapter.fences if fence_language(fence) in MERMAID]
    findings: list[Finding] = []
    for fence in diagrams:
        fault = _fault(fence.body)
        if fault:
            first = next((line for line in fence.body.split("\n") if line.strip()), "")
            problem = f"a Mermaid diagram that cannot be drawn: {fault}"
            place = chapter.place(fence.start)
            severity, certainty = Severity.SHOULD, Certainty.CERTAIN
            if _BETA.search(fence.body):
                severity, certainty = Severity.COULD, Certainty.LIKELY
            fix = "correct its syntax"
            findings.append(found(CHECK, severity, place, problem, quote=first, fix=fix, certainty=certainty))
    return CheckResult(tuple(findings), {"diagrams": len(diagrams)})


def check_diagram_names(chapter: ChapterText, index: SourceIndex) -> CheckResult:
    """⚠️ where a node of a diagram names a member that its type does not have, with brackets, or one that another type
    has; 💡 where it may be anything else that is written so. `Session.ts` is a file."""
    findings: list[Finding] = []
    count = 0
    for fence in chapter.fences:
        if fence_language(fence) not in MERMAID:
            continue
        for number, line in enumerate(fence.body.split("\n")[:_MOST_LINES], fence.start + 1):
            for match in _MEMBER.finditer(line[:_MOST_IN_LINE]):
                is_called = line.startswith("(", match.end())
                is_file = not is_called and language_of(match[0]) != UNKNOWN
                if is_file or not index.definitions.types(match["owner"]):
                    continue
                count += 1
                severity = has_no_member(match["owner"], match["member"], index)
                if severity is not None and not is_called and not index.definitions.named(match["member"]):
                    # `Order.created` may be an event, a topic or a column.
                    severity = Severity.COULD
                if severity is not None:
                    problem = f"{match['owner']} has no {match['member']}, which the diagram shows"
                    owner = index.definitions.types(match["owner"])[0]
                    findings.append(
                        found(
                            OF_NAMES,
                            severity,
                            chapter.place(number),
                            problem,
                            quote=match[0],
                            evidence=owner.shown,
                            fix=f"name a member of {owner}",
                            certainty=Certainty.LIKELY,
                        )
                    )
    return CheckResult(tuple(findings), {"names of diagrams": count})


def _fault(source: str) -> str:
    """Why a diagram cannot be parsed, in one line; "" where it can, or where nothing here can tell."""
    if len(source) > MAX_SOURCE:
        return f"it has {len(source):,} characters; at most {MAX_SOURCE:,} are drawn"
    engine = _engine()
    if engine is None:
        return ""
    answer = engine.validate(source, None)
    return "" if answer.valid else " ".join(str(answer.error or "unknown").split())[:200]


@lru_cache(maxsize=1)
def _engine() -> Any:
    try:
        import merman
    except ImportError:
        return None
    return merman.MermanEngine(options_json="{}", services=None)
