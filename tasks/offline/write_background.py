"""What a writer is shown beside the report: the memory as of its chapter, and the chapter's outline."""

from __future__ import annotations

from dataclasses import dataclass

from memory_schema.conventions import normal_term
from memory_schema.memory_view import SeenMetaphor, SeenTerm
from memory_schema.views import parse_glossary, parse_metaphors, parse_summary_titles
from tasks.offline.request import Brief
from tasks.offline.write_chapter_plan import ChapterOutline, parse_chapter_outline

_DEFAULT_WORDS = 1800


@dataclass(frozen=True)
class Background:
    """Outline, memory, and the length that the chapter should have."""

    outline: ChapterOutline
    target: int
    glossary: tuple[SeenTerm, ...] = ()
    metaphors: tuple[SeenMetaphor, ...] = ()
    titles: tuple[tuple[int, str], ...] = ()
    """Number and title of the chapters that the reader has read."""

    def known(self, term: str) -> SeenTerm | None:
        """The earlier definition of a term, or None."""
        wanted = normal_term(term)
        return next((one for one in self.glossary if normal_term(one.term) == wanted), None)

    def taken(self, metaphor: str) -> bool:
        """Whether an earlier chapter used this metaphor."""
        wanted = normal_term(metaphor)
        return any(normal_term(one.metaphor) == wanted for one in self.metaphors)


def read_background(brief: Brief) -> Background:
    """Everything but the report; what is missing is empty."""
    outline = parse_chapter_outline(brief.text("memory/outline.md"))
    titles = parse_summary_titles(brief.text("chapter-summaries.md"))
    return Background(
        outline=outline,
        target=outline.words or brief.number("chapters.words", _DEFAULT_WORDS),
        glossary=parse_glossary(brief.text("glossary.md")),
        metaphors=parse_metaphors(brief.text("metaphor-registry.md")),
        titles=tuple(sorted(titles.items())),
    )
