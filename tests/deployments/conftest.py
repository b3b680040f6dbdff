"""Fixtures of this room: the command line called as a user calls it, and small sources to call it on."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from deployments.cli import main
from tests.flows.small_book import plain_engine
from tests.flows.small_source import write_small_source
from tests.flows.small_toml import book_toml


@dataclass(frozen=True)
class Ran:
    """What a command left: its exit code and its two streams."""

    code: int
    out: str
    err: str

    @property
    def complaints(self) -> list[str]:
        """The lines on standard error."""
        return self.err.splitlines()


Sourcebook = Callable[..., Ran]


@pytest.fixture
def kept_environment() -> Iterator[None]:
    """Commands set Prefect's variables; a test gives them back."""
    before = dict(os.environ)
    yield
    os.environ.clear()
    os.environ.update(before)


@pytest.fixture
def sourcebook(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kept_environment: None
) -> Sourcebook:
    """`sourcebook("status", book, "--json")` -> code and streams; flows run without the Prefect engine."""
    plain_engine(monkeypatch)

    def run(*arguments: object) -> Ran:
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        streams = capsys.readouterr()
        code = ended.value.code
        assert isinstance(code, int)
        return Ran(code, streams.out, streams.err)

    return run


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """The small package of the flows' tests."""
    return write_small_source(tmp_path / "source")


@pytest.fixture
def book(tmp_path: Path, source: Path) -> Path:
    """A book of two chapters that a person approves; nothing is planned yet."""
    folder = tmp_path / "book"
    folder.mkdir()
    text = book_toml(source, title="Inside Ledgerlite", language="en", approve="person", chapters=2, words=600, more="")
    (folder / "book.toml").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def approved(book: Path, sourcebook: Sourcebook) -> Path:
    """The same book with a frozen outline and a style guide; no chapter is written."""
    assert sourcebook("plan", book).code == 3
    assert sourcebook("approve", book).code == 0
    assert sourcebook("plan", book).code == 0
    return book
