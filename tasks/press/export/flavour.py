"""What one tool spells otherwise than the others: one subclass a tool."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

from tasks.press.fences import FenceInfo
from tasks.press.language import Labels
from tasks.press.page_names import PageNames
from tasks.press.terms import TermUse

_PLAIN_NAME = re.compile(r"[A-Za-z][\w-]*", re.ASCII)


@dataclass(frozen=True)
class Page:
    """A file of the project: its name, its title as Markdown and as plain words, its text without the title.

    `number` is the chapter's, None for the pages around the chapters.
    """

    name: str
    title: str
    words: str
    text: str
    number: int | None = None


@dataclass(frozen=True)
class Entry:
    """A glossary entry, written in the flavour; no translation is ""."""

    anchor: str
    term: str
    translation: str
    definition: str

    @property
    def named(self) -> str:
        """The term, with its translation in parentheses."""
        return f"{self.term} ({self.translation})" if self.translation else self.term


@dataclass(frozen=True)
class Project:
    """Everything that a tool's own files name."""

    title: str
    subtitle: str
    authors: Sequence[str]
    language: str
    date: str
    front: Sequence[Page]
    chapters: Sequence[Page]
    back: Sequence[Page]

    @property
    def pages(self) -> tuple[Page, ...]:
        """Every page in reading order, the title page first."""
        return (*self.front, *self.chapters, *self.back)

    @property
    def counts_on(self) -> bool:
        """Whether the chapters are numbered as a tool would number them."""
        return [page.number for page in self.chapters] == list(range(1, len(self.chapters) + 1))

    def heading(self, page: Page) -> str:
        """A page's title; with its number where the tool would count otherwise."""
        return page.title if self.counts_on or page.number is None else f"{page.number} · {page.title}"


class Flavour(ABC):
    """One tool's Markdown and project layout."""

    name: ClassVar[str]
    """As typed after `--to`."""
    suffix: ClassVar[str] = ".md"
    active: ClassVar[re.Pattern[str]]
    """Characters of running text that the tool would act upon and CommonMark would not; each is escaped."""
    line_active: ClassVar[re.Pattern[str]]
    """The same at the beginning of a line: what the match spans is escaped."""
    definition_indent: ClassVar[int] = 2

    @property
    def names(self) -> PageNames:
        """How the pages are called."""
        return PageNames(self.suffix)

    @abstractmethod
    def heading(self, marks: str, text: str, anchor: str, page: str) -> str:
        """A heading that links can name."""

    @abstractmethod
    def listing(self, info: FenceInfo, code: str, address: str, labels: Labels) -> str:
        """A block of code with its place in the source as a caption, and its first line number."""

    @abstractmethod
    def diagram(self, code: str) -> str:
        """A Mermaid diagram as its source."""

    @abstractmethod
    def alert(self, kind: str, text: str) -> str:
        """A note, tip, important, warning or caution."""

    @abstractmethod
    def term(self, text: str, use: TermUse) -> str:
        """The first use of a glossary term; `text` is written already."""

    @abstractmethod
    def glossary(self, entries: Sequence[Entry]) -> str:
        """The glossary's text."""

    def address(self, href: str, page: str) -> str:
        """A link to a page of the project or within `page`."""
        return href

    def pipe_in_code(self, code: str) -> str:
        """A table cell's inline code, which holds a pipe."""
        return code.replace("|", "\\|")

    @abstractmethod
    def files(self, project: Project) -> Mapping[str, str]:
        """Every file of the project by its path below the project's folder."""


def fenced(info: str, code: str) -> str:
    """A fence long enough for its code; `info` holds no backtick."""
    longest = max((len(run) for run in re.findall(r"`+", code)), default=0)
    marks = "`" * max(3, longest + 1)
    body = code if not code or code.endswith("\n") else f"{code}\n"
    return f"{marks}{info}\n{body}{marks}"


def container(mark: str, opening: str, text: str) -> str:
    """A fenced division around a text, longer than any inside it."""
    longest = max((len(run) for run in re.findall(rf"^\s*({re.escape(mark)}{{3,}})", text, re.MULTILINE)), default=0)
    marks = mark * max(3, longest + 1)
    return f"{marks}{opening}\n{text}\n{marks}"


def language_name(language: str) -> str:
    """A language by a name that every tool can read ("cpp" for "c++"), or "" for one that nobody knows."""
    if not language or _PLAIN_NAME.fullmatch(language):
        return language
    try:
        names = get_lexer_by_name(language.lower()).aliases
    except ClassNotFound:
        return ""
    return next((str(name) for name in names if _PLAIN_NAME.fullmatch(name)), "")


def code_span(text: str) -> str:
    """Inline code; one line, its backticks kept."""
    flat = " ".join(text.split())
    longest = max((len(run) for run in re.findall(r"`+", flat)), default=0)
    marks = "`" * (longest + 1)
    return f"{marks} {flat} {marks}" if longest else f"`{flat}`"


def linked(text: str, address: str) -> str:
    """A text as a link where there is an address."""
    return f"[{text}](<{address}>)" if address else text
