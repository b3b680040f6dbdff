"""A person's texts are found, kept and taken up; only a discard gives them up (PROTOCOL 4 and 5)."""

from __future__ import annotations

import pytest

from memory_schema.edits import adopt_edits, discard_edits, edited_works, settle_public
from memory_schema.outputs import is_edited
from memory_schema.receipts import Author, State
from memory_schema.works import current_attempt, last_round, read_receipt, works

DRAFT = "output/chapters/draft/ch01-draft.md"
FINAL = "output/chapters/final/ch01-final.md"
REPORT = "output/research/ch01-report.md"


def edit(made_book, name: str, text: str) -> None:  # type: ignore[no-untyped-def]
    (made_book.root / name).write_text(text, encoding="utf-8")


def paths(made_book, role: str) -> list[str]:  # type: ignore[no-untyped-def]
    attempt = current_attempt(made_book.workspace, 1)
    return [work.path for work in works(made_book.workspace, 1, attempt, complete=False) if work.role.value == role]


def test_an_untouched_chapter_has_no_edits(made_book) -> None:  # type: ignore[no-untyped-def]
    """Nothing is taken up, no attempt is raised, no file changes."""
    made_book.finish(1)
    before = made_book.tree()
    assert edited_works(made_book.workspace, 1) == ()
    assert adopt_edits(made_book.workspace, 1) == ()
    settle_public(made_book.workspace, 1)
    assert made_book.tree() == before


@pytest.mark.parametrize("marker", ["\n<!-- DRAFT_COMPLETE -->\n", "\n"])
def test_an_edited_draft_is_the_next_round(made_book, marker: str) -> None:  # type: ignore[no-untyped-def]
    """Author human, reviewed anew; a deleted marker loses no text."""
    made_book.finish(1)
    edit(made_book, DRAFT, f"# Mine\n\nMy words.\n{marker}")
    adopt_edits(made_book.workspace, 1)
    attempt = current_attempt(made_book.workspace, 1)
    assert (attempt, last_round(made_book.workspace, 1, attempt)) == (2, 2)
    (path,) = paths(made_book, "writer-revising")
    text = made_book.workspace.read(path)
    assert "My words." in text
    assert text.endswith("<!-- DRAFT_COMPLETE -->\n")
    receipt = read_receipt(made_book.workspace, path, text)
    assert receipt is not None
    assert receipt.author is Author.HUMAN
    states = {o.work.path: o.standing.state for o in made_book.progress(1).outputs}
    assert states[path] is State.EDITED
    assert states[path.replace("draft.md", "r1.md")] is State.MISSING
    assert edited_works(made_book.workspace, 1) == ()


def test_only_the_marker_was_deleted(made_book) -> None:  # type: ignore[no-untyped-def]
    """The text is the agent's still: no new attempt, nothing to redo."""
    made_book.finish(1)
    edit(made_book, FINAL, made_book.workspace.read(FINAL).replace("<!-- CHAPTER_FINAL -->", ""))
    assert edited_works(made_book.workspace, 1) == ()
    settle_public(made_book.workspace, 1)
    assert not is_edited(made_book.workspace, FINAL)
    assert current_attempt(made_book.workspace, 1) == 1


def test_an_edited_final_is_kept_and_checked_again(made_book) -> None:  # type: ignore[no-untyped-def]
    """It becomes the next try; what comes before stays, the entry is made anew from it."""
    made_book.finish(1)
    edit(made_book, FINAL, "# Mine\n\nThe end.\n")
    adopt_edits(made_book.workspace, 1)
    assert "The end." in made_book.workspace.read(FINAL)
    assert len(paths(made_book, "writer-finalising")) == 2
    progress = made_book.progress(1)
    assert not progress.remembered
    missing = {o.work.role.value for o in progress.outputs if o.standing.state is State.MISSING}
    assert missing == {"final-checker", "memory-keeper"}


def test_an_edited_report_is_the_source_of_a_new_draft(made_book) -> None:  # type: ignore[no-untyped-def]
    """The text stands, everything after it is missing in the new attempt."""
    made_book.finish(1)
    edit(made_book, REPORT, "# My report\n")
    adopt_edits(made_book.workspace, 1)
    assert "My report" in made_book.workspace.read(REPORT)
    assert not made_book.workspace.exists(DRAFT)
    assert made_book.progress(1).outputs[0].standing.state is State.EDITED


def test_an_edited_decision_is_obeyed(made_book) -> None:  # type: ignore[no-untyped-def]
    """A work file without a public name can be edited too."""
    made_book.finish(1)
    (path,) = paths(made_book, "editor")
    edit(made_book, path, "# Decision\n\nDecision: ask a person\n")
    adopt_edits(made_book.workspace, 1)
    (path,) = paths(made_book, "editor")
    assert "ask a person" in made_book.workspace.read(path)
    assert paths(made_book, "writer-finalising") == []


def test_two_edited_reviews_are_both_taken_up(made_book) -> None:  # type: ignore[no-untyped-def]
    """Neither review is made from the other, so neither edit is lost."""
    made_book.finish(1)
    edit(made_book, "output/reviews/ch01-r1.md", "# My R1\n")
    edit(made_book, "output/reviews/ch01-r3.md", "# My R3\n")
    adopt_edits(made_book.workspace, 1)
    for role, text in (("r1", "# My R1"), ("r3", "# My R3")):
        (path,) = paths(made_book, role)
        assert made_book.workspace.read(path).startswith(text)
    for role in ("r2", "checker", "review-merger"):
        (path,) = paths(made_book, role)
        assert not made_book.workspace.exists(path)


def test_a_later_edit_is_made_anew_and_kept(made_book) -> None:  # type: ignore[no-untyped-def]
    """With report and draft both edited the draft is written anew; a copy of the person's is kept."""
    made_book.finish(1)
    edit(made_book, REPORT, "# My report\n")
    edit(made_book, DRAFT, "# My draft\n")
    adopt_edits(made_book.workspace, 1)
    assert not made_book.workspace.exists(DRAFT)
    assert "# My draft\n" in made_book.tree("output/notes/ch01/edits").values()
    assert "made anew" in made_book.workspace.read("output/audit-log.md")


@pytest.mark.parametrize("adopt", [False, True])
def test_discarding_keeps_a_copy(made_book, adopt: bool) -> None:  # type: ignore[no-untyped-def]
    """--discard-edits regenerates; the person's text is kept below notes."""
    made_book.finish(1)
    agents = made_book.workspace.read(DRAFT)
    edit(made_book, DRAFT, "# Mine\n")
    if adopt:
        adopt_edits(made_book.workspace, 1)
    assert discard_edits(made_book.workspace, 1)
    assert any(text.startswith("# Mine\n") for text in made_book.tree("output/notes/ch01/discarded").values())
    assert edited_works(made_book.workspace, 1) == ()
    if not adopt:
        assert made_book.workspace.read(DRAFT) == agents
        assert current_attempt(made_book.workspace, 1) == 1
    else:
        assert not any(o.standing.state is State.EDITED for o in made_book.progress(1).outputs)


def test_an_emptied_copy_comes_back(made_book) -> None:  # type: ignore[no-untyped-def]
    """An empty file is no text of a person: the copy is made again."""
    made_book.finish(1)
    edit(made_book, DRAFT, "")
    settle_public(made_book.workspace, 1)
    assert "Draft of round 1" in made_book.workspace.read(DRAFT)
