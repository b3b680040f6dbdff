"""Terms: one definition in the book, one spelling (PROTOCOL 8)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import islice
from typing import TypeAlias

from memory_schema.conventions import defined_terms, normal_term, without_marks
from memory_schema.fences import without_inline_code
from memory_schema.findings import Certainty, Finding, Severity
from memory_schema.memory_view import SeenTerm
from tasks.checks.chapter_text import ChapterText
from tasks.checks.result import CheckResult, found
from tasks.checks.variants import variants_in

CHECK = "consistency"
Spells: TypeAlias = Callable[[str], bool]
"""Whether the source itself writes some words so."""

_BOLD = re.compile(r"\*\*([^*\n]{1,80}?)\*\*")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")
_MOST_VARIANTS = 100


def check_terms(
    chapter: ChapterText, number: int, glossary: Sequence[SeenTerm], spells: Spells = lambda written: False
) -> CheckResult:
    """Compare a chapter's terms with the glossary as of the chapter.

    Bold is reserved for a definition: a term of an earlier chapter that is bold again, with other words
    than its definition, is ⚠️. Another spelling of a glossary term is 💡, once a spelling, unless `spells` says that
    the source writes so: a chapter about `KeyValueStore` may call it by its name and quote what it is said to be.
    """
    known = {normal_term(term.term): term for term in glossary if term.chapter != number}
    findings: list[Finding] = []
    defined = {normal_term(term) for term in defined_terms(chapter.numbered)}
    for paragraph in chapter.paragraphs:
        for match in _BOLD.finditer(without_inline_code(paragraph.text)):
            term = known.get(normal_term(match[1]))
            if term is None or term.definition == "" or normal_term(match[1]) not in defined:
                continue
            sentence = _sentence_at(paragraph.text, match.start())
            if normal_term(term.definition).strip(".。") in normal_term(sentence):
                continue
            line = paragraph.start + paragraph.text.count("\n", 0, match.start())
            problem = f'"{term.term}" is defined again, in other words than in chapter {term.chapter}'
            fix = f"use the term without bold and link to {chapter_file(term.chapter)}, or keep its definition"
            evidence = f"chapter {term.chapter}: {term.definition}"
            place = chapter.place(line)
            findings.append(found(CHECK, Severity.SHOULD, place, problem, quote=sentence, evidence=evidence, fix=fix))
    written: set[str] = set()
    for variant in islice(variants_in(chapter, [term.term for term in glossary]), _MOST_VARIANTS):
        if variant.written in written or spells(variant.written):
            continue
        written.add(variant.written)
        problem = f'"{variant.written}" is another spelling of a term of the glossary'
        place, fix = chapter.place(variant.line), f"write {without_marks(variant.term)}"
        findings.append(
            found(
                CHECK,
                Severity.COULD,
                place,
                problem,
                quote=variant.written,
                fix=fix,
                certainty=Certainty.LIKELY,
            )
        )
    counts = {"terms": len(glossary), "defined here": len(defined), "variants": len(written)}
    return CheckResult(tuple(findings), counts)


def chapter_file(number: int) -> str:
    """How a chapter is named in a link of another one."""
    return f"ch{number:02d}.md"


def _sentence_at(text: str, at: int) -> str:
    """The sentence of a paragraph that holds the character at `at`."""
    start = 0
    for part in _SENTENCE_END.split(text):
        end = text.find(part, start) + len(part)
        if at < end:
            return " ".join(part.split())
        start = end
    return ""
