"""The state of every output with its cause; what status lists is what write redoes (PROTOCOL 4)."""

from __future__ import annotations

from memory_schema.attempts import begin_attempt
from memory_schema.blocks import Block, BlockReason, write_block
from memory_schema.entries import MemoryProposal, Summary, Term
from memory_schema.paths import STYLE_GUIDE
from memory_schema.receipts import Cause, State
from memory_schema.steps import Step


def stale(progress) -> dict[str, set[Cause]]:  # type: ignore[no-untyped-def]
    return {o.work.role.value: set(o.standing.causes) for o in progress.outputs if o.standing.state is State.STALE}


def test_a_finished_chapter_is_fresh(made_book) -> None:  # type: ignore[no-untyped-def]
    """Every output fresh, the entry there, nothing to redo."""
    made_book.finish(1)
    progress = made_book.progress(1)
    assert progress.state is State.FRESH
    assert progress.finished
    assert progress.redo_from(memory=True) is None
    assert len(progress.outputs) == 15


def test_an_unwritten_chapter_is_missing(made_book) -> None:  # type: ignore[no-untyped-def]
    """Everything is named as missing, round 1 and the first final included."""
    progress = made_book.progress(2)
    assert {o.standing.state for o in progress.outputs} == {State.MISSING}
    assert not progress.finished
    assert progress.state is State.MISSING


def test_a_source_change_names_what_read_it_and_what_follows(made_book) -> None:  # type: ignore[no-untyped-def]
    """The readers of the file are stale by source, everything below them by upstream, others fresh."""
    made_book.finish(1)
    made_book.finish(2)
    made_book.sources["b.py"] = "B = 99\n"
    assert stale(made_book.progress(1)) == {}
    causes = stale(made_book.progress(2))
    assert causes["researcher"] == {Cause.SOURCE}
    assert causes["r1"] == {Cause.SOURCE, Cause.UPSTREAM}
    assert causes["writer"] == causes["memory-keeper"] == causes["editor"] == {Cause.UPSTREAM}
    assert len(causes) == 15
    assert made_book.progress(2).redo_from(memory=False) is Step.RESEARCH


def test_a_config_change_reaches_only_roles_that_declare_it(made_book) -> None:  # type: ignore[no-untyped-def]
    """A new persona concerns one reader and what reads it."""
    made_book.finish(1)
    path = made_book.root / "book.toml"
    path.write_text(path.read_text() + '[readers]\nexpert = "someone else"\n')
    causes = stale(made_book.progress(1))
    assert causes["rh"] == {Cause.CONFIG}
    assert "rs" not in causes
    assert "writer" not in causes
    assert causes["panel-merger"] == {Cause.UPSTREAM}
    assert made_book.progress(1).redo_from(memory=False) is Step.PANEL


def test_a_static_change_is_upstream(made_book) -> None:  # type: ignore[no-untyped-def]
    """A person's new style guide makes stale what read it."""
    made_book.finish(1)
    made_book.workspace.replace(STYLE_GUIDE, "# Style guide\n\n## Rules\n\n- Be short.\n")
    causes = stale(made_book.progress(1))
    assert "researcher" not in causes
    assert causes["writer"] == {Cause.UPSTREAM}


def test_memory_alone_is_listed_and_not_redone(made_book) -> None:  # type: ignore[no-untyped-def]
    """A rerun of chapter 1 with other terms moves chapter 2 by memory only: `write` leaves it."""
    made_book.finish(1)
    made_book.finish(2)
    begin_attempt(made_book.workspace, 1, Step.REMEMBER, "test")
    made_book.make_after_final(1, 1)
    other = MemoryProposal(summary=Summary(core="Otherwise."), glossary=(Term(term="new", definition="d"),))
    made_book.remember(1, other)
    progress = made_book.progress(2)
    memory_only = {o.work.role.value for o in progress.outputs if o.standing.memory_only}
    assert {"writer", "r2", "memory-keeper"} <= memory_only
    assert progress.redo_from(memory=False) is None
    assert progress.redo_from(memory=True) is Step.DRAFT
    assert progress.finished


def test_an_unmoved_part_of_memory_makes_nothing_stale(made_book) -> None:  # type: ignore[no-untyped-def]
    """A rerun that remembers the same leaves later chapters fresh (byte-identical stops propagation)."""
    made_book.finish(1)
    made_book.finish(2)
    begin_attempt(made_book.workspace, 1, Step.REMEMBER, "test")
    made_book.make_after_final(1, 1)
    made_book.remember(1)
    assert stale(made_book.progress(2)) == {}


def test_a_blocked_chapter_says_so(made_book) -> None:  # type: ignore[no-untyped-def]
    """Blocked goes before every other state."""
    made_book.finish(1)
    write_block(made_book.workspace, Block(chapter=1, attempt=1, place="final-1", reason=BlockReason.FINAL))
    assert made_book.progress(1).state is State.BLOCKED
    assert not made_book.progress(1).finished


def test_an_edit_is_seen_before_it_is_taken_up(made_book) -> None:  # type: ignore[no-untyped-def]
    """Status names the edited output and what will be made anew from it."""
    made_book.finish(1)
    (made_book.root / "output/chapters/draft/ch01-draft.md").write_text("# Mine\n")
    progress = made_book.progress(1)
    states = {o.work.role.value: o.standing.state for o in progress.outputs}
    assert states["writer"] is State.EDITED
    assert states["researcher"] is State.FRESH
    assert states["r3"] is State.STALE


def test_an_emptied_work_file_is_missing(made_book) -> None:  # type: ignore[no-untyped-def]
    """An empty file is no text of a person: it is made again."""
    made_book.finish(1)
    (made_book.root / "output/notes/ch01/a1/report.md").write_text("\n")
    assert made_book.progress(1).outputs[0].standing.state is State.MISSING
