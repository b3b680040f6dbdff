"""How a book stands, for the commands: no Prefect, no model, nothing written."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from memory_schema.book import BookConfig
from memory_schema.planning import is_frozen
from memory_schema.progress import ChapterProgress, OutputProgress, book_progress, shared_progress
from memory_schema.receipts import State
from memory_schema.selection import Selector
from memory_schema.snapshot import Snapshot
from memory_schema.workspace import Workspace
from tasks.source.book_manifest import manifest_of_book
from tasks.source.manifest import Manifest


@dataclass(frozen=True)
class BookStanding:
    """The state of every output of a book whose outline is frozen."""

    chapters: tuple[ChapterProgress, ...]
    shared: tuple[OutputProgress, ...]
    manifest: Manifest


def book_standing(book: Path, config: BookConfig) -> BookStanding:
    """Read how a book stands. Raises FileNotFoundError without a frozen outline, SourceError."""
    workspace = Workspace(book)
    manifest = manifest_of_book(workspace.root, config)
    selector = Selector(Snapshot(workspace))
    chapters = book_progress(selector, config, manifest.source_hash)
    return BookStanding(chapters, shared_progress(selector, config, manifest.source_hash, chapters), manifest)


def nothing_to_do(book: Path, config: BookConfig, chapters: list[int] | None, *, memory: bool) -> bool:
    """Whether `write` would find everything fresh."""
    workspace = Workspace(book)
    if chapters is not None or not is_frozen(workspace):
        return False
    standing = book_standing(book, config)
    return (
        all(progress.settled(memory=memory) for progress in standing.chapters)
        and all(output.standing.state in (State.FRESH, State.EDITED) for output in standing.shared)
        and not Selector(workspace).ledger.damage()
    )


def stale_by_memory(book: Path, config: BookConfig) -> list[ChapterProgress]:
    """The chapters that only the memory of earlier chapters has made stale."""
    return [
        progress
        for progress in book_standing(book, config).chapters
        if any(output.standing.memory_only for output in progress.outputs)
    ]
