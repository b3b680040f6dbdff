"""The one view of a source that prompts, tools, checks, `verify` and the press share (PROTOCOL 4)."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from pathlib import Path

from memory_schema.errors import AccessRefused, SourceChanged, SourceError
from tasks.source.decoding import decode, lines_of
from tasks.source.file_records import FileRecords, Shown
from tasks.source.imports import Import, ImportResolver
from tasks.source.index_store import IndexStore
from tasks.source.manifest import FileFacts, Manifest
from tasks.source.parsed_file import ParsedFile
from tasks.source.raw_file import MAX_BYTES, read_raw
from tasks.source.redaction import Mark, Redact, Redaction, marks_of, no_redaction
from tasks.source.survey import Survey
from tasks.source.symbols import Symbol

_MOST_HELD = 32 * 1024 * 1024
"""Characters of text that a view holds in memory; what falls out is read and verified again."""
_MOST_LINED = 200
"""Files whose lines are held apart."""


class SourceView:
    """Decoded, line-preserving, redacted text of exactly the files that a manifest pins.

    Trust: paths come from models. Only an exact key of the manifest is opened, only where it still lies below
    the root, and only with the content that the manifest saw, so neither a spelling (`..`, another case,
    look-alike letters) nor a link that was swapped in reaches anything else. Safe to share between threads.

    `index` keeps what was parsed for the next run; it must have been made with the same `redact`. `contents` are
    the bytes of every file where they are not on disk (a commit).
    """

    def __init__(
        self,
        root: Path,
        manifest: Manifest,
        redact: Redact = no_redaction,
        index: IndexStore | None = None,
        contents: Mapping[str, bytes] | None = None,
    ) -> None:
        self._root = root.resolve()
        self._manifest = manifest
        self._redact = redact
        self._contents = contents
        self._lock = threading.RLock()
        self._texts: OrderedDict[str, str] = OrderedDict()
        self._held = 0
        self._lines: OrderedDict[str, list[str]] = OrderedDict()
        self._marks: dict[str, tuple[Mark, ...]] = {}
        self._records = FileRecords(
            self._root, manifest.files, redact, index, self._shown, are_on_disk=contents is None
        )
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
                self._hold(path, self._read(path))
            self._texts.move_to_end(path)
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
        return self.parsed(path).doc

    def symbols(self, path: str) -> tuple[Symbol, ...]:
        """The definitions in a file, in order of appearance."""
        return self.parsed(path).symbols

    def parsed(self, path: str) -> ParsedFile:
        """Everything that the text of a file says."""
        self.facts(path)
        with self._lock:
            return self._records.parsed(path)

    def survey(self, path: str) -> Survey:
        """What a first look at a file tells: headings, words, marks."""
        self.facts(path)
        with self._lock:
            return self._records.survey(path)

    def surveys(self) -> Iterator[tuple[str, Survey]]:
        """The survey of every file, in any order."""
        with self._lock:
            yield from self._records.surveys()

    def imports(self, path: str) -> tuple[Import, ...]:
        """The imports of a file, resolved within this source."""
        with self._lock:
            if path not in self._imports:
                if self._resolver is None:
                    self._resolver = ImportResolver(self.paths, self._manifest.root_name, self.text, self.parsed)
                text = self.text(path) if self.language(path) == "csharp" else ""
                self._imports[path] = self._resolver.resolve(path, self.parsed(path), text, self.language(path))
            return self._imports[path]

    def redactions(self) -> tuple[Redaction, ...]:
        """Where this view hides a secret, by path and line; never the secret. Reads whatever was not read yet."""
        if self._redact is no_redaction:
            return ()
        found = [(path, one.redacted) for path, one in self.surveys() if one.redacted]
        return tuple(Redaction(path, line, kind) for path, marks in sorted(found) for line, kind in marks)

    def survey_all(self) -> None:
        """Take a first look at every file that the index does not know, in worker processes where they are many.

        Raises SourceChanged where a file is not what was pinned.
        """
        with self._lock:
            self._records.survey_all()

    def index_all(self) -> None:
        """Parse every file that the index does not know, in worker processes where they are many.

        What the index knows stays on disk until it is asked for.

        Raises SourceChanged where a file is not what was pinned.
        """
        with self._lock:
            self._records.parse_all()

    def _lines_of(self, path: str) -> list[str]:
        with self._lock:
            if path not in self._lines:
                self._lines[path] = lines_of(self.text(path))
                if len(self._lines) > _MOST_LINED:
                    self._lines.popitem(last=False)
            self._lines.move_to_end(path)
            return self._lines[path]

    def _shown(self, path: str) -> Shown:
        # The text first: reading it is what finds the marks.
        text = self.text(path)
        return text, self._marks[path]

    def _hold(self, path: str, text: str) -> None:
        self._texts[path] = text
        self._held += len(text)
        while self._held > _MOST_HELD and len(self._texts) > 1:
            self._held -= len(self._texts.popitem(last=False)[1])

    def _read(self, path: str) -> str:
        facts = self.facts(path)
        try:
            data = read_raw(self._root, path, MAX_BYTES) if self._contents is None else self._contents[path]
        except OSError as error:
            raise _changed(path) from error
        decoded = decode(data) if hashlib.sha256(data).hexdigest() == facts.sha256 else None
        if decoded is None:
            raise _changed(path)
        shown = self._redact(path, decoded.text)
        if shown.count("\n") != decoded.text.count("\n"):
            raise SourceError(f"the redaction of {path} changed its number of lines; every quote would move")
        self._marks[path] = marks_of(decoded.text, shown)
        return shown


def _changed(path: str) -> SourceChanged:
    return SourceChanged(f"source changed while the run was on: {path}; run again")
