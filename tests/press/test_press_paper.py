"""The book on paper, read back by poppler: what a reader, a printer and a screen reader find in it."""

from __future__ import annotations

import builtins
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from memory_schema.errors import MissingTool
from tasks.press import paper
from tasks.press.driver import print_book
from tasks.press.ebook_pages import ebook_pages
from tasks.press.epub import EpubRenderer
from tasks.press.manuscript import Book
from tasks.press.paper import FILE, PaperRenderer
from tasks.press.paper_engine import lay_out
from tests.press.counting_store import CountingStore

MakeBook = Callable[..., Book]
TEXT = """# First

A paragraph[^1] with [a link](ch02.md#零件), [outside](https://example.org/x), and a token.

## Parts

```python a.py:9-10
def f():
    return 1
```

| a | b |
|---|--:|
| 1 | 2 |

```mermaid
flowchart LR
 here --> there
```

[^1]: A note.
"""
SECOND = "# Second\n\n## 零件\n\n中文正文，**重点**。\n\n### Small\n\n`code`\n"
pytestmark = pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler-utils is not installed")


def poppler(*command: str | Path) -> str:
    """What one of poppler's tools prints."""
    return subprocess.run([*map(str, command)], capture_output=True, text=True, check=True, timeout=60).stdout


@pytest.fixture(scope="module")
def pdf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small book on paper: an English text with Chinese in it, the last chapter unfinished."""
    from tests.press.conftest import book_of

    path = tmp_path_factory.mktemp("paper") / FILE
    path.write_bytes(print_book(book_of(TEXT, SECOND, None), PaperRenderer()).files[FILE])
    return path


def page_of(pdf: Path, words: str, first: int = 1) -> int:
    """The first page from `first` on that holds a line with exactly these words."""
    pages = poppler("pdftotext", "-layout", "-f", str(first), pdf, "-").split("\f")
    return next(n for n, page in enumerate(pages, first) if words in [line.strip() for line in page.splitlines()])


def test_contents_say_the_page(pdf: Path) -> None:
    """Each line of the contents ends with the page on which its heading stands."""
    text = poppler("pdftotext", "-layout", pdf, "-")
    listed = dict(re.findall(r"^ *(\S.*?)[ .]{4,}(\d+)$", text, re.MULTILINE))
    assert int(listed["Parts"]) == page_of(pdf, "Parts")
    assert int(listed["零件"]) == page_of(pdf, "零件")
    assert int(listed["Glossary"]) == page_of(pdf, "Glossary")
    assert len(listed) >= 9


def test_bookmarks(pdf: Path) -> None:
    """The outline holds chapters and, below them, their sections, in the order of the book."""
    outline = ET.fromstring(poppler("pdftohtml", "-xml", "-i", "-stdout", pdf).split("?>", 1)[1].split(">", 1)[1])
    titles = [item.text for item in outline.iter("item")]
    assert titles.index("Topic 1") < titles.index("Parts") < titles.index("Topic 2") < titles.index("零件")
    assert "Small" not in titles


def test_running_heads(pdf: Path) -> None:
    """A page that goes on says the book on the left and the chapter on the right; an opening page says neither."""
    text = poppler("pdftotext", "-layout", pdf, "-").split("\f")
    opening = text[page_of(pdf, "Topic 1") - 1]
    assert opening.count("Topic 1") == 1
    assert "Inside Things" not in opening
    assert any(page.strip().startswith("Inside Things") for page in text[3:])


def test_tags(pdf: Path) -> None:
    """Tagged, titled, in the book's language: headings, lists, tables, links and drawings have their types."""
    info = poppler("pdfinfo", pdf)
    assert re.search(r"Tagged: +yes", info)
    assert re.search(r"Title: +Inside Things", info)
    assert re.search(r"CreationDate: +Mon Nov 30", info)
    tree = poppler("pdfinfo", "-struct-text", pdf)
    for tag in ("H1", "H2", "Table", "TH", "TD", "Link", "L", "LI", "Figure"):
        assert re.search(rf"^ *{tag}\b", tree, re.MULTILINE), tag


def test_fonts_are_embedded(pdf: Path) -> None:
    """Every font is in the file, Chinese ones too, with what a search needs to find its letters."""
    rows = [line.split() for line in poppler("pdffonts", pdf).splitlines()[2:]]
    assert any("CJK" in row[0] for row in rows)
    assert all(row[-5:-2] == ["yes", "yes", "yes"] for row in rows)
    assert "中文正文，重点。" in poppler("pdftotext", pdf, "-")


