"""The torture book: everything that breaks printers, printed right and nothing worse than a finding."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tasks.press.driver import print_book
from tasks.press.edition import Edition
from tasks.press.proofread import proofread
from tasks.press.web import WebRenderer
from tests.press.torture_book import BROKEN, DRAWN, torture_book

Read = Callable[[str], Any]


@pytest.fixture(scope="module", params=["en", "zh"])
def edition(request: pytest.FixtureRequest) -> Edition:
    """The torture book as a web edition."""
    return print_book(torture_book(str(request.param)), WebRenderer())


def test_passes_the_gate(edition: Edition) -> None:
    """Ids, links, anchors, headings, names and policy of every page are sound."""
    proof = proofread(edition.files)
    assert proof.faults == ()
    assert len(proof.pages) == 10
    assert proof.links > 200


def test_diagrams_are_drawn_or_legible(edition: Edition, read: Read) -> None:
    """Good diagrams are drawings with a name and their source; broken ones are their source and a finding."""
    html = edition.files["ch02.html"].decode()
    page = read(html)
    figures = [e.attributes["class"] for e in page.all("figure")]
    assert figures.count("diagram") == DRAWN
    assert figures.count("diagram undrawn") == BROKEN
    assert html.count('role="img" aria-labelledby="figure:') == DRAWN
    found = [finding for finding in edition.findings if finding.by == "check:diagrams"]
    assert len(found) == BROKEN
    assert all(finding.place.startswith("chapter 2, line ") for finding in found)
    assert "unterminated" in found[0].problem.lower()


def test_drawings_are_harmless(edition: Edition, read: Read) -> None:
    """No script, style, link, foreign markup or outside address comes in with a drawing."""
    html = edition.files["ch02.html"].decode()
    for drawing in re.findall(r"<svg.*?</svg></div>", html, re.DOTALL):
        assert not re.search(r"<(script|style|a|image|foreignObject|iframe|animate|set)\b", drawing, re.IGNORECASE)
        assert not re.search(r"\s(style|on\w+|xlink:href)=", drawing)
        assert not re.search(r"https?:|javascript:|data:", drawing.split("</desc>")[-1])
        assert all(url.startswith("#figure:") for url in re.findall(r"url\((.*?)\)", drawing))


def test_raw_markup_is_text(edition: Edition, read: Read) -> None:
    """Raw HTML in the text is words; a forbidden link leaves its words."""
    page = read(edition.files["ch01.html"].decode())
    assert "<script>alert(1)</script> <b onmouseover=alert(1)>raw</b> bad img" in page.words


def test_equal_headings_have_their_own_ids(edition: Edition, read: Read) -> None:
    """Titles that are equal, or differ in punctuation only, are told apart, Chinese ones too."""
    ids = read(edition.files["ch01.html"].decode()).values("id")
    assert {"same", "same-1", "same-2", "标题", "标题-1"} <= set(ids)
    assert all(len(one) <= 120 for one in ids)


def test_page_names_never_come_from_titles(edition: Edition) -> None:
    """A page is named by its chapter's number."""
    assert {name for name in edition.files if name.startswith("ch")} == {f"ch0{n}.html" for n in (1, 2, 3, 5)}


def test_first_use_of_a_term_leads_to_the_glossary(edition: Edition, read: Read) -> None:
    """Only the first use is a link, the longest term wins, and its preview stands in the page."""
    page = read(edition.files["ch01.html"].decode())
    used = [e for e in page.all("a") if e.attributes.get("aria-describedby")]
    anchors = [e.attributes["href"] for e in used]
    assert anchors.count("glossary.html#term:token-stream") == 1
    assert "glossary.html#term:token" in anchors
    previews = [e for e in page.all("span") if e.attributes.get("role") == "tooltip"]
    assert {e.attributes["id"] for e in previews} == {e.attributes["aria-describedby"] for e in used}
    assert any("A TokenStream of tokens." in e.text for e in previews)


def test_index_of_symbols_says_where(edition: Edition, read: Read) -> None:
    """A symbol whose lines a listing shows is explained there, and leads to the pinned source."""
    html = edition.files["symbols.html"].decode()
    page = read(html)
    row = html.split('id="symbol:lexer-tabbed"')[1].split("</li>")[0]
    assert 'href="ch01.html#fences-in-fences"' in row
    assert "https://example.org/tortured/blob/0123456789abcdef0123456789abcdef01234567/lexer.py#L1000-L1001" in row
    assert "symbol:f" in page.values("id")


def test_a_missing_chapter_is_an_honest_page(edition: Edition) -> None:
    """The chapter that is not finished has its page, and the preface says that the book is not complete."""
    assert 'class="alert important"' in edition.files["ch05.html"].decode()
    assert "3" in edition.files["preface.html"].decode().split("</strong>")[1].split("</p>")[0]


def test_the_colophon_lists_receipts(edition: Edition, read: Read) -> None:
    """A chapter's receipt stands in the colophon by hash, author, date and attempt; a chapter without one does not."""
    page = read(edition.files["colophon.html"].decode())
    rows = [cell.text for cell in page.all("td")]
    assert len(page.all("tr")) == 2
    assert rows[2:] == ["<model>", "2026-11-30", "2"]
    assert "cd" * 32 in page.values("title")
