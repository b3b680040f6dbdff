"""Consistency: what a chapter says agrees with what the book already says."""

from __future__ import annotations

from collections.abc import Collection

from memory_schema.memory_view import MemoryView
from tasks.checks.chapter_links import CHECK, HeadingsOf, check_links
from tasks.checks.chapter_mentions import check_chapter_mentions
from tasks.checks.chapter_text import ChapterText
from tasks.checks.diagrams import check_diagrams
from tasks.checks.document_links import check_document_links
from tasks.checks.metaphors import check_metaphors
from tasks.checks.result import CheckResult, bounded, merged
from tasks.checks.terms import Spells, check_terms
from tasks.checks.translations import check_translations


def check_consistency(
    text: str | ChapterText,
    chapter: int,
    memory: MemoryView,
    chapters: Collection[int],
    headings_of: HeadingsOf | None = None,
    spells: Spells = lambda written: False,
) -> CheckResult:
    """Check terms and their translations, metaphors, links and diagrams of a chapter.

    Args:
        text: the chapter's Markdown.
        chapter: its number.
        memory: the memory as of this chapter (PROTOCOL 8); what it says of the chapter itself is left out.
        chapters: the numbers of the chapters that the outline keeps (a mapping to titles will do).
        headings_of: headings by chapter where they are known, for anchors.
        spells: whether the source itself writes some words so, which is no other spelling of a term then.

    Returns:
        Findings by `check:consistency`, and the counts "terms" (of the glossary), "defined here", "variants",
        "translations", "metaphors", "links", "relative links", "diagrams".
    """
    parsed = text if isinstance(text, ChapterText) else ChapterText(text)
    parts = merged(
        (
            check_terms(parsed, chapter, memory.glossary, spells),
            check_translations(parsed, [term for term in memory.glossary if term.chapter != chapter]),
            check_metaphors(parsed, chapter, memory.metaphors),
            check_links(parsed, chapter, chapters, headings_of),
            check_chapter_mentions(parsed, chapters),
            check_document_links(parsed),
            check_diagrams(parsed),
        )
    )
    return CheckResult(bounded(CHECK, parts.findings), parts.counts)
