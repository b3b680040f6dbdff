"""A change of the source: exactly what reads it becomes stale, and only that is written again (must-show 3)."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from deployments.standing import BookStanding, book_standing
from flows.publish import publish_book
from memory_schema.binding import bind
from memory_schema.book import load_book
from memory_schema.contracts import CONTRACTS, Resource, Role
from memory_schema.errors import SourceChanged
from memory_schema.receipts import Cause, State
from memory_schema.works import work_of
from memory_schema.workspace import Workspace
from tasks.options import running
from tasks.research import research
from tests.flows.conftest import Write
from tests.flows.finished_book import Finished, calls, finished_book, new_calls
from tests.flows.small_book import tree_of

pytestmark = pytest.mark.usefixtures("plain_prefect")


_PROCESS = ("output/notes", "output/receipts", "output/audit-log.md", "output/memory/entries", ".cache")
"""What every run adds to, and the disposable index of the source."""


@pytest.fixture
def finished(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Finished:
    """A finished book of three chapters."""
    return finished_book(tmp_path, tmp_path_factory)


def standing(book: Path) -> BookStanding:
    """How the book stands, as `status` sees it."""
    return book_standing(book, load_book(book))


def stale(book: Path) -> dict[tuple[int, str], set[Cause]]:
    """Every stale output by chapter (0 for the book) and role, with its causes."""
    now = standing(book)
    found = {
        (progress.plan.number, output.work.role.value): set(output.standing.causes)
        for progress in now.chapters
        for output in progress.outputs
        if output.standing.state is State.STALE
    }
    found |= {
        (0, output.work.role.value): set(output.standing.causes)
        for output in now.shared
        if output.standing.state is State.STALE
    }
    return found


def chapter_of(finished: Finished, path: str) -> int:
    """The chapter whose source map names a file."""
    part = finished.read("output/memory/source-map.md").split(path)[0]
    return int(part.rsplit("## Chapter ", 1)[1].split()[0])


def change(finished: Finished, path: str, old: str, new: str) -> None:
    """Change a source file."""
    file = finished.source / path
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_a_second_run_changes_nothing(finished: Finished, write: Write) -> None:
    """A run over a finished book makes no model call and changes no file but its own log."""
    before = tree_of(finished.book)
    assert write(finished.book).calls == 0
    assert tree_of(finished.book) == before


def test_one_source_file_makes_its_chapter_stale_and_no_other(finished: Finished) -> None:
    """What reads the file is stale by source, what follows from it by upstream, all else is fresh."""
    number = chapter_of(finished, "ledgerlite/store.py")
    change(finished, "ledgerlite/store.py", "return len(entries)", "return len(list(entries))")
    found = stale(finished.book)
    readers = {
        role.value
        for role, contract in CONTRACTS.items()
        if contract.per_chapter and any(read.resource is Resource.SOURCE_FILES for read in contract.reads)
    }
    assert {role for (at, role), causes in found.items() if Cause.SOURCE in causes} == readers
    assert {at for at, _ in found} == {number, 0}
    assert {role for at, role in found if at == 0} == {Role.AUDIT_CHECKER, Role.AUDITOR, Role.BOOKBINDER}
    chapter = standing(finished.book).chapters[number - 1]
    everything = {output.work.role.value for output in chapter.outputs}
    assert {role for at, role in found if at == number} == everything
    assert all(causes <= {Cause.SOURCE, Cause.UPSTREAM} for causes in found.values())


def test_write_redoes_that_chapter_and_no_other(finished: Finished, write: Write) -> None:
    """Only agents of the stale chapter are called; the outputs of the others stay byte for byte."""
    number = chapter_of(finished, "ledgerlite/store.py")
    change(finished, "ledgerlite/store.py", "return len(entries)", "return len(list(entries))")
    before, made = tree_of(finished.book), calls(finished.book)
    write(finished.book)
    new = new_calls(finished.book, made)
    assert {call.split("/")[0] for call in new} <= {f"ch{number:02d}", "audit"}
    assert f"ch{number:02d}/a2 writer" in new
    after = tree_of(finished.book)
    others = [n for n in before if "/ch0" in n and f"/ch{number:02d}" not in n and "publish" not in n]
    assert {name: after.get(name) for name in others} == {name: before[name] for name in others}
    assert "len(list(entries))" in finished.read(f"output/chapters/final/ch{number:02d}-final.md")
    assert not {key for key, causes in stale(finished.book).items() if causes - {Cause.MEMORY}}


def test_an_output_that_comes_out_the_same_stops_the_propagation(finished: Finished, write: Write) -> None:
    """White space that no quote shows: the readers of the source run again, the writer does not."""
    number = chapter_of(finished, "ledgerlite/store.py")
    change(finished, "ledgerlite/store.py", "from pathlib import Path\n", "from pathlib import Path \n")
    public = tree_of(finished.book, *_PROCESS)
    made = calls(finished.book)
    write(finished.book)
    new = set(new_calls(finished.book, made))
    assert new == {f"ch{number:02d}/a2 researcher", f"ch{number:02d}/a2 r1"}
    after = tree_of(finished.book, *_PROCESS)
    rendered = {name for name in public if name.startswith("output/memory/")}
    assert {name for name in public if after[name] != public[name]} <= rendered
    assert stale(finished.book) == {}


def test_a_file_outside_every_chapter_makes_nothing_stale(finished: Finished, write: Write) -> None:
    """It is seen against the plan, and nothing is written again for it."""
    (finished.source / "ledgerlite/unused.py").write_text("SPARE = 1\n", encoding="utf-8")
    assert stale(finished.book) == {}
    assert write(finished.book).calls == 0


def test_a_source_that_moves_during_a_run_stops_it(finished: Finished) -> None:
    """A read that differs from the manifest of the run: source changed, run again."""
    store = finished.source / "ledgerlite/store.py"
    number = chapter_of(finished, "ledgerlite/store.py")
    report = finished.book / work_of(Role.RESEARCHER, number).path
    report.unlink()

    async def run() -> None:
        async with running(str(finished.book)):
            store.write_text(store.read_text(encoding="utf-8") + "# later\n", encoding="utf-8")
            workspace = Workspace(finished.book)
            for receipt in (finished.book / "output/receipts/notes").rglob("report.md/*.json"):
                receipt.unlink()
            await research(bind(Role.RESEARCHER, workspace, number), str(finished.book))

    with pytest.raises(SourceChanged, match="run again"):
        asyncio.run(run())
    assert not report.exists()


def test_publishing_reads_no_source(finished: Finished) -> None:
    """The pages of a finished book come out the same when they are made again."""
    index = finished.book / "output/publish/index.html"
    page = index.read_bytes()
    asyncio.run(_publish(finished.book))
    assert index.read_bytes() == page


async def _publish(book: Path) -> None:
    await publish_book(str(book))
