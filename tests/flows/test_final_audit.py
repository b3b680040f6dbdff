"""The final audit: what code finds over the whole book blocks its chapter (PROTOCOL 6.4)."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_schema.answers import Answer, Decision, write_answer
from memory_schema.blocks import BlockReason, open_block
from memory_schema.errors import WaitingForPerson
from memory_schema.workspace import Workspace
from tests.flows.conftest import Write
from tests.flows.finished_book import Finished, calls, finished_book, new_calls

pytestmark = pytest.mark.usefixtures("plain_prefect")

FINAL = "output/chapters/final/ch02-final.md"


@pytest.fixture
def blocked(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, write: Write) -> Finished:
    """A finished book into whose chapter 2 a person has put a link to a chapter that does not exist."""
    finished = finished_book(tmp_path, tmp_path_factory)
    finished.edit(FINAL, "\n## ", "\nMore of this stands in [the last chapter](ch09.md#nowhere).\n\n## ")
    with pytest.raises(WaitingForPerson, match="final audit blocks chapter 2"):
        write(finished.book)
    return finished


def answer(book: Path, decision: Decision, guidance: str = "") -> None:
    """Answer the open block of chapter 2."""
    workspace = Workspace(book)
    block = open_block(workspace, 2, 2)
    assert block is not None
    assert block.reason is BlockReason.AUDIT
    given = Answer(subject=block.name, answers=block.digest, decision=decision, guidance=guidance)
    assert write_answer(workspace, given)


def test_a_dead_reference_blocks_its_chapter(blocked: Finished, write: Write) -> None:
    """The person's text is kept, the chapter is blocked, and a run without an answer calls nobody."""
    assert "ch09.md#nowhere" in blocked.read(FINAL)
    made = calls(blocked.book)
    with pytest.raises(WaitingForPerson):
        write(blocked.book)
    assert new_calls(blocked.book, made) == []


def test_an_accepted_audit_publishes(blocked: Finished, write: Write) -> None:
    """`accept`: the book is published as it stands, and that is the end of it."""
    answer(blocked.book, Decision.ACCEPT)
    write(blocked.book)
    assert "the last chapter" in blocked.read("output/publish/ch02.html")
    assert write(blocked.book).calls == 0


def test_a_retried_audit_finalises_anew_and_audits_again(blocked: Finished, write: Write) -> None:
    """`retry --guidance`: a new final, remembered, audited and published in the same run."""
    answer(blocked.book, Decision.RETRY, "Link only to chapters of this book.")
    made = calls(blocked.book)
    write(blocked.book)
    assert "ch03/a1 memory-keeper" not in new_calls(blocked.book, made)
    assert "ch09.md" not in blocked.read(FINAL)
    assert "ch09.md" not in blocked.read("output/publish/ch02.html")
    assert write(blocked.book).calls == 0


def test_a_person_may_mend_the_text_instead(blocked: Finished, write: Write) -> None:
    """The dead link taken out by hand is an answer as well."""
    blocked.edit(FINAL, "[the last chapter](ch09.md#nowhere)", "the last chapter")
    write(blocked.book)
    assert "the last chapter" in blocked.read("output/publish/ch02.html")
    assert write(blocked.book).calls == 0
