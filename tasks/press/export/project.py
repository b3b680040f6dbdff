"""An export as a further edition: the driver parses and resolves, this renderer writes a tool's project."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from tasks.press.edition import Edition, PrintedBook
from tasks.press.export.flavour import Flavour, Project
from tasks.press.export.matter_pages import MatterPages
from tasks.press.export.mdbook import MdBook
from tasks.press.export.myst import MyST
from tasks.press.export.quarto import Quarto
from tasks.press.export.written_markdown import MarkdownWriter
from tasks.press.markdown import BookMarkdown, ParsedText
from tasks.press.matter import author_names
from tasks.press.page_names import PageNames

FLAVOURS: Mapping[str, type[Flavour]] = {kind.name: kind for kind in (MdBook, Quarto, MyST)}
"""Every tool that a book can be exported to, by its name."""


@dataclass(frozen=True)
class ExportRenderer:
    """A project for one tool; file names have folders where the tool wants them."""

    flavour: Flavour

    @property
    def name(self) -> str:
        """Distinguishes its bodies in a store."""
        return f"export-{self.flavour.name}"

    @property
    def names(self) -> PageNames:
        """How the tool's pages are called."""
        return self.flavour.names

    def body(self, parsed: ParsedText, markdown: BookMarkdown) -> Markup:
        """The chapter's text as Markdown. It is no HTML, so nothing in it is marked safe for a page."""
        writer = MarkdownWriter(self.flavour, markdown.labels, markdown.origin)
        return Markup(writer.write(parsed.tokens, parsed.page))  # noqa: S704 - never put into a page

    def assemble(self, printed: PrintedBook) -> Edition:
        """Every file of the project."""
        writer = MarkdownWriter(self.flavour, printed.labels, printed.book.origin)
        pages = MatterPages(printed, self.flavour, writer)
        book = printed.book
        project = Project(
            title=book.title,
            subtitle=book.subtitle,
            authors=author_names(book, printed.labels),
            language=book.language,
            date=book.date,
            front=pages.front(),
            chapters=pages.chapters(),
            back=pages.back(),
        )
        files = self.flavour.files(project)
        return Edition({name: text.encode("utf-8", "replace") for name, text in files.items()})
