"""The web edition: title page, preface, chapters, glossary, index, coverage, colophon, search.

Pure: a printed book -> files. Every page works from a server and from a folder, without any request
that leaves it, and reads and navigates the same without a script.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from tasks.press.contents import Contents, Leaf, leaves_of
from tasks.press.edition import PrintedBook, PrintedChapter
from tasks.press.explained import Coverage
from tasks.press.language import direction, primary_language
from tasks.press.markdown import BookMarkdown, ParsedText
from tasks.press.matter import author_line, colophon_rows, preface_paragraphs, source_line
from tasks.press.page_names import WEB, PageNames
from tasks.press.routes import reading_routes
from tasks.press.search_entries import search_entries
from tasks.press.search_index import INDEX_FILE, search_index
from tasks.press.symbol_index import symbol_rows
from tasks.press.treemap import treemap

ASSETS = ("style.css", "book.js", "search.js", "icon.svg")
"""Files that every book ships unchanged."""


@dataclass(frozen=True)
class WebRenderer:
    """Pages for a browser."""

    name: str = "web"
    names: PageNames = WEB

    def body(self, parsed: ParsedText, markdown: BookMarkdown) -> Markup:
        """The chapter's text as a safe HTML fragment."""
        return markdown.render(parsed)

    def assemble(self, printed: PrintedBook) -> Mapping[str, bytes]:
        """Every file of the edition: name -> bytes, pages in reading order, then what they share."""
        pages = {name: text.encode("utf-8", "replace") for name, text in _pages(printed).items()}
        assets = files("tasks.press") / "assets"
        shared = {name: (assets / name).read_bytes() for name in ASSETS}
        shared[INDEX_FILE] = search_index(search_entries(printed)).encode("utf-8", "replace")
        return pages | shared


def edition_digest(site: Mapping[str, bytes], index: str = WEB.index) -> str:
    """SHA-256 over the names and contents of every file but the index: what the index page vouches for."""
    digest = hashlib.sha256()
    for name in sorted(site.keys() - {index}):
        digest.update(f"{name}\0{hashlib.sha256(site[name]).hexdigest()}\n".encode())
    return digest.hexdigest()


_VOUCHED = re.compile(rb'<meta name="sourcebook-edition" content="([0-9a-f]{64})">')


def vouch(index: str, digest: str) -> str:
    """The index page with the digest of all other files."""
    return index.replace("</head>", f'<meta name="sourcebook-edition" content="{digest}">\n</head>', 1)


def vouched_digest(index: bytes) -> str:
    """The digest that an index page vouches for; "" for none."""
    match = _VOUCHED.search(index)
    return match[1].decode() if match else ""


def _pages(printed: PrintedBook) -> dict[str, str]:
    names, labels = printed.names, printed.labels
    leaves = leaves_of(printed)
    shared = _shared(printed, Contents(leaves, labels))
    turns = {leaf.page: (before, after) for before, leaf, after in _neighbours(leaves)}

    def page(template: str, name: str, **values: object) -> str:
        before, after = turns[name]
        context = {**shared, "page": name, "before": before, "after": after, **values}
        return _templates().get_template(template).render(context)

    chapters = {
        chapter.page: page("chapter.html.j2", chapter.page, entry=chapter, builds_on=_basis(printed, chapter))
        for chapter in printed.chapters
    }
    counts = {one.value: sum(file.count(one) for file in printed.coverage) for one in Coverage}
    picture = treemap(printed.coverage, labels.coverage_picture, lambda one: str(getattr(labels.coverage, one.value)))
    return {
        names.index: page("index.html.j2", names.index, routes=reading_routes(printed.book.chapters)),
        names.preface: page("preface.html.j2", names.preface, paragraphs=preface_paragraphs(printed)),
        **chapters,
        names.glossary: page("glossary.html.j2", names.glossary),
        names.symbols: page("symbols.html.j2", names.symbols, letters=symbol_rows(printed)),
        names.coverage: page(
            "coverage.html.j2",
            names.coverage,
            counts=counts,
            picture=Markup(picture),  # noqa: S704 - made of numbers and escaped names
        ),
        names.colophon: page("colophon.html.j2", names.colophon, rows=colophon_rows(printed)),
    }


def _neighbours(leaves: tuple[Leaf, ...]) -> list[tuple[Leaf | None, Leaf, Leaf | None]]:
    return list(zip([None, *leaves], leaves, [*leaves[1:], None], strict=False))


def _basis(printed: PrintedBook, chapter: PrintedChapter) -> list[PrintedChapter]:
    return [found for number in chapter.builds_on if (found := printed.chapter(number))]


@cache
def _templates() -> Environment:
    """The templates, compiled once a process; what they print is handed to each page."""
    return Environment(
        loader=PackageLoader("tasks.press", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _shared(printed: PrintedBook, contents: Contents) -> dict[str, object]:
    book, labels = printed.book, printed.labels
    return {
        "book": book,
        "labels": labels,
        "printed": printed,
        "entries": printed.chapters,
        "names": printed.names,
        "contents": contents,
        "direction": direction(book.language),
        "foreign_labels": labels.language != primary_language(book.language),
        "author_line": author_line(book, labels),
        "source_line": source_line(book, labels),
    }
