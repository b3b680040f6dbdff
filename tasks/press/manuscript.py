"""What the press is given: a book as finished texts and facts, with nothing left to look up.

Facts, not sentences: the words around them are the labels' business, in the book's language.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, model_validator


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Term(_Record):
    """One glossary entry (PROTOCOL 8)."""

    term: str
    translation: str = ""
    """Empty for a book in English."""
    definition: str
    """One or two sentences, inline Markdown."""
    chapter: int
    """Number of the chapter that uses the term first."""


class FinalReceipt(_Record):
    """What stands for a chapter's text: a receipt that code can check (PROTOCOL 4)."""

    digest: str
    """SHA-256 of the text; the receipt's file is named after it."""
    author: str
    """The model that wrote it; empty for a person."""
    date: str
    attempt: int = Field(ge=1)


class Chapter(_Record):
    """One chapter of the outline. A dropped chapter is not in the manuscript at all (PROTOCOL 1)."""

    number: int = Field(ge=1)
    """The chapter's identity, not its rank: numbers of dropped chapters are never reused."""
    title: str = Field(min_length=1)
    """Inline Markdown."""
    promise: str = ""
    """What the reader gets from the chapter, one line of inline Markdown."""
    difficulty: int = Field(ge=1, le=5)
    builds_on: tuple[int, ...] = ()
    """Chapters that must be read before; numbers that the book does not have are passed over."""
    markdown: str | None = None
    """The whole final text; None if the chapter is not finished."""
    receipt: FinalReceipt | None = None
    """None if the chapter is not finished, or its text has no receipt."""


class Origin(_Record):
    """The source that the book explains, pinned (PROTOCOL 4)."""

    name: str = ""
    commit: str = ""
    """Full commit id, or empty where there is no repository."""
    digest: str = ""
    """Content hash of the whole source."""
    dirty: bool = False
    """Whether the source had changes beyond the commit."""
    url: str = ""
    """Template of an address with `{path}`, `{start}`, `{end}`, `{commit}`; empty = no links."""
    files: int = 0
    skipped: int = 0


class SourceSymbol(_Record):
    """A definition in the source; `start` and `end` are 1-based inclusive lines."""

    name: str
    """Qualified, such as `TokenStream.expect`."""
    kind: str
    path: str
    start: int
    end: int


class SourceFile(_Record):
    """A source file that a reader could expect to find explained."""

    path: str
    lines: int


class Making(_Record):
    """How the book was made and verified, counted from its receipts."""

    agents: int = 0
    """Outputs that a model wrote."""
    calls: int = 0
    """Model calls, retries and continuations included."""
    rounds: int = 0
    """Drafts: passes of writing and reviewing, over all chapters."""
    reviews: int = 0
    receipts: int = 0
    finals_with_receipt: int = 0
    quotes: int = 0
    exact_quotes: int = 0
    places: int = 0
    mismatches: int = 0
    models: tuple[tuple[str, int], ...] = ()
    """(model, outputs), most outputs first."""
    human_edits: int = 0
    """Texts that a person wrote or changed."""
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float | None = 0.0
    """None where a price is unknown."""


class Book(_Record):
    """A book ready for the press.

    Raises:
        pydantic.ValidationError: chapter numbers that do not rise, or a language that is no BCP 47 tag.
    """

    title: str = Field(min_length=1)
    subtitle: str = ""
    language: str = Field(pattern=r"^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$")
    """BCP 47, such as `en` or `zh`."""
    date: str = ""
    """As printed; the press adds no date of its own, so that equal input gives equal bytes."""
    authors: tuple[str, ...] = ()
    """Models that wrote; empty for the offline author alone."""
    edited: bool = False
    """Whether a person changed a chapter."""
    origin: Origin = Origin()
    chapters: tuple[Chapter, ...]
    glossary: tuple[Term, ...] = ()
    symbols: tuple[SourceSymbol, ...] = ()
    files: tuple[SourceFile, ...] = ()
    making: Making = Making()

    @property
    def complete(self) -> bool:
        """Whether every chapter is finished."""
        return bool(self.chapters) and all(chapter.markdown is not None for chapter in self.chapters)

    @model_validator(mode="after")
    def _numbers_rise(self) -> Self:
        for before, after in pairwise(self.chapters):
            if before.number >= after.number:
                raise ValueError(f"chapter {after.number} follows chapter {before.number}: numbers must rise")
        return self
