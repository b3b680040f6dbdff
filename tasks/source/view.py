"""The one view of a source that prompts, tools, checks, `verify` and the press share (PROTOCOL 4)."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path

from memory_schema.errors import AccessRefused, SourceChanged, SourceError
from tasks.source.decoding import decode, lines_of
from tasks.source.imports import Import, ImportResolver
from tasks.source.index_records import IndexedFile, from_text, marks_in, to_text
from tasks.source.index_store import IndexStore
from tasks.source.index_workers import Request, parse_in_processes
from tasks.source.manifest import FileFacts, Manifest
from tasks.source.parsed_file import ParsedFile, parse_file, parse_plainly
from tasks.source.raw_file import MAX_BYTES, read_raw
from tasks.source.redaction import Mark, Redact, Redaction, marks_of, no_redaction
from tasks.source.secrets import redact as redact_secrets
from tasks.source.symbols import Symbol

_MOST_HELD = 32 * 1024 * 1024
"""Characters of text that a view holds in memory; what falls out is read and verified again."""
_MANY_FILES = 150
"""From here on starting worker processes costs less than they save."""
_BATCH = 200


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
        self._index = index
        self._contents = contents
        self._lock = threading.RLock()
        self._texts: OrderedDict[str, str] = OrderedDict()
        self._held = 0
        self._lines: OrderedDict[str, list[str]] = OrderedDict()
        self._marks: dict[str, tuple[Mark, ...]] = {}
        self._parsed: dict[str, ParsedFile] = {}
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
        with self._lock:
            if path not in self._parsed:
                facts = self.facts(path)
                kept = self._index.record(facts.sha256, facts.language) if self._index else ""
                record = from_text(kept) if kept else None
                if record is None:
                    # The text first: reading it is what finds the marks.
                    text = self.text(path)
                    record = IndexedFile(parse_file(text, facts.language), self._marks[path])
                    if self._index:
                        self._index.keep(((facts.sha256, facts.language, to_text(record)),))
                self._take(path, record)
            return self._parsed[path]

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
        with self._lock:
            self.index_all()
            kept = {key: marks_in(text) for key, text in self._index.records()} if self._index else {}
            for path, facts in self._manifest.files.items():
                if path not in self._marks and (facts.sha256, facts.language) in kept:
                    self._marks[path] = kept[facts.sha256, facts.language]
                elif path not in self._marks:
                    self.parsed(path)
            return tuple(Redaction(path, line, kind) for path in self.paths for line, kind in self._marks[path])

    def index_all(self) -> None:
        """Parse every file that the index does not know, in worker processes where they are many.

        What the index knows stays on disk until it is asked for.

        Raises SourceChanged where a file is not what was pinned.
        """
        with self._lock:
            kept = self._index.keys() if self._index else frozenset()
            missing = [
                path
                for path, facts in sorted(self._manifest.files.items())
                if path not in self._parsed and (facts.sha256, facts.language) not in kept
            ]
            if (
                self._contents is None
                and len(missing) >= _MANY_FILES
                and self._redact in (no_redaction, redact_secrets)
            ):
                self._parse_in_processes(missing)
                return
            for path in missing:
                self.parsed(path)

    def _parse_in_processes(self, paths: list[str]) -> None:
        batch: list[tuple[Request, str]] = []

        def keep(request: Request, text: str | None) -> None:
            if text is None:
                # Raises where the file was changed; a file that kills its worker is parsed by no grammar here.
                parsed = parse_plainly(self._read(request.path), request.language)
                text = to_text(IndexedFile(parsed, self._marks[request.path]))
            batch.append((request, text))
            if len(batch) >= _BATCH:
                self._keep(batch)
                batch.clear()

        files = self._manifest.files
        requests = (Request(path, files[path].sha256, files[path].language, files[path].size) for path in paths)
        parse_in_processes(self._root, requests, redact=self._redact is redact_secrets, keep=keep)
        self._keep(batch)

    def _keep(self, batch: list[tuple[Request, str]]) -> None:
        """In the index, where it is read when somebody asks; without one, in memory."""
        rows = ((request.sha256, request.language, text) for request, text in batch)
        if self._index is not None and self._index.keep(rows):
            return
        for request, text in batch:
            if record := from_text(text):
                self._take(request.path, record)

    def _take(self, path: str, record: IndexedFile) -> None:
        self._parsed[path] = record.parsed
        self._marks[path] = record.redacted

    def _lines_of(self, path: str) -> list[str]:
        with self._lock:
            if path not in self._lines:
                self._lines[path] = lines_of(self.text(path))
                if len(self._lines) > _BATCH:
                    self._lines.popitem(last=False)
            self._lines.move_to_end(path)
            return self._lines[path]

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
