"""Memory: what one attempt at a chapter leaves behind, and the view that a chapter may see (PROTOCOL 8).

An `Entry` is immutable and holds all four kinds. A view is a fold over the latest attempt of each
chapter before N, in chapter order: the first definition of a term wins there; a concept has one
metaphor and a metaphor one concept. Entries keep every proposal, so a term that is refused today can
win after a rerun. A person's `Correction` is applied over the fold and survives reruns.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field

from memory_schema.conventions import normal_term
from memory_schema.outline import OneLine
from memory_schema.paths import Kind


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class Look(_Record):
    """A relation to another chapter: back to what it builds on, or ahead to what it promises."""

    chapter: int = Field(ge=1)
    what: OneLine = ""


class Summary(_Record):
    """What a chapter says and what its reader now knows."""

    core: OneLine = Field(min_length=1)
    terms: tuple[OneLine, ...] = ()
    metaphors: tuple[OneLine, ...] = ()
    looks_back: tuple[Look, ...] = ()
    looks_ahead: tuple[Look, ...] = ()
    reader_knows: tuple[OneLine, ...] = ()


class Term(_Record):
    """A term as one chapter proposes it."""

    term: OneLine = Field(min_length=1)
    translation: OneLine = ""
    definition: OneLine = ""
    caution: OneLine = ""


class Metaphor(_Record):
    """A metaphor as one chapter proposes it; `limits` says where it stops holding."""

    concept: OneLine = Field(min_length=1)
    metaphor: OneLine = Field(min_length=1)
    limits: OneLine = ""


class CrossReference(_Record):
    """A reference from a heading of this chapter to a heading of another one."""

    from_heading: OneLine = ""
    to_chapter: int = Field(ge=1)
    to_heading: OneLine = ""
    why: OneLine = ""


class MemoryProposal(_Record):
    """What the memory keeper proposes; `none` says why a kind is empty ("none, because ...")."""

    summary: Summary
    glossary: tuple[Term, ...] = ()
    metaphors: tuple[Metaphor, ...] = ()
    cross_references: tuple[CrossReference, ...] = ()
    none: dict[str, str] = {}


class Entry(_Record):
    """One chapter attempt as the book remembers it; stored once as entries/SEQ-chXX-aN.json."""

    sequence: int = Field(ge=1)
    chapter: int = Field(ge=1)
    attempt: int = Field(ge=1)
    title: OneLine
    final_hash: str
    supersedes: int | None = None
    """Sequence of the entry of this chapter's attempt before."""
    proposal: MemoryProposal


class Correction(_Record):
    """A person's correction of one key of one kind; `value` None removes the key."""

    sequence: int = Field(ge=1)
    kind: Kind
    key: str = Field(min_length=1)
    value: dict[str, str] | None
    why: OneLine = ""


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

    def concerning(self, text: str) -> MemoryView:
        """The view with only the terms, metaphors and references that `text` names (PROTOCOL 3.3)."""
        wanted = normal_term(text)
        return MemoryView(
            summaries=self.summaries,
            glossary=tuple(t for t in self.glossary if normal_term(t.term) in wanted),
            metaphors=tuple(m for m in self.metaphors if normal_term(m.concept) in wanted),
            cross_references=self.cross_references,
            conflicts=self.conflicts,
        )


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


def entry_name(sequence: int, chapter: int, attempt: int) -> str:
    """The file name of an entry."""
    return f"{sequence:04d}-ch{chapter:02d}-a{attempt}.json"


def correction_name(sequence: int) -> str:
    """The file name of a person's correction."""
    return f"{sequence:04d}-correction.json"


def required_none(proposal: MemoryProposal) -> Mapping[str, str]:
    """For every empty kind its reason; the keeper's own where it gave one (PROTOCOL 8)."""
    empty = {
        Kind.GLOSSARY: not proposal.glossary,
        Kind.METAPHORS: not proposal.metaphors,
        Kind.CROSS_REFERENCES: not proposal.cross_references,
    }
    aliases = {
        Kind.GLOSSARY: "glossary",
        Kind.METAPHORS: "metaphors",
        Kind.CROSS_REFERENCES: "cross_references",
    }
    return {
        kind.value: proposal.none.get(aliases[kind])
        or proposal.none.get(kind.value)
        or "none, because the keeper named none"
        for kind, is_empty in empty.items()
        if is_empty
    }
