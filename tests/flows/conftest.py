"""Fixtures of this room: a small source, a small book over it, and a run without the Prefect engine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tasks.agent.summary import RunSummary
from tests.flows.small_book import plain_engine, run_book, tree_of
from tests.flows.small_source import write_small_source
from tests.flows.small_toml import book_toml

MakeBook = Callable[..., Path]
Write = Callable[..., RunSummary]
Tree = Callable[..., dict[str, str]]


@pytest.fixture
def plain_prefect(monkeypatch: pytest.MonkeyPatch) -> None:
    """Flows and tasks run as plain functions: fast, and nothing is dispatched again."""
    plain_engine(monkeypatch)


@pytest.fixture
def retrying_prefect(monkeypatch: pytest.MonkeyPatch) -> None:
    """As `plain_prefect`, but a failed call is dispatched again as the engine would, without the delay."""
    plain_engine(monkeypatch, retries=True)


@pytest.fixture
def small_source(tmp_path: Path) -> Path:
    """A folder with a tiny Python package of six modules, in no repository."""
    return write_small_source(tmp_path / "source")


@pytest.fixture
def make_book(tmp_path: Path, small_source: Path) -> MakeBook:
    """`make_book(name="book", source=..., language="en", chapters=3, words=600, more="")` -> its folder."""

    def make(
        name: str = "book",
        *,
        source: Path | None = None,
        title: str = "Inside Ledgerlite",
        language: str = "en",
        approve: str = "auto",
        chapters: int = 3,
        words: int = 600,
        more: str = "",
    ) -> Path:
        folder = tmp_path / name
        folder.mkdir(parents=True, exist_ok=True)
        text = book_toml(
            source or small_source,
            title=title,
            language=language,
            approve=approve,
            chapters=chapters,
            words=words,
            more=more,
        )
        (folder / "book.toml").write_text(text, encoding="utf-8")
        return folder

    return make


@pytest.fixture
def write(monkeypatch: pytest.MonkeyPatch) -> Write:
    """`write(book, faults="", **options)`: a run of flows.book to its end; returns the closing summary.

    A synchronous call for synchronous tests; ask for `plain_prefect` beside it. `faults` is a plan in
    the grammar of `tasks.offline.faults` for this and later runs; "" clears it.
    """

    def run(book: Path, faults: str = "", **options: Any) -> RunSummary:
        monkeypatch.setenv("SOURCEBOOK_FAULTS", faults)
        return run_book(book, **options)

    return run


@pytest.fixture
def tree() -> Tree:
    """`tree(book, *without)`: SHA-256 of every file by name, without logs and locks."""
    return tree_of
