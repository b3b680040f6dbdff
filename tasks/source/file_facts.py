"""What a manifest knows of one file, and how it need not read a file again that has not been touched."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from pydantic import BaseModel, ConfigDict, ValidationError

from tasks.source.index_store import IndexStore

_SETTLED_NANOSECONDS = 2_000_000_000
"""A file may change twice within one tick of its clock: only one that rested this long is told by its stamp."""


class FileFacts(BaseModel):
    """What is known of one readable file; `size` in bytes, `lines` in lines of the decoded text.

    `note` says what a reader should know: "generated", "encoding guessed".
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    sha256: str
    size: int
    lines: int
    language: str
    encoding: str
    note: str | None = None


class _Kept(BaseModel):
    """Either facts or the reason of a skip."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    facts: FileFacts | None = None
    reason: str = ""


Look: TypeAlias = Callable[[Path, str], FileFacts | str]
"""(base, path) -> the facts of a file, or why it is skipped."""


class KnownFiles:
    """The facts of the last scan, by size, times and inode, as git's own index does it."""

    def __init__(self, base: Path, index: IndexStore | None) -> None:
        self._base = base
        self._index = index
        self._prefix = f"{base}/"
        self._started = time.time_ns()
        every = index.known() if index is not None else {}
        self._known = {path: row for path, row in every.items() if path.startswith(self._prefix)}
        self._seen: set[str] = set()
        self._fresh: list[tuple[str, str, str]] = []

    def facts(self, path: str, look: Look) -> FileFacts | str:
        """What was known of the file if nothing touched it since, else what `look` sees."""
        if self._index is None:
            return look(self._base, path)
        name = self._prefix + path
        stamp = self._stamp(name)
        self._seen.add(name)
        if stamp and name in self._known and self._known[name][0] == stamp and (kept := _read(self._known[name][1])):
            return kept.facts or kept.reason
        found = look(self._base, path)
        if stamp and stamp == self._stamp(name):
            kept = _Kept(reason=found) if isinstance(found, str) else _Kept(facts=found)
            self._fresh.append((name, stamp, kept.model_dump_json()))
        return found

    def keep(self) -> None:
        """Write down what was seen, forget what is gone."""
        if self._index is not None:
            self._index.keep_known(self._fresh, self._known.keys() - self._seen)

    def _stamp(self, name: str) -> str:
        """The file's stamp, "" where it cannot tell one state of the file from another."""
        try:
            found = os.lstat(name)
        except OSError:
            return ""
        if self._started - max(found.st_mtime_ns, found.st_ctime_ns) < _SETTLED_NANOSECONDS:
            return ""
        return f"{found.st_size} {found.st_mtime_ns} {found.st_ctime_ns} {found.st_ino} {found.st_dev}"


def _read(text: str) -> _Kept | None:
    try:
        return _Kept.model_validate_json(text)
    except ValidationError:
        return None
