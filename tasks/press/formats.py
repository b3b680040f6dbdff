"""The formats of a published book: the pages, and the files that lie beside them."""

from __future__ import annotations

from collections.abc import Collection

from memory_schema.book import PublishFormat
from tasks.press import epub, paper
from tasks.press.driver import print_book
from tasks.press.edition import BodyStore, Edition, Renderer
from tasks.press.manuscript import Book
from tasks.press.paper_engine import require_paper
from tasks.press.web import WebRenderer

FILES: dict[PublishFormat, str] = {"epub": epub.FILE, "pdf": paper.FILE}
"""What each format but the web's is called in the published folder; never made from a title."""


def print_formats(book: Book, formats: Collection[PublishFormat], store: BodyStore) -> Edition:
    """A book in the chosen formats, as the files of one folder.

    The web edition is always among them: its title page leads to the others and vouches for them.

    Raises:
        MissingTool: a format needs what this machine does not have.
    """
    chosen = [one for one in FILES if one in formats]
    edition = print_book(book, WebRenderer(others={one.upper(): FILES[one] for one in chosen}), store)
    files, findings = dict(edition.files), dict.fromkeys(edition.findings)
    for one in chosen:
        further = print_book(book, _renderer(one), store)
        files |= further.files
        findings |= dict.fromkeys(further.findings)
    return Edition(files, tuple(findings))


def require_formats(formats: Collection[PublishFormat]) -> None:
    """Refuse formats that this machine cannot make, before anything is spent. Raises MissingTool."""
    if "pdf" in formats:
        require_paper()


def formats_in(names: Collection[str]) -> frozenset[PublishFormat]:
    """The formats that a published folder with these files holds."""
    found = {one for one, name in FILES.items() if name in names}
    return frozenset(found | {"html"} if names else found)


def _renderer(chosen: PublishFormat) -> Renderer:
    return epub.EpubRenderer() if chosen == "epub" else paper.PaperRenderer()
