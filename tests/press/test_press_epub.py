"""The e-book: a sound container, well-formed pages, nothing that a screen alone could do."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Callable

import pytest

from tasks.press.driver import print_book
from tasks.press.epub import FILE, EpubRenderer
from tasks.press.manuscript import Book
from tasks.press.proofread_epub import proofread_epub
from tasks.press.stylesheets import ebook_style
from tests.press.torture_book import BROKEN, DRAWN, torture_book

MakeBook = Callable[..., Book]
XHTML = "{http://www.w3.org/1999/xhtml}"
OPS = "{http://www.idpf.org/2007/ops}"


def epub_of(book: Book) -> bytes:
    """A book as an e-book."""
    return print_book(book, EpubRenderer()).files[FILE]


def opened(data: bytes) -> dict[str, str]:
    """The files of an e-book as text, in order."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name).decode("utf-8") for name in archive.namelist()}


def repacked(files: dict[str, str]) -> bytes:
    """An e-book with these files, the media type stored first."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text, zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


@pytest.fixture(scope="module", params=["en", "zh", "ar"])
def torture(request: pytest.FixtureRequest) -> bytes:
    """The torture book as an e-book in a language."""
    return epub_of(torture_book(str(request.param)))


def test_torture_passes_the_gate(torture: bytes) -> None:
    """Container, package, ids, links and contents of the torture book are sound."""
    proof = proofread_epub(FILE, torture)
    assert proof.faults == ()
    assert len(proof.pages) == 12
    assert proof.links > 60


def test_same_book_same_bytes(make_book: MakeBook) -> None:
    """No clock and no order of a set is in the file."""
    book = make_book("# One\n\n## A\n\ntext\n", None)
    assert epub_of(book) == epub_of(book)


def test_no_screen_furniture(torture: bytes) -> None:
    """No preview, permalink, folded source or focus stop; and nothing to run or to load from outside."""
    for name, text in opened(torture).items():
        if not name.endswith(".xhtml"):
            continue
        page = ET.fromstring(text)
        classes = " ".join(element.get("class", "") for element in page.iter())
        assert not re.search(r"\b(preview|permalink|skip|bar)\b", classes)
        tags = {element.tag.rpartition("}")[2] for element in page.iter()}
        assert not tags & {"script", "style", "details", "button", "dialog", "form", "iframe", "object"}
        chapter_text = page.find(f".//{XHTML}div[@class='text']")
        assert chapter_text is None or not [e for e in chapter_text.iter() if "tabindex" in e.attrib]
        assert not [a for e in page.iter() for a in e.attrib if a.startswith("on") or a == "style"]


def test_diagrams_are_svg(torture: bytes) -> None:
    """Good diagrams are named drawings in the page, broken ones are their source, and the package says so."""
    files = opened(torture)
    page = ET.fromstring(files["EPUB/ch02.xhtml"])
    svg = "{http://www.w3.org/2000/svg}"
    assert len(page.findall(f".//{XHTML}div/{svg}svg")) == DRAWN
    assert files["EPUB/ch02.xhtml"].count('class="diagram undrawn"') == BROKEN
    assert re.search(r'href="ch02\.xhtml"[^>]*properties="svg"', files["EPUB/package.opf"])
    assert not re.search(r'href="ch01\.xhtml"[^>]*properties', files["EPUB/package.opf"])


def test_notes_and_terms_have_their_roles(torture: bytes) -> None:
    """A reading system knows footnotes and glossary references by their types, and can go there and back."""
    page = ET.fromstring(opened(torture)["EPUB/ch01.xhtml"])
    ids = {e.get("id") for e in page.iter()}
    kinds = {kind: [e for e in page.iter() if e.get(f"{OPS}type") == kind] for kind in ("noteref", "glossref")}
    assert len(kinds["noteref"]) == 2
    assert all(e.get("href", "").removeprefix("#") in ids for e in kinds["noteref"])
    assert any(e.get("href") == "glossary.xhtml#term:token-stream" for e in kinds["glossref"])
    assert len([e for e in page.iter() if e.get(f"{OPS}type") == "footnotes"]) == 1


def test_code_keeps_every_line(torture: bytes) -> None:
    """A line of code is a block that ends with its own line break: numbers match, copies keep their lines."""
    page = ET.fromstring(opened(torture)["EPUB/ch01.xhtml"])
    lines = [e for e in page.iter(f"{XHTML}span") if e.get("class") == "line"]
    assert all("".join(line.itertext()).endswith("\n") for line in lines)
    numbered = {line.get("data-line"): "".join(line.itertext()) for line in lines if line.get("data-line")}
    assert numbered["1000"] == "\tdef tabbed(self):   \n"
    assert numbered["1002"] == "\n"


def test_marker_shows_nowhere(make_book: MakeBook) -> None:
    """No file of the e-book holds a completion marker."""
    files = opened(epub_of(make_book("# One\n\ntext\n\n<!-- CHAPTER_FINAL -->\n")))
    assert not any("CHAPTER_FINAL" in text for text in files.values())


def test_an_unfinished_chapter_is_an_honest_page(make_book: MakeBook) -> None:
    """A chapter that is missing has its page, its place in the contents, and the preface says so."""
    files = opened(epub_of(make_book("# One\n", None)))
    assert "This chapter is not finished" in files["EPUB/ch02.xhtml"]
    assert 'href="ch02.xhtml"' in files["EPUB/contents.xhtml"]
    assert "The book is not complete" in files["EPUB/preface.xhtml"]


def test_what_xml_cannot_hold(make_book: MakeBook) -> None:
    """Control characters, non-characters, entities and named spaces in a text break no page."""
    text = "# \x00\x0b\n\n## \x1b[31m\n\na\u00a0b &nbsp; \ufffe `\x07` &lt;\n\n```text\n\x0c\x1f\n```\n"
    data = epub_of(make_book(text, title="A\x08 & <b>"))
    assert proofread_epub(FILE, data).faults == ()


def test_hostile_titles(make_book: MakeBook) -> None:
    """Titles and terms are data in pages, package and cover."""
    evil = '<script>alert(1)</script>{{ 7*7 }}" onload="x ]]> &bogus;' + "字" * 300
    data = epub_of(make_book(f"## {evil}\n\n`{evil}`\n", title=evil))
    assert proofread_epub(FILE, data).faults == ()
    files = opened(data)
    assert not any("<script" in text for text in files.values())
    assert "{{ 7*7 }}" in files["EPUB/package.opf"]
    ET.fromstring(files["EPUB/cover.svg"])
    assert all(re.fullmatch(r"[A-Za-z0-9/._-]+", name) for name in files)


def test_no_chapters(make_book: MakeBook) -> None:
    """A book without chapters is a sound e-book."""
    assert proofread_epub(FILE, epub_of(make_book())).faults == ()


HARMS: list[tuple[str, str, str, str]] = [
    ("EPUB/ch01.xhtml", "</body>", "", "not well-formed"),
    ("EPUB/ch01.xhtml", "</body>", '<p><a href="ch09.xhtml">x</a></p></body>', "does not have"),
    ("EPUB/ch01.xhtml", "</body>", '<p><a href="ch02.xhtml#no">x</a></p></body>', "no such place"),
    ("EPUB/ch01.xhtml", "</body>", '<p><img alt="x" src="https://e.example/x.png"/></p></body>', "outside the book"),
    ("EPUB/ch01.xhtml", "</body>", '<p><a href="javascript:x">x</a></p></body>', "outside the book"),
    ("EPUB/ch01.xhtml", "</body>", "<script>x</script></body>", "script element"),
    ("EPUB/ch01.xhtml", "</body>", '<p id="a"/><p id="a"/></body>', "more than once"),
    ("EPUB/ch01.xhtml", "</body>", "<h5>x</h5></body>", "a heading of level 5"),
    ("EPUB/ch01.xhtml", "</body>", '<p style="x"/></body>', "attribute style"),
    ("EPUB/ch01.xhtml", "</body>", '<svg xmlns="http://www.w3.org/2000/svg"/></body>', "no accessible name"),
    ("EPUB/ch01.xhtml", 'lang="en" xml:lang', "xml:lang", "no language"),
    ("EPUB/contents.xhtml", 'href="ch02.xhtml"', 'href="ch01.xhtml"', "do not name EPUB/ch02.xhtml"),
    ("EPUB/package.opf", "<itemref ", "<itemref idref='no'/><itemref ", "does not list"),
    ("EPUB/package.opf", 'href="book.css"', 'href="gone.css"', "does not have"),
    ("EPUB/package.opf", ' properties="nav"', "", "names no contents"),
    ("EPUB/package.opf", "<dc:language>en</dc:language>", "", "says no language"),
    ("mimetype", "epub", "zip", "media type is not"),
    ("META-INF/container.xml", "package.opf", "no.opf", "is missing"),
]


@pytest.mark.parametrize(("file", "old", "new", "problem"), HARMS)
def test_the_gate_sees(make_book: MakeBook, file: str, old: str, new: str, problem: str) -> None:
    """Each rule of the gate finds its breach."""
    files = opened(epub_of(make_book("# One\n\ntext\n", "# Two\n")))
    assert old in files[file]
    files[file] = files[file].replace(old, new, 1)
    assert any(problem in fault.problem for fault in proofread_epub(FILE, repacked(files)).faults)


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 torn", b"<html>"])
def test_a_torn_file_is_a_fault(data: bytes) -> None:
    """What is no e-book is said to be none."""
    assert proofread_epub(FILE, data).faults


def test_style_never_sets_ink_without_ground() -> None:
    """Safe in the dark: a rule that sets the colour of text sets its ground too, and the other way round."""
    for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", re.sub(r"/\*.*?\*/", "", ebook_style(), flags=re.DOTALL)):
        names = {part.split(":")[0].strip() for part in body.split(";") if ":" in part}
        values = dict(part.split(":", 1) for part in body.split(";") if ":" in part)
        if values.get(" color", "").strip() == "inherit":
            continue
        assert ("color" in names) == ("background" in names), selector


def test_style_is_understood_everywhere() -> None:
    """No custom property, no function of the newest browsers, nothing that EPUB forbids, nothing from outside."""
    style = ebook_style()
    assert not re.search(r"var\(|light-dark|color-mix|clamp\(|url\(|@import|@font-face", style)
    assert not re.search(r"(?<!-)\b(direction|unicode-bidi)\s*:", style)
    assert "@media (prefers-color-scheme: dark)" in style
    assert style.count("{") == style.count("}")
