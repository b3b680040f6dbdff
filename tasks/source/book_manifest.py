"""The source that a book's book.toml names, pinned now but not opened: which files, with which content."""

from __future__ import annotations

from pathlib import Path

from memory_schema.book import BookConfig
from memory_schema.paths import SOURCE_CACHE
from tasks.source.index_store import IndexStore
from tasks.source.locate_root import resolve_source
from tasks.source.manifest import Manifest, take_manifest


def index_of_book(root: Path) -> IndexStore:
    """Where what is read off a book's source is kept, beside the book."""
    return IndexStore(root / SOURCE_CACHE)


def manifest_of_book(
    root: Path, config: BookConfig, index: IndexStore | None = None, *, with_surveys: bool = False
) -> Manifest:
    """The manifest of a book's source; files that nobody touched since the last command are not read again.

    Args:
        root: the book's folder; a relative `source.path` starts there.
        index: what is known of the source; by default the one beside the book.
        with_surveys: whoever asks will open the source next, so that new files are looked at on the way.

    Raises:
        SourceError: no such source, empty, or nothing readable in it.
    """
    folder = resolve_source(config.source.path, root)
    known = index or index_of_book(root)
    return take_manifest(folder, config.source.include, config.source.exclude, known, with_surveys=with_surveys)
