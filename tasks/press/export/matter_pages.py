"""The pages beside the chapters as Markdown: title page, preface, glossary, index of symbols, colophon."""

from __future__ import annotations

from dataclasses import dataclass

from tasks.press.edition import PrintedBook, PrintedChapter
from tasks.press.export.flavour import Entry, Flavour, Page, code_span, linked
from tasks.press.export.written_markdown import MarkdownWriter
from tasks.press.matter import author_line, colophon_rows, preface_lines, receipt_rows, source_line
from tasks.press.routes import reading_routes
from tasks.press.symbol_index import SymbolRow, Way, symbol_rows
from tasks.press.terms import anchors_of


@dataclass(frozen=True)
class MatterPages:
    """Writes the pages of one printed book in one flavour."""

    printed: PrintedBook
    flavour: Flavour
    writer: MarkdownWriter

    def front(self) -> tuple[Page, ...]:
        """Title page and preface."""
        labels, names = self.printed.labels, self.printed.names
        return (
            self._page(names.index, self.printed.book.title, self._title_page(names.index)),
            self._page(names.preface, labels.preface.title, self._paragraphs(preface_lines(self.printed))),
        )

    def chapters(self) -> tuple[Page, ...]:
        """Every chapter of the outline; one that is not finished says so."""
        return tuple(self._chapter(chapter) for chapter in self.printed.chapters)

    def back(self) -> tuple[Page, ...]:
        """Glossary, index of symbols, colophon."""
        labels, names = self.printed.labels, self.printed.names
        return (
            self._page(names.glossary, labels.glossary, self._glossary()),
            self._page(names.symbols, labels.symbols, self._symbols()),
            self._page(names.colophon, labels.colophon.title, self._colophon()),
        )

    def line(self, text: str) -> str:
        """One line of the book's Markdown in the flavour; its links leave only their words."""
        return self.writer.write(self.printed.markdown.line_tokens(text), "").replace("\n", " ")

    def words(self, text: str) -> str:
        """Plain words, escaped."""
        return self.writer.write(self.printed.markdown.word_tokens(text), "").replace("\n", " ")

    def _page(self, name: str, title: str, text: str) -> Page:
        return Page(name, self.words(title), title, text)

    def _chapter(self, chapter: PrintedChapter) -> Page:
        given = next(one for one in self.printed.book.chapters if one.number == chapter.number)
        labels = self.printed.labels
        promise = f"*{self.words(chapter.plain_promise)}*" if chapter.plain_promise else ""
        body = self.flavour.alert("important", self.words(labels.unfinished)) if chapter.body is None else chapter.body
        text = "\n\n".join(part for part in (promise, str(body)) if part)
        return Page(chapter.page, self.line(given.title), chapter.plain_title, text, chapter.number)

    def _title_page(self, page: str) -> str:
        book, labels = self.printed.book, self.printed.labels
        lines = [book.subtitle, author_line(book, labels), source_line(book, labels), book.date]
        parts = [self.words(line) for line in lines if line]
        for chapter in self.printed.chapters:
            given = next(one for one in book.chapters if one.number == chapter.number)
            level = self.words(labels.difficulty.format(level=chapter.difficulty))
            link = f"[{self.line(given.title)}]({self.flavour.address(chapter.page, page)})"
            promise = f": {self.words(chapter.plain_promise)}" if chapter.plain_promise else ""
            parts.append(f"- {chapter.number} · {link}{promise} ({level})")
        parts += self._routes(page)
        return _blocks(parts)

    def _routes(self, page: str) -> list[str]:
        labels = self.printed.labels
        routes = reading_routes(self.printed.book.chapters)
        parts = [f"## {self.words(labels.routes_title)}"] if routes else []
        for route in routes:
            words = getattr(labels.routes, route.reader.value)
            chapters = (self.printed.chapter(number) for number in route.chapters)
            steps = ", ".join(f"[{one.number}]({self.flavour.address(one.page, page)})" for one in chapters if one)
            parts.append(f"**{self.words(words.name)}.** {self.words(words.why)} {steps}")
        return parts

    def _paragraphs(self, lines: list[str]) -> str:
        return "\n\n".join(self.line(line) for line in lines)

    def _glossary(self) -> str:
        entries = [
            Entry(anchor, self.words(term.term), self.words(term.translation), self.line(term.definition))
            for anchor, term in anchors_of(self.printed.book.glossary)
        ]
        return self.flavour.glossary(entries) if entries else self.words(self.printed.labels.glossary_empty)

    def _symbols(self) -> str:
        labels = self.printed.labels
        letters = symbol_rows(self.printed)
        parts = [self.words(labels.symbols_intro if letters else labels.symbols_empty)]
        for letter in letters:
            parts += [f"## {self.words(letter.letter)}", *(f"- {self._symbol(row)}" for row in letter.rows)]
        return _blocks(parts)

    def _symbol(self, row: SymbolRow) -> str:
        place = linked(code_span(row.place), row.address)
        explained = [f"**{self._way(way)}**" for way in row.explained]
        ways = ", ".join([*explained, *(self._way(way) for way in row.mentioned)])
        return f"{code_span(row.owner + row.name)}, {place}: {ways}"

    def _way(self, way: Way) -> str:
        return f"[{self.words(way.words)}]({self.flavour.address(way.href, self.printed.names.symbols)})"

    def _colophon(self) -> str:
        labels, page = self.printed.labels, self.printed.names.colophon
        parts = [f"- **{self.words(name)}:** {self.words(value)}" for name, value in colophon_rows(self.printed)]
        receipts = receipt_rows(self.printed)
        parts += [f"## {self.words(labels.colophon.proofs)}"] if receipts else []
        for row in receipts:
            link = f"[{self.words(labels.chapter.format(number=row.chapter.number))}]"
            address = self.flavour.address(row.chapter.page, page)
            proof = f"{code_span(row.receipt.digest)}, {self.words(row.author)}, {row.receipt.date}"
            parts.append(f"- {link}({address}): {proof}")
        return _blocks(parts)


def _blocks(parts: list[str]) -> str:
    """Blocks below each other; items of one list without a gap."""
    text = ""
    before = ""
    for part in parts:
        gap = "\n" if before.startswith("- ") and part.startswith("- ") else "\n\n"
        text += (gap if text else "") + part
        before = part
    return text
