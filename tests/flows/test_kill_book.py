"""SIGKILL anywhere in a three-chapter book, then the same command again (issue 2, must show 5)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.flows.killed_book import Scenario
from tests.flows.small_book import book_toml
from tests.flows.small_source import write_small_source

WRITES = (
    "before replace: lock",
    "after replace: lock",
    "after mkdir: output",
    "half written: prompt.json",
    "after replace: prompt.json",
    "half written: transcript.jsonl",
    "half written: journal",
    "after replace: reply.md",
    "half written: note.json",
    "after replace: note.json",
    "half written: receipt",
    "before replace: receipt",
    "after replace: receipt",
    "half written: output",
    "after replace: output",
    "after replace: output of round-1",
    "after replace: output of final-1",
    "before replace: public receipt",
    "after replace: public receipt",
    "half written: public output",
    "after replace: public output",
    "half written: answer",
    "before link: answer",
    "after link: answer",
    "after replace: source-manifest",
    "after replace: frozen receipt",
    "after replace: frozen outline",
    "after replace: frozen source-map",
    "before replace: approved",
    "after replace: approved",
    "half written: audit log",
    "after replace: attempt",
    "after replace: entry receipt",
    "half written: entry",
    "before link: entry",
    "after link: entry",
    "after replace: rendering of chapter-summaries",
    "after replace: rendering of glossary",
    "after replace: rendering of metaphor-registry",
    "before replace: rendering of cross-references",
    "after replace: rendering of cross-references",
    "before replace: page",
    "after replace: page",
)
CALLS = (
    "asked: architect",
    "answered: reader-advocate",
    "asked: researcher",
    "answered: writer",
    "asked: r2",
    "answered: r3",
    "answered: rh",
    "asked: editor",
    "answered: writer-finalising",
    "asked: memory-keeper",
    "answered: auditor",
)


@pytest.fixture(scope="module")
def scenario(tmp_path_factory: pytest.TempPathFactory) -> Scenario:
    """A whole small book, from nothing to the published pages."""
    root = tmp_path_factory.mktemp("kill-book")
    source, book = write_small_source(root / "source"), root / "before"
    book.mkdir()
    text = book_toml(
        source, title="Inside Ledgerlite", language="en", approve="auto", chapters=3, words=600, more=""
    )
    (book / "book.toml").write_text(text, encoding="utf-8")
    return Scenario.of(book)


@pytest.mark.slow
@pytest.mark.parametrize(("number", "name"), list(enumerate(WRITES + CALLS)), ids=WRITES + CALLS)
def test_a_killed_run_is_resumed_to_the_same_book(
    scenario: Scenario, tmp_path: Path, number: int, name: str
) -> None:
    """Killed at any write or call: the second run ends the same, and asks no finished agent again."""
    scenario.kill_and_run_again(tmp_path, name, number)


@pytest.mark.slow
def test_every_kind_of_write_has_a_point(scenario: Scenario) -> None:
    """The table above is whole: a new kind of file that the book writes must be killed too."""
    kinds = {name.partition(": ")[2] for name in scenario.counts if " replace: " in name or " link: " in name}
    assert kinds - {name.partition(": ")[2] for name in WRITES} <= {"output of round-2", "frozen-outline"}
