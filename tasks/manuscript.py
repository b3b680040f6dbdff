"""The book as the press sees it: finished texts and facts, gathered from the files of a book.

Without Prefect and without the lock, so that whatever only reads a book (an export) can ask for it.
"""

from __future__ import annotations

from memory_schema.book import BookConfig
from memory_schema.outline import ChapterPlan
from memory_schema.paths import Output, public_name
from memory_schema.receipts import Author, Receipt
from memory_schema.selection import Selector
from memory_schema.works import read_receipt
from tasks.coverage import files_to_explain, symbols_to_explain
from tasks.making import making_of
from tasks.press.manuscript import Book, Chapter, FinalReceipt, Origin, Term
from tasks.source.view import SourceView


def manuscript_of(selector: Selector, config: BookConfig, view: SourceView) -> Book:
    """The book as finished texts and facts, read from the finals that stand.

    Raises:
        SourceChanged: a quoted file is not what the view's manifest pins.
    """
    outline = selector.outline()
    memory = selector.view(outline.chapters[-1].number + 1)
    receipts = [_final_receipt(selector, plan) for plan in outline.kept]
    return Book(
        title=outline.title,
        subtitle=config.subtitle or outline.thesis,
        language=config.language,
        date=max((receipt.ended[:10] for receipt in receipts if receipt), default=""),
        authors=_authors(receipts),
        edited=any(receipt is not None and receipt.author is Author.HUMAN for receipt in receipts),
        origin=_origin(view, config.publish.source_url),
        chapters=tuple(
            Chapter(
                number=plan.number,
                title=plan.title,
                promise=plan.promise,
                difficulty=plan.difficulty,
                builds_on=plan.builds_on,
                markdown=selector.workspace.read_or(public_name(Output.FINAL, plan.number)) or None,
                receipt=_stands_for(receipt),
            )
            for plan, receipt in zip(outline.kept, receipts, strict=True)
        ),
        glossary=tuple(
            Term(term=t.term, translation=t.translation, definition=t.definition, chapter=t.chapter)
            for t in memory.glossary
        ),
        symbols=symbols_to_explain(view),
        files=files_to_explain(view),
        making=making_of(selector, view),
    )


def _final_receipt(selector: Selector, plan: ChapterPlan) -> Receipt | None:
    name = public_name(Output.FINAL, plan.number)
    return read_receipt(selector.workspace, name, selector.workspace.read_or(name))


def _stands_for(receipt: Receipt | None) -> FinalReceipt | None:
    if receipt is None:
        return None
    author = receipt.model if receipt.author is Author.MODEL else ""
    return FinalReceipt(digest=receipt.sha256, author=author, date=receipt.ended[:10], attempt=receipt.attempt)


def _authors(receipts: list[Receipt | None]) -> tuple[str, ...]:
    """The models that wrote the finals; empty for the offline author alone."""
    made = {receipt.model for receipt in receipts if receipt and receipt.author is Author.MODEL}
    return tuple(sorted(name for name in made if name and not name.startswith("offline")))


def _origin(view: SourceView, url: str) -> Origin:
    manifest = view.manifest
    return Origin(
        name=manifest.root_name,
        commit=manifest.commit or "",
        digest=manifest.digest,
        dirty=bool(manifest.dirty),
        url=url,
        files=len(manifest.files),
        skipped=len(manifest.skipped),
    )
