"""The pages of a book, one template each, in the frame of an edition: browser, e-book or paper.

What a page says is the same in every edition; the frame decides what stands around it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from tasks.press.contents import Contents, Leaf, leaves_of
from tasks.press.edition import PrintedBook, PrintedChapter
from tasks.press.explained import Coverage
from tasks.press.language import direction, primary_language
from tasks.press.matter import author_line, colophon_rows, preface_paragraphs, receipt_rows, source_line
from tasks.press.routes import reading_routes
from tasks.press.symbol_index import symbol_rows
from tasks.press.treemap import treemap


def render_pages(printed: PrintedBook, frame: str, **around: object) -> Iterator[tuple[str, str]]:
    """Every page of a book as (name, text), in reading order; one at a time, since a book of them is large.

    Args:
        printed: the book.
        frame: the template that a page stands in.
        around: what the frame itself wants to know.
    """
    names, labels = printed.names, printed.labels
    leaves = leaves_of(printed)
    shared = {**_shared(printed), "contents": Contents(leaves, labels)}
    turns = {leaf.page: (before, after) for before, leaf, after in _neighbours(leaves)}

    def page(template: str, name: str, **values: object) -> str:
        before, after = turns[name]
        context = {**shared, **around, "frame": frame, "page": name, "before": before, "after": after, **values}
        return templates().get_template(template).render(context)

    yield names.index, page("index.html.j2", names.index, routes=reading_routes(printed.book.chapters))
    yield names.preface, page("preface.html.j2", names.preface, paragraphs=preface_paragraphs(printed))
    for chapter in printed.chapters:
        basis = _basis(printed, chapter)
        yield chapter.page, page("chapter.html.j2", chapter.page, entry=chapter, builds_on=basis)
    yield names.glossary, page("glossary.html.j2", names.glossary)
    yield names.symbols, page("symbols.html.j2", names.symbols, letters=symbol_rows(printed))
    counts = {one.value: sum(file.count(one) for file in printed.coverage) for one in Coverage}
    picture = treemap(
        printed.coverage,
        labels.coverage_picture,
        lambda one: str(getattr(labels.coverage, one.value)),
        lambda count: labels.coverage_others.format(count=count),
    )
    drawn = Markup(picture)  # noqa: S704 - made of numbers and escaped names
    yield names.coverage, page("coverage.html.j2", names.coverage, counts=counts, picture=drawn)
    rows, receipts = colophon_rows(printed), receipt_rows(printed)
    yield names.colophon, page("colophon.html.j2", names.colophon, rows=rows, receipts=receipts)


def render_page(printed: PrintedBook, frame: str, template: str, **values: object) -> str:
    """One page that stands outside the book's own order, such as a cover."""
    return templates().get_template(template).render({**_shared(printed), "frame": frame, **values})


def _neighbours(leaves: tuple[Leaf, ...]) -> list[tuple[Leaf | None, Leaf, Leaf | None]]:
    return list(zip([None, *leaves], leaves, [*leaves[1:], None], strict=False))


def _basis(printed: PrintedBook, chapter: PrintedChapter) -> list[PrintedChapter]:
    return [found for number in chapter.builds_on if (found := printed.chapter(number))]


@cache
def templates() -> Environment:
    """The templates, compiled once a process; what they print is handed to each page."""
    return Environment(
        loader=PackageLoader("tasks.press", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _shared(printed: PrintedBook) -> dict[str, object]:
    book, labels = printed.book, printed.labels
    return {
        "book": book,
        "labels": labels,
        "printed": printed,
        "entries": printed.chapters,
        "names": printed.names,
        "others": {},
        "direction": direction(book.language),
        "foreign_labels": labels.language != primary_language(book.language),
        "author_line": author_line(book, labels),
        "source_line": source_line(book, labels),
    }
