"""Fault mode, end to end: what a refused draft, verdict or final does to its chapter (must-show 7)."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_schema.answers import Answer, Decision, write_answer
from memory_schema.blocks import open_block
from memory_schema.errors import ChapterStopped, WaitingForPerson
from memory_schema.findings import Severity, parse_findings
from memory_schema.paths import Output, work_path
from memory_schema.workspace import Workspace
from tests.flows.conftest import MakeBook, Write
from tests.flows.finished_book import audit_lines, calls, entries, receipt_of

pytestmark = pytest.mark.usefixtures("plain_prefect")


def roles(book: Path) -> list[str]:
    """Role and round of every call for chapter 1, attempt 1, without the number of the call."""
    return [call.split()[1].split("/")[0] for call in calls(book) if call.startswith("ch01/a1 ")]


def answer(book: Path, decision: Decision, guidance: str = "") -> None:
    """Answer the block of chapter 1, as `sourcebook answer` does."""
    workspace = Workspace(book)
    block = open_block(workspace, 1, 1)
    assert block is not None
    given = Answer(subject=block.name, answers=block.digest, decision=decision, guidance=guidance)
    assert write_answer(workspace, given)


def text(book: Path, output: Output, number: int = 1) -> str:
    """A work file of chapter 1, attempt 1."""
    return (book / work_path(output, 1, 1, number)).read_text(encoding="utf-8")


def test_a_planted_error_is_found_revised_and_reviewed_by_all_three(make_book: MakeBook, write: Write) -> None:
    """❌ by code -> revise -> R1, R2 and R3 again -> passed; the error is not in the draft that passed."""
    book = make_book(chapters=1)
    write(book, "writer@ch01#1:planted_error")
    made = roles(book)
    assert "writer-revising-round-2" in made
    assert {"r1", "r2", "r3", "r1-round-2", "r2-round-2", "r3-round-2"} <= set(made)
    assert not [role for role in made if role.endswith("-round-3")]
    found = [f for f in parse_findings(text(book, Output.REVIEW)) if f.severity is Severity.MUST]
    assert any(finding.by.startswith("check:") for finding in found)
    assert "_never_written" in text(book, Output.DRAFT)
    assert "_never_written" not in text(book, Output.DRAFT, 2)
    assert "_never_written" not in text(book, Output.FINAL)
    assert len(entries(book)) == 1


@pytest.mark.parametrize("reviewer", ["r1", "r3"])
def test_a_reviewer_who_is_never_satisfied_blocks_the_chapter(make_book: MakeBook, write: Write, reviewer: str) -> None:
    """Two revisions, then a person; a run without an answer spends nothing and is blocked again."""
    book = make_book(chapters=1)
    with pytest.raises(WaitingForPerson, match=r"chapter 1 is blocked.*answer"):
        write(book, f"{reviewer}@ch01:never_satisfied")
    made = roles(book)
    assert "writer-revising-round-3" in made
    assert "writer-revising-round-4" not in made
    assert entries(book) == []
    assert audit_lines(book, "blocked")
    with pytest.raises(WaitingForPerson):
        write(book, f"{reviewer}@ch01:never_satisfied")
    assert roles(book) == made


def test_r2_alone_does_not_block(make_book: MakeBook, write: Write) -> None:
    """R2's own judgement opens no round; its findings go to the finaliser."""
    book = make_book(chapters=1)
    write(book, "r2@ch01:never_satisfied")
    assert not [role for role in roles(book) if "round-2" in role]
    assert len(entries(book)) == 1


def test_a_blocked_chapter_is_finished_with_guidance(make_book: MakeBook, write: Write) -> None:
    """`answer retry --guidance`: the next writer is given the guidance; then the chapter is finished."""
    book = make_book(chapters=1)
    with pytest.raises(WaitingForPerson):
        write(book, "r1@ch01:never_satisfied")
    answer(book, Decision.RETRY, "Say in the opening who uses this code.")
    write(book)
    assert "writer-revising-round-4" in roles(book)
    sent = (book / "output/notes/ch01/a1/calls/writer-revising-round-4/call-1/prompt.json").read_text(encoding="utf-8")
    assert "Say in the opening who uses this code." in sent
    assert len(entries(book)) == 1
    assert (book / "output/publish/ch01.html").exists()
    assert write(book).calls == 0


def test_a_blocked_chapter_is_accepted_with_its_open_issues(make_book: MakeBook, write: Write) -> None:
    """`answer accept`: no further round; the chapter goes on as it is."""
    book = make_book(chapters=1)
    with pytest.raises(WaitingForPerson):
        write(book, "r1@ch01:never_satisfied")
    answer(book, Decision.ACCEPT)
    write(book)
    assert "writer-revising-round-4" not in roles(book)
    assert len(entries(book)) == 1
    assert write(book).calls == 0


def test_chapters_can_be_read_as_they_arrive(make_book: MakeBook, write: Write) -> None:
    """A book that stops at chapter 2 has chapter 1 on its page, an honest page for the other, and no marker."""
    book = make_book(chapters=2)
    with pytest.raises(WaitingForPerson):
        write(book, "r1@ch02:never_satisfied")
    pages = {number: (book / f"output/publish/ch0{number}.html").read_text(encoding="utf-8") for number in (1, 2)}
    assert "This chapter is not finished" not in pages[1]
    assert "This chapter is not finished" in pages[2]
    assert not (book / "output/publish/index.html").read_text(encoding="utf-8").endswith("HTML_COMPLETE -->\n")
    assert len(list((book / "output/receipts/publish/index.html").iterdir())) == 1


