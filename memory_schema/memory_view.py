"""view(N): what a chapter may see of the memory (PROTOCOL 8).

A fold over the latest attempt of each chapter before N, in chapter order: the first definition of a term wins
there; a concept has one metaphor and a metaphor one concept. A person's correction is applied over the fold
and survives reruns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from memory_schema.conventions import chapter_links, normal_term
from memory_schema.entries import Correction, Entry, Summary
from memory_schema.lengths import CJK
from memory_schema.paths import Kind


@dataclass(frozen=True)
class SeenSummary:
    """A chapter's summary inside a view."""

    chapter: int
    title: str
    summary: Summary


@dataclass(frozen=True)
class SeenTerm:
    """A term inside a view, with the chapter that defined it first."""

    term: str
    translation: str
    chapter: int
    definition: str
    caution: str


@dataclass(frozen=True)
class SeenMetaphor:
    """A metaphor inside a view."""

    concept: str
    metaphor: str
    chapter: int
    limits: str


@dataclass(frozen=True)
class SeenReference:
    """A cross reference inside a view."""

    from_chapter: int
    from_heading: str
    to_chapter: int
    to_heading: str
    why: str


@dataclass(frozen=True)
class MemoryView:
    """What a chapter may see of the memory; `conflicts` are proposals that lost, one line each."""

    summaries: tuple[SeenSummary, ...] = ()
    glossary: tuple[SeenTerm, ...] = ()
    metaphors: tuple[SeenMetaphor, ...] = ()
    cross_references: tuple[SeenReference, ...] = ()
    conflicts: tuple[str, ...] = ()

    def concerning(self, text: str, chapter: int | None = None) -> MemoryView:
        """The view with only the terms, metaphors and references that a chapter's texts need (PROTOCOL 3.3).

        A term is needed when a text names it or its translation, in the plural too, however old it is; a
        metaphor when its concept is named; a reference when it leads to the chapter, or when the texts link
        to one of its ends.

        Args:
            text: what the agent is told beside the memory: report, outline part, draft ...
            chapter: the chapter that is worked on; None = all references are kept.
        """
        wanted = _Words(text)
        linked = {link.chapter for link in chapter_links(text)} | ({chapter} if chapter is not None else set())
        return MemoryView(
            summaries=self.summaries,
            glossary=tuple(t for t in self.glossary if wanted.name(t.term) or wanted.name(t.translation)),
            metaphors=tuple(m for m in self.metaphors if wanted.name(m.concept)),
            cross_references=tuple(
                r for r in self.cross_references if chapter is None or {r.from_chapter, r.to_chapter} & linked
            ),
            conflicts=self.conflicts,
        )


class _Words:
    """Finds terms in a text: whole words in Latin script, in the plural too; anywhere in CJK."""

    def __init__(self, text: str) -> None:
        self._text = _loosened(text)

    def name(self, term: str) -> bool:
        """Whether the text names a term; never for an empty one."""
        wanted = _loosened(term)
        if wanted not in self._text or not wanted:
            return False
        if CJK.search(wanted):
            return True
        return re.search(rf"(?<!\w){re.escape(wanted)}(?:s|es)?(?!\w)", self._text) is not None


def _loosened(text: str) -> str:
    """The form of comparison, in which a hyphen is a space."""
    return normal_term(text.replace("-", " "))


def latest_attempts(entries: Iterable[Entry]) -> dict[int, Entry]:
    """The entry of the latest attempt of each chapter, in chapter order."""
    latest: dict[int, Entry] = {}
    for entry in sorted(entries, key=lambda item: item.attempt):
        latest[entry.chapter] = entry
    return dict(sorted(latest.items()))


