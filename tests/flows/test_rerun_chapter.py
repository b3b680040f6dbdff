"""A chapter of a finished book written again, and what the book carries forward (must-show 4)."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from flows.chapter import write_chapter
from memory_schema.conventions import defined_terms
from memory_schema.memory_view import MemoryView
from memory_schema.receipts import Cause
from memory_schema.selection import Selector
from memory_schema.steps import Step
from memory_schema.workspace import Workspace
from tests.flows.conftest import MakeBook, Write
from tests.flows.finished_book import Finished, calls, entries, finished_book, new_calls
from tests.flows.small_book import run_flow, tree_of
from tests.flows.test_source_changes import stale

pytestmark = pytest.mark.usefixtures("plain_prefect")


@pytest.fixture
def finished(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Finished:
    """A finished book of three chapters."""
    return finished_book(tmp_path, tmp_path_factory)


def rerun(book: Path, number: int, step: Step = Step.RESEARCH) -> list[str]:
    """Write one chapter anew; returns the calls that were made for it."""
    made = calls(book)
    run_flow(write_chapter, str(book), number, step)
    return new_calls(book, made)


def view(book: Path, chapter: int) -> MemoryView:
    """What a chapter may see of the memory."""
    return Selector(Workspace(book)).view(chapter)


def prompt(book: Path, call: str) -> str:
    """The prompt of a call as it was sent, whole."""
    return (book / "output/notes" / call / "prompt.json").read_text(encoding="utf-8")


def test_a_rerun_sees_only_what_lies_before_it(finished: Finished) -> None:
    """Chapter 2, written after chapter 3, is shown the memory of chapter 1 and nothing of 2 or 3."""
    terms = {n: {t.term for t in view(finished.book, n).glossary} for n in (2, 3, 4)}
    later = terms[4] - terms[2]
    assert terms[2]
    assert later
    rerun(finished.book, 2)
    sent = json.loads(prompt(finished.book, "ch02/a2/calls/writer/call-1"))
    blocks = [block["text"] for block in sent["messages"][0]["content"]]
    memory = "\n".join(block for block in blocks if block.startswith('FILE {"name": "output/memory/'))
    assert all(f"**{term}**" in memory for term in terms[2])
    assert not [term for term in later if f"**{term}**" in memory]
    summaries = next(block for block in blocks if block.startswith('FILE {"name": "output/memory/chapter-summaries.md'))
    assert re.findall(r"^## Chapter (\d+)", summaries, re.MULTILINE) == ["1"]


def test_the_second_entry_supersedes_the_first_and_the_first_block_stays(finished: Finished) -> None:
    """One entry an attempt; the superseded block stays byte for byte, the later one says what it supersedes."""
    files = {path.name: path.read_text(encoding="utf-8") for path in (finished.book / "output/memory").glob("*.md")}
    first = {path.name: path.read_bytes() for path in (finished.book / "output/memory/entries").iterdir()}
    rerun(finished.book, 2)
    for name in ("chapter-summaries.md", "glossary.md", "metaphor-registry.md", "cross-references.md"):
        now = finished.read(f"output/memory/{name}")
        assert now.startswith(files[name]), name
        assert len(now) > len(files[name]), name
    folder = finished.book / "output/memory/entries"
    assert {name: (folder / name).read_bytes() for name in first} == first
    second = [entry for entry in entries(finished.book) if (entry["chapter"], entry["attempt"]) == (2, 2)]
    assert len(second) == 1
    superseded = next(e for e in entries(finished.book) if (e["chapter"], e["attempt"]) == (2, 1))
    assert second[0]["supersedes"] == superseded["sequence"]


def test_later_chapters_are_stale_by_memory_only_if_their_part_changed(finished: Finished, write: Write) -> None:
    """The same text again leaves every later chapter fresh."""
    before = view(finished.book, 3)
    rerun(finished.book, 2)
    assert view(finished.book, 3) == before
    assert not {key for key in stale(finished.book) if key[0] == 3}
    assert write(finished.book, memory=True).calls == 0


def test_a_changed_memory_is_listed_and_redone_only_on_request(finished: Finished, write: Write) -> None:
    """A correction of chapter 1's term: 2 and 3 are stale by memory; `write` leaves them, `--memory` does not."""
    from memory_schema.ledger import Ledger
    from memory_schema.paths import Kind

    term = view(finished.book, 2).glossary[0].term
    workspace = Workspace(finished.book)
    workspace.hold("a correction")
    Ledger(workspace).correct(Kind.GLOSSARY, term, {"definition": "one piece of a line, with its place"}, "a test")
    workspace.release()
    chapters = {at for (at, _), causes in stale(finished.book).items() if causes == {Cause.MEMORY}}
    assert chapters == {2, 3}
    made = calls(finished.book)
    write(finished.book)
    assert not [call for call in new_calls(finished.book, made) if call.startswith("ch")]
    assert {at for at, _ in stale(finished.book)} == {2, 3}
    write(finished.book, memory=True)
    new = new_calls(finished.book, made)
    assert {call.split("/")[0] for call in new} >= {"ch02", "ch03"}
    assert not [call for call in new if call.startswith("ch01")]
    assert stale(finished.book) == {}
    assert write(finished.book, memory=True).calls == 0


