"""Code blocks: where they come from, and line numbers that are the source's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tasks.press.fences import MAX_HIGHLIGHTED, FenceInfo, parse_info
from tasks.press.language import load_labels
from tasks.press.manuscript import Origin
from tasks.press.markdown import BookMarkdown
from tasks.press.source_links import source_address

Render = Callable[[str], str]
Read = Callable[[str], Any]


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        ("python src/a.py:10-24", FenceInfo("python", "src/a.py", 10, 24)),
        ("python src/my file:1-2.py:10-24", FenceInfo("python", "src/my file:1-2.py", 10, 24)),
        ("c++ 源码/主.cpp:3-3", FenceInfo("c++", "源码/主.cpp", 3, 3)),
        ("python src/a.py:7", FenceInfo("python", "src/a.py", 7, 7)),
        ("python", FenceInfo("python")),
        ("python src/a.py", FenceInfo("python")),
        ("python src/a.py:" + "9" * 5000 + "-1", FenceInfo("python")),
        ("", FenceInfo("")),
    ],
)
def test_info_string(info: str, expected: FenceInfo) -> None:
    """First the language, then the path up to the last `:N-M` (PROTOCOL 7)."""
    assert parse_info(info) == expected


def test_numbers_match_the_source(render: Render, read: Read) -> None:
    """Numbering starts at the caption's first line; blank lines at the edges count."""
    page = read(render("```python src/a.py:99-102\n\ndef f():\n    '''a\n    b'''\n```\n"))
    numbers = [e.attributes["data-line"] for e in page.all("span") if "data-line" in e.attributes]
    assert numbers == ["99", "100", "101", "102"]
    assert page.all("figcaption")
    assert page.all("code")[0].text == "src/a.py:99-102"
    assert page.all("figure")[0].attributes["class"] == "listing numbered digits-3"


def test_code_text_is_the_source_byte_for_byte(render: Render, read: Read) -> None:
    """A copy of a listing is the quoted code: tabs, blank lines and trailing spaces kept, no numbers."""
    code = "\n\tif a < b && c:  \n\n\t\tprint('<!--')\n\n"
    page = read(render(f"```python\n{code}```\n"))
    assert page.words.rstrip("\n") == code.rstrip("\n")
    assert page.words.startswith("\n\tif")


def test_fence_without_place_has_no_caption(render: Render, read: Read) -> None:
    """A caption is a claim about the source, so only a place earns one."""
    page = read(render("```python\nx = 1\n```\n"))
    assert not page.all("figcaption")
    assert not page.values("data-line")


@pytest.mark.parametrize("language", ["c++", "jinja", "html+jinja", "no-such-language", "PYTHON", "text"])
def test_any_language_name_is_legible(render: Render, read: Read, language: str) -> None:
    """Unknown languages print plain; none is an error."""
    assert "x < 1" in read(render(f"```{language}\nx < 1\n```\n")).words


def test_fence_in_a_fence(render: Render, read: Read) -> None:
    """A longer fence shows a shorter one as code, also inside a list."""
    words = read(render("- item\n\n  ````md\n  ```python\n  <!-- CHAPTER_FINAL -->\n  ```\n  ````\n")).words
    assert "```python\n<!-- CHAPTER_FINAL -->\n```" in words


def test_huge_code_is_printed_plain(render: Render) -> None:
    """Beyond the limit no lexer runs, so no text can stall the press."""
    assert 'class="k"' not in render("```python\n" + "if x:\n" * (MAX_HIGHLIGHTED // 6 + 1) + "```\n")


def test_place_links_to_the_pinned_source(read: Read) -> None:
    """With an address in book.toml the caption leads to the lines at the commit; a path cannot change the rest."""
    origin = Origin(name="x", commit="abc", url="https://example.org/{commit}/{path}#L{start}-L{end}")
    markdown = BookMarkdown(load_labels("en"), origin)
    html = str(markdown.render(markdown.parse("```python a b/{start}?#.py:7-8\nx\ny\n```\n")))
    (link,) = (element for element in read(html).all("a"))
    assert link.attributes["href"] == "https://example.org/abc/a%20b/%7Bstart%7D%3F%23.py#L7-L8"


def test_no_link_to_an_unknown_commit() -> None:
    """A source without a commit has no address that would stay true."""
    assert source_address(Origin(name="x", url="https://e.example/{commit}/{path}"), "a.py", 1, 2) == ""
