"""The one view of a source that prompts, tools, checks, `verify` and the press share (PROTOCOL 4)."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from memory_schema.errors import AccessRefused, SourceChanged, SourceError
from tasks.source.decoding import decode, lines_of
from tasks.source.imports import Import, ImportResolver
from tasks.source.manifest import MAX_BYTES, FileFacts, Manifest
from tasks.source.raw_file import read_raw
from tasks.source.symbols import Symbol, module_doc, symbols_of

Redact: TypeAlias = Callable[[str, str], str]
"""(path, text) -> the text without its secrets, with the same number of lines."""


def no_redaction(path: str, text: str) -> str:
    """The view shows everything."""
    return text


class SourceView:
    """Decoded, line-preserving, redacted text of exactly the files that a manifest pins.

    Trust: paths come from models. Only an exact key of the manifest is opened, only where it still lies below
    the root, and only with the content that the manifest saw, so neither a spelling (`..`, another case,
    look-alike letters) nor a link that was swapped in reaches anything else. Safe to share between threads.
    """

    def __init__(self, root: Path, manifest: Manifest, redact: Redact = no_redaction) -> None:
        self._root = root.resolve()
        self._manifest = manifest
        self._redact = redact
        self._lock = threading.RLock()
        self._texts: dict[str, str] = {}
        self._lines: dict[str, list[str]] = {}
        self._docs: dict[str, str] = {}
        self._symbols: dict[str, tuple[Symbol, ...]] = {}
        self._imports: dict[str, tuple[Import, ...]] = {}
        self._resolver: ImportResolver | None = None

    @property
    def manifest(self) -> Manifest:
        """What this view is pinned to."""
        return self._manifest

    @property
    def paths(self) -> tuple[str, ...]:
        """Every file that can be read, sorted."""
        return tuple(sorted(self._manifest.files))

    def facts(self, path: str) -> FileFacts:
        """What the manifest knows of a file. Raises AccessRefused for a path that is no key of it."""
        facts = self._manifest.files.get(path)
        if facts is None:
            reason = self._manifest.skipped.get(path)
            fault = f"is skipped: {reason}" if reason else "is no file of this source; list the files"
            raise AccessRefused(f"{path!r} {fault}")
        return facts

    def language(self, path: str) -> str:
        """The language by the name that a code fence takes."""
        return self.facts(path).language

    def text(self, path: str) -> str:
        """The whole text. Raises AccessRefused, or SourceChanged where the file is not what was pinned."""
        with self._lock:
            if path not in self._texts:
                self._texts[path] = self._read(path)
            return self._texts[path]

    def line_count(self, path: str) -> int:
        """The number of lines of the text."""
        return len(self._lines_of(path))

    def excerpt(self, path: str, start: int, end: int) -> str:
        """Lines `start` to `end`, 1-based inclusive, joined by newlines, without a final one.

        Raises SourceError for a range that the file does not have.
        """
        lines = self._lines_of(path)
        if not 1 <= start <= end <= len(lines):
            raise SourceError(f"{path}:{start}-{end} is no range of this file: it has {len(lines)} lines")
        return "\n".join(lines[start - 1 : end])

    def content_hash(self, path: str) -> str:
        """SHA-256, in hex, of the text as this view shows it."""
        return hashlib.sha256(self.text(path).encode()).hexdigest()

    def doc(self, path: str) -> str:
        """What the file says of itself, "" where it says nothing."""
        with self._lock:
            if path not in self._docs:
                self._docs[path] = module_doc(self.text(path), self.language(path))
            return self._docs[path]

    def symbols(self, path: str) -> tuple[Symbol, ...]:
        """The definitions in a file, in order of appearance."""
        with self._lock:
            if path not in self._symbols:
                self._symbols[path] = symbols_of(self.text(path), self.language(path))
            return self._symbols[path]

    def imports(self, path: str) -> tuple[Import, ...]:
        """The imports of a file, resolved within this source."""
        with self._lock:
            if path not in self._imports:
                if self._resolver is None:
                    self._resolver = ImportResolver(self.paths, self._manifest.root_name)
                self._imports[path] = self._resolver.imports_of(path, self.text(path), self.language(path))
            return self._imports[path]

    def _lines_of(self, path: str) -> list[str]:
        with self._lock:
            if path not in self._lines:
                self._lines[path] = lines_of(self.text(path))
            return self._lines[path]

    def _read(self, path: str) -> str:
        facts = self.facts(path)
        try:
            data = read_raw(self._root, path, MAX_BYTES)
        except OSError as error:
            raise _changed(path) from error
        decoded = decode(data) if hashlib.sha256(data).hexdigest() == facts.sha256 else None
        if decoded is None:
            raise _changed(path)
        shown = self._redact(path, decoded.text)
        if shown.count("\n") != decoded.text.count("\n"):
            raise SourceError(f"the redaction of {path} changed its number of lines; every quote would move")
        return shown


def _changed(path: str) -> SourceChanged:
    return SourceChanged(f"source changed while the run was on: {path}; run again")
