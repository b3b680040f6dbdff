"""Style: the rules of PROTOCOL 7 that code can decide. Only a missing title or an empty text is ❌."""

from __future__ import annotations

from itertools import chain

from memory_schema.fences import without_inline_code
from memory_schema.findings import Finding, Severity
from memory_schema.lengths import counts_characters, han_share, length, prose_of
from tasks.checks.chapter_text import ChapterText
from tasks.checks.measures import (
    check_code_blocks,
    check_length,
    check_paragraphs,
    check_phrases,
    check_repetitions,
)
from tasks.checks.result import CheckResult, bounded, found
from tasks.checks.structure import CHECK, check_ending, check_headings, check_hook

_LEAST_HAN = 0.6


def check_style(
    text: str | ChapterText, language: str, target_length: int, *, last_chapter: bool = False
) -> CheckResult:
    """Check the shape, sizes and wording of a chapter.

    Args:
        text: the chapter's Markdown.
        language: the book's language (BCP 47).
        target_length: words, or characters for CJK languages, code excluded; 0 for none.
        last_chapter: whether no chapter follows, so that no bridge is asked for.

    Returns:
        Findings by `check:style`, and the counts "words" or "characters", "sections", "paragraphs",
        "code blocks".
    """
    chapter = text if isinstance(text, ChapterText) else ChapterText(text)
    unit = "characters" if counts_characters(language) else "words"
    counts = {
        unit: length(chapter.text, language),
        "sections": sum(1 for heading in chapter.headings if heading.level == 2),
        "paragraphs": len(chapter.paragraphs),
        "code blocks": len(chapter.fences),
    }
    if not chapter.text.strip():
        empty = found(CHECK, Severity.MUST, "whole text", "the chapter is empty", fix="write it")
        return CheckResult((empty,), counts)
    findings: chain[Finding] = chain(
        check_headings(chapter),
        check_hook(chapter, language),
        check_ending(chapter, language, last_chapter),
        check_length(chapter, language, target_length),
        check_paragraphs(chapter, language),
        check_code_blocks(chapter),
        check_phrases(chapter),
        _check_language(chapter, language),
        check_repetitions(chapter),
    )
    return CheckResult(bounded(CHECK, findings), counts)


def _check_language(chapter: ChapterText, language: str) -> list[Finding]:
    """A Chinese book is in Chinese; names and code in backticks are left out."""
    prose = "\n".join(map(without_inline_code, prose_of(chapter.text).split("\n")))
    share = han_share(prose)
    if language.split("-", maxsplit=1)[0].lower() != "zh" or share >= _LEAST_HAN:
        return []
    problem = f"the book is in Chinese, and {share:.0%} of the letters outside code are Chinese characters"
    return [found(CHECK, Severity.SHOULD, "whole text", problem, fix="write the chapter in Chinese")]
