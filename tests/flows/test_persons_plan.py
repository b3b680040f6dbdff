"""A person and the outline: approve as edited, send back, reject; append, drop, never reorder (must-show 8)."""

from __future__ import annotations

from pathlib import Path

import pytest

from flows.plan import plan_book
from memory_schema.answers import Answer, Decision, write_answer
from memory_schema.errors import OutlineError, StateError, WaitingForPerson
from memory_schema.outline_markdown import parse_outline
from memory_schema.planning import PROPOSAL, approval_of
from memory_schema.receipts import sha256
from memory_schema.selection import Selector
from memory_schema.workspace import Workspace
from tests.flows.conftest import MakeBook, Write
from tests.flows.finished_book import Finished, calls, finished_book, new_calls
from tests.flows.small_book import run_flow
from tests.flows.test_source_changes import stale

pytestmark = pytest.mark.usefixtures("plain_prefect")

OUTLINE = "output/memory/outline.md"


@pytest.fixture
def finished(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Finished:
    """A finished book of three chapters."""
    return finished_book(tmp_path, tmp_path_factory)


@pytest.fixture
def proposed(make_book: MakeBook, write: Write) -> Path:
    """A book whose outline waits for approval."""
    book = make_book(approve="person", chapters=3)
    with pytest.raises(WaitingForPerson, match=r"outline-proposal\.md.*sourcebook approve"):
        write(book)
    return book


def plan(book: Path, again: bool = False) -> None:
    """Run the plan flow."""
    run_flow(plan_book, str(book), again)


def answer(book: Path, decision: Decision, guidance: str = "") -> None:
    """Answer the proposal as it lies on disk."""
    text = (book / PROPOSAL).read_text(encoding="utf-8")
    given = Answer(subject=PROPOSAL, answers=sha256(text), decision=decision, guidance=guidance)
    assert write_answer(Workspace(book), given)


def test_a_proposal_waits_and_costs_nothing_more(proposed: Path) -> None:
    """Running again before the answer calls nobody."""
    made = calls(proposed)
    with pytest.raises(WaitingForPerson):
        plan(proposed)
    assert calls(proposed) == made


def test_an_edited_proposal_is_approved_as_edited(proposed: Path) -> None:
    """The frozen outline is the person's; the architect is not asked again."""
    text = (proposed / PROPOSAL).read_text(encoding="utf-8")
    title = parse_outline(text).chapters[0].title
    edited = text.replace(f"## Chapter 1: {title}", "## Chapter 1: How a line becomes tokens")
    (proposed / PROPOSAL).write_text(edited, encoding="utf-8")
    made = calls(proposed)
    assert write_answer(Workspace(proposed), approval_of(edited, "a test"))
    plan(proposed)
    frozen = (proposed / OUTLINE).read_text(encoding="utf-8")
    assert parse_outline(frozen).chapters[0].title == "How a line becomes tokens"
    assert {call.split()[1] for call in new_calls(proposed, made)} == {"stylist"}
    assert (proposed / PROPOSAL).read_text(encoding="utf-8") == edited


def test_a_persons_own_outline_needs_no_architect(proposed: Path, make_book: MakeBook, write: Write) -> None:
    """An outline that lies there before anything was planned is approved as it is, by a person or by `auto`."""
    text = (proposed / PROPOSAL).read_text(encoding="utf-8")
    for approve in ("auto", "person"):
        book = make_book(approve, approve=approve, source=proposed.parent / "source")
        (book / PROPOSAL).parent.mkdir(parents=True)
        (book / PROPOSAL).write_text(text, encoding="utf-8")
        if approve == "person":
            with pytest.raises(WaitingForPerson):
                plan(book)
            answer(book, Decision.APPROVE)
        plan(book)
        assert {call.split()[1] for call in calls(book)} == {"stylist/call-1"}


def test_an_edit_after_the_approval_must_be_approved_again(proposed: Path) -> None:
    """An answer is about exactly one text."""
    answer(proposed, Decision.APPROVE)
    path = proposed / PROPOSAL
    path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    with pytest.raises(WaitingForPerson):
        plan(proposed)
    assert not (proposed / OUTLINE).exists()


def test_comments_open_another_round(proposed: Path) -> None:
    """`approve --revise COMMENTS`: the architect is given them, and the person is asked again."""
    answer(proposed, Decision.REVISE, "At most 2 chapters, please.")
    made = calls(proposed)
    with pytest.raises(WaitingForPerson):
        plan(proposed)
    assert {call.split()[1] for call in new_calls(proposed, made)} == {"architect-revising-round-3"}
    assert len(parse_outline((proposed / PROPOSAL).read_text(encoding="utf-8")).kept) == 2
    answer(proposed, Decision.APPROVE)
    plan(proposed)
    assert (proposed / OUTLINE).exists()


def test_a_rejected_plan_begins_anew_only_on_request(proposed: Path) -> None:
    """`approve --reject` stops; `plan --again` is another attempt."""
    answer(proposed, Decision.REJECT)
    with pytest.raises(StateError, match="--again"):
        plan(proposed)
    made = calls(proposed)
    with pytest.raises(WaitingForPerson):
        plan(proposed, again=True)
    assert "plan/a2 architect" in new_calls(proposed, made)


def test_a_chapter_may_be_appended(finished: Finished, write: Write) -> None:
    """A fourth chapter at the end is written; of the others only what read the outline is made again."""
    outline = finished.read(OUTLINE)
    (finished.book / OUTLINE).write_text(
        f"{outline}\n## Chapter 4: The start\n\n- promise: what the package says of itself\n- difficulty: 1\n",
        encoding="utf-8",
    )
    finished.edit(
        "output/memory/source-map.md",
        "## Left out",
        "## Chapter 4\n\n- `ledgerlite/commands.py` — the commands\n\n## Left out",
    )
    made = calls(finished.book)
    write(finished.book)
    new = new_calls(finished.book, made)
    assert "ch04/a1 writer" in new
    assert not [call for call in new if call.startswith(("ch01", "ch02")) and call.endswith("researcher")]
    assert not [call for call in new if call.startswith("plan/a")]
    assert (finished.book / "output/publish/ch04.html").exists()


def test_a_chapter_may_be_dropped(finished: Finished, write: Write) -> None:
    """Dropped: its files are kept, it is out of every view and of the pages, its number is not used again."""
    finished.edit(OUTLINE, "## Chapter 2:", "## Chapter 2:")
    text = finished.read(OUTLINE)
    head, tail = text.split("## Chapter 2:", 1)
    (finished.book / OUTLINE).write_text(
        head + "## Chapter 2:" + tail.replace("- difficulty:", "- dropped: yes\n- difficulty:", 1), encoding="utf-8"
    )
    write(finished.book)
    assert (finished.book / "output/chapters/final/ch02-final.md").exists()
    selector = Selector(Workspace(finished.book))
    assert [plan.number for plan in selector.outline().kept] == [1, 3]
    assert {seen.chapter for seen in selector.view(4).summaries} == {1, 3}
    assert not (finished.book / "output/publish/ch02.html").exists()
    assert (finished.book / "output/publish/ch03.html").exists()
    assert not {at for at, _ in stale(finished.book) if at == 2}


@pytest.mark.parametrize("how", ["swap", "remove", "insert"])
def test_a_reordered_outline_is_refused(finished: Finished, write: Write, how: str) -> None:
    """Inserting, removing or reordering chapters: one line that says to plan again, and nothing is called."""
    text = finished.read(OUTLINE)
    titles = [chapter.title for chapter in parse_outline(text).chapters]
    if how == "swap":
        edited = text.replace(titles[0], "@").replace(titles[1], titles[0]).replace("@", titles[1])
    elif how == "remove":
        edited = text[: text.index("## Chapter 3:")]
    else:
        edited = text.replace("## Chapter 3:", "## Chapter 4:").replace(
            "## Chapter 4:", "## Chapter 3: Something new\n\n- difficulty: 1\n\n## Chapter 4:"
        )
    (finished.book / OUTLINE).write_text(edited, encoding="utf-8")
    made = calls(finished.book)
    with pytest.raises(OutlineError, match="plan again"):
        write(finished.book)
    assert calls(finished.book) == made
    assert finished.read(OUTLINE) == edited
