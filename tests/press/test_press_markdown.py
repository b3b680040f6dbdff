"""Markdown as the books use it, and Markdown as an enemy would write it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tasks.press.driver import print_book
from tasks.press.language import load_labels
from tasks.press.manuscript import Book
from tasks.press.markdown import BookMarkdown
from tasks.press.sanitise import sanitise
from tasks.press.web import WebRenderer

MakeBook = Callable[..., Book]
Render = Callable[[str], str]
Read = Callable[[str], Any]


def render_site(book: Book) -> dict[str, str]:
    """The files of the web edition as text."""
    return {name: data.decode("utf-8") for name, data in print_book(book, WebRenderer()).files.items()}


HOSTILE = [
    "<script>alert(1)</script>",
    "a <img src=x onerror=alert(1)> b",
    "<iframe src=https://evil.example></iframe>",
    "<style>*{display:none}</style>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java&#10;script:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](vbscript:x) [x](file:///etc/passwd) [x](//evil.example/x)",
    "![x](https://evil.example/pixel.png) ![x](data:image/svg+xml,<svg/onload=alert(1)>)",
    '[x](https://e.example "a\\" onclick=\\"alert(1)")',
    '```python" onload="alert(1)\nx\n```',
    '```python "><script>alert(1)</script>:1-2\nx\n```',
    "```mermaid\n<script>alert(1)</script>\n```",
    '# a" onclick="alert(1)\n\n## <b onmouseover=alert(1)>x</b>',
    "[^<script>]: x\n\ny[^<script>]",
    "| <script> |\n|---|\n| <svg onload=alert(1)> |",
    "> [!NOTE]\n> <script>alert(1)</script>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "<!-- <script>alert(1)</script> -->",
    "<a href='javascript:alert(1)'>x</a>",
    "[x]: javascript:alert(1)\n\n[x]",
    "<javascript:alert(1)>",
    "`" * 5000,
    "[" * 3000 + "](x)",
    "> " * 300 + "deep",
    "\x00 and \u202e and \ufffe",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_no_markdown_becomes_active_content(make_book: MakeBook, read: Read, text: str) -> None:
    """Whatever the text, a chapter holds no script, no handler, no style and no active address."""
    html = render_site(make_book(text))["ch01.html"]
    page = read(html.split('<div class="text">')[1].split("</article>")[0])
    assert not {e.tag for e in page.elements} & {"script", "iframe", "img", "style", "svg", "object", "b"}
    for element in page.elements:
        assert not [name for name in element.attributes if name.startswith("on") or name == "style"]
        assert re.match(r"$|#|https://", element.attributes.get("href", ""))


def test_sanitiser_holds_alone() -> None:
    """The second lock does not rely on the first: raw hostile HTML comes out harmless."""
    html = '<p onclick=x style="a">t<script>s</script><a href="javascript:x" target=_blank>l</a><img src=x></p>'
    assert sanitise(html) == "<p>t<a>l</a></p>"


def test_raw_html_is_shown_as_text(render: Render) -> None:
    """A tag in prose is something the author talks about, so readers see it."""
    assert "&lt;script&gt;" in render("The <script> tag")


def test_template_braces_are_text(render: Render) -> None:
    """Source text is data and never a template (PROTOCOL 3)."""
    assert "{{ 7 * 7 }} {% raw %}" in render("{{ 7 * 7 }} {% raw %}")


@pytest.mark.parametrize(
    "text",
    [
        "# T\n\nText.\n\n<!-- CHAPTER_FINAL -->",
        "# T\n\nText.\n<!-- CHAPTER_FINAL -->\n",
        "# T\n\n<!-- DRAFT_COMPLETE -->\n\nText.",
        "- item\n\n  <!-- CHAPTER_FINAL -->\n",
        "> quoted\n> <!-- CHAPTER_FINAL -->\n",
        "Text.\n\n```python\nx = 1\n<!-- CHAPTER_FINAL -->",
    ],
)
def test_marker_never_shows(render: Render, read: Read, text: str) -> None:
    """A marker line outside code prints nothing, also inside lists, quotations and an open fence."""
    page = read(render(text))
    assert "CHAPTER_FINAL" not in page.words
    assert "DRAFT_COMPLETE" not in page.words


def test_marker_inside_code_is_code(render: Render) -> None:
    """In a closed fence or inline code a marker is what the book talks about (PROTOCOL 3.5)."""
    html = render("`<!-- CHAPTER_FINAL -->`\n\n```\n<!-- DRAFT_COMPLETE -->\n```\n")
    assert "CHAPTER_FINAL" in html
    assert "DRAFT_COMPLETE" in html


def test_headings_get_unique_safe_ids() -> None:
    """Equal titles are numbered; ids hold only letters, digits and dashes, at most 80 of them."""
    text = "# 开始\n\n## 开始\n\n## 开始！\n\n## C++ & `x<y>`\n\n## " + "长" * 300 + "\n\n## !!!\n\n# Again\n"
    parsed = BookMarkdown(load_labels("zh")).parse(text)
    anchors = [heading.anchor for heading in parsed.headings]
    assert parsed.title_anchor == "开始"
    assert anchors == ["开始-1", "开始-2", "c-x-y", "长" * 80, "section", "again"]
    assert {heading.level for heading in parsed.headings} == {2}


def test_page_keeps_one_h1(render: Render, read: Read) -> None:
    """The page prints the chapter's title itself: the text holds no H1."""
    assert not read(render("# One\n\ntext\n\n# Two\n")).all("h1")


