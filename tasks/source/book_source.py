"""The source that a book's book.toml names, pinned now."""

from __future__ import annotations

from pathlib import Path

from memory_schema.book import BookConfig
from tasks.source.locate_root import resolve_source
from tasks.source.manifest import take_manifest
from tasks.source.view import SourceView


def view_of_book(root: Path, config: BookConfig) -> SourceView:
    """The pinned view of a book's source.

    Args:
        root: the book's folder; a relative `source.path` starts there.

    Raises:
        SourceError: no such source, empty, or nothing readable in it.
    """
    folder = resolve_source(config.source.path, root)
    manifest = take_manifest(folder, config.source.include, config.source.exclude)
    return SourceView(folder, manifest)
