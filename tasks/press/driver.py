"""From a manuscript to an edition: parse, resolve, print, assemble."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files

from markupsafe import Markup
from pydantic import BaseModel, ConfigDict, ValidationError

from tasks.press.coverage import coverage_of
from tasks.press.diagrams import DiagramPainter
from tasks.press.edition import BodyStore, Edition, NoStore, PrintedBook, PrintedChapter, Renderer, findings_of
from tasks.press.explained import symbol_places
from tasks.press.facts import ChapterFacts, mentions_of, quotes_of, sections_of
from tasks.press.figures import prepare_figures
from tasks.press.language import Labels, load_labels
from tasks.press.links import PageMap, resolve_links
from tasks.press.manuscript import Book, Chapter
from tasks.press.markdown import BookMarkdown, ParsedText
from tasks.press.terms import Definition, anchors_of, link_terms, terms_in


class _Kept(BaseModel):
    """What a store holds of a printed chapter."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    facts: ChapterFacts
    body: str


def print_book(book: Book, renderer: Renderer, store: BodyStore | None = None) -> Edition:
    """Print a book as one edition; nothing but the book and the press decides the bytes."""
    printed = prepare(book, renderer, store)
    edition = renderer.assemble(printed)
    return Edition(edition.files, findings_of(printed.chapters) + edition.findings)


def prepare(book: Book, renderer: Renderer, store: BodyStore | None = None) -> PrintedBook:
    """Everything that an edition is assembled from."""
    labels = load_labels(book.language)
    markdown = BookMarkdown(labels, book.origin)
    press = _Press(book, renderer, store or NoStore(), labels, markdown, _definitions(book, markdown))
    chapters = press.chapters()
    facts = {chapter.number: chapter.facts for chapter in chapters if chapter.facts}
    symbols = symbol_places(book.symbols, facts)
    return PrintedBook(
        book=book,
        labels=labels,
        markdown=press.markdown,
        names=renderer.names,
        chapters=chapters,
        definitions=press.definitions,
        symbols=symbols,
        coverage=coverage_of(book.files, symbols),
    )


@dataclass(frozen=True)
class _Press:
    book: Book
    renderer: Renderer
    store: BodyStore
    labels: Labels
    markdown: BookMarkdown
    definitions: tuple[Definition, ...]

    def chapters(self) -> tuple[PrintedChapter, ...]:
        finished = {chapter.number: chapter for chapter in self.book.chapters if chapter.markdown is not None}
        keys = {number: self._key(chapter) for number, chapter in finished.items()}
        kept = {number: found for number, key in keys.items() if (found := self._kept(key))}
        parsed = {
            number: self.markdown.parse(chapter.markdown or "")
            for number, chapter in finished.items()
            if number not in kept
        }
        pages = self._pages(kept, parsed)
        for number, found in list(kept.items()):
            # What a chapter says of the others is part of its page: a heading that moved reprints it.
            if not all(use.still_holds(number, pages) for use in found.facts.links):
                parsed[number] = self.markdown.parse(finished[number].markdown or "")
        painter = DiagramPainter()
        for number in list(parsed):
            # The tokens of a book take far more room than its pages: each chapter's go when it is printed.
            kept[number] = self._printed(finished[number], parsed.pop(number), pages, painter)
            self.store.put(keys[number], kept[number].model_dump_json())
        return tuple(self._chapter(chapter, kept.get(chapter.number)) for chapter in self.book.chapters)

    def _pages(self, kept: dict[int, _Kept], parsed: dict[int, ParsedText]) -> PageMap:
        names = self.renderer.names
        anchors = {names.chapter(chapter.number): frozenset[str]() for chapter in self.book.chapters}
        anchors |= {names.chapter(number): found.facts.anchors for number, found in kept.items()}
        anchors |= {names.chapter(number): _facts(text).anchors for number, text in parsed.items()}
        return PageMap(anchors | {names.index: frozenset(), names.glossary: frozenset()}, names)

    def _printed(self, chapter: Chapter, text: ParsedText, pages: PageMap, painter: DiagramPainter) -> _Kept:
        links = resolve_links(text.tokens, chapter.number, pages)
        # Before the terms, whose words would be cut in pieces.
        sections = sections_of(text.tokens, text.headings)
        quotes, mentions = quotes_of(text.tokens), mentions_of(text.tokens)
        link_terms(text.tokens, terms_in(chapter.markdown or "", self.definitions), self.renderer.names.glossary)
        drawings, findings = prepare_figures(text.tokens, text.headings, chapter.number, painter, self.labels)
        page = self.renderer.names.chapter(chapter.number)
        ready = replace(text, drawings=drawings, page=page)
        facts = ChapterFacts(
            title_anchor=text.title_anchor,
            headings=text.headings,
            sections=sections,
            quotes=quotes,
            mentions=mentions,
            links=links,
            findings=findings,
        )
        return _Kept(facts=facts, body=str(self.renderer.body(ready, self.markdown)))

    def _key(self, chapter: Chapter) -> str:
        """Everything that decides a chapter's body but for the other chapters' headings."""
        terms = terms_in(chapter.markdown or "", self.definitions)
        meant = [
            press_version(),
            self.renderer.name,
            self.book.language,
            chapter.number,
            chapter.markdown,
            [(one.anchor, one.term, one.translation, one.plain) for one in terms],
            self.book.origin.url,
            self.book.origin.commit if self.book.origin.url else "",
        ]
        return hashlib.sha256(json.dumps(meant, ensure_ascii=False).encode("utf-8", "surrogatepass")).hexdigest()

    def _kept(self, key: str) -> _Kept | None:
        text = self.store.get(key)
        try:
            return _Kept.model_validate_json(text) if text else None
        except ValidationError:
            return None

    def _chapter(self, chapter: Chapter, kept: _Kept | None) -> PrintedChapter:
        return PrintedChapter(
            number=chapter.number,
            page=self.renderer.names.chapter(chapter.number),
            title=self.markdown.render_line(chapter.title),
            plain_title=self.markdown.plain(chapter.title),
            promise=self.markdown.render_line(chapter.promise),
            plain_promise=self.markdown.plain(chapter.promise),
            difficulty=chapter.difficulty,
            builds_on=chapter.builds_on,
            facts=kept.facts if kept else None,
            # Safe when it was kept, by the sanitiser. Who can write the store can write the pages too.
            body=Markup(kept.body) if kept else None,  # noqa: S704
        )


def _definitions(book: Book, markdown: BookMarkdown) -> tuple[Definition, ...]:
    return tuple(
        Definition(
            anchor=anchor,
            term=term.term,
            translation=term.translation,
            html=markdown.render_line(term.definition),
            plain=markdown.plain(term.definition),
            chapter=term.chapter,
        )
        for anchor, term in anchors_of(book.glossary)
    )


def _facts(text: ParsedText) -> ChapterFacts:
    return ChapterFacts(title_anchor=text.title_anchor, headings=text.headings)


@cache
def press_version() -> str:
    """A hash of everything of the press that decides a body: its own files and the libraries it prints with."""
    digest = hashlib.sha256()
    root = files("tasks.press")
    for folder in (root, root / "labels"):
        for item in sorted(folder.iterdir(), key=lambda file: file.name):
            if item.is_file() and item.name.endswith((".py", ".toml")):
                digest.update(item.name.encode() + item.read_bytes())
    for library in ("markdown-it-py", "mdit-py-plugins", "nh3", "pygments", "merman"):
        digest.update(f"{library} {_version(library)}".encode())
    return digest.hexdigest()


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return "none"