def test_an_acceptance_survives_a_later_rerun(make_book: MakeBook, write: Write) -> None:
    """What a person accepted is not asked again when a later step is made anew over the same review."""
    book = make_book(chapters=1)
    with pytest.raises(WaitingForPerson):
        write(book, "r1@ch01:never_satisfied")
    answer(book, Decision.ACCEPT)
    write(book)
    with (book / "book.toml").open("a", encoding="utf-8") as config:
        config.write('[readers]\nexpert = "a bookkeeper"\n')
    write(book)
    assert (book / "output/notes/ch01/a2").exists()
    assert [entry["attempt"] for entry in entries(book)] == [1, 2]


def test_a_chapter_that_is_stopped_stays_stopped(make_book: MakeBook, write: Write) -> None:
    """`answer stop`: every later run ends there and spends nothing on it."""
    book = make_book(chapters=2)
    with pytest.raises(WaitingForPerson):
        write(book, "r1@ch01:never_satisfied")
    answer(book, Decision.STOP)
    made = calls(book)
    with pytest.raises(ChapterStopped, match=r"stopped by a person.*sourcebook chapter"):
        write(book)
    assert calls(book) == made
    assert entries(book) == []


def test_on_blocked_accept_never_waits(make_book: MakeBook, write: Write) -> None:
    """An unattended run with `on_blocked = "accept"` goes on, and the log says who accepted."""
    book = make_book(chapters=1)
    path = book / "book.toml"
    path.write_text('on_blocked = "accept"\n' + path.read_text(encoding="utf-8"), encoding="utf-8")
    write(book, "r1@ch01:never_satisfied")
    assert len(entries(book)) == 1
    assert any("on_blocked" in line for line in audit_lines(book, "accepted"))


def test_on_blocked_stop_ends_the_run_and_leaves_the_answer_to_a_person(make_book: MakeBook, write: Write) -> None:
    """With `on_blocked = "stop"` a run asks nobody and later runs spend nothing; a person can still answer."""
    book = make_book(chapters=1)
    path = book / "book.toml"
    path.write_text('on_blocked = "stop"\n' + path.read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(ChapterStopped, match=r'on_blocked = "stop".*sourcebook answer'):
        write(book, "r1@ch01:never_satisfied")
    assert any("on_blocked" in line for line in audit_lines(book, "stopped"))
    made = calls(book)
    with pytest.raises(ChapterStopped):
        write(book)
    assert calls(book) == made
    answer(book, Decision.ACCEPT)
    write(book)
    assert len(entries(book)) == 1


def test_max_revisions_is_configurable(make_book: MakeBook, write: Write) -> None:
    """With `max_revisions = 0` the first refusal blocks."""
    book = make_book(chapters=1, more="[review]\nmax_revisions = 0\n")
    with pytest.raises(WaitingForPerson):
        write(book, "r1@ch01:never_satisfied")
    assert not [role for role in roles(book) if "round-2" in role]


def test_an_unreadable_verdict_is_asked_again_and_then_blocks(make_book: MakeBook, write: Write) -> None:
    """Unreadable twice is no verdict: neither pass nor fail, and a person decides."""
    book = make_book(chapters=1)
    with pytest.raises(WaitingForPerson, match="verdict"):
        write(book, "r1@ch01:unreadable_verdict")
    assert len([role for role in roles(book) if role == "r1"]) == 2
    assert entries(book) == []
    answer(book, Decision.ACCEPT)
    write(book)
    assert len(entries(book)) == 1


def test_an_unreadable_verdict_that_gets_better_passes(make_book: MakeBook, write: Write) -> None:
    """Readable on the second call: the chapter goes on, and the receipt tells of the escalation."""
    book = make_book(chapters=1)
    write(book, "r3@ch01#1:unreadable_verdict")
    assert "verdict" in receipt_of(book, work_path(Output.R3, 1, 1, 1)).escalated
    assert len(entries(book)) == 1


def test_a_final_with_a_planted_error_is_not_appended(make_book: MakeBook, write: Write) -> None:
    """The checks refuse it: one more finalising, and only the clean final is remembered."""
    book = make_book(chapters=1)
    write(book, "writer-finalising@ch01#1:planted_error")
    assert "writer-finalising-round-2" in roles(book)
    assert "_never_written" in text(book, Output.FINAL, 1)
    assert "_never_written" not in text(book, Output.FINAL, 2)
    final = (book / "output/chapters/final/ch01-final.md").read_text(encoding="utf-8")
    assert "_never_written" not in final
    assert len(entries(book)) == 1


def test_a_final_that_stays_wrong_blocks_and_nothing_is_appended(make_book: MakeBook, write: Write) -> None:
    """Two tries, then a person; later chapters do not start on a hole in memory."""
    book = make_book(chapters=2)
    with pytest.raises(WaitingForPerson, match="checks refuse the final"):
        write(book, "writer-finalising@ch01:planted_error")
    assert "writer-finalising-round-3" not in roles(book)
    assert entries(book) == []
    assert not [call for call in calls(book) if call.startswith("ch02") and "researcher" not in call]
    answer(book, Decision.RETRY, "Quote the source as it is.")
    write(book)
    assert "writer-finalising-round-3" in roles(book)
    assert "_never_written" not in (book / "output/chapters/final/ch01-final.md").read_text(encoding="utf-8")
    assert [entry["chapter"] for entry in entries(book)] == [1, 2]
