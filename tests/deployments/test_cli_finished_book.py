"""The commands over a finished book: what they say, what they cost, from which folder (must-show 2 and 3)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.deployments.conftest import Sourcebook
from tests.flows.finished_book import Finished, calls, finished_book

ROOT = Path(__file__).parents[2]


@pytest.fixture
def finished(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Finished:
    """A finished book of three chapters."""
    return finished_book(tmp_path, tmp_path_factory)


def every_file(book: Path) -> dict[str, tuple[bytes, int]]:
    """Content and time of change of every file, logs and locks as well."""
    return {
        str(path.relative_to(book)): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in sorted(book.rglob("*"))
        if path.is_file()
    }


def test_a_second_write_changes_no_file_at_all(sourcebook: Sourcebook, finished: Finished) -> None:
    """`0 model calls`, said so; no file is touched, not even a log."""
    before = every_file(finished.book)
    ran = sourcebook("write", finished.book)
    assert ran.code == 0
    assert "0 model calls" in ran.out
    assert str(finished.book / "output/publish/index.html") in ran.out
    assert every_file(finished.book) == before


@pytest.mark.parametrize("command", ["status", "verify", "memory", "write"])
def test_commands_that_need_no_run_do_not_import_prefect(finished: Finished, command: str) -> None:
    """Prefect is not imported by status, verify, memory, nor by a write that finds everything fresh."""
    done = imported_by(finished.book, command, "prefect")
    assert done.returncode == 0, done.stderr


def test_status_imports_no_parser_and_no_lock(finished: Finished) -> None:
    """What status asks, which files there are and what receipts say, needs nothing that reads or parses a source."""
    done = imported_by(finished.book, "status", "tasks.source.parsed_file", "tasks.source.secrets", "filelock")
    assert done.returncode == 0, done.stderr


def imported_by(book: Path, command: str, *modules: str) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own, which fails when it has imported one of the modules."""
    program = (
        "import sys\nfrom deployments.cli import main\n"
        "try:\n    main(sys.argv[1:])\nexcept SystemExit as ended:\n    code = ended.code\n"
        f"found = sys.modules.keys() & {set(modules)!r}\n"
        "assert not found, f'{found} were imported'\nassert code == 0, code\n"
    )
    return subprocess.run(
        [sys.executable, "-c", program, command, str(book)],
        cwd=book.parent,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_status_names_the_stale_outputs_with_their_cause(sourcebook: Sourcebook, finished: Finished) -> None:
    """`status --json` after a change of one source file: its chapter by source and upstream, no other."""
    store = finished.source / "ledgerlite/store.py"
    store.write_text(store.read_text(encoding="utf-8").replace("len(entries)", "len(list(entries))"), encoding="utf-8")
    (finished.source / "ledgerlite/unused.py").write_text("SPARE = 1\n", encoding="utf-8")
    before = every_file(finished.book)
    found = json.loads(sourcebook("status", finished.book, "--json").out)
    stale = {
        (chapter["number"], output["role"]): output["causes"]
        for chapter in found["chapters"]
        for output in chapter["outputs"]
        if output["state"] == "stale"
    }
    chapter = next(number for number, role in stale if role == "researcher")
    assert {number for number, _ in stale} == {chapter}
    assert stale[chapter, "researcher"] == ["source"]
    assert stale[chapter, "writer"] == ["upstream"]
    assert found["source_changes_since_plan"] == ["ledgerlite/store.py", "ledgerlite/unused.py"]
    shown = sourcebook("status", finished.book).out
    assert "stalebysource:ledgerlite/store.pychanged" in "".join(shown.split()), "a narrow terminal wraps the line"
    assert f"next: sourcebook write {finished.book}" in shown
    assert every_file(finished.book) == before


def test_chapter_says_what_became_stale(sourcebook: Sourcebook, finished: Finished) -> None:
    """`chapter BOOK 2` writes the chapter anew and says what to do next."""
    made = calls(finished.book)
    ran = sourcebook("chapter", finished.book, 2)
    assert ran.code == 0, ran.err
    assert "chapter 2 is written" in ran.out
    assert f"sourcebook write {finished.book}" in ran.out
    assert any(call.startswith("ch02/a2 writer") for call in calls(finished.book) if call not in made)


def test_verify_counts_and_fails_on_a_mismatch(sourcebook: Sourcebook, finished: Finished) -> None:
    """0 mismatches and code 0; a quote that was changed is named, and the code is 1."""
    ran = sourcebook("verify", finished.book)
    assert ran.code == 0
    assert ran.out.rstrip().endswith("0 mismatches")
    report = json.loads(sourcebook("verify", finished.book, "--json").out)
    assert report["quotes"] > 0
    assert report["mismatches"] == 0
    store = finished.source / "ledgerlite/store.py"
    store.write_text(store.read_text(encoding="utf-8").replace("class Store:", "class Shop:"), encoding="utf-8")
    ran = sourcebook("verify", finished.book)
    assert ran.code == 1
    assert "ledgerlite/store.py" in ran.out


def test_verify_of_a_book_says_all_that_it_says_of_a_document(sourcebook: Sourcebook, finished: Finished) -> None:
    """A name that a hand has misspelt in a final is a warning, shown, and an error where --fail-on asks for it."""
    final = finished.book / "output/chapters/final/ch01-final.md"
    text = final.read_text(encoding="utf-8")
    final.write_text(text.replace("## ", "It is all in `Store.bookk_entry()`.\n\n## ", 1), encoding="utf-8")
    ran = sourcebook("verify", finished.book, "--all")
    assert ran.code == 0
    assert "it says: Store.bookk_entry()" in ran.out
    assert sourcebook("verify", finished.book, "--fail-on", "could").code == 1


def test_commands_work_from_any_folder(
    sourcebook: Sourcebook, finished: Finished, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A relative book path is meant from where the user stands; the source from where the book lies."""
    for folder, name in ((finished.book, "."), (finished.book.parent, "book"), (finished.source, "../book")):
        monkeypatch.chdir(folder)
        for command in ("status", "verify", "write", "memory"):
            ran = sourcebook(command, name)
            assert ran.code == 0, (folder, command, ran.err)


def test_a_correction_is_remembered_and_what_it_makes_stale_is_listed(
    sourcebook: Sourcebook, finished: Finished
) -> None:
    """`correct` is an entry of its own; status lists the chapters stale by memory with their cost."""
    from memory_schema.selection import Selector
    from memory_schema.workspace import Workspace

    term = Selector(Workspace(finished.book)).view(2).glossary[0].term
    ran = sourcebook("correct", finished.book, "glossary", term, "--set", "definition=one piece of a line")
    assert ran.code == 0, ran.err
    assert (finished.book / "output/memory/entries/0004-correction.json").exists()
    assert "one piece of a line" in finished.read("output/memory/glossary.md")
    shown = sourcebook("status", finished.book).out
    assert "stale by memory" in shown
    assert sourcebook("memory", finished.book).code == 0


def test_damaged_memory_is_said_and_rebuilt(sourcebook: Sourcebook, finished: Finished) -> None:
    """`memory` names file and entry, `--rebuild` renders anew and keeps the edited text."""
    whole = finished.read("output/memory/glossary.md")
    (finished.book / "output/memory/glossary.md").write_text(whole + "\nadded by hand\n", encoding="utf-8")
    ran = sourcebook("write", finished.book)
    assert ran.code == 3
    assert "glossary.md" in ran.complaints[-1]
    assert "--rebuild" in ran.complaints[-1]
    ran = sourcebook("memory", finished.book)
    assert ran.code == 3
    assert "glossary.md" in ran.out
    assert sourcebook("memory", finished.book, "--rebuild").code == 0
    assert finished.read("output/memory/glossary.md") == whole
    assert "0 model calls" in sourcebook("write", finished.book).out


def test_write_speaks_json(sourcebook: Sourcebook, finished: Finished) -> None:
    """`write --json` is one JSON object on standard output."""
    found = json.loads(sourcebook("write", finished.book, "--json").out)
    assert found["calls"] == 0
    assert found["index"].endswith("output/publish/index.html")
