"""What the press is given: a book as finished texts, with nothing left to look up."""

from __future__ import annotations

from itertools import pairwise
from typing import Self

from pydantic import BaseModel, ConfigDict, Field, model_validator


class Term(BaseModel):
    """One glossary entry (PROTOCOL 8)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    term: str
    translation: str = ""
    """Empty for a book in English."""
    definition: str
    """One or two sentences, inline Markdown."""
    chapter: int
    """Number of the chapter that uses the term first."""


class Chapter(BaseModel):
    """One chapter of the outline. A dropped chapter is not in the manuscript at all (PROTOCOL 1)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    number: int = Field(ge=1)
    """The chapter's identity, not its rank: numbers of dropped chapters are never reused."""
    title: str = Field(min_length=1)
    """Inline Markdown."""
    promise: str = ""
    """What the reader gets from the chapter, one line of inline Markdown."""
    difficulty: int = Field(ge=1, le=5)
    markdown: str | None = None
    """The whole final text; None if the chapter is not finished."""


class Book(BaseModel):
    """A book ready for the press.

    Raises:
        pydantic.ValidationError: chapter numbers that do not rise, or a language that is no BCP 47 tag.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str = Field(min_length=1)
    subtitle: str = ""
    language: str = Field(pattern=r"^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$")
    """BCP 47, such as `en` or `zh`."""
    author_line: str
    """Who wrote it, such as "Written by the offline author"."""
    source_line: str
    """What it is about, such as "jinja2 3.1.6, content hash ab12cd"."""
    date: str
    """As printed; the press adds no date of its own, so that equal input gives equal bytes."""
    chapters: tuple[Chapter, ...]
    glossary: tuple[Term, ...] = ()
    colophon: tuple[tuple[str, str], ...] = ()
    """Facts about the making of the book, as (name, value), in order."""

    @model_validator(mode="after")
    def _numbers_rise(self) -> Self:
        for before, after in pairwise(self.chapters):
            if before.number >= after.number:
                raise ValueError(f"chapter {after.number} follows chapter {before.number}: numbers must rise")
        return self
