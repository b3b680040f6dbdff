"""One revision, whole: what code can mend is mended, the rest is answered in the note, never in the text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memory_schema.findings import Finding, Severity
from memory_schema.lengths import length
from memory_schema.markers import strip_marker
from tasks.offline.report_parse import parse_report
from tasks.offline.report_render import harmless
from tasks.offline.request import Brief
from tasks.offline.revise_answers import answer_findings
from tasks.offline.revise_guidance import obey
from tasks.offline.revise_parts import add_missing_parts, fit_opening
from tasks.offline.revise_quotes import repair_places, repair_quotes, split_long_blocks
from tasks.offline.revise_wording import (
    drop_repeated_metaphors,
    drop_stock_phrases,
    raise_headings,
    shorten_paragraphs,
    unify_terms,
)
from tasks.offline.write import TOLERANCE, language_of
from tasks.offline.write_background import read_background
from tasks.offline.write_plan import plan_chapter

_PLANNED_QUOTES = 8
_CODE_PROBLEM = "check:"


@dataclass(frozen=True)
class Revision:
    """The new text and the account of it."""

    text: str
    applied: tuple[str, ...]
    declined: tuple[str, ...]

    @property
    def changed(self) -> bool:
        """Whether anything was done."""
        return bool(self.applied)


def revise_text(brief: Brief, text: str, findings: Sequence[Finding], *, whole: bool = True) -> Revision:
    """Guidance first, then what is wrong, then what readers miss.

    Args:
        whole: False for lines of a text, or for a text with lines of its report: then nothing is taken away or
            added for want of what other lines may hold.
    """
    facts = parse_report(brief.text("-report.md"))
    background = read_background(brief)
    prose = language_of(brief)
    number = brief.chapter or facts.chapter
    plan = plan_chapter(facts, background, number, brief.chapter_title or facts.title, _PLANNED_QUOTES)
    original = strip_marker(text)
    now = original
    applied: list[str] = []
    declined: list[str] = []
    for guidance in guidance_of(brief):
        guided = obey(now, guidance, facts, prose, brief.language)
        now = guided.text
        applied += guided.applied
        declined += guided.declined
    cjk = brief.counts_characters
    steps = (
        (True, lambda t: repair_quotes(t, facts, removing=whole) if facts.quotes else (t, [])),
        (True, split_long_blocks),
        (whole, lambda t: repair_places(t, facts)),
        (True, drop_stock_phrases),
        (True, lambda t: unify_terms(t, background.glossary)),
        (True, lambda t: drop_repeated_metaphors(t, [one.metaphor for one in background.metaphors])),
        (whole, raise_headings),
        (whole, lambda t: add_missing_parts(t, plan, prose)),
        (whole, lambda t: fit_opening(t, plan, prose, brief.language, cjk=cjk)),
        (True, lambda t: shorten_paragraphs(t, prose)),
    )
    for step in (step for wanted, step in steps if wanted):
        now, done = step(now)
        applied += done
    open_findings = [
        one for one in findings if one.severity is not Severity.OK and not one.by.startswith(_CODE_PROBLEM)
    ]
    most = max(background.target * (1 + TOLERANCE), length(now, brief.language))
    answered = answer_findings(now, open_findings, facts, prose, brief.language, most)
    applied += answered.applied
    by_code = [one for one in findings if one.by.startswith(_CODE_PROBLEM) and one.severity is not Severity.OK]
    if by_code and not applied:
        declined += [f"{one.problem[:90]} — not repaired by code" for one in by_code]
    return Revision(harmless(answered.text) if applied else original, tuple(applied), (*declined, *answered.declined))


def guidance_of(brief: Brief) -> list[str]:
    """The texts in which a person asks for something."""
    return [file.text for file in brief.files if file.part == "guidance" or "guidance" in file.name]
