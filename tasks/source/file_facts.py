"""What a manifest knows of one file, or why it is no part of the source."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from memory_schema.errors import AccessRefused
from tasks.source.decoding import Decoded, decode, lines_of
from tasks.source.file_origin import is_generated, is_lfs_pointer, names_minified
from tasks.source.languages import NOTEBOOK_SUFFIX, family_of, language_of, language_of_header, names_binary
from tasks.source.raw_file import MAX_BYTES, HeldFolder, read_raw, too_large

_MAX_MEAN_LINE = 500
_MAX_LINE = 20_000
_HEAD_LINES = 16
"""At the top of a file, where its language and its generator are named."""


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What is known of one readable file; `size` in bytes, `lines` in lines of the decoded text.

    `note` says what a reader should know: "generated", "encoding guessed".
    """

    sha256: str
    size: int
    lines: int
    language: str
    encoding: str
    note: str | None = None


def read_file(base: Path, path: str, held: HeldFolder | None = None) -> tuple[FileFacts, Decoded] | str:
    """The facts and the text of a file on disk, or the reason why it is skipped."""
    if reason := _refused_by_name(path):
        return reason
    try:
        data = read_raw(base, path, MAX_BYTES, held)
        if len(data) > MAX_BYTES:
            return too_large((base / path).stat().st_size)
    except OSError as error:
        return f"unreadable: {error.strerror}"
    except AccessRefused:
        return "changed while the source was read"
    return _read(path, data)


def facts_of(path: str, data: bytes) -> FileFacts | str:
    """The facts of a file of at most MAX_BYTES with this content, or the reason why it is skipped."""
    found = _refused_by_name(path) or _read(path, data)
    return found if isinstance(found, str) else found[0]


def facts_to_text(facts: FileFacts | str) -> str:
    """Facts or the reason of a skip, on one line."""
    if isinstance(facts, str):
        return orjson.dumps(facts).decode()
    row = (facts.sha256, facts.size, facts.lines, facts.language, facts.encoding, facts.note)
    return orjson.dumps(row).decode()


def facts_from_text(text: str) -> FileFacts | str | None:
    """What `facts_to_text` has written, None for anything else."""
    try:
        return _facts_of_row(orjson.loads(text))
    except ValueError:
        return None


def facts_from_texts(texts: Sequence[str]) -> list[FileFacts | str | None]:
    """The same of many texts, in a third of the time."""
    try:
        rows = orjson.loads(f"[{','.join(texts)}]")
    except ValueError:
        rows = ()
    if len(rows) == len(texts):
        return [_facts_of_row(row) for row in rows]
    return [facts_from_text(text) for text in texts]


def _facts_of_row(row: Any) -> FileFacts | str | None:
    if isinstance(row, str):
        return row
    try:
        sha256, size, lines, language, encoding, note = row
        return FileFacts(str(sha256), int(size), int(lines), str(language), str(encoding), note and str(note))
    except (ValueError, TypeError):
        return None


def _read(path: str, data: bytes) -> tuple[FileFacts, Decoded] | str:
    decoded = decode(data)
    if decoded is None:
        return "binary"
    if is_lfs_pointer(decoded.text):
        return "a Git LFS pointer: the content is not here; run git lfs pull"
    text = decoded.text
    head = text.split("\n", _HEAD_LINES)[:_HEAD_LINES]
    language = language_of(path, head[0])
    if language == "c" and path.lower().endswith(".h"):
        language = language_of_header(text)
    lines = text.count("\n") + (text[-1:] not in ("", "\n"))
    if reason := _minified(path, language, text, lines):
        return reason
    facts = FileFacts(
        sha256=hashlib.sha256(data).hexdigest(),
        size=len(data),
        lines=lines,
        language=language,
        encoding=decoded.encoding,
        note=_note(path, decoded, head),
    )
    return facts, decoded


def _refused_by_name(path: str) -> str | None:
    if path.endswith(NOTEBOOK_SUFFIX):
        return "a notebook: its outputs are base64, convert it to a script to include it"
    return "binary" if names_binary(path) else None


def _minified(path: str, language: str, text: str, lines: int) -> str | None:
    """Code and data with lines that no person wrote; prose may have long ones."""
    if lines and family_of(language) != "prose":
        if _has_over_long_line(text):
            return f"minified: a line of {max(map(len, lines_of(text)))} characters"
        if (mean := (len(text) - text.count("\n")) // lines) > _MAX_MEAN_LINE:
            return f"minified: {mean} characters a line on average"
    return "minified: its name says so" if names_minified(path) else None


def _has_over_long_line(text: str) -> bool:
    """In leaps of the limit from one line's end to the last one within reach: most texts need one or two."""
    start = 0
    while len(text) - start > _MAX_LINE:
        end = text.rfind("\n", start, start + _MAX_LINE + 1)
        if end < 0:
            return True
        start = end + 1
    return False


def _note(path: str, decoded: Decoded, head: list[str]) -> str | None:
    notes = ["generated"] if is_generated(path, head) else []
    if not decoded.sure:
        notes.append("encoding guessed")
    return ", ".join(notes) or None
