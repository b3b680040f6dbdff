"""The web edition: a page a chapter, a title page, a glossary, and what they share.

Pure: file name -> text. The same book gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from memory_schema.findings import Finding
from tasks.press.anchors import Heading, heading_anchor
from tasks.press.language import Labels, direction, load_labels, primary_language
from tasks.press.links import GLOSSARY_PAGE, INDEX_PAGE, PageMap, chapter_page, resolve_links
from tasks.press.manuscript import Book, Chapter
from tasks.press.markdown import BookMarkdown, ParsedText

ASSETS = ("style.css", "book.js", "icon.svg")
"""Files that every book ships unchanged."""


@dataclass(frozen=True)
class _Entry:
    """A chapter as the contents and the templates see it."""

    number: int
    page: str
    title: Markup
    plain_title: str
    promise: Markup
    plain_promise: str
    difficulty: int
    anchor: str
    """The id of the page's H1."""
    text: ParsedText | None

    @property
    def sections(self) -> tuple[Heading, ...]:
        """The chapter's H2s; none if it is not finished."""
        return self.text.sections if self.text else ()


@dataclass(frozen=True)
class _Definition:
    """A glossary entry as its template sees it."""

    anchor: str
    term: str
    translation: str
    definition: Markup
    chapter: _Entry | None
    """None if the chapter was dropped."""


def render_site(book: Book) -> dict[str, str]:
    """Every file of the web edition: name -> text, pages first, in reading order."""
    labels = load_labels(book.language)
    markdown = BookMarkdown(labels)
    entries = [_entry(chapter, markdown) for chapter in book.chapters]
    _resolve_links(entries)
    templates = _templates(book, labels, entries)

    site = {INDEX_PAGE: templates.get_template("index.html.j2").render(page=INDEX_PAGE)}
    neighbours = zip(entries, [None, *entries], [*entries[1:], None], strict=False)
    for entry, before, after in neighbours:
        site[entry.page] = templates.get_template("chapter.html.j2").render(
            page=entry.page,
            entry=entry,
            body=markdown.render(entry.text) if entry.text else None,
            before=before,
            after=after,
        )
    definitions = _definitions(book, entries, markdown)
    site[GLOSSARY_PAGE] = templates.get_template("glossary.html.j2").render(page=GLOSSARY_PAGE, definitions=definitions)
    assets = files("tasks.press") / "assets"
    return site | {name: (assets / name).read_text(encoding="utf-8") for name in ASSETS}


def broken_links(book: Book) -> tuple[Finding, ...]:
    """Links that lead elsewhere than their author meant, in reading order; none in a sound book."""
    markdown = BookMarkdown(load_labels(book.language))
    return _resolve_links([_entry(chapter, markdown) for chapter in book.chapters])


def _entry(chapter: Chapter, markdown: BookMarkdown) -> _Entry:
    text = None if chapter.markdown is None else markdown.parse(chapter.markdown)
    return _Entry(
        number=chapter.number,
        page=chapter_page(chapter.number),
        title=markdown.render_line(chapter.title),
        plain_title=markdown.plain(chapter.title),
        promise=markdown.render_line(chapter.promise),
        plain_promise=markdown.plain(chapter.promise),
        difficulty=chapter.difficulty,
        anchor=text.title_anchor if text else "",
        text=text,
    )


def _resolve_links(entries: Sequence[_Entry]) -> tuple[Finding, ...]:
    anchors = {entry.page: entry.text.anchors if entry.text else frozenset[str]() for entry in entries}
    shared = {INDEX_PAGE: frozenset[str](), GLOSSARY_PAGE: frozenset[str]()}
    pages = PageMap(anchors | shared)
    texts = ((entry.number, entry.text) for entry in entries if entry.text)
    return tuple(found for number, text in texts for found in resolve_links(text.tokens, number, pages))


def _definitions(book: Book, entries: Sequence[_Entry], markdown: BookMarkdown) -> list[_Definition]:
    chapters = {entry.number: entry for entry in entries}
    return [
        _Definition(
            # The rank makes the id unique; the words make it readable.
            anchor=f"term:{rank}-{heading_anchor(term.term)}",
            term=term.term,
            translation=term.translation,
            definition=markdown.render_line(term.definition),
            chapter=chapters.get(term.chapter),
        )
        for rank, term in enumerate(sorted(book.glossary, key=lambda t: (t.term.casefold(), t.term)), start=1)
    ]


def _templates(book: Book, labels: Labels, entries: Sequence[_Entry]) -> Environment:
    environment = Environment(
        loader=PackageLoader("tasks.press", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals |= {
        "book": book,
        "labels": labels,
        "entries": entries,
        "direction": direction(book.language),
        "foreign_labels": labels.language != primary_language(book.language),
        "glossary_page": GLOSSARY_PAGE,
        "index_page": INDEX_PAGE,
    }
    return environment
