"""The manifest: what a run is pinned to (PROTOCOL 4). Every file by content hash, every skip by reason."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

from memory_schema.errors import SourceError
from tasks.source.file_facts import FileFacts
from tasks.source.git_tree import commit_of, is_dirty
from tasks.source.index_store import IndexStore
from tasks.source.known_files import KnownFiles
from tasks.source.listing import list_source
from tasks.source.raw_file import MAX_BYTES

__all__ = ["MAX_BYTES", "Changes", "FileFacts", "Manifest", "difference", "digest_of", "take_manifest"]


class Manifest(BaseModel):
    """A source at one moment. `digest` covers paths and raw contents, not commit, skips or settings."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    root_name: str
    kind: Literal["git", "folder"]
    commit: str | None
    dirty: bool | None
    files: dict[str, FileFacts]
    skipped: dict[str, str]
    digest: str

    def source_hash(self, path: str) -> str:
        """The hash of a file as it is pinned here; of the whole tree for ""; "" for no such file."""
        if not path:
            return self.digest
        facts = self.files.get(path)
        return facts.sha256 if facts is not None else ""


@dataclass(frozen=True)
class Changes:
    """What became of the files between two manifests; sorted paths, false when nothing changed."""

    added: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.removed)


def take_manifest(
    root: Path,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    index: IndexStore | None = None,
    *,
    with_surveys: bool = False,
) -> Manifest:
    """Read the whole source once and pin it.

    `include` and `exclude` are gitignore patterns from book.toml. With `index` a file whose size, times and
    inode are those of the last time is not read again; the view still verifies each file that it shows.
    `with_surveys`: a redacting view will ask this index for a survey of each file, so that many new files are read
    once for both, by several processes. Raises
    SourceError where there is no such folder, it is empty, or it holds no readable source file; a single bad
    file is only skipped, with reason.
    """
    if not root.is_dir():
        raise SourceError(f"no such source: {root} is no folder; correct `source` in book.toml")
    base = root.resolve()
    listing = list_source(base, include, exclude)
    if not listing.files and not listing.skipped:
        raise SourceError(f"the source {base} is empty{_advice(include, exclude)}")
    files: dict[str, FileFacts] = {}
    skipped = {one.path: one.reason for one in listing.skipped}
    stamps = {path: listing.stamps[path] for path in listing.files}
    found = KnownFiles(base, index, with_surveys=with_surveys).facts(stamps)
    for path in listing.files:
        facts = found[path]
        if isinstance(facts, str):
            skipped[path] = facts
        else:
            files[path] = facts
    if not any(facts.lines for facts in files.values()):
        raise SourceError(
            f"no readable source file in {base} ({len(skipped)} skipped, for example "
            f"{_first_reason(skipped)}){_advice(include, exclude)}"
        )
    return Manifest(
        root_name=base.name or "source",
        kind=listing.kind,
        commit=commit_of(base) if listing.kind == "git" else None,
        dirty=is_dirty(base) if listing.kind == "git" else None,
        files=files,
        skipped=dict(sorted(skipped.items())),
        digest=digest_of((path, facts.sha256) for path, facts in files.items()),
    )


def digest_of(hashes: Iterable[tuple[str, str]]) -> str:
    """SHA-256 over the sorted (path, sha256) pairs; no path holds a newline, so the framing is sure."""
    text = "".join(f"{sha256}  {path}\n" for path, sha256 in sorted(hashes))
    return hashlib.sha256(text.encode()).hexdigest()


def difference(old: Manifest, new: Manifest) -> Changes:
    """What changed from `old` to `new`, by raw content only."""
    common = old.files.keys() & new.files.keys()
    return Changes(
        added=tuple(sorted(new.files.keys() - common)),
        changed=tuple(sorted(path for path in common if old.files[path].sha256 != new.files[path].sha256)),
        removed=tuple(sorted(old.files.keys() - common)),
    )


def _first_reason(skipped: dict[str, str]) -> str:
    return next((f"{path}: {reason}" for path, reason in sorted(skipped.items())), "none")


def _advice(include: Sequence[str], exclude: Sequence[str]) -> str:
    return "; check `include` and `exclude` in book.toml" if include or exclude else "; name another source"
