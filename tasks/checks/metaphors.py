"""Metaphors: one for a concept, none for two (PROTOCOL 8)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rapidfuzz import fuzz, process

from memory_schema.conventions import MetaphorUse, metaphors_in, normal_term
from memory_schema.findings import Certainty, Finding, Severity
from memory_schema.memory_view import SeenMetaphor
from tasks.checks.chapter_text import ChapterText
from tasks.checks.result import CheckResult, found
from tasks.checks.told_metaphors import told_metaphors

CHECK = "consistency"

_NEARLY = 75.0
"""Of 100: from here on two pictures are shown to a reader side by side."""
_SMALL = frozenset({"a", "an", "the", "of", "in", "on", "at", "for", "to", "with", "that", "which", "and", "or"})


def check_metaphors(chapter: ChapterText, number: int, taken: Sequence[SeenMetaphor]) -> CheckResult:
    """Compare a chapter's metaphor lines with the registry as of the chapter and with one another.

    A metaphor that stands for another concept already is ❌; a second metaphor for a concept is ⚠️; one that is
    nearly another's ("a library card" beside "a card in the library") is 💡, a shortlist for a reader to decide.
    Uses that agree with the registry are fine.
    """
    uses = metaphors_in(chapter.numbered)
    known = [item for item in taken if item.chapter != number]
    findings: list[Finding] = list(told_metaphors(chapter, known))
    for use in uses:
        place, quote = chapter.place(use.line), f"{use.concept}: {use.metaphor}"
        concept, metaphor = normal_term(use.concept), normal_term(use.metaphor)
        other = next((m for m in known if normal_term(m.metaphor) == metaphor), None)
        if other is not None and normal_term(other.concept) != concept:
            problem = f'"{use.metaphor}" already pictures "{other.concept}" in chapter {other.chapter}'
            fix = f'find another picture for "{use.concept}"'
            findings.append(found(CHECK, Severity.MUST, place, problem, quote=quote, fix=fix))
        first = next((m for m in known if normal_term(m.concept) == concept), None)
        if first is not None and normal_term(first.metaphor) != metaphor:
            problem = f'"{use.concept}" is already pictured as "{first.metaphor}" in chapter {first.chapter}'
            fix = f'use "{first.metaphor}" again, or none'
            findings.append(found(CHECK, Severity.SHOULD, place, problem, quote=quote, fix=fix))
        if other is None and first is None:
            findings += _near(use, known, place, quote)
        known.append(SeenMetaphor(use.concept, use.metaphor, number, use.limits))
    return CheckResult(tuple(findings), {"metaphors": len(uses)})


def _near(use: MetaphorUse, known: Sequence[SeenMetaphor], place: str, quote: str) -> list[Finding]:
    """The taken metaphor of another concept that is most like this one, as a question."""
    others = {item.metaphor: item for item in known if normal_term(item.concept) != normal_term(use.concept)}
    wanted = _picture(use.metaphor)
    best = process.extractOne(
        wanted, {name: _picture(name) for name in others}, scorer=fuzz.token_set_ratio, score_cutoff=_NEARLY
    )
    if best is None or not wanted:
        return []
    item = others[best[2]]
    problem = (
        f'"{use.metaphor}" is close to "{item.metaphor}", which pictures "{item.concept}" in chapter {item.chapter}'
    )
    fix = "decide whether a reader will confuse the two; if so, find another picture"
    return [found(CHECK, Severity.COULD, place, problem, quote=quote, fix=fix, certainty=Certainty.LIKELY)]


def _picture(metaphor: str) -> str:
    """The words of a metaphor that paint: without articles and small words."""
    return " ".join(word for word in re.findall(r"\w+", normal_term(metaphor)) if word not in _SMALL)