def test_permalink_names_its_section(render: Render, read: Read) -> None:
    """Every heading carries a link to itself with a name that a screen reader can say."""
    link = read(render("## The lexer\n")).all("a")[0].attributes
    assert link["href"] == "#the-lexer"
    assert "The lexer" in link["aria-label"]


def test_alert_titles_are_in_the_books_language(read: Read) -> None:
    """`[!NOTE]` never shows as written: its title is translated."""
    markdown = BookMarkdown(load_labels("zh"))
    page = read(str(markdown.render(markdown.parse("> [!WARNING]\n> 小心。\n"))))
    assert "警告" in page.words
    assert "[!" not in page.words
    assert page.all("div")[0].attributes == {"role": "note", "class": "alert warning"}


def test_tables_align_without_style_attributes(render: Render, read: Read) -> None:
    """A table scrolls in a named group and aligns by class, as the page's policy forbids styles."""
    page = read(render("| a | b |\n|--:|:-:|\n| 1\\|2 | 3 |\n"))
    assert page.all("div")[0].attributes == {
        "class": "table", "role": "group", "aria-label": "Table", "tabindex": "0",
    }  # fmt: skip
    assert [cell.attributes["class"] for cell in page.all("td")] == ["align-right", "align-center"]
    assert page.all("td")[0].text == "1|2"


def test_footnotes_lead_there_and_back(render: Render, read: Read) -> None:
    """Each reference and its note link to each other, also when a note is used twice."""
    page = read(render("a[^n] b[^n]\n\n## fn:1\n\n[^n]: Note.\n"))
    ids = page.values("id")
    targets = [h.removeprefix("#") for h in page.values("href")]
    assert len(ids) == len(set(ids))
    assert set(targets) <= set(ids)
    assert {"fn:1", "fnref:1", "fnref:1:1"} <= set(ids)


def test_task_boxes_are_signs_with_names(render: Render, read: Read) -> None:
    """A task list is text, not a form."""
    page = read(render("- [x] read\n- [ ] write\n"))
    signs = [e.attributes["aria-label"] for e in page.all("span")]
    assert signs == ["done", "open"]
    assert not page.all("input")


def test_other_elements(render: Render) -> None:
    """Strikethrough, definition lists and nested lists are printed as such."""
    html = render("~~old~~\n\nTerm\n: Definition\n\n1. a\n   - b\n     1. c\n")
    for tag in ("<s>old</s>", "<dt>Term</dt>", "<dd>"):
        assert tag in html
    assert html.count("<ol>") == 2


def test_one_line_texts_keep_code_and_lose_links() -> None:
    """Titles and promises may hold code; a link inside a link would be no HTML."""
    markdown = BookMarkdown(load_labels("en"))
    assert markdown.render_line("The `a<b>` [way](https://x.example) ![i](j)") == "The <code>a&lt;b&gt;</code> way i"
    assert markdown.plain("The `a<b>` [way](x)\nout") == "The a<b> way out"
    assert markdown.render_line("") == ""
    assert markdown.plain("") == ""
