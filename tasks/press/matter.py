"""Front and back matter: what the receipts say of a book, in the sentences of its language."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from tasks.press.edition import PrintedBook, PrintedChapter
from tasks.press.language import Labels
from tasks.press.manuscript import Book, FinalReceipt

_SHORT_HASH = 12


def author_names(book: Book, labels: Labels) -> tuple[str, ...]:
    """Who wrote the book: the models, or the offline author."""
    return book.authors or (labels.offline_author,)


def author_line(book: Book, labels: Labels) -> str:
    """Who wrote the book, such as "Written by the offline author"."""
    line = labels.author.format(names=labels.separator.join(author_names(book, labels)))
    return f"{line}{labels.separator}{labels.edited}" if book.edited else line


def source_line(book: Book, labels: Labels) -> str:
    """What the book explains, such as "jinja2, content hash 8ea6bbe79c49"."""
    origin = book.origin
    if not origin.name:
        return ""
    parts = [origin.name]
    if origin.commit:
        parts.append(labels.source_commit.format(hash=origin.commit[:_SHORT_HASH]))
    elif origin.digest:
        parts.append(labels.source_hash.format(hash=origin.digest[:_SHORT_HASH]))
    if origin.dirty:
        parts.append(labels.colophon.local_changes)
    return labels.separator.join(parts)


def preface_paragraphs(printed: PrintedBook) -> list[Markup]:
    """The preface as safe HTML, paragraph by paragraph."""
    return [printed.markdown.render_line(line) for line in preface_lines(printed)]


def preface_lines(printed: PrintedBook) -> list[str]:
    """How the book was made and verified, from its receipts: one line of inline Markdown a paragraph."""
    book, making, words = printed.book, printed.book.making, printed.labels.preface
    done = sum(chapter.markdown is not None for chapter in book.chapters)
    figures = {name: f"{value:,}" for name, value in making.model_dump().items() if isinstance(value, int)}
    made = words.written.format(**{**figures, "chapters": f"{len(book.chapters):,}"})
    lines = [] if book.complete else [words.incomplete.format(done=done, chapters=len(book.chapters))]
    lines += [made, words.stateless]
    lines.append(
        words.verified.format(quotes=figures["quotes"], exact=figures["exact_quotes"], places=figures["places"])
    )
    if making.mismatches:
        lines.append(words.mismatched.format(mismatches=figures["mismatches"]))
    lines.append(words.human.format(edits=figures["human_edits"]) if making.human_edits else words.not_human)
    models = printed.labels.separator.join(f"`{name}` ({count:,})" for name, count in making.models)
    lines.append(words.models.format(models=models) if book.authors else words.offline)
    return lines


def colophon_rows(printed: PrintedBook) -> list[tuple[str, str]]:
    """The facts about the making of the book as (name, value), in order."""
    book, labels = printed.book, printed.labels
    origin, making, words = book.origin, book.making, labels.colophon
    done = sum(chapter.markdown is not None for chapter in book.chapters)
    version = [f"{origin.commit}" if origin.commit else "", words.local_changes if origin.dirty else ""]
    rows = [
        (words.source, origin.name),
        (words.commit, labels.separator.join(filter(None, version)) if origin.commit else ""),
        (words.content_hash, origin.digest),
        (words.source_files, words.files.format(read=f"{origin.files:,}", skipped=f"{origin.skipped:,}")),
        (words.chapters, words.finals.format(done=done, chapters=len(book.chapters))),
        (words.receipts, f"{making.receipts:,}"),
        (words.agents, f"{making.agents:,}"),
        (words.calls, f"{making.calls:,}"),
        (words.rounds, f"{making.rounds:,}"),
        (words.models, labels.separator.join(f"{name} ({count:,})" for name, count in making.models)),
        (words.input_tokens, f"{making.input_tokens:,}"),
        (words.output_tokens, f"{making.output_tokens:,}"),
        (words.cost, _cost(making.cost_usd, labels)),
        (words.quotes, words.finals.format(done=f"{making.exact_quotes:,}", chapters=f"{making.quotes:,}")),
        (words.edits, f"{making.human_edits:,}"),
    ]
    return [(name, value) for name, value in rows if value]


@dataclass(frozen=True)
class ReceiptRow:
    """What stands for one chapter, as the colophon lists it."""

    chapter: PrintedChapter
    receipt: FinalReceipt
    author: str


def receipt_rows(printed: PrintedBook) -> list[ReceiptRow]:
    """The receipts of the finished chapters, in book order."""
    person = printed.labels.colophon.person
    return [
        ReceiptRow(chapter, given.receipt, given.receipt.author or person)
        for given in printed.book.chapters
        if given.receipt and (chapter := printed.chapter(given.number))
    ]


def _cost(cost: float | None, labels: Labels) -> str:
    if cost is None:
        return labels.colophon.cost_unknown
    return f"${cost:,.2f}" if cost else labels.colophon.cost_none
