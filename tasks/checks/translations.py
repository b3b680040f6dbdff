"""Terms and what they are called in the book's language: one translation a term, one term a translation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memory_schema.conventions import normal_term, without_marks
from memory_schema.fences import without_inline_code
from memory_schema.findings import Certainty, Finding, Severity
from memory_schema.lengths import CJK
from memory_schema.memory_view import SeenTerm
from tasks.checks.chapter_text import ChapterText
from tasks.checks.result import CheckResult, found

CHECK = "consistency"

_BOLD_GLOSS = re.compile(r"\*\*(?P<term>[^*\n]{1,80}?)\*\*\s*[(（]\s*(?P<gloss>[^()（）\n]{1,40}?)\s*[)）]")
_LONGER = 4
"""Characters by which a gloss in brackets may be longer than the translation; beyond it explains, not translates."""


@dataclass(frozen=True)
class _Gloss:
    """A term and the words that a text puts beside it in brackets, or before it; `defines` where the term is bold."""

    term: str
    words: str
    line: int
    defines: bool


def check_translations(chapter: ChapterText, glossary: Sequence[SeenTerm]) -> CheckResult:
    """Compare `translation (term)` and `term (translation)` with the glossary as of the chapter.

    ⚠️ for a term that is called otherwise, and for a translation that already stands for another term. Beside a term
    that is not bold a gloss counts only where it shares a character with the translation: brackets also explain.
    """
    known = {normal_term(term.term): term for term in glossary if term.translation}
    taken = {normal_term(term.translation): term for term in reversed(glossary) if term.translation}
    findings: list[Finding] = []
    count = 0
    seen: set[tuple[str, str]] = set()
    for gloss in (*_bold_glosses(chapter), *_plain_glosses(chapter, list(known.values()))):
        key = normal_term(gloss.term)
        count += 1
        if (key, gloss.words) in seen:
            continue
        seen.add((key, gloss.words))
        place = chapter.place(gloss.line)
        quote = f"{gloss.term} ({gloss.words})"
        term = known.get(key)
        if term is not None and not _is_said(gloss, term.translation):
            problem = f'"{term.term}" is called "{term.translation}" in chapter {term.chapter}'
            fix = f"write {term.translation}, or keep its name out of the brackets"
            findings.append(
                found(CHECK, Severity.SHOULD, place, problem, quote=quote, fix=fix, certainty=Certainty.LIKELY)
            )
        other = taken.get(normal_term(gloss.words))
        if gloss.defines and other is not None and normal_term(other.term) != key:
            problem = f'"{gloss.words}" already stands for "{other.term}", since chapter {other.chapter}'
            findings.append(found(CHECK, Severity.SHOULD, place, problem, quote=quote, fix="give it a name of its own"))
    return CheckResult(tuple(findings), {"translations": count})


def _bold_glosses(chapter: ChapterText) -> Iterator[_Gloss]:
    for line in chapter.prose:
        for match in _BOLD_GLOSS.finditer(line.text) if "**" in line.text else ():
            yield _Gloss(without_marks(match["term"]), match["gloss"], line.number, defines=True)


def _plain_glosses(chapter: ChapterText, terms: Sequence[SeenTerm]) -> Iterator[_Gloss]:
    """In prose, for terms that are translated into CJK: what stands before `(term)`, or in brackets behind it."""
    whole = chapter.numbered.lower()
    for term in terms:
        plain = without_marks(term.term)
        if plain.lower() not in whole or not CJK.search(term.translation):
            continue
        before = re.compile(rf"(?P<words>[{_RUN}]{{1,20}})[(（]\s*{re.escape(plain)}(?:e?s)?\s*[)）]", re.IGNORECASE)
        behind = re.compile(
            rf"(?<![\w*]){re.escape(plain)}(?:e?s)?\s*[(（]\s*(?P<words>[{_RUN}]{{1,20}})\s*[)）]", re.IGNORECASE
        )
        for line in chapter.prose:
            prose = without_inline_code(line.text)
            for pattern in (before, behind) if "(" in prose or "（" in prose else ():
                for match in pattern.finditer(prose):
                    words = match["words"]
                    if pattern is before and len(words) > len(term.translation):
                        words = words[-len(term.translation) :]
                    if _may_translate(words, term.translation):
                        yield _Gloss(plain, words, line.number, defines=False)


_RUN = r"\u3400-\u4dbf\u4e00-\u9fff\u3040-\u30ff\uac00-\ud7af"


def _may_translate(words: str, translation: str) -> bool:
    return len(words) <= len(translation) + _LONGER and not set(words).isdisjoint(translation)


def _is_said(gloss: _Gloss, translation: str) -> bool:
    return normal_term(translation) in normal_term(gloss.words)
