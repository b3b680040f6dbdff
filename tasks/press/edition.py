"""One interface for every edition, one driver for all (after mdBook's renderer and driver).

A renderer says how a chapter's body is printed and how the parts become files. The driver parses each
chapter once, resolves what chapters say of each other, and asks a store first, so that an unchanged
chapter is neither parsed nor printed again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from markupsafe import Markup

from memory_schema.findings import Finding
from tasks.press.coverage import FileCoverage
from tasks.press.explained import SymbolPlaces
from tasks.press.facts import ChapterFacts
from tasks.press.language import Labels
from tasks.press.manuscript import Book
from tasks.press.markdown import BookMarkdown, ParsedText
from tasks.press.page_names import PageNames
from tasks.press.terms import Definition


@dataclass(frozen=True)
class PrintedChapter:
    """A chapter as templates see it."""

    number: int
    page: str
    title: Markup
    plain_title: str
    promise: Markup
    plain_promise: str
    difficulty: int
    builds_on: tuple[int, ...]
    facts: ChapterFacts | None
    """None if the chapter is not finished."""
    body: Markup | None


@dataclass(frozen=True)
class PrintedBook:
    """A book with every chapter printed for one edition: all that a renderer needs to make its files."""

    book: Book
    labels: Labels
    markdown: BookMarkdown
    names: PageNames
    chapters: tuple[PrintedChapter, ...]
    definitions: tuple[Definition, ...]
    symbols: tuple[SymbolPlaces, ...]
    coverage: tuple[FileCoverage, ...]

    def chapter(self, number: int) -> PrintedChapter | None:
        """The chapter with this number, or None."""
        return next((chapter for chapter in self.chapters if chapter.number == number), None)


@dataclass(frozen=True)
class Edition:
    """The files of an edition by name (no folders), and what is wrong with the book."""

    files: Mapping[str, bytes]
    findings: tuple[Finding, ...] = ()


class Renderer(Protocol):
    """One edition. Pure: the same book gives the same bytes."""

    @property
    def name(self) -> str:
        """Distinguishes the edition's bodies in a store."""
        ...

    @property
    def names(self) -> PageNames:
        """How its pages are called."""
        ...

    def body(self, parsed: ParsedText, markdown: BookMarkdown) -> Markup:
        """A parsed chapter, with links, terms and drawings in place, as this edition's markup."""
        ...

    def assemble(self, printed: PrintedBook) -> Edition:
        """Every file of the edition, first pages first, and what only this edition finds wrong."""
        ...


class BodyStore(Protocol):
    """Keeps printed chapters by key; disposable, never trusted to be there."""

    def get(self, key: str) -> str | None:
        """What was kept under a key, or None."""
        ...

    def put(self, key: str, text: str) -> None:
        """Keep a text."""
        ...


class NoStore:
    """Keeps nothing."""

    def get(self, key: str) -> str | None:
        """Nothing."""
        return None

    def put(self, key: str, text: str) -> None:
        """Forget."""


def findings_of(chapters: Sequence[PrintedChapter]) -> tuple[Finding, ...]:
    """What is wrong with the links and pictures of a book, in reading order."""
    found: list[Finding] = []
    for chapter in chapters:
        if chapter.facts:
            links = (use.finding(chapter.number) for use in chapter.facts.links)
            found += [finding for finding in links if finding]
            found += chapter.facts.findings
    return tuple(found)
