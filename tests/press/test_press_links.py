"""Links between chapters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from memory_schema.findings import Finding
from tasks.press.driver import print_book
from tasks.press.manuscript import Book
from tasks.press.page_names import WEB
from tasks.press.web import WebRenderer

MakeBook = Callable[..., Book]
Read = Callable[[str], Any]


def render_site(book: Book) -> dict[str, str]:
    """The files of the web edition as text."""
    return {name: data.decode("utf-8") for name, data in print_book(book, WebRenderer()).files.items()}


SECOND = "# Second\n\n## The Lexer\n\ntext\n\n## C++ & `my_name`\n\ntext\n\n## 词法 分析！\n\ntext\n"


def broken_links(book: Book) -> tuple[Finding, ...]:
    """What the press says of the book's links."""
    return print_book(book, WebRenderer()).findings


def hrefs(book: Book, read: Read) -> list[str]:
    """Addresses of the links in the text of the book's first chapter."""
    html = render_site(book)["ch01.html"]
    text = html.split('<div class="text">')[1].split("</article>")[0]
    return [str(href) for href in read(text).values("href")]


@pytest.mark.parametrize(
    ("address", "href"),
    [
        ("ch02.md", "ch02.html"),
        ("ch02-final.md", "ch02.html"),
        ("ch02.html", "ch02.html"),
        ("./ch02.md#the-lexer", "ch02.html#the-lexer"),
        ("../final/ch02-final.md#the-lexer", "ch02.html#the-lexer"),
        ("<ch02.md#The Lexer>", "ch02.html#the-lexer"),
        ("ch02.md#词法-分析", "ch02.html#词法-分析"),
        ("ch02.md#%E8%AF%8D%E6%B3%95-%E5%88%86%E6%9E%90", "ch02.html#词法-分析"),
        ("ch02.md#second", "ch02.html#second"),
        ("ch02.md#c-my-name", "ch02.html#c-my-name"),
        ("ch02.md#c--my_name", "ch02.html#c-my-name"),
        ("glossary.md", "glossary.html"),
        ("index.html", "index.html"),
        ("https://example.org/a?b=c", "https://example.org/a?b=c"),
    ],
)
def test_links_are_rewritten(make_book: MakeBook, read: Read, address: str, href: str) -> None:
    """A link to Markdown becomes a link to its page; anchors are found as authors write them."""
    book = make_book(f"# First\n\n[x]({address})\n", SECOND)
    assert hrefs(book, read) == [href]
    assert broken_links(book) == ()


@pytest.mark.parametrize(
    ("address", "problem"),
    [
        ("ch09.md", "no such chapter"),
        ("ch00.md", "not part of the book"),
        ("../../etc/passwd", "not part of the book"),
        ("README.md", "not part of the book"),
        ("javascript:alert(1)", "scheme 'javascript'"),
        ("data:text/html,x", "scheme 'data'"),
        ("file:///etc/passwd", "scheme 'file'"),
        ("//evil.example/ch01.html", "not part of the book"),
        ("%6aavascript:alert(1)", "not part of the book"),
    ],
)
def test_links_to_nowhere_are_words_and_a_finding(make_book: MakeBook, read: Read, address: str, problem: str) -> None:
    """A link that cannot be kept leaves its words, and the finding names place and reason."""
    book = make_book(f"# First\n\n## A\n\nSee [**these** words]({address}) here.\n", SECOND)
    html = render_site(book)["ch01.html"]
    assert "See <strong>these</strong> words here." in html
    (finding,) = broken_links(book)
    assert problem in finding.problem
    assert finding.place == "chapter 1, line 5"


def test_missing_heading_still_leads_to_the_chapter(make_book: MakeBook, read: Read) -> None:
    """A wrong anchor costs the anchor, not the link."""
    book = make_book("# First\n\n[x](ch02.md#nothing)\n", SECOND)
    assert hrefs(book, read) == ["ch02.html"]
    assert len(broken_links(book)) == 1


def test_anchor_inside_the_page(make_book: MakeBook, read: Read) -> None:
    """`#anchor` stays on its page; its permalink is no finding."""
    book = make_book("# First\n\n[x](#later)\n\n## Later\n", SECOND)
    assert hrefs(book, read) == ["#later", "#later"]
    assert broken_links(book) == ()


def test_link_to_an_unfinished_chapter_is_kept(make_book: MakeBook, read: Read) -> None:
    """An unfinished chapter has an honest page, so a link to it resolves."""
    book = make_book("# First\n\n[x](ch02.md)\n", None)
    assert hrefs(book, read) == ["ch02.html"]
    assert broken_links(book) == ()


def test_images_leave_their_description(make_book: MakeBook) -> None:
    """No image is published, so no page asks the network for one; the finding says so."""
    book = make_book("# First\n\n![a *cat*](https://evil.example/pixel.png)\n")
    html = render_site(book)["ch01.html"]
    assert "evil.example" not in html
    assert "a cat" in html
    assert "images are not published" in broken_links(book)[0].problem


@pytest.mark.parametrize(("number", "name"), [(1, "ch01.html"), (99, "ch99.html"), (100, "ch100.html")])
def test_page_names(number: int, name: str) -> None:
    """Two digits, three from 100 on (PROTOCOL 1)."""
    assert WEB.chapter(number) == name
