"""The order of a book's pages, and the nested contents that stand beside every page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from tasks.press.anchors import Heading
from tasks.press.edition import PrintedBook
from tasks.press.language import Labels, primary_language


@dataclass(frozen=True)
class Leaf:
    """One page in reading order. `number` is the chapter's, or None for front and back matter."""

    page: str
    title: Markup
    number: int | None = None
    finished: bool = True
    sections: tuple[Heading, ...] = ()


def leaves_of(printed: PrintedBook) -> tuple[Leaf, ...]:
    """Every page of the book in reading order."""
    names, labels = printed.names, printed.labels
    foreign = labels.language != primary_language(printed.book.language)

    def words(text: str) -> Markup:
        return Markup('<span lang="{}">{}</span>').format(labels.language, text) if foreign else Markup.escape(text)

    front = (Leaf(names.index, words(labels.title_page)), Leaf(names.preface, words(labels.preface.title)))
    back = (
        Leaf(names.glossary, words(labels.glossary)),
        Leaf(names.symbols, words(labels.symbols)),
        Leaf(names.coverage, words(labels.coverage_title)),
        Leaf(names.colophon, words(labels.colophon.title)),
    )
    chapters = tuple(
        Leaf(
            chapter.page,
            chapter.title,
            chapter.number,
            chapter.body is not None,
            chapter.facts.chapters_sections if chapter.facts else (),
        )
        for chapter in printed.chapters
    )
    return (*front, *chapters, *back)


class Contents:
    """The list of contents for any page; the rows that do not change are made once."""

    def __init__(self, leaves: Sequence[Leaf], labels: Labels) -> None:
        self._leaves = leaves
        self._labels = labels

    def on(self, page: str) -> Markup:
        """The list as it stands on `page`: its row marked, its sections below it."""
        at = next((rank for rank, leaf in enumerate(self._leaves) if leaf.page == page), len(self._leaves))
        # As plain text: to ask each of the rows again whether it is safe, on each page, was a third of a book's time.
        before, after = "".join(self._rows[:at]), "".join(self._rows[at + 1 :])
        current = "".join(_row(leaf, current=True) for leaf in self._leaves[at : at + 1])
        return Markup(f'<ul class="contents">\n{before}{current}{after}</ul>')  # noqa: S704 - rows are Markup

    @cached_property
    def _rows(self) -> tuple[str, ...]:
        return tuple(str(_row(leaf, current=False)) for leaf in self._leaves)


def _row(leaf: Leaf, *, current: bool) -> Markup:
    mark = Markup(' aria-current="page"') if current else ""
    number = Markup('<span class="number">{}</span> ').format(leaf.number) if leaf.number else ""
    kind = ("chapter" if leaf.number else "matter") + ("" if leaf.finished else " unfinished")
    link = Markup('<a href="{}"{}>{}<span>{}</span></a>').format(leaf.page, mark, number, leaf.title)
    nested = Markup("")
    if current and leaf.sections:
        rows = (Markup('<li><a href="#{}">{}</a></li>\n').format(one.anchor, one.text) for one in leaf.sections)
        nested = Markup("\n<ul>\n{}</ul>\n").format(Markup("").join(rows))
    return Markup('<li class="{}">{}{}</li>\n').format(kind, link, nested)
