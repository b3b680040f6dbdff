"""Attempts and rounds, read off the files that exist; a rerun survives a kill anywhere (PROTOCOL 5)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from memory_schema.attempts import begin_attempt
from memory_schema.contracts import Role
from memory_schema.receipts import Author
from memory_schema.steps import STEP_OF, Step
from memory_schema.superseded import retire_superseded
from memory_schema.works import current_attempt, last_final, last_round, read_receipt, work_of, works
from memory_schema.workspace import Workspace


class Killed(BaseException):
    """The process dies at this write."""


def killed_at(workspace: Workspace, step: int, monkeypatch: pytest.MonkeyPatch, call) -> bool:  # type: ignore[no-untyped-def]
    """Run `call` and die before its write number `step`; whether it died."""
    left = [step]

    def check(name: str) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(workspace, "_check_write", check)
        try:
            call()
        except Killed:
            return True
    return False


@pytest.mark.parametrize("step", Step)
def test_what_comes_before_the_step_is_carried(made_book, step: Step) -> None:  # type: ignore[no-untyped-def]
    """A rerun keeps earlier outputs with their receipts and moves later ones' public names away."""
    made_book.finish(1)
    before = {work.role: made_book.workspace.read(work.path) for work in works(made_book.workspace, 1, 1)}
    assert begin_attempt(made_book.workspace, 1, step, "test") == 2
    assert current_attempt(made_book.workspace, 1) == 2
    for work in works(made_book.workspace, 1, 2):
        carried = STEP_OF[work.role].rank < step.rank
        assert made_book.workspace.exists(work.path) == carried
        if carried:
            text = made_book.workspace.read(work.path)
            assert text == before[work.role]
            assert read_receipt(made_book.workspace, work.path, text) is not None
        if work.public:
            assert made_book.workspace.exists(work.public) == carried
    superseded = made_book.tree("output/notes/ch01/superseded")
    assert (len(superseded) > 0) == (step is not Step.REMEMBER)
    for work in works(made_book.workspace, 1, 1):
        assert made_book.workspace.read(work.path) == before[work.role]


def test_rounds_and_finals_are_counted_by_their_files(made_book) -> None:  # type: ignore[no-untyped-def]
    """The loop's state is which round files exist, nothing else."""
    assert (last_round(made_book.workspace, 1, 1), last_final(made_book.workspace, 1, 1)) == (0, 0)
    made_book.make_round(1, 1, must=True)
    made_book.make_round(1, 2)
    assert last_round(made_book.workspace, 1, 1) == 2
    roles = [(work.role, work.round) for work in works(made_book.workspace, 1, 1)]
    assert (Role.WRITER_REVISING, 2) in roles
    assert (Role.R1, 2) in roles


@pytest.mark.slow
@pytest.mark.parametrize("human", [False, True])
def test_killed_at_every_write_and_repeated(made_book, human: bool, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    """Whatever write it dies at, the second call gives the tree of an undisturbed one."""
    monkeypatch.setattr("os.fsync", lambda _: None)  # the order of the writes is tested here, not the disk
    made_book.finish(1)
    draft = {work_of(Role.WRITER, 1): "# Mine\n\n<!-- DRAFT_COMPLETE -->\n"} if human else None
    root, clean = made_book.root, made_book.root.parent / "clean"
    shutil.copytree(root, clean)

    def begin() -> None:
        if current_attempt(made_book.workspace, 1) == 1:
            begin_attempt(made_book.workspace, 1, Step.REVIEW, "test", draft)
        retire_superseded(made_book.workspace, 1)

    begin()
    expected = made_book.tree()
    died, step = True, 0
    while died:
        _restore(root, clean)
        died = killed_at(made_book.workspace, step, monkeypatch, begin)
        begin()
        assert made_book.tree() == expected, f"killed at write {step}"
        step += 5 if human else 1  # the second variant differs in three writes only
    assert step > 10


def test_another_step_after_a_kill_finds_no_leftovers(made_book, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    """An attempt that was never born leaves nothing to one that begins earlier."""
    made_book.finish(1)
    late = lambda: begin_attempt(made_book.workspace, 1, Step.REMEMBER, "late")  # noqa: E731
    assert killed_at(made_book.workspace, 12, monkeypatch, late)
    assert begin_attempt(made_book.workspace, 1, Step.RESEARCH, "from the start") == 2
    assert not any(made_book.workspace.exists(work.path) for work in works(made_book.workspace, 1, 2))


def test_a_persons_draft_is_the_next_round(made_book) -> None:  # type: ignore[no-untyped-def]
    """An edited draft becomes round K+1 with a human receipt, and the rounds before are kept."""
    made_book.finish(1)
    begin_attempt(made_book.workspace, 1, Step.REVIEW, "edit", {work_of(Role.WRITER, 1): "# Mine\n"})
    work = work_of(Role.WRITER_REVISING, 1, 2, 2)
    assert made_book.workspace.read(work.path) == "# Mine\n"
    receipt = read_receipt(made_book.workspace, work.path, "# Mine\n")
    assert receipt is not None
    assert receipt.author is Author.HUMAN
    assert made_book.workspace.exists(work_of(Role.REVIEW_MERGER, 1, 2, 1).path)


def _restore(root: Path, clean: Path) -> None:
    for name in ("output",):
        shutil.rmtree(root / name)
        shutil.copytree(clean / name, root / name)
