"""A small book, and a reader of pages that knows elements, ids and addresses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

import pytest

from tasks.press.language import load_labels
from tasks.press.manuscript import Book, Chapter, Origin, Term
from tasks.press.markdown import BookMarkdown
from tests.press.browsing import browser

MakeBook = Callable[..., Book]
Render = Callable[[str], str]


@dataclass
class Element:
    """One start tag and the text up to the next tag of any kind."""

    tag: str
    attributes: dict[str, str]
    text: str = ""


@dataclass
class Page(HTMLParser):
    """A parsed page; `words` is its whole text outside script and style."""

    html: str
    elements: list[Element] = field(default_factory=list)
    words: str = ""

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._fresh = False
        self.feed(self.html)
        self.close()

    def __hash__(self) -> int:
        return id(self)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, {name: value or "" for name, value in attrs}))
        self._fresh = True

    def handle_data(self, data: str) -> None:
        self.words += data
        if self._fresh:
            self.elements[-1].text += data

    def handle_endtag(self, tag: str) -> None:
        self._fresh = False

    def all(self, tag: str) -> list[Element]:
        """Every element of a tag, in order."""
        return [element for element in self.elements if element.tag == tag]

    def values(self, attribute: str) -> list[str]:
        """Every value of an attribute, in order."""
        return [e.attributes[attribute] for e in self.elements if attribute in e.attributes]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """One browser for a file of tests."""
    with browser() as opened:
        yield opened


@pytest.fixture
def read() -> Callable[[str], Page]:
    """Parse HTML into a Page."""
    return Page


@pytest.fixture
def render() -> Render:
    """Markdown of one English chapter to its HTML fragment."""
    markdown = BookMarkdown(load_labels("en"))
    return lambda text: str(markdown.render(markdown.parse(text)))


def book_of(*texts: str | None, language: str = "en", title: str = "Inside Things") -> Book:
    """A book out of chapter texts, numbered from 1; None is an unfinished chapter."""
    return Book(
        title=title,
        language=language,
        origin=Origin(name="things", digest="ab12cd34" * 8),
        date="2026-11-30",
        chapters=tuple(
            Chapter(number=n, title=f"Topic {n}", promise=f"Learn {n}.", difficulty=2, markdown=text)
            for n, text in enumerate(texts, start=1)
        ),
        glossary=(Term(term="token", definition="A `Token` of text.", chapter=1),),
    )


@pytest.fixture
def make_book() -> MakeBook:
    """A maker of small books: see `book_of`."""
    return book_of
