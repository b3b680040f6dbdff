"""SIGKILL in later rounds: a reviewer who is never satisfied, a block that is accepted, a second final."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.flows.killed_book import Scenario, empty_book

FAULTS = "r1@ch02:never_satisfied; writer-finalising@ch01.r1:planted_error"
POINTS = (
    "after replace: output of round-1",
    "half written: output of round-2",
    "after replace: output of round-2",
    "before replace: output of round-3",
    "after replace: output of round-3",
    "before replace: blocked",
    "after replace: blocked",
    "before link: answer",
    "after link: answer",
    "after replace: output of final-1",
    "half written: output of final-2",
    "after replace: output of final-2",
    "asked: writer-revising",
    "answered: writer-revising",
    "answered: r3",
)


@pytest.fixture(scope="module")
def scenario(tmp_path_factory: pytest.TempPathFactory) -> Scenario:
    """Chapter 1 is finalised twice; chapter 2 is revised twice, blocked, and accepted by the author's rule."""
    book = empty_book(tmp_path_factory.mktemp("kill-rounds"), chapters=2)
    config = book / "book.toml"
    config.write_text('on_blocked = "accept"\n' + config.read_text(encoding="utf-8"), encoding="utf-8")
    return Scenario.of(book, FAULTS)


@pytest.mark.slow
@pytest.mark.parametrize(("number", "name"), list(enumerate(POINTS)), ids=POINTS)
def test_a_run_killed_in_a_later_round_is_resumed(scenario: Scenario, tmp_path: Path, number: int, name: str) -> None:
    """Which round files exist is all the state there is: the second run goes on in the round that was cut."""
    scenario.kill_and_run_again(tmp_path, name, number)
