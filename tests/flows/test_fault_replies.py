"""Fault mode, end to end: replies that are not what they should be (issue 2, bad luck; PROTOCOL 3.5, 3.7)."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from memory_schema.errors import AgentError, WaitingForPerson
from memory_schema.notes import Confidence
from memory_schema.paths import Output, work_path
from tests.flows.conftest import MakeBook, Write
from tests.flows.finished_book import audit_lines, calls, entries, new_calls, receipt_of


def text(book: Path, output: Output) -> str:
    """A work file of chapter 1, attempt 1, first round."""
    return (book / work_path(output, 1, 1, 1)).read_text(encoding="utf-8")


_drafts: dict[str, str] = {}


@pytest.fixture
def clean(make_book: MakeBook, write: Write, plain_prefect: None) -> str:
    """The draft of a chapter that nothing disturbed; written once a process."""
    if not _drafts:
        book = make_book("clean", chapters=1)
        write(book)
        _drafts["clean"] = text(book, Output.DRAFT)
    return _drafts["clean"]


@pytest.mark.usefixtures("plain_prefect")
@pytest.mark.parametrize(
    "fault",
    [
        "no_marker", "marker_in_middle", "marker_twice", "open_fence", "cut", "cut_always", "refusal", "empty",
        "thinking_first", "marker_in_code", "text_after_marker", "note_in_prose", "note_in_fence", "two_notes",
        "braces_in_note", "note_cut_short", "long_note", "unreadable_note", "low_confidence", "early_end",
    ],
)  # fmt: skip
def test_one_bad_reply_costs_at_most_one_more_call(clean: str, make_book: MakeBook, write: Write, fault: str) -> None:
    """Whatever goes wrong once, the same draft results, whole, with its marker once and at its end."""
    book = make_book("faulty", chapters=1)
    with contextlib.suppress(WaitingForPerson):  # a note that stays of low confidence asks a person
        write(book, f"writer@ch01#1:{fault};r1@ch01:refusal")
    draft = text(book, Output.DRAFT)
    if fault not in ("marker_in_code", "text_after_marker"):
        assert draft == clean
    assert draft.rstrip().endswith("<!-- DRAFT_COMPLETE -->")
    assert len([call for call in calls(book) if call.startswith("ch01/a1 writer/")]) <= 2


@pytest.mark.usefixtures("plain_prefect")
def test_an_unreadable_note_is_escalated_and_recorded(make_book: MakeBook, write: Write) -> None:
    """The note is asked for once more; receipt and audit log say so."""
    book = make_book(chapters=1)
    write(book, "r2@ch01#1:unreadable_note")
    receipt = receipt_of(book, work_path(Output.R2, 1, 1, 1))
    assert "note" in receipt.escalated
    assert receipt.note.confidence is not Confidence.LOW
    assert any("r2" in line for line in audit_lines(book, "escalated"))


@pytest.mark.usefixtures("plain_prefect")
def test_a_note_that_stays_unreadable_is_a_note_of_low_confidence(make_book: MakeBook, write: Write) -> None:
    """The body is kept, the note says that it could not be read, and a person is asked before the next step."""
    book = make_book(chapters=1)
    with pytest.raises(WaitingForPerson, match="editor asks a person"):
        write(book, "r2@ch01:unreadable_note;r2@ch01:unreadable_note_again")
    note = receipt_of(book, work_path(Output.R2, 1, 1, 1)).note
    assert note.confidence is Confidence.LOW
    assert any("NOTE_UNPARSED" in issue for issue in note.open_issues)
    assert entries(book) == []


@pytest.mark.usefixtures("plain_prefect")
@pytest.mark.parametrize("fault", ["no_marker", "refusal", "empty", "cut_always", "open_fence"])
def test_a_reply_that_stays_incomplete_blocks_and_replaces_nothing(
    make_book: MakeBook, write: Write, fault: str
) -> None:
    """No file, no memory; the replies are kept; the next run goes on where the failed call stood."""
    book = make_book(chapters=1)
    with pytest.raises(WaitingForPerson, match="three calls in a row failed"):
        write(book, f"writer@ch01:{fault}")
    assert not (book / work_path(Output.DRAFT, 1, 1, 1)).exists()
    assert not (book / "output/chapters/draft/ch01-draft.md").exists()
    assert entries(book) == []
    assert list((book / "output/notes/ch01/a1/calls/writer").rglob("reply.md"))
    before = [call for call in calls(book) if "researcher" in call]
    write(book)
    assert [call for call in calls(book) if "researcher" in call] == before
    assert len(entries(book)) == 1


@pytest.mark.usefixtures("retrying_prefect")
@pytest.mark.parametrize("fault", ["reset", "stream_error", "http_500"])
def test_three_failed_calls_block_and_the_next_run_goes_on(make_book: MakeBook, write: Write, fault: str) -> None:
    """Transport that fails for good blocks the chapter; when it is back the same command finishes the book."""
    book = make_book(chapters=1)
    with pytest.raises(WaitingForPerson, match="three calls in a row failed"):
        write(book, f"r1@ch01:{fault}")
    assert entries(book) == []
    assert audit_lines(book, "call failed")
    write(book)
    assert len(entries(book)) == 1
    assert write(book).calls == 0


@pytest.mark.usefixtures("retrying_prefect")
def test_a_fault_of_configuration_is_never_dispatched_again(make_book: MakeBook, write: Write) -> None:
    """A 400 is final: one call, one error."""
    book = make_book(chapters=1)
    with pytest.raises(AgentError):
        write(book, "writer@ch01:http_400")
    assert len(audit_lines(book, "call failed")) == 1
    assert entries(book) == []


@pytest.mark.usefixtures("plain_prefect")
def test_a_sibling_of_a_failed_reviewer_is_kept(make_book: MakeBook, write: Write) -> None:
    """R1 fails, R2 and R3 are paid for: their reviews stand and are not asked for again."""
    book = make_book(chapters=1)
    with pytest.raises(WaitingForPerson):
        write(book, "r1@ch01:refusal")
    made = calls(book)
    write(book)
    new = {call.split()[1] for call in new_calls(book, made)}
    assert "r1" in new
    assert new.isdisjoint({"r2", "r3", "writer", "researcher"})


@pytest.mark.usefixtures("plain_prefect")
def test_a_keeper_that_stays_unreadable_leaves_no_entry(make_book: MakeBook, write: Write) -> None:
    """The final stands unremembered, and the next run goes on with the keeper."""
    book = make_book(chapters=1)
    with pytest.raises(WaitingForPerson):
        write(book, "memory-keeper@ch01:no_marker")
    assert entries(book) == []
    assert (book / "output/chapters/final/ch01-final.md").exists()
    write(book)
    assert len(entries(book)) == 1