def view_before(
    chapter: int,
    entries: Iterable[Entry],
    corrections: Iterable[Correction] = (),
    dropped: frozenset[int] = frozenset(),
) -> MemoryView:
    """view(N): what chapter N may see. Dropped chapters are out of every view (PROTOCOL 1)."""
    seen = [entry for number, entry in latest_attempts(entries).items() if number < chapter and number not in dropped]
    conflicts: list[str] = []
    terms: dict[str, SeenTerm] = {}
    concepts: dict[str, SeenMetaphor] = {}
    vehicles: dict[str, SeenMetaphor] = {}
    for entry in seen:
        for term in entry.proposal.glossary:
            key = normal_term(term.term)
            if key in terms:
                if normal_term(terms[key].definition) != normal_term(term.definition):
                    conflicts.append(
                        f'chapter {entry.chapter} defines "{term.term}" again; chapter {terms[key].chapter} stands'
                    )
                continue
            terms[key] = SeenTerm(term.term, term.translation, entry.chapter, term.definition, term.caution)
        for item in entry.proposal.metaphors:
            concept, vehicle = normal_term(item.concept), normal_term(item.metaphor)
            taken = concepts.get(concept) or vehicles.get(vehicle)
            if taken is not None:
                if (normal_term(taken.concept), normal_term(taken.metaphor)) != (concept, vehicle):
                    conflicts.append(
                        f'chapter {entry.chapter} pictures "{item.concept}" as "{item.metaphor}"; '
                        f'chapter {taken.chapter} pictures "{taken.concept}" as "{taken.metaphor}"'
                    )
                continue
            concepts[concept] = vehicles[vehicle] = SeenMetaphor(
                item.concept, item.metaphor, entry.chapter, item.limits
            )
    view = MemoryView(
        summaries=tuple(SeenSummary(e.chapter, e.title, e.proposal.summary) for e in seen),
        glossary=tuple(terms.values()),
        metaphors=tuple(concepts.values()),
        cross_references=tuple(
            SeenReference(e.chapter, r.from_heading, r.to_chapter, r.to_heading, r.why)
            for e in seen
            for r in e.proposal.cross_references
            if r.to_chapter not in dropped
        ),
        conflicts=tuple(conflicts),
    )
    for correction in sorted(corrections, key=lambda item: item.sequence):
        view = _corrected(view, correction)
    return view


def _corrected(view: MemoryView, correction: Correction) -> MemoryView:
    """Apply one correction to the keys that the view already holds; it adds none (a view is "as of")."""
    key, value = normal_term(correction.key), correction.value

    def kept(found: str) -> bool:
        return value is not None or normal_term(found) != key

    def text(found: str, field: str, old: str) -> str:
        return (value or {}).get(field, old) if normal_term(found) == key else old

    summaries, glossary, metaphors, references = (
        view.summaries,
        view.glossary,
        view.metaphors,
        view.cross_references,
    )
    if correction.kind is Kind.GLOSSARY:
        glossary = tuple(
            SeenTerm(
                text(t.term, "term", t.term),
                text(t.term, "translation", t.translation),
                t.chapter,
                text(t.term, "definition", t.definition),
                text(t.term, "caution", t.caution),
            )
            for t in glossary
            if kept(t.term)
        )
    elif correction.kind is Kind.METAPHORS:
        metaphors = tuple(
            SeenMetaphor(
                m.concept,
                text(m.concept, "metaphor", m.metaphor),
                m.chapter,
                text(m.concept, "limits", m.limits),
            )
            for m in metaphors
            if kept(m.concept)
        )
    elif correction.kind is Kind.SUMMARIES:
        summaries = tuple(
            SeenSummary(
                s.chapter,
                s.title,
                s.summary.model_copy(update={"core": text(str(s.chapter), "core", s.summary.core)}),
            )
            for s in summaries
            if kept(str(s.chapter))
        )
    else:
        references = tuple(r for r in references if kept(reference_key(r)))
    return MemoryView(summaries, glossary, metaphors, references, view.conflicts)


def reference_key(reference: SeenReference) -> str:
    """The key by which a correction names a cross reference: `3 Heading -> 1 Heading`."""
    return f"{reference.from_chapter} {reference.from_heading} -> {reference.to_chapter} {reference.to_heading}".strip()
