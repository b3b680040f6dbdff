"""Outline and source map: what a book says chapter by chapter, and which source files a chapter explains.

The models alone; `outline_markdown` and `source_map_markdown` render them and read them back.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

OneLine = Annotated[str, AfterValidator(lambda value: " ".join(value.split()))]
"""A string that is kept on one line, so that Markdown lists can hold it."""
Title = Annotated[str, AfterValidator(lambda value: " ".join(value.split())), Field(min_length=1, pattern=r"\S")]
Lines = Annotated[tuple[OneLine, ...], AfterValidator(lambda items: tuple(item for item in items if item))]
"""List items, each on one line; blank ones fall away."""


class SourceFile(BaseModel):
    """One source file of a chapter: its path, why it is there, which symbols matter (empty = all)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    path: str = Field(min_length=1)
    purpose: OneLine = ""
    symbols: Lines = ()


class ChapterPlan(BaseModel):
    """One chapter of the outline. `number` is its identity (PROTOCOL 1)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    number: int = Field(ge=1)
    title: Title
    promise: OneLine = ""
    difficulty: int = Field(default=2, ge=1, le=5)
    words: int | None = Field(default=None, ge=100)
    builds_on: tuple[int, ...] = ()
    topics: Lines = ()
    terms: Lines = ()
    dropped: bool = False


class Outline(BaseModel):
    """What the book says, chapter by chapter."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: Title
    thesis: OneLine = ""
    audience: OneLine = ""
    chapters: tuple[ChapterPlan, ...] = Field(min_length=1)

    @property
    def kept(self) -> tuple[ChapterPlan, ...]:
        """The chapters that are not dropped, in order."""
        return tuple(chapter for chapter in self.chapters if not chapter.dropped)

    def chapter(self, number: int) -> ChapterPlan | None:
        """The chapter with this number, dropped or not, or None."""
        return next((chapter for chapter in self.chapters if chapter.number == number), None)


class LeftOut(BaseModel):
    """A file, or a folder ending in `/`, that the book does not explain, and why.

    With `symbols` only these names of a file are left out; the file may belong to a chapter.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    path: str = Field(min_length=1)
    why: OneLine = ""
    symbols: Lines = ()


class SourceMap(BaseModel):
    """Which source files belong to which chapter."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    chapters: dict[int, tuple[SourceFile, ...]] = {}
    left_out: tuple[LeftOut, ...] = ()

    def files(self, chapter: int) -> tuple[SourceFile, ...]:
        """The files of one chapter; empty when it has none."""
        return self.chapters.get(chapter, ())


class Proposal(BaseModel):
    """The architect's output: outline and source map in one file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    outline: Outline
    source_map: SourceMap
