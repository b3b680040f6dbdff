"""The checks of the whole book: every quote, term, metaphor and cross reference again (PROTOCOL 6.4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from memory_schema.conventions import metaphors_in
from memory_schema.memory_view import MemoryView, SeenMetaphor, SeenTerm
from memory_schema.outline import Outline
from tasks.checks.chapter_links import check_links, headings_of_texts
from tasks.checks.chapter_text import ChapterText
from tasks.checks.cross_references import check_cross_references
from tasks.checks.diagrams import check_diagrams
from tasks.checks.differing_numbers import check_differing_numbers
from tasks.checks.document_links import check_document_links
from tasks.checks.fidelity import check_fidelity
from tasks.checks.metaphors import check_metaphors
from tasks.checks.repetitions import check_repetitions_in_book
from tasks.checks.result import CheckResult, bounded, merged
from tasks.checks.source_index import Source, index_of
from tasks.checks.terms import check_terms
from tasks.checks.translations import check_translations


@dataclass(frozen=True)
class BookAudit:
    """The three parts of the report, whose places begin with `chapter N`, and the chapters with a ❌."""

    fidelity: CheckResult
    consistency: CheckResult
    style: CheckResult
    blocked: tuple[int, ...]


def audit_book(finals: Mapping[int, str], source: Source, outline: Outline, memory: MemoryView) -> BookAudit:
    """Check all finals together.

    Args:
        finals: the final text of each finished chapter.
        source: the view, texts by path, or a shared `SourceIndex`.
        outline: the frozen outline; a link may name only chapters that it keeps.
        memory: the view behind the last chapter, so that it holds all entries.

    Returns:
        Fidelity: each final again. Consistency: links with anchors, terms by their glossary name and translation, one
        metaphor a concept and none for two, numbers that differ between chapters, cross references of memory and
        text against each other, diagrams that can be drawn. Style:
        sentences of 8 or more words in more than two chapters. `blocked` are the chapters with a ❌.

    Raises:
        SourceChanged: a file is not what the view's manifest pins.
    """
    index = index_of(source)
    texts = {number: ChapterText(text) for number, text in sorted(finals.items())}
    kept = frozenset(chapter.number for chapter in outline.kept)
    headings = headings_of_texts({number: chapter.numbered for number, chapter in texts.items()})
    taken: list[SeenMetaphor] = []
    blocked: set[int] = set()
    fidelity: list[CheckResult] = []
    consistency: list[CheckResult] = []
    for number, chapter in texts.items():
        consistent = merged(
            (
                check_terms(chapter, number, _terms_before(memory.glossary, number), index.spells),
                check_translations(chapter, [one for one in memory.glossary if one.chapter < number]),
                check_metaphors(chapter, number, taken),
                check_links(chapter, number, kept, headings),
                check_document_links(chapter),
                check_diagrams(chapter),
            )
        )
        taken += [SeenMetaphor(use.concept, use.metaphor, number, use.limits) for use in metaphors_in(chapter.numbered)]
        faithful = check_fidelity(chapter, index)
        blocked |= {number} if faithful.failed or consistent.failed else set()
        fidelity.append(_placed(faithful, number))
        consistency.append(_placed(consistent, number))
    consistency.append(check_differing_numbers(texts))
    consistency.append(check_cross_references(texts, memory.cross_references, kept))
    return BookAudit(
        fidelity=_bounded("fidelity", fidelity),
        consistency=_bounded("consistency", consistency),
        style=check_repetitions_in_book(texts),
        blocked=tuple(sorted(blocked)),
    )


def _terms_before(glossary: Iterable[SeenTerm], number: int) -> tuple[SeenTerm, ...]:
    return tuple(term for term in glossary if term.chapter <= number)


def _placed(result: CheckResult, number: int) -> CheckResult:
    findings = tuple(
        finding.model_copy(update={"place": f"chapter {number}, {finding.place}"}) for finding in result.findings
    )
    return CheckResult(findings, result.counts)


def _bounded(check: str, results: Iterable[CheckResult]) -> CheckResult:
    every = merged(results)
    return CheckResult(bounded(check, every.findings), every.counts)