def test_links(pdf: Path) -> None:
    """A link outside prints its address; an unfinished chapter is an honest page; no marker, no screen furniture."""
    text = poppler("pdftotext", "-layout", pdf, "-")
    assert "outside (https://example.org/x)" in text
    assert "This chapter is not finished" in " ".join(text.split())
    assert not re.search(r"CHAPTER_FINAL|HTML_COMPLETE|Copy|How the diagram reads", text)
    assert "9 def f():" in text


def test_same_book_same_bytes(make_book: MakeBook) -> None:
    """No clock, no chance, no order of a set is in the file."""
    book = make_book(SECOND)
    assert print_book(book, PaperRenderer()).files == print_book(book, PaperRenderer()).files


def test_bodies_are_the_e_books(make_book: MakeBook) -> None:
    """What was printed for the e-book is not printed again for paper."""
    store = CountingStore()
    print_book(make_book(TEXT, SECOND), EpubRenderer(), store)
    print_book(make_book(TEXT, SECOND), PaperRenderer(), store)
    assert store.printed == 2


def test_nothing_is_opened(tmp_path: Path) -> None:
    """The engine is answered from memory only: a picture from a file or the network ends the printing."""
    secret = tmp_path / "secret.svg"
    secret.write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    for address in (secret.as_uri(), "http://127.0.0.1:9/x.svg", "data:image/svg+xml,<svg/>"):
        with pytest.raises(BaseException, match="not part of"):
            lay_out(f'<html lang="en"><title>x</title><img alt="x" src="{address}">', "", {})


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch, make_book: MakeBook) -> None:
    """Without WeasyPrint, or without Pango, one line names what to install."""
    real = builtins.__import__

    def lacking(error: Exception) -> Callable[..., Any]:
        def load(name: str, *rest: Any, **more: Any) -> Any:
            if name == "weasyprint":
                raise error
            return real(name, *rest, **more)

        return load

    for error, words in ((ImportError("no"), r"pip install 'sourcebook\[pdf\]'"), (OSError("libpango"), "libpango-1")):
        monkeypatch.setattr(builtins, "__import__", lacking(error))
        with pytest.raises(MissingTool, match=words) as raised:
            print_book(make_book(SECOND), PaperRenderer())
        assert "\n" not in str(raised.value)
        assert raised.value.exit_code == 2


@pytest.mark.parametrize(("unknown", "refused"), [("中文正，。", True), ("重", False)])
def test_letters_without_a_font(
    monkeypatch: pytest.MonkeyPatch, make_book: MakeBook, unknown: str, refused: bool
) -> None:
    """A book that would be unreadable is refused by the names of the fonts; a single odd letter is a finding."""

    def poor(document: str, style: str, pictures: object) -> tuple[bytes, Sequence[str]]:
        return b"%PDF", tuple(letter for letter in unknown if letter in document)

    monkeypatch.setattr(paper, "lay_out", poor)
    book = make_book("# One\n\n中文正，。重\n")
    if refused:
        with pytest.raises(MissingTool, match="fonts-noto-cjk"):
            print_book(book, PaperRenderer())
    else:
        (finding,) = print_book(book, PaperRenderer()).findings
        assert "U+91CD" in finding.problem


def test_ids_are_the_documents(make_book: MakeBook) -> None:
    """Equal ids of two pages are two ids of the document, and every link inside it leads to one."""
    from tasks.press.driver import prepare
    from tasks.press.paper_document import paper_document

    pages = ebook_pages(prepare(make_book(TEXT, TEXT), PaperRenderer()))
    facts = {"title": "t", "language": "en", "direction": "ltr", "author": "", "date": "", "drawing_style": ""}
    document = paper_document(pages, **facts)
    ids = re.findall(r' id="([^"]*)"', document)
    assert len(ids) == len(set(ids))
    assert {"ch01.parts", "ch02.parts", "ch01.figure:1:title", "ch02.figure:1:title"} <= set(ids)
    inside = re.findall(r' href="#([^"]*)"', document)
    assert len(inside) > 20
    assert set(inside) <= set(ids)
    assert not re.search(r'\.xhtml"', document)
