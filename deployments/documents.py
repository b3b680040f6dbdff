"""Which Markdown files `verify` is asked about, and what lies around them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from deployments.console import complain
from memory_schema.errors import InputError
from tasks.checks.document_anchors import Anchors, anchors_of_text
from tasks.checks.document_links import DocumentPlace
from tasks.source.decoding import decode
from tasks.source.listing import list_source
from tasks.source.secrets import redact

SUFFIXES = (".md", ".markdown", ".mdown", ".mkd", ".mdx")
MAX_BYTES = 16 * 1024 * 1024
"""The largest document that is read; what is checked of a text is bounded further by the checks."""


@dataclass(frozen=True)
class Document:
    """A file to verify: `name` as a person typed it (or below the folder that was typed)."""

    name: str
    file: Path

    def text(self) -> str:
        """The decoded text as the source's view would show it. Raises InputError where it cannot be read or is no text.

        What a document quotes of a secret is hidden like the source's, so it equals what the source is seen to hold,
        and no finding prints it.
        """
        return redact(self.name, _text(self.file))

    def address(self, base: Path) -> str:
        """Its path below `base`, whatever folder it was typed in; outside of it the absolute one."""
        return _inside(base.resolve(), self.file) or self.file.resolve().as_posix()

    def place(self, base: Path, paths: frozenset[str] = frozenset()) -> DocumentPlace:
        """Where it lies below `base`, which has these files; links that leave `base` are not followed."""
        inside = _inside(base, self.file)
        is_in_source = inside is not None
        if inside is None:
            base, inside = self.file.parent.resolve(), self.file.name
        return DocumentPlace(
            inside, lambda path: _exists(base, path), lambda path: _anchors(base, path), paths, is_in_source
        )


def documents_of(paths: Sequence[Path]) -> tuple[Document, ...]:
    """The documents that paths name, each once: files as they are, folders by their Markdown files as git lists them.

    A folder without a Markdown file, beside paths that have some, is only told on standard error: a hook or a job of
    CI names the same paths for ever, and what matters is what it finds.

    Raises InputError for a path that does not exist, and where there is nothing at all to verify.
    """
    found: dict[Path, Document] = {}
    empty: list[Path] = []
    for path in paths:
        if path.is_dir():
            inside = [name for name in list_source(path).files if name.lower().endswith(SUFFIXES)]
            if not inside:
                empty.append(path)
            for name in inside:
                found.setdefault((path / name).resolve(), Document(str(path / name), path / name))
        elif path.is_file():
            found.setdefault(path.resolve(), Document(str(path), path))
        else:
            raise InputError(f"no such file or folder: {path}; name a Markdown file, a folder of them, or a book")
    if empty and not found:
        several = ", ".join(map(str, empty[:3]))
        raise InputError(f"{several} holds no Markdown file ({', '.join(SUFFIXES)}); name a file or another folder")
    for path in empty:
        complain(f"{path} holds no Markdown file ({', '.join(SUFFIXES)}); passed over")
    return tuple(found.values())


def names_below(documents: Sequence[Document], folder: Path) -> frozenset[str]:
    """The documents that lie below a folder, by their path in it: they are no evidence for themselves."""
    inside = (_inside(folder.resolve(), document.file) for document in documents)
    return frozenset(name for name in inside if name is not None)


def _inside(base: Path, file: Path) -> str | None:
    real = file.resolve()
    return real.relative_to(base).as_posix() if real.is_relative_to(base) else None


def _exists(base: Path, path: str) -> bool:
    target = Path(os.path.realpath(base / path))
    return target.is_relative_to(base) and target.exists()


def _anchors(base: Path, path: str) -> Anchors | None:
    target = Path(os.path.realpath(base / path))
    if not target.is_relative_to(base) or target.suffix.lower() not in SUFFIXES or not target.is_file():
        return None
    return _anchors_of(target)


@lru_cache(maxsize=512)
def _anchors_of(file: Path) -> Anchors | None:
    try:
        return anchors_of_text(_text(file))
    except InputError:
        return None


def _text(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            data = opened.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError(f"{file} cannot be read: {error.strerror}") from error
    if len(data) > MAX_BYTES:
        raise InputError(f"{file} is larger than {MAX_BYTES >> 20} MiB; divide it")
    decoded = decode(data)
    if decoded is None:
        raise InputError(f"{file} is no text; name a Markdown file")
    return decoded.text
