"""Links between chapters: they lead to chapters of this book, backwards, and to headings that exist."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from urllib.parse import unquote

from memory_schema.conventions import ChapterLink, chapter_links, headings, without_marks
from memory_schema.findings import Finding, Severity
from tasks.checks.chapter_text import ChapterText
from tasks.checks.result import CheckResult, found

CHECK = "consistency"
HeadingsOf = Mapping[int, Sequence[str]]
"""Headings by chapter, for the chapters whose text is known."""

_COUNTER = re.compile(r"-[0-9]+$")


def check_links(
    chapter: ChapterText, number: int, chapters: Collection[int], headings_of: HeadingsOf | None = None
) -> CheckResult:
    """Check the links of one chapter.

    Args:
        chapter: its text.
        number: its number.
        chapters: the numbers of the chapters that the book keeps.
        headings_of: headings of finished chapters; anchors of other chapters are not checked.

    Returns:
        ❌ for a link to a chapter that the book does not have (or dropped) and to this chapter itself as a
        whole; ⚠️ for an anchor that names no heading; 💡 for a link to a later chapter, once a chapter.
    """
    known = {**(headings_of or {}), number: [heading.text for heading in chapter.headings]}
    findings: list[Finding] = []
    links = chapter_links(chapter.numbered)
    ahead: set[int] = set()
    for link in links:
        finding = _check(link, number, chapters, known, chapter.place(link.line))
        if finding is None and link.chapter > number and link.chapter not in ahead:
            ahead.add(link.chapter)
            finding = _ahead(link, chapter)
        findings += [finding] if finding else []
    return CheckResult(tuple(findings), {"links": len(links)})


def headings_of_texts(finals: Mapping[int, str]) -> dict[int, tuple[str, ...]]:
    """The headings of chapters by number, as `check_links` takes them."""
    return {number: tuple(heading.text for heading in headings(text)) for number, text in finals.items()}


def names_heading(anchor: str, known: Sequence[str]) -> bool:
    """Whether an anchor names one of these headings, by letters and digits alone.

    Writers, GitHub and our press differ in the dashes; GitHub numbers a repeated heading.
    """
    plain = unquote(anchor)
    names = _letters_of(tuple(known))
    return _letters(plain) in names or _letters(_COUNTER.sub("", plain)) in names


def _check(link: ChapterLink, number: int, chapters: Collection[int], known: HeadingsOf, place: str) -> Finding | None:
    quote = f"[{link.text}](ch{link.chapter:02d}.md{'#' + link.anchor if link.anchor else ''})"
    if link.chapter not in chapters:
        problem = f"a link to chapter {link.chapter}, which this book does not have"
        fix = f"link to one of the chapters {', '.join(map(str, sorted(chapters)))}, or drop the link"
        return found(CHECK, Severity.MUST, place, problem, quote=quote, fix=fix)
    if link.chapter == number and not link.anchor:
        fix = "drop the link, or name a heading of this chapter"
        return found(CHECK, Severity.MUST, place, "a chapter that links to itself", quote=quote, fix=fix)
    if link.anchor and link.chapter in known and not names_heading(link.anchor, known[link.chapter]):
        problem = f'chapter {link.chapter} has no heading "{link.anchor}"'
        evidence = "headings: " + "; ".join(known[link.chapter])
        fix = f"link to {quote.partition('#')[0].partition('](')[2]} as a whole, or to one of its headings"
        return found(CHECK, Severity.SHOULD, place, problem, quote=quote, evidence=evidence, fix=fix)
    return None


def _ahead(link: ChapterLink, chapter: ChapterText) -> Finding | None:
    """A link ahead asks the reader to skip; the bridge in the last section is what it is for."""
    sections = [heading.line for heading in chapter.headings if heading.level == 2]
    if sections and link.line >= sections[-1]:
        return None
    problem = f"a link ahead, to chapter {link.chapter}"
    fix = "say here what the reader needs, or keep the link for the bridge at the end"
    return found(CHECK, Severity.COULD, chapter.place(link.line), problem, quote=link.text, fix=fix)


@lru_cache(maxsize=256)
def _letters_of(known: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(_letters, known))


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", without_marks(text).casefold())
