"""An unchanged chapter is not printed again, and a changed one is."""

from __future__ import annotations

from collections.abc import Callable

from tasks.press.driver import print_book
from tasks.press.manuscript import Book, Term
from tasks.press.web import WebRenderer
from tests.press.counting_store import CountingStore

MakeBook = Callable[..., Book]
FIRST = "# First\n\nSee [there](ch02.md#parts) and the token.\n\n## A\n\n```mermaid\nflowchart TD\n a --> b\n```\n"
SECOND = "# Second\n\n## Parts\n\ntext\n"


def test_unchanged_chapters_come_from_the_store(make_book: MakeBook) -> None:
    """The second printing prints nothing and gives the same bytes and the same findings."""
    store = CountingStore()
    cold = print_book(make_book(FIRST, SECOND), WebRenderer(), store)
    assert store.printed == 2
    warm = print_book(make_book(FIRST, SECOND), WebRenderer(), store)
    assert store.printed == 2
    assert warm == cold


def test_a_changed_chapter_is_printed_alone(make_book: MakeBook) -> None:
    """Words that changed in one chapter cost that chapter."""
    store = CountingStore()
    print_book(make_book(FIRST, SECOND), WebRenderer(), store)
    changed = print_book(make_book(FIRST, SECOND + "more\n"), WebRenderer(), store)
    assert store.printed == 3
    assert changed == print_book(make_book(FIRST, SECOND + "more\n"), WebRenderer())


def test_a_moved_heading_reprints_those_that_name_it(make_book: MakeBook) -> None:
    """A link whose place is gone is found although its chapter did not change."""
    store = CountingStore()
    print_book(make_book(FIRST, SECOND), WebRenderer(), store)
    gone = make_book(FIRST, SECOND.replace("Parts", "Pieces"))
    edition = print_book(gone, WebRenderer(), store)
    assert store.printed == 4
    assert edition == print_book(gone, WebRenderer())
    assert len(edition.findings) == 1


def test_a_changed_definition_reprints_those_that_show_it(make_book: MakeBook) -> None:
    """A preview is part of the page, so the chapters that use a term follow its definition."""
    store = CountingStore()
    book = make_book(FIRST, SECOND)
    print_book(book, WebRenderer(), store)
    term = Term(term="token", definition="Another sentence.", chapter=1)
    edition = print_book(book.model_copy(update={"glossary": (term,)}), WebRenderer(), store)
    assert store.printed == 3
    assert b"Another sentence." in edition.files["ch01.html"]


def test_a_torn_store_is_no_harm(make_book: MakeBook) -> None:
    """What cannot be read from the store is printed again."""
    store = CountingStore()
    cold = print_book(make_book(FIRST, SECOND), WebRenderer(), store)
    store.kept = {key: text[: len(text) // 2] for key, text in store.kept.items()}
    assert print_book(make_book(FIRST, SECOND), WebRenderer(), store) == cold
