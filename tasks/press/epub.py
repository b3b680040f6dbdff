"""The EPUB 3 edition: the book's pages in a package (EPUB 3.3, Open Container Format).

Own writer: a ZIP with the media type first and stored, one package document, one navigation document.
Every date in it is fixed, so that equal books give equal bytes.
"""

from __future__ import annotations

import io
import re
import uuid
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from tasks.press.cover import cover_of
from tasks.press.ebook_pages import CONTENTS, ebook_pages
from tasks.press.edition import Edition, PrintedBook
from tasks.press.language import direction
from tasks.press.markdown import BookMarkdown, ParsedText
from tasks.press.matter import author_line, source_line
from tasks.press.page_names import EBOOK, PageNames
from tasks.press.pages import templates
from tasks.press.stylesheets import ebook_style
from tasks.press.xhtml import body_of, xml_text

FILE = "book.epub"
MEDIA_TYPE = "application/epub+zip"
PACKAGE = "EPUB/package.opf"
_KINDS = {".xhtml": "application/xhtml+xml", ".css": "text/css", ".svg": "image/svg+xml"}
_CONTAINER = f"""<?xml version="1.0" encoding="utf-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="{PACKAGE}" media-type="application/oebps-package+xml"/></rootfiles>
</container>
"""
_DATE = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])")
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a ZIP knows."""


@dataclass(frozen=True)
class Item:
    """One line of the package's manifest."""

    ident: str
    name: str
    kind: str
    properties: str
    in_spine: bool


@dataclass(frozen=True)
class EpubRenderer:
    """An e-book. Its bodies are those of paper too, so both share one name in a store."""

    name: str = "ebook"
    names: PageNames = EBOOK

    def body(self, parsed: ParsedText, markdown: BookMarkdown) -> Markup:
        """The chapter's text as a safe XHTML fragment."""
        return body_of(parsed, markdown)

    def assemble(self, printed: PrintedBook) -> Edition:
        """One file: the whole book."""
        book, labels = printed.book, printed.labels
        pages = ebook_pages(printed)
        cover = xml_text(cover_of(book, author_line(book, labels), source_line(book, labels)))
        content = {**pages, "book.css": ebook_style(), "cover.svg": cover}
        package = xml_text(_package(printed, content))
        return Edition({FILE: zipped({"META-INF/container.xml": _CONTAINER, PACKAGE: package}, content)})


def zipped(head: Mapping[str, str], content: Mapping[str, str]) -> bytes:
    """The container: the media type first, then `head`, then `content` below EPUB/."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        _put(archive, "mimetype", MEDIA_TYPE, zipfile.ZIP_STORED)
        for name, text in (*head.items(), *((f"EPUB/{name}", text) for name, text in content.items())):
            _put(archive, name, text, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _put(archive: zipfile.ZipFile, name: str, text: str, method: int) -> None:
    entry = zipfile.ZipInfo(name, _EPOCH)
    entry.compress_type = method
    entry.external_attr = 0o644 << 16
    archive.writestr(entry, text.encode("utf-8"), compresslevel=9)


def _package(printed: PrintedBook, content: Mapping[str, str]) -> str:
    book, labels = printed.book, printed.labels
    identity = f"sourcebook:{book.origin.name}:{book.title}:{book.language}"
    return (
        templates()
        .get_template("ebook_package.opf.j2")
        .render(
            book=book,
            direction=direction(book.language),
            identifier=f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, identity)}",
            authors=book.authors or (labels.offline_author,),
            date=book.date if _DATE.fullmatch(book.date) else "",
            source_line=source_line(book, labels),
            items=[_item(name, text) for name, text in content.items()],
        )
    )


def _item(name: str, text: str) -> Item:
    stem, dot, suffix = name.rpartition(".")
    properties = {CONTENTS: "nav", "cover.svg": "cover-image"}.get(name, "")
    if suffix == "xhtml" and "<svg" in text:
        properties = "svg"
    return Item(f"{stem}-{suffix}", name, _KINDS[dot + suffix], properties, suffix == "xhtml")
