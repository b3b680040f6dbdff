"""The manifest: what a run is pinned to (PROTOCOL 4). Every file by content hash, every skip by reason."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

from memory_schema.errors import AccessRefused, SourceError
from tasks.source.decoding import Decoded, decode, lines_of
from tasks.source.file_facts import FileFacts, KnownFiles
from tasks.source.file_origin import is_generated, is_lfs_pointer, names_minified
from tasks.source.git_tree import commit_of, is_dirty
from tasks.source.index_store import IndexStore
from tasks.source.languages import NOTEBOOK_SUFFIX, family_of, language_of, names_binary
from tasks.source.listing import list_source
from tasks.source.raw_file import MAX_BYTES, read_raw, too_large

__all__ = ["MAX_BYTES", "Changes", "FileFacts", "Manifest", "difference", "digest_of", "take_manifest"]

_MAX_MEAN_LINE = 500
_MAX_LINE = 20_000


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
    root: Path, include: Sequence[str] = (), exclude: Sequence[str] = (), index: IndexStore | None = None
) -> Manifest:
    """Read the whole source once and pin it.

    `include` and `exclude` are gitignore patterns from book.toml. With `index` a file whose size, times and
    inode are those of the last time is not read again; the view still verifies each file that it shows. Raises
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
    known = KnownFiles(base, index)
    for path in listing.files:
        facts = known.facts(path, _facts_or_reason)
        if isinstance(facts, str):
            skipped[path] = facts
        else:
            files[path] = facts
    known.keep()
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


def _facts_or_reason(base: Path, path: str) -> FileFacts | str:
    """The facts of a file on disk, or the reason why it is skipped."""
    if reason := _refused_by_name(path):
        return reason
    try:
        data = read_raw(base, path, MAX_BYTES)
        if len(data) > MAX_BYTES:
            return too_large((base / path).stat().st_size)
    except OSError as error:
        return f"unreadable: {error.strerror}"
    except AccessRefused:
        return "changed while the source was read"
    return facts_of(path, data)


def facts_of(path: str, data: bytes) -> FileFacts | str:
    """The facts of a file of at most MAX_BYTES with this content, or the reason why it is skipped."""
    if reason := _refused_by_name(path):
        return reason
    decoded = decode(data)
    if decoded is None:
        return "binary"
    if is_lfs_pointer(decoded.text):
        return "a Git LFS pointer: the content is not here; run git lfs pull"
    lines = lines_of(decoded.text)
    language = language_of(path, lines[0] if lines else "")
    if reason := _minified(path, language, lines):
        return reason
    return FileFacts(
        sha256=hashlib.sha256(data).hexdigest(),
        size=len(data),
        lines=len(lines),
        language=language,
        encoding=decoded.encoding,
        note=_note(path, decoded, lines),
    )


def _refused_by_name(path: str) -> str | None:
    if path.endswith(NOTEBOOK_SUFFIX):
        return "a notebook: its outputs are base64, convert it to a script to include it"
    return "binary" if names_binary(path) else None


def _minified(path: str, language: str, lines: list[str]) -> str | None:
    """Code and data with lines that no person wrote; prose may have long ones."""
    if family_of(language) != "prose":
        longest = max(map(len, lines), default=0)
        if longest > _MAX_LINE:
            return f"minified: a line of {longest} characters"
        if lines and (mean := sum(map(len, lines)) // len(lines)) > _MAX_MEAN_LINE:
            return f"minified: {mean} characters a line on average"
    return "minified: its name says so" if names_minified(path) else None


def _note(path: str, decoded: Decoded, lines: list[str]) -> str | None:
    notes = ["generated"] if is_generated(path, lines) else []
    if not decoded.sure:
        notes.append("encoding guessed")
    return ", ".join(notes) or None


def _first_reason(skipped: dict[str, str]) -> str:
    return next((f"{path}: {reason}" for path, reason in sorted(skipped.items())), "none")


def _advice(include: Sequence[str], exclude: Sequence[str]) -> str:
    return "; check `include` and `exclude` in book.toml" if include or exclude else "; name another source"
