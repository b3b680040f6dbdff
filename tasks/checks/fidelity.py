"""Fidelity: what a chapter shows and names of the source is really there."""

from __future__ import annotations

from tasks.checks.chapter_text import ChapterText
from tasks.checks.code_names import check_code_names
from tasks.checks.named_places import check_named_places
from tasks.checks.quoted_blocks import CHECK, check_quoted_blocks
from tasks.checks.result import CheckResult, bounded, merged
from tasks.checks.source_index import Source, index_of


def check_fidelity(text: str | ChapterText, source: Source) -> CheckResult:
    """Check quoted blocks, places and names of a chapter against the source.

    Args:
        text: the chapter's Markdown.
        source: the view that prompts were made of, or texts by path, or a shared `SourceIndex`.

    Returns:
        Findings by `check:fidelity`, and the counts "quoted blocks", "exact", "elided", "mismatches" (blocks
        with a ❌), "places", "wrong places" (❌), "names", "unknown names".

    Raises:
        SourceChanged: a file is not what the view's manifest pins.
    """
    chapter = text if isinstance(text, ChapterText) else ChapterText(text)
    index = index_of(source)
    parts = merged(check(chapter, index) for check in (check_quoted_blocks, check_named_places, check_code_names))
    return CheckResult(bounded(CHECK, (*chapter.bounds(CHECK), *parts.findings)), parts.counts)