@pytest.mark.parametrize("step", list(Step))
def test_a_rerun_begins_at_its_step(finished: Finished, step: Step) -> None:
    """`--from STEP` calls the agents of that step and of later ones, and leaves the book fresh."""
    order = {
        "researcher": Step.RESEARCH, "writer": Step.DRAFT, "r1": Step.REVIEW, "r2": Step.REVIEW, "r3": Step.REVIEW,
        "rs": Step.PANEL, "re": Step.PANEL, "rh": Step.PANEL, "editor": Step.EDIT,
        "writer-finalising": Step.FINALISE, "memory-keeper": Step.REMEMBER,
    }  # fmt: skip
    new = {call.split()[1] for call in rerun(finished.book, 2, step)}
    assert new == {role for role, at in order.items() if at.rank >= step.rank}
    assert not {key for key, causes in stale(finished.book).items() if causes != {Cause.MEMORY} and key[0]}


def test_superseded_outputs_are_kept(finished: Finished) -> None:
    """What a rerun replaces is moved below notes/chXX/superseded, not lost."""
    text = finished.read("output/chapters/final/ch02-final.md")
    rerun(finished.book, 2)
    kept = finished.book / "output/notes/ch02/superseded/a1/chapters/final/ch02-final.md"
    assert kept.read_text(encoding="utf-8") == text
    assert list((finished.book / "output/notes/ch02/superseded/a1/receipts").rglob("*.json"))


def test_without_chapter_1_chapter_2_is_another(finished: Finished, make_book: MakeBook, write: Write) -> None:
    """Carry-forward is real: take chapter 1 out of the memory, and chapter 2's prompt and draft differ."""
    draft = finished.read("output/chapters/draft/ch02-draft.md")
    sent = prompt(finished.book, "ch02/a1/calls/writer/call-1")
    finished.edit("output/memory/outline.md", "- difficulty:", "- dropped: yes\n- difficulty:")
    write(finished.book)
    attempt = 2 if (finished.book / "output/notes/ch02/a2").exists() else 1
    rerun(finished.book, 2)
    attempt += 1
    assert prompt(finished.book, f"ch02/a{attempt}/calls/writer/call-1") != sent
    assert finished.read("output/chapters/draft/ch02-draft.md") != draft


def test_later_chapters_carry_forward(finished: Finished) -> None:
    """They use earlier terms, link back to an earlier chapter, and repeat no metaphor."""
    finals = {n: finished.read(f"output/chapters/final/ch{n:02d}-final.md") for n in (1, 2, 3)}
    for number in (2, 3):
        known = {seen.term for seen in view(finished.book, number).glossary}
        used = {term for term in known if re.search(rf"\b{re.escape(term)}", finals[number], re.IGNORECASE)}
        assert used, f"chapter {number} uses none of {known}"
        assert not used & set(defined_terms(finals[number])), "a term is defined once"
        links = {int(n) for n in re.findall(r"\]\(ch(\d+)\.md", finals[number])}
        assert links & set(range(1, number)), f"chapter {number} does not link back"
    metaphors = [(seen.concept, seen.metaphor) for seen in view(finished.book, 4).metaphors]
    proposed = [
        metaphor["metaphor"].casefold()
        for entry in entries(finished.book)
        for metaphor in entry["proposal"]["metaphors"]  # type: ignore[index]
    ]
    assert len(set(proposed)) == len(proposed) == len(metaphors)
    assert view(finished.book, 4).conflicts == ()


def test_a_rerun_touches_no_other_chapter(finished: Finished) -> None:
    """Everything of the other chapters stays byte for byte."""
    before = tree_of(finished.book)
    rerun(finished.book, 2)
    after = tree_of(finished.book)
    others = [name for name in before if re.search(r"/ch0[13]", name)]
    assert {name: after.get(name) for name in others} == {name: before[name] for name in others}
