"""A person's edits stand: they are found, kept, taken up, published and remembered (must-show 8)."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory_schema.errors import DamagedMemory
from memory_schema.ledger import Ledger
from memory_schema.receipts import Author
from memory_schema.selection import Selector
from memory_schema.workspace import Workspace
from tests.flows.conftest import Write
from tests.flows.finished_book import (
    Finished,
    audit_lines,
    calls,
    entries,
    finished_book,
    new_calls,
    receipt_of,
)
from tests.flows.small_book import tree_of
from tests.flows.test_source_changes import change, stale

pytestmark = pytest.mark.usefixtures("plain_prefect")

DRAFT = "output/chapters/draft/ch02-draft.md"
FINAL = "output/chapters/final/ch02-final.md"
SENTENCE = "A person added this sentence by hand."


@pytest.fixture
def finished(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Finished:
    """A finished book of three chapters."""
    return finished_book(tmp_path, tmp_path_factory)


def add_sentence(finished: Finished, name: str) -> str:
    """Put a sentence before the first H2 of a chapter; returns the edited text."""
    return finished.edit(name, "\n## ", f"\n{SENTENCE}\n\n## ")


def test_an_edited_draft_is_the_next_round(finished: Finished, write: Write) -> None:
    """It becomes round 2, author human, is reviewed by all three, and reaches the final."""
    edited = add_sentence(finished, DRAFT)
    made = calls(finished.book)
    write(finished.book)
    work = "output/notes/ch02/a2/round-2/draft.md"
    assert finished.read(work) == edited
    assert receipt_of(finished.book, work).author is Author.HUMAN
    new = {call.split()[1] for call in new_calls(finished.book, made) if call.startswith("ch02")}
    assert {"r1-round-2", "r2-round-2", "r3-round-2"} <= new
    assert new.isdisjoint({"researcher", "writer"})
    assert SENTENCE in finished.read(FINAL)
    assert audit_lines(finished.book, "edit found")
    assert write(finished.book).calls == 0


def test_an_edited_final_is_kept_published_and_remembered(finished: Finished, write: Write) -> None:
    """The text stands byte for byte; only the keeper (and the audit) are called for it."""
    edited = add_sentence(finished, FINAL)
    made = calls(finished.book)
    write(finished.book)
    assert finished.read(FINAL) == edited
    assert {call.split()[1] for call in new_calls(finished.book, made)} <= {"memory-keeper", "auditor"}
    assert SENTENCE in finished.read("output/publish/ch02.html")
    assert [(e["chapter"], e["attempt"]) for e in entries(finished.book)][-1] == (2, 2)
    assert "edited by a person" in finished.read("output/publish/index.html")
    assert write(finished.book).calls == 0


def test_a_deleted_marker_loses_no_text(finished: Finished, write: Write) -> None:
    """A final whose marker line was deleted is the same text; nothing is written anew for it."""
    text = finished.edit(FINAL, "<!-- CHAPTER_FINAL -->\n", "")
    made = calls(finished.book)
    write(finished.book)
    assert finished.read(FINAL).startswith(text.rstrip())
    assert new_calls(finished.book, made) == []


def test_a_deleted_marker_and_an_edit(finished: Finished, write: Write) -> None:
    """Edit and deletion together: the edit is kept, the work copy has its marker again."""
    add_sentence(finished, FINAL)
    finished.edit(FINAL, "<!-- CHAPTER_FINAL -->\n", "")
    write(finished.book)
    assert SENTENCE in finished.read(FINAL)
    assert finished.read("output/notes/ch02/a2/final-2/final.md").rstrip().endswith("<!-- CHAPTER_FINAL -->")


def test_a_persons_final_survives_a_change_of_the_source(finished: Finished, write: Write) -> None:
    """Only --discard-edits regenerates it, also when everything before it is made anew."""
    edited = add_sentence(finished, FINAL)
    write(finished.book)
    change(finished, "ledgerlite/store.py", "The entries of one file", "All entries of one file")
    made = calls(finished.book)
    write(finished.book)
    assert "researcher" in {call.split()[1] for call in new_calls(finished.book, made)}
    assert finished.read(FINAL) == edited


def test_discard_edits_regenerates_and_keeps_a_copy(finished: Finished, write: Write) -> None:
    """`--discard-edits`: the agent's text is back, the person's is kept below notes."""
    text = finished.read(FINAL)
    edited = add_sentence(finished, FINAL)
    write(finished.book, discard=True)
    assert finished.read(FINAL) == text
    kept = list((finished.book / "output/notes/ch02/discarded").iterdir())
    assert [path.read_text(encoding="utf-8") for path in kept] == [edited]
    assert audit_lines(finished.book, "edit discarded")


def test_discard_edits_after_they_were_taken_up(finished: Finished, write: Write) -> None:
    """An edit that was already remembered is given up by writing the step anew."""
    add_sentence(finished, FINAL)
    write(finished.book)
    write(finished.book, discard=True)
    assert SENTENCE not in finished.read(FINAL)
    assert SENTENCE not in finished.read("output/publish/ch02.html")
    assert stale(finished.book) == {}


def test_an_edited_glossary_is_an_error_that_names_the_entry(finished: Finished, write: Write) -> None:
    """Memory is append-only: the run stops before a call, says which entry; --rebuild mends it."""
    term = Selector(Workspace(finished.book)).view(2).glossary[0].term
    whole = finished.read("output/memory/glossary.md")
    edited = finished.edit("output/memory/glossary.md", term, f"{term} (mine)")
    made = calls(finished.book)
    with pytest.raises(DamagedMemory, match=r"glossary\.md.*entry 0001-ch01-a1\.json.*--rebuild"):
        write(finished.book)
    assert calls(finished.book) == made
    assert finished.read("output/memory/glossary.md") == edited
    workspace = Workspace(finished.book)
    workspace.hold("rebuild")
    Ledger(workspace).rebuild()
    workspace.release()
    assert finished.read("output/memory/glossary.md") == whole
    kept = list((finished.book / "output/notes/edits").iterdir())
    assert [path.read_text(encoding="utf-8") for path in kept] == [edited]
    assert write(finished.book).calls == 0


def test_a_changed_entry_is_an_error_that_names_it(finished: Finished, write: Write) -> None:
    """An entry that was edited by hand has no receipt: the run stops before a call."""
    name = "output/memory/entries/0002-ch02-a1.json"
    finished.edit(name, '"attempt": 1', '"attempt": 1 ')
    made = calls(finished.book)
    with pytest.raises(DamagedMemory, match="0002-ch02-a1"):
        write(finished.book)
    assert calls(finished.book) == made


def test_an_edited_style_guide_makes_its_readers_stale(finished: Finished, write: Write) -> None:
    """A person's decision about a static file: kept, logged, and what read it is made again."""
    edited = finished.edit("output/memory/style-guide.md", "## Rules\n", "## Rules\n\n- Call the reader by no name.\n")
    found = {role for (at, role), causes in stale(finished.book).items() if at}
    assert {"writer", "r3", "writer-finalising"} <= found
    assert "researcher" not in found
    made = calls(finished.book)
    write(finished.book)
    assert finished.read("output/memory/style-guide.md") == edited
    new = {call.split()[1] for call in new_calls(finished.book, made)}
    assert "writer" in new
    assert new.isdisjoint({"stylist", "researcher"})
    assert write(finished.book).calls == 0


def test_an_edited_review_is_merged_again(finished: Finished, write: Write) -> None:
    """A person's R1 stands in the place of the agent's; the others are not asked again."""
    name = "output/reviews/ch02-r1.md"
    edited = finished.edit(name, "Verdict: pass", "A person has read this too.\n\nVerdict: pass")
    made = calls(finished.book)
    write(finished.book)
    assert finished.read(name) == edited
    new = {call.split()[1] for call in new_calls(finished.book, made) if call.startswith("ch02")}
    assert new.isdisjoint({"r1", "r2", "r3", "writer", "researcher"})


def test_an_edit_of_one_chapter_leaves_the_others(finished: Finished, write: Write) -> None:
    """Chapters 1 and 3 keep every byte."""
    before = tree_of(finished.book)
    add_sentence(finished, FINAL)
    write(finished.book)
    after = tree_of(finished.book)
    others = [n for n in before if ("/ch01" in n or "/ch03" in n) and "publish" not in n]
    assert {n: after.get(n) for n in others} == {n: before[n] for n in others}
