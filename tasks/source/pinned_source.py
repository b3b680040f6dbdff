"""A source that somebody names on the command line, pinned now or at a commit."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from tasks.source.commit_tree import take_commit
from tasks.source.index_store import IndexStore
from tasks.source.manifest import take_manifest
from tasks.source.secrets import redact
from tasks.source.view import SourceView


def pin_source(folder: Path, revision: str = "", cache: Path | None = None) -> SourceView:
    """The view of a folder as it lies there, or as a commit of its repository has it; secrets are hidden.

    Raises SourceError: no such folder or commit, empty, nothing readable.
    """
    index = None if cache is None else IndexStore(cache)
    if not revision:
        return SourceView(folder, take_manifest(folder, index=index, with_surveys=True), redact, index)
    tree = take_commit(folder, revision)
    return SourceView(folder, tree.manifest, redact, index, tree.contents)


def cache_of(folder: Path) -> Path:
    """Where the index of a source is kept between two runs: below the user's cache, never in the source itself."""
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return (
        base / "sourcebook" / hashlib.sha256(str(folder.resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    )
