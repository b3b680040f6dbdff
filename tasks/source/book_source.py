"""The source that a book's book.toml names, pinned now and open to be read."""

from __future__ import annotations

from pathlib import Path

from memory_schema.book import BookConfig
from tasks.source.book_manifest import index_of_book, manifest_of_book
from tasks.source.locate_root import resolve_source
from tasks.source.secrets import redact
from tasks.source.view import SourceView


def view_of_book(root: Path, config: BookConfig) -> SourceView:
    """The pinned view of a book's source, without its secrets.

    What is read off it is kept beside the book, so that every command after the first reads and parses only what
    changed; where that folder cannot be written, nothing is kept.

    Args:
        root: the book's folder; a relative `source.path` starts there.

    Raises:
        SourceError: no such source, empty, or nothing readable in it.
    """
    index = index_of_book(root)
    manifest = manifest_of_book(root, config, index, with_surveys=True)
    return SourceView(resolve_source(config.source.path, root), manifest, redact, index)
