"""The shape of a chapter: headings, hook, recap and bridge (PROTOCOL 7)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_schema.conventions import chapter_links, metaphors_in
from memory_schema.findings import Finding, Severity
from memory_schema.lengths import length, unit
from memory_schema.writing_rules import rules_for
from tasks.checks.chapter_text import ChapterText
from tasks.checks.result import found

CHECK = "style"
TOLERANCE = 0.1
"""Around the hook's length, since people and models count words differently than `lengths.length`."""

_RECAP = re.compile(
    r"\b(?:recap|recapitulat\w*|summar\w*|summing up|summed up|take-?aways?|in short|in brief|in a nutshell"
    r"|looking back|what (?:you|we) (?:now )?(?:know|have|learned|learnt|saw)|to remember"
    r"|wrap(?:ping)?[ -]?up|conclusions?)\b"
    r"|小结|回顾|总结|要点|所得|结语|收束|记住",
    re.IGNORECASE,
)
_BRIDGE = re.compile(
    r"\b(?:next|coming|following) chapter\b|\bchapter \d|\bnext:"
    r"|下一章|下章|第\s*[0-9一二三四五六七八九十百]+\s*章|接下来",
    re.IGNORECASE,
)


def check_headings(chapter: ChapterText) -> Iterator[Finding]:
    """One H1 (none is ❌), 3 to 6 H2, no H4."""
    first = [heading for heading in chapter.headings if heading.level == 1]
    second = [heading for heading in chapter.headings if heading.level == 2]
    if not first:
        yield found(CHECK, Severity.MUST, "whole text", "the chapter has no title", fix="begin with one line # TITLE")
    for heading in first[1:]:
        fix = f"write ## {heading.text}"
        yield found(CHECK, Severity.SHOULD, chapter.place(heading.line), "a second H1", quote=heading.text, fix=fix)
    low, high = rules_for("en").sections
    if not low <= len(second) <= high:
        problem = f"{len(second)} sections (H2) where {low} to {high} belong"
        fix = "join sections that belong together" if len(second) > high else "divide the chapter by its topics"
        evidence = "; ".join(heading.text for heading in second)
        yield found(CHECK, Severity.SHOULD, "whole text", problem, evidence=evidence, fix=fix)
    for heading in chapter.headings:
        if heading.level >= 4:
            problem, fix = f"a heading of level {heading.level}", "use H3 at most, or a sentence"
            yield found(CHECK, Severity.SHOULD, chapter.place(heading.line), problem, quote=heading.text, fix=fix)


def check_hook(chapter: ChapterText, language: str) -> Iterator[Finding]:
    """The opening before the first H2, or its first paragraph: 80-120 words, or 200-300 CJK characters."""
    start, end = _opening(chapter)
    metaphors = {use.line for use in metaphors_in(chapter.numbered)}
    opening = [p.text for p in chapter.paragraphs if start < p.start < end and p.start not in metaphors]
    low, high = rules_for(language).hook
    if not opening:
        fix = f"open with a hook of {low} to {high} {unit(language)}"
        yield found(
            CHECK,
            Severity.SHOULD,
            chapter.place(max(start, 1)),
            "no opening before the first section",
            fix=fix,
        )
        return
    lengths = (length("\n\n".join(opening), language), length(opening[0], language))
    if any(low * (1 - TOLERANCE) <= one <= high * (1 + TOLERANCE) for one in lengths):
        return
    problem = f"the opening has {lengths[0]} {unit(language)} where {low} to {high} belong"
    fix = "shorten it" if lengths[0] > high else "say more of what is at stake"
    yield found(CHECK, Severity.SHOULD, chapter.place(max(start, 1)), problem, quote=opening[0], fix=fix)


def check_ending(chapter: ChapterText, language: str, last_chapter: bool) -> Iterator[Finding]:
    """A recap as the last section or the last but one, then a bridge to the next chapter."""
    sections = [heading for heading in chapter.headings if heading.level == 2]
    if not sections or language.split("-", maxsplit=1)[0].lower() not in ("en", "zh"):
        return
    recap = next((heading for heading in sections[-2:] if _RECAP.search(heading.text)), None)
    if recap is None:
        fix = "close with a section that recapitulates what the reader now knows"
        place = chapter.place(sections[-1].line)
        yield found(CHECK, Severity.SHOULD, place, "no recap among the last two sections", fix=fix)
    closing = "\n".join(line.text for line in chapter.prose if line.number >= (recap or sections[-1]).line)
    if not last_chapter and not chapter_links(closing) and not _BRIDGE.search(closing):
        fix = "end with a sentence that leads to the next chapter by its title"
        place = chapter.place(sections[-1].line)
        yield found(CHECK, Severity.SHOULD, place, "no bridge to the next chapter", fix=fix)


def _opening(chapter: ChapterText) -> tuple[int, int]:
    """The lines between which the opening stands: the title and the first section."""
    title = next((heading.line for heading in chapter.headings if heading.level == 1), 0)
    section = next((heading.line for heading in chapter.headings if heading.level == 2), len(chapter.lines) + 1)
    return title, section
