"""Where everything of a book lies (PROTOCOL 1): names only, no file access.

Every output of an agent has two names. Its *work path* is below `output/notes/` and belongs to
exactly one (role, chapter, attempt, round). Its *public name* is the one of PROTOCOL 1 and is a copy
that code makes of the newest work.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

AUDIT_LOG = "output/audit-log.md"
OUTLINE = "output/memory/outline.md"
SOURCE_MAP = "output/memory/source-map.md"
STYLE_GUIDE = "output/memory/style-guide.md"
ENTRIES = "output/memory/entries"
PUBLISH = "output/publish"
ANSWERS = "output/answers"
LOGS = "output/logs"
RECEIPTS = "output/receipts"
NOTES = "output/notes"
PLAN_NOTES = "output/notes/plan"
SOURCE_CACHE = ".cache/source"
PRESS_CACHE = ".cache/press"
MANIFEST = "output/notes/plan/source-manifest.json"
APPROVED = "output/notes/plan/approved.json"


class Kind(StrEnum):
    """The four kinds of memory (PROTOCOL 8); the value is the stem of the rendered file."""

    SUMMARIES = "chapter-summaries"
    GLOSSARY = "glossary"
    METAPHORS = "metaphor-registry"
    CROSS_REFERENCES = "cross-references"

    @property
    def file(self) -> str:
        """The rendered file, good to read and rebuildable from the entries at any time."""
        return f"output/memory/{self.value}.md"


def two(chapter: int) -> str:
    """The chapter number as it stands in names: two digits, three from 100 on."""
    return f"{chapter:02d}"


def chapter_notes(chapter: int) -> str:
    """The folder of everything that the attempts of a chapter left."""
    return f"{NOTES}/ch{two(chapter)}"


def attempt_notes(chapter: int, attempt: int) -> str:
    """The folder of one attempt."""
    return f"{chapter_notes(chapter)}/a{attempt}"


def round_folder(chapter: int, attempt: int, number: int) -> str:
    """The folder of one round of draft and reviews."""
    return f"{attempt_notes(chapter, attempt)}/round-{number}"


def plan_guidance_name(attempt: int, number: int) -> str:
    """Where a person's comments for round `number` of the plan lie."""
    return f"{PLAN_NOTES}/a{attempt}/round-{number}/guidance.json"


def receipt_folder(output: str) -> str:
    """The folder of the receipts of an output: receipts/OUTPUT-PATH (below output/)."""
    return f"{RECEIPTS}/{output.removeprefix('output/')}"


class Output(StrEnum):
    """Everything that some role writes; the value is used in status tables and messages."""

    PROPOSAL = "outline proposal"
    READER_FEEDBACK = "outline reader feedback"
    OUTLINE_R3 = "outline content review"
    STYLE_GUIDE = "style guide"
    REPORT = "research report"
    DRAFT = "draft"
    CHECKS = "checks"
    R1 = "R1 code review"
    R2 = "R2 consistency review"
    R3 = "R3 content review"
    REVIEW = "merged review"
    RS = "student reader"
    RE = "engineer reader"
    RH = "expert reader"
    PANEL = "reader panel"
    DECISION = "decision"
    FINAL = "final"
    FINAL_CHECKS = "checks of the final"
    MEMORY = "memory proposal"
    AUDIT_CHECKS = "checks of the book"
    AUDIT = "final audit"
    SITE = "published book"


@dataclass(frozen=True)
class Place:
    """The two names of an output as templates over {nn} chapter, {a} attempt, {k} round."""

    work: str
    public: str = ""


_PLAN = "output/notes/plan/a{a}/round-{k}/"
_ROUND = "output/notes/ch{nn}/a{a}/round-{k}/"
_ATTEMPT = "output/notes/ch{nn}/a{a}/"
_FINAL = "output/notes/ch{nn}/a{a}/final-{k}/"

PLACES: dict[Output, Place] = {
    Output.PROPOSAL: Place(_PLAN + "outline-proposal.md", "output/reviews/outline-proposal.md"),
    Output.READER_FEEDBACK: Place(_PLAN + "outline-reader-feedback.md", "output/reviews/outline-reader-feedback.md"),
    Output.OUTLINE_R3: Place(_PLAN + "outline-r3.md", "output/reviews/outline-r3.md"),
    Output.STYLE_GUIDE: Place("output/notes/plan/style-a{a}/style-guide.md", STYLE_GUIDE),
    Output.REPORT: Place(_ATTEMPT + "report.md", "output/research/ch{nn}-report.md"),
    Output.DRAFT: Place(_ROUND + "draft.md", "output/chapters/draft/ch{nn}-draft.md"),
    Output.CHECKS: Place(_ROUND + "checks.md", "output/reviews/ch{nn}-checks.md"),
    Output.R1: Place(_ROUND + "r1.md", "output/reviews/ch{nn}-r1.md"),
    Output.R2: Place(_ROUND + "r2.md", "output/reviews/ch{nn}-r2.md"),
    Output.R3: Place(_ROUND + "r3.md", "output/reviews/ch{nn}-r3.md"),
    Output.REVIEW: Place(_ROUND + "review.md", "output/reviews/ch{nn}-review.md"),
    Output.RS: Place(_ATTEMPT + "rs.md", "output/reviews/ch{nn}-rs.md"),
    Output.RE: Place(_ATTEMPT + "re.md", "output/reviews/ch{nn}-re.md"),
    Output.RH: Place(_ATTEMPT + "rh.md", "output/reviews/ch{nn}-rh.md"),
    Output.PANEL: Place(_ATTEMPT + "panel.md", "output/reviews/ch{nn}-panel.md"),
    Output.DECISION: Place(_ATTEMPT + "decision.md"),
    Output.FINAL: Place(_FINAL + "final.md", "output/chapters/final/ch{nn}-final.md"),
    Output.FINAL_CHECKS: Place(_FINAL + "checks.md", "output/reviews/ch{nn}-final-checks.md"),
    Output.MEMORY: Place(_ATTEMPT + "memory-proposal.md"),
    Output.AUDIT_CHECKS: Place("output/notes/audit/a{a}/audit-checks.md", "output/reviews/final-audit-checks.md"),
    Output.AUDIT: Place("output/notes/audit/a{a}/final-audit.md", "output/reviews/final-audit.md"),
    Output.SITE: Place(f"{PUBLISH}/index.html"),
}


def work_path(output: Output, chapter: int | None = None, attempt: int = 1, number: int = 1) -> str:
    """The work path of an output: one (role, chapter, attempt, round), one path."""
    return PLACES[output].work.format(nn=two(chapter or 0), a=attempt, k=number)


def public_name(output: Output, chapter: int | None = None) -> str:
    """The name of PROTOCOL 1 for an output, or "" when it has none."""
    return PLACES[output].public.format(nn=two(chapter or 0))
