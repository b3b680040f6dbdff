"""A finished small book, written once a process and copied for every test that changes it."""

from __future__ import annotations

import functools
import hashlib
import json
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from memory_schema.receipts import Receipt
from tests.flows.small_book import plain_engine, run_book
from tests.flows.small_source import write_small_source
from tests.flows.small_toml import book_toml


@dataclass(frozen=True)
class Finished:
    """A book and the source that it explains, both free to be changed."""

    book: Path
    source: Path

    def read(self, name: str) -> str:
        """A file of the book as text."""
        return (self.book / name).read_text(encoding="utf-8")

    def edit(self, name: str, old: str, new: str) -> str:
        """Replace text in a file of the book as a person would; returns the whole new text."""
        text = self.read(name)
        assert old in text, name
        changed = text.replace(old, new, 1)
        (self.book / name).write_text(changed, encoding="utf-8")
        return changed


def finished_book(tmp_path: Path, factory: pytest.TempPathFactory, language: str = "en") -> Finished:
    """A copy of a finished book of three chapters below `tmp_path`."""
    built = _built(factory.getbasetemp(), language)
    shutil.copytree(built, tmp_path / "library")
    return Finished(tmp_path / "library/book", tmp_path / "library/source")


@functools.cache
def _built(base: Path, language: str) -> Path:
    library = base / f"finished-{language}"
    book = library / "book"
    book.mkdir(parents=True)
    write_small_source(library / "source")
    words = 700 if language == "zh" else 600
    text = book_toml(
        Path("../source"),
        title="Ledgerlite 内幕" if language == "zh" else "Inside Ledgerlite",
        language=language,
        approve="auto",
        chapters=3,
        words=words,
        more="",
    )
    (book / "book.toml").write_text(text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCEBOOK_FAULTS", "")
        plain_engine(patch)
        run_book(book)
    return library


def calls(book: Path) -> list[str]:
    """Every model call of a book so far, as `ch02/a1 writer/call-1`, one item a call."""
    found = []
    for prompt in sorted((book / "output/notes").rglob("calls/**/prompt.json")):
        parts = prompt.relative_to(book / "output/notes").parts
        at = parts.index("calls")
        found.append(f"{'/'.join(parts[:at])} {'/'.join(parts[at + 1 : -1])}")
    return found


def new_calls(book: Path, made: list[str]) -> list[str]:
    """The calls since `made`, as `ch02/a1 writer`."""
    return [call.rsplit("/", 1)[0] for call in calls(book) if call not in made]


def receipt_of(book: Path, name: str) -> Receipt:
    """The receipt for the text that now lies under a name."""
    digest = hashlib.sha256((book / name).read_bytes()).hexdigest()
    path = book / "output/receipts" / name.removeprefix("output/") / f"{digest}.json"
    return Receipt.model_validate_json(path.read_text(encoding="utf-8"))


def audit_lines(book: Path, event: str) -> list[str]:
    """The lines of the audit log about one kind of event."""
    log = book / "output/audit-log.md"
    return [line for line in log.read_text(encoding="utf-8").splitlines() if f"· {event} ·" in line]


def entries(book: Path) -> list[dict[str, object]]:
    """The entries of the memory in order of sequence."""
    folder = book / "output/memory/entries"
    return [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*-ch*.json"))]
