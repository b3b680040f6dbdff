"""A whole book in economy mode (issue 4): the same chapters, research and audit at half price, caps held."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_schema.errors import CapReached
from memory_schema.paths import Output, public_name
from memory_schema.usage import usage_of
from memory_schema.workspace import Workspace
from tasks.agent.batch_store import BATCHED, BATCHES
from tasks.agent.spending import logged, spending
from tests.flows.conftest import MakeBook, Write

pytestmark = pytest.mark.usefixtures("plain_prefect")


def economical(make_book: MakeBook, name: str, limits: str = "") -> Path:
    """A book of two chapters with `economy = true`."""
    book = make_book(name, chapters=2, more=limits)
    text = (book / "book.toml").read_text(encoding="utf-8")
    (book / "book.toml").write_text(f"economy = true\n{text}", encoding="utf-8")
    return book


def finals(book: Path) -> list[str]:
    """The finals of both chapters."""
    return [Workspace(book).read(public_name(Output.FINAL, number)) for number in (1, 2)]


def test_an_economical_book_is_the_same_book(make_book: MakeBook, write: Write) -> None:
    """Two batches: all research, and the audit; every other call as always, and every sum agrees."""
    plain, book = make_book("plain", chapters=2), economical(make_book, "economical")
    usual, summary = write(plain), write(book)
    assert finals(book) == finals(plain)
    assert summary.calls == usual.calls
    workspace = Workspace(book)
    spent = spending(workspace)
    first = {(one.role, one.chapter): one.charge.batch for one in reversed(spent)}
    assert {role for (role, _), batched in first.items() if batched} == {role.value for role in BATCHED}
    assert usage_of(one.charge for one in spent) == usage_of(logged(workspace).charges)
    audit = workspace.read("output/audit-log.md")
    assert audit.count("batch sent") == audit.count("batch collected") == 2
    assert len(workspace.list(BATCHES)) == 2


def test_a_capped_economical_book_stops_and_goes_on(make_book: MakeBook, write: Write) -> None:
    """What was collected is kept and is not sent again; the whole takes as many calls as without a cap."""
    free, capped = economical(make_book, "free"), economical(make_book, "capped", "[limits]\nmax_calls = 15\n")
    write(free)
    with pytest.raises(CapReached, match="max_calls is 15"):
        write(capped)
    assert len(spending(Workspace(capped))) == 15
    text = (capped / "book.toml").read_text(encoding="utf-8").replace("max_calls = 15", "max_calls = 0")
    (capped / "book.toml").write_text(text, encoding="utf-8")
    write(capped)
    assert len(spending(Workspace(capped))) == len(spending(Workspace(free)))
    assert finals(capped) == finals(free)
    assert Workspace(capped).read("output/audit-log.md").count("batch sent") == 2
