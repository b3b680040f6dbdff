"""The source that a book's book.toml names, pinned now."""

from __future__ import annotations

from pathlib import Path

from memory_schema.book import BookConfig
from tasks.source.index_store import IndexStore
from tasks.source.locate_root import resolve_source
from tasks.source.manifest import take_manifest
from tasks.source.secrets import redact
from tasks.source.view import SourceView


def view_of_book(root: Path, config: BookConfig, cache: Path | None = None) -> SourceView:
    """The pinned view of a book's source, without its secrets.

    Args:
        root: the book's folder; a relative `source.path` starts there.
        cache: a folder for the index, so that the next run parses only what changed; without it nothing is kept.

    Raises:
        SourceError: no such source, empty, or nothing readable in it.
    """
    folder = resolve_source(config.source.path, root)
    index = None if cache is None else IndexStore(cache)
    manifest = take_manifest(folder, config.source.include, config.source.exclude, index)
    return SourceView(folder, manifest, redact, index)
