"""The source that a book's book.toml names, pinned now."""

from __future__ import annotations

from pathlib import Path

from memory_schema.book import BookConfig
from memory_schema.paths import SOURCE_CACHE
from tasks.source.index_store import IndexStore
from tasks.source.locate_root import resolve_source
from tasks.source.manifest import take_manifest
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
    folder = resolve_source(config.source.path, root)
    index = IndexStore(root / SOURCE_CACHE)
    manifest = take_manifest(folder, config.source.include, config.source.exclude, index)
    return SourceView(folder, manifest, redact, index)
