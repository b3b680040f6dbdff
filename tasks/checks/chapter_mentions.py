"""Chapters that the prose names by their number: the book has them, and a link leads to the chapter that it names."""

from __future__ import annotations

import re
from collections.abc import Collection

from memory_schema.conventions import chapter_links
from memory_schema.fences import without_inline_code
from memory_schema.findings import Certainty, Finding, Severity
from tasks.checks.chapter_text import ChapterText
from tasks.checks.result import CheckResult, found

CHECK = "consistency"

_DIGITS = "零一二三四五六七八九十"
_NAMED = re.compile(
    r"\b[Cc]hapter (?P<number>\d{1,3})\b(?!\.\d)(?! of (?!this book))"
    r"|第 ?(?P<han>\d{1,3}|[一二三四五六七八九十]{1,3}) ?章"
)
_LINK = re.compile(r"\[[^\[\]]*\]\([^()\s]*\)")


def check_chapter_mentions(chapter: ChapterText, chapters: Collection[int]) -> CheckResult:
    """⚠️ for "chapter 12" of a book that ends before, and for a link that names one chapter and leads to another.

    A chapter "of" something is another book's. The numbers of links are checked as links.
    """
    findings: list[Finding] = []
    for link in chapter_links(chapter.numbered):
        named = _NAMED.search(link.text)
        if named and link.chapter in chapters and number_of(named) != link.chapter:
            problem = f"the link names chapter {number_of(named)} and leads to chapter {link.chapter}"
            findings.append(_finding(chapter, link.line, problem, link.text, "name the chapter that is meant"))
    for line in chapter.prose:
        prose = _LINK.sub("", without_inline_code(line.text))
        for match in _NAMED.finditer(prose):
            if number_of(match) not in chapters:
                problem = f"this book has no chapter {number_of(match)}"
                fix = f"name one of the chapters {', '.join(map(str, sorted(chapters)))}"
                findings.append(_finding(chapter, line.number, problem, match[0], fix))
    return CheckResult(tuple(findings))


def number_of(match: re.Match[str]) -> int:
    """The number that a chapter is named by, in digits or in Chinese."""
    text = match["number"] or match["han"]
    if text.isdigit():
        return int(text)
    tens, ten, ones = text.partition("十")
    if not ten:
        return _DIGITS.index(tens[-1])
    return 10 * (_DIGITS.index(tens) if tens else 1) + (_DIGITS.index(ones) if ones else 0)


def _finding(chapter: ChapterText, line: int, problem: str, quote: str, fix: str) -> Finding:
    place, sure = chapter.place(line), Certainty.LIKELY
    return found(CHECK, Severity.SHOULD, place, problem, quote=quote, fix=fix, certainty=sure)
