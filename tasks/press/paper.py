"""The PDF edition: the e-book's pages on paper, with page numbers, running heads, bookmarks and tags."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from memory_schema.errors import MissingTool
from memory_schema.findings import Certainty, Finding, Severity
from tasks.press.cjk import is_spaceless
from tasks.press.cover import cover_of
from tasks.press.ebook_pages import ebook_pages
from tasks.press.edition import Edition, PrintedBook
from tasks.press.language import direction
from tasks.press.markdown import BookMarkdown, ParsedText
from tasks.press.matter import author_line, source_line
from tasks.press.page_names import EBOOK, PageNames
from tasks.press.paper_document import paper_document
from tasks.press.paper_engine import FONTS, lay_out
from tasks.press.stylesheets import drawing_style, paper_style
from tasks.press.xhtml import body_of, xml_text

FILE = "book.pdf"


@dataclass(frozen=True)
class PaperRenderer:
    """A book to print. Its bodies are those of the e-book, so both share one name in a store."""

    name: str = "ebook"
    names: PageNames = EBOOK

    def body(self, parsed: ParsedText, markdown: BookMarkdown) -> Markup:
        """The chapter's text as a safe XHTML fragment."""
        return body_of(parsed, markdown)

    def assemble(self, printed: PrintedBook) -> Edition:
        """One file: the whole book.

        Raises:
            MissingTool: WeasyPrint, Pango or a font for the book's script is not installed.
        """
        book, labels = printed.book, printed.labels
        author, source = author_line(book, labels), source_line(book, labels)
        document = paper_document(
            ebook_pages(printed),
            title=book.title,
            language=book.language,
            direction=direction(book.language),
            author=author,
            date=book.date,
            drawing_style=drawing_style(),
        )
        cover = xml_text(cover_of(book, author, source)).encode()
        data, unknown = lay_out(xml_text(document), paper_style(), {"cover.svg": cover})
        wanted = {letter for letter in document if is_spaceless(letter)}
        if 2 * len(wanted & set(unknown)) > len(wanted):
            raise MissingTool(
                f'no font has "{"".join(unknown)[:20]}", so the book would be unreadable on paper; '
                f"install fonts, such as Debian's {FONTS}"
            )
        return Edition({FILE: data}, tuple(_findings(unknown)))


def _findings(unknown: tuple[str, ...]) -> Iterator[Finding]:
    for letter in unknown:
        yield Finding(
            severity=Severity.SHOULD,
            place=FILE,
            quote=letter,
            problem=f"no installed font has U+{ord(letter):04X}",
            fix=f"install a font that has it; Debian's are {FONTS}",
            by="check:fonts",
            certainty=Certainty.CERTAIN,
        )
