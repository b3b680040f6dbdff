"""Memory: what one attempt at a chapter leaves behind (PROTOCOL 8).

An `Entry` is immutable and holds all four kinds; it keeps every proposal, so a term that is refused today can
win after a rerun. A person's `Correction` is an entry of its own, keyed by kind and key. `memory_view` folds
them into what a chapter may see.
"""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, Field

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
