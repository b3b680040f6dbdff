"""A cap stops a book in the middle; raised, it is finished, and no call is made twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_schema.errors import CapReached
from memory_schema.workspace import Workspace
from tasks.agent.spending import Account, logged, spending
from tasks.run_parameters import Limits
from tests.flows.conftest import MakeBook, Tree, Write

pytestmark = [pytest.mark.usefixtures("plain_prefect"), pytest.mark.slow]


def calls(book: Path) -> int:
    return len(spending(Workspace(book)))


def test_a_cap_at_sixty_percent_stops_in_the_middle_and_raised_finishes(
    make_book: MakeBook, write: Write, tree: Tree
) -> None:
    """Issue 4, must show 2: total calls equal those of an uncapped run, and so does every finished text."""
    whole, capped = make_book("whole", chapters=2), make_book("capped", chapters=2)
    free = write(whole)
    with pytest.raises(CapReached, match=r"limits\.max_tokens is") as reached:
        write(capped, limits=Limits(max_tokens=int(0.6 * (free.tokens_in + free.tokens_out))))
    spent = Account("capped", tuple(one.charge for one in spending(Workspace(capped))))
    assert 0 < len(spent.charges) < free.calls
    assert spent.usage.total <= 0.6 * (free.tokens_in + free.tokens_out)
    assert reached.value.raise_to > spent.usage.total
    write(capped, limits=Limits(max_tokens=int(reached.value.raise_to)))
    assert calls(capped) == calls(whole) == free.calls
    assert len(logged(Workspace(capped)).charges) == free.calls
    finals = [name for name in tree(whole) if name.startswith("output/chapters/final/")]
    assert finals
    assert {name: tree(capped)[name] for name in finals} == {name: tree(whole)[name] for name in finals}


def test_a_chapters_cap_holds_over_runs(make_book: MakeBook, write: Write) -> None:
    """A chapter's cap counts its attempt: running again without raising it makes no further call."""
    book = make_book(chapters=1)
    with pytest.raises(CapReached, match=r"chapter 1: 3 calls are made.*limits\.chapter\.max_calls is 3"):
        write(book, limits=Limits(chapter_max_calls=3))
    made = calls(book)
    with pytest.raises(CapReached):
        write(book, limits=Limits(chapter_max_calls=3))
    assert calls(book) == made
    write(book)
    assert calls(book) > made
