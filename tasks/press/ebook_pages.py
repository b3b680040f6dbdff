"""The pages of a book as XHTML: what an e-book holds, and what is laid out on paper."""

from __future__ import annotations

from dataclasses import dataclass

from tasks.press.anchors import Heading
from tasks.press.contents import Leaf, leaves_of
from tasks.press.edition import PrintedBook
from tasks.press.page_names import EBOOK
from tasks.press.pages import render_page, render_pages
from tasks.press.xhtml import xml_text

COVER, CONTENTS = f"cover{EBOOK.suffix}", f"contents{EBOOK.suffix}"
"""The two pages that only a book has."""
_FRAME = "_ebook.xhtml.j2"


@dataclass(frozen=True)
class Entry:
    """A line of the contents."""

    page: str
    words: str
    sections: tuple[Heading, ...]


def ebook_pages(printed: PrintedBook) -> dict[str, str]:
    """Every page in reading order: cover, title page, contents, and those of every edition."""
    names, labels = printed.names, printed.labels
    first = printed.chapters[0].page if printed.chapters else names.glossary
    cover_words = labels.separator.join(filter(None, (printed.book.title, printed.book.subtitle)))
    entries = tuple(_entry(leaf, printed) for leaf in leaves_of(printed))
    pages = dict(render_pages(printed, _FRAME))
    title_page = pages.pop(names.index)
    own = {
        COVER: render_page(printed, _FRAME, "ebook_cover.xhtml.j2", cover_words=cover_words),
        names.index: title_page,
        CONTENTS: render_page(printed, _FRAME, "ebook_contents.xhtml.j2", leaves=entries, first=first),
    }
    return {name: xml_text(page.lstrip()) for name, page in (own | pages).items()}


def _entry(leaf: Leaf, printed: PrintedBook) -> Entry:
    chapter = printed.chapter(leaf.number) if leaf.number else None
    words = leaf.title.striptags() if chapter is None else f"{leaf.number} · {chapter.plain_title}"
    return Entry(leaf.page, words, tuple(one for one in leaf.sections if one.text.strip()))
