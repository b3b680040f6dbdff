"""SIGKILL while a finished book is brought up to date: a new attempt, carried works, superseded copies."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.flows.killed_book import Scenario, empty_book
from tests.flows.killing import Injector, Replies, run_here

POINTS = (
    "after replace: output",
    "after replace: receipt",
    "before replace: attempt",
    "after replace: attempt",
    "before replace: superseded",
    "after replace: superseded",
    "after replace: public output",
    "after replace: entry receipt",
    "after link: entry",
    "after replace: rendering of glossary",
    "after link: page",
    "after replace: page",
)


@pytest.fixture(scope="module")
def scenario(tmp_path_factory: pytest.TempPathFactory) -> Scenario:
    """A finished book whose source has changed in the file of one chapter."""
    root = tmp_path_factory.mktemp("kill-rerun")
    book, replies = empty_book(root), Replies()
    run_here(book, replies, Injector(book))
    shutil.rmtree(book / "output/logs")
    store = root / "source/ledgerlite/store.py"
    text = store.read_text(encoding="utf-8")
    store.write_text(
        text.replace("an empty list when there are none", "an empty list on a quiet day"), encoding="utf-8"
    )
    return Scenario.of(book, replies=replies)


@pytest.mark.slow
@pytest.mark.parametrize(("number", "name"), list(enumerate(POINTS)), ids=POINTS)
def test_a_killed_rerun_is_resumed(scenario: Scenario, tmp_path: Path, number: int, name: str) -> None:
    """Killed while an attempt begins or runs: the second run raises no further attempt and ends the same."""
    scenario.kill_and_run_again(tmp_path, name, number)
