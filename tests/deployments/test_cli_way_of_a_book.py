"""The commands of a whole book, as README shows them, and what --help says of them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from deployments.cli import app
from deployments.runs import parse_chapters
from tests.deployments.conftest import Sourcebook

ROOT = Path(__file__).parents[2]
WITHOUT_A_BOOK = {"serve", "verify"}
"""`serve` is for all books; `verify` takes any Markdown, or a book among it."""
COMMANDS = [command.name for command in app.registered_commands if command.name]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_teaches(sourcebook: Sourcebook, command: str) -> None:
    """--help of a command says what it does, what BOOK is, and explains every option."""
    ran = sourcebook(command, "--help")
    assert ran.code == 0
    assert ("The folder of the book." in ran.out) == (command not in WITHOUT_A_BOOK)
    assert f"sourcebook {command}" in ran.out
    options = [line.split() for line in ran.out.splitlines() if line.startswith("  --")]
    assert options
    after = ran.out.splitlines()
    for number, line in enumerate(after):
        if line.startswith("  --"):
            own = line.split("  ")[2:]
            explained = any(piece.strip() for piece in own) or after[number + 1].startswith("      ")
            assert explained, f"{command}: {line.strip()} is not explained"


def test_help_lists_every_command(sourcebook: Sourcebook) -> None:
    """Without a command the help is shown; it names the way of a book."""
    for arguments in ((), ("--help",)):
        ran = sourcebook(*arguments)
        assert all(command in ran.out for command in COMMANDS)
        assert "new, plan, approve, write" in " ".join(ran.out.split())
        assert ran.err == ""


def test_new_plan_approve_write_verify(sourcebook: Sourcebook, tmp_path: Path, source: Path) -> None:
    """From nothing to a verified book; every command says the next one."""
    book = tmp_path / "shelf" / "my book"
    ran = sourcebook("new", book, "--source", source, "--chapters", "2", "--words", "600")
    assert ran.code == 0
    assert f"sourcebook plan {book}" in ran.out
    assert json.loads(sourcebook("status", book, "--json").out)["state"] == "not planned"
    ran = sourcebook("plan", book)
    assert ran.code == 3
    assert f"sourcebook approve {book}" in ran.complaints[-1]
    assert json.loads(sourcebook("status", book, "--json").out)["state"] == "waiting for approval"
    ran = sourcebook("approve", book)
    assert ran.code == 0
    assert f"sourcebook write {book}" in ran.out
    ran = sourcebook("write", book)
    assert ran.code == 0, ran.err
    assert "model calls: " in ran.out
    assert (book / "output/publish/index.html").exists()
    assert "Traceback" not in ran.err
    assert sourcebook("verify", book).code == 0
    assert sourcebook("publish", book).code == 0
    found = json.loads(sourcebook("status", book, "--json").out)
    assert [chapter["state"] for chapter in found["chapters"]] == ["fresh", "fresh"]
    assert "0 model calls" in sourcebook("write", book).out


def test_only_some_chapters(sourcebook: Sourcebook, approved: Path) -> None:
    """`--chapters 1` writes chapter 1 and leaves chapter 2."""
    ran = sourcebook("write", approved, "--chapters", "1")
    assert ran.code == 0, ran.err
    found = json.loads(sourcebook("status", approved, "--json").out)
    assert [chapter["remembered"] for chapter in found["chapters"]] == [True, False]


def test_a_block_and_its_answer(sourcebook: Sourcebook, approved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocked: code 3 and the command that answers; `answer ... retry --guidance` and `write` finish it."""
    monkeypatch.setenv("SOURCEBOOK_FAULTS", "r1@ch01:never_satisfied")
    ran = sourcebook("write", approved, "--chapters", "1")
    assert ran.code == 3
    assert "chapter 1 is blocked" in ran.complaints[-1]
    assert "sourcebook answer" in ran.complaints[-1]
    found = json.loads(sourcebook("status", approved, "--json").out)
    assert found["chapters"][0]["state"] == "blocked"
    monkeypatch.setenv("SOURCEBOOK_FAULTS", "")
    assert sourcebook("answer", approved, "1", "retry", "--guidance", "Shorter, please.").code == 0
    again = sourcebook("answer", approved, "1", "accept")
    assert again.code == 3
    ran = sourcebook("write", approved, "--chapters", "1")
    assert ran.code == 0, ran.err


@pytest.mark.parametrize(
    ("text", "numbers"), [("", None), ("3", [3]), ("1,3-5", [1, 3, 4, 5]), (" 2 , 1 ", [2, 1]), ("7-7", [7])]
)
def test_chapters_are_numbers_and_ranges(text: str, numbers: list[int] | None) -> None:
    """What `--chapters` accepts."""
    assert parse_chapters(text) == numbers


LIMITED = """
import resource, sys
import pytest
from tests.flows.small_book import plain_engine
from deployments.cli import main
plain_engine(pytest.MonkeyPatch())
size = int(sys.argv[1])
if size:
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
main(sys.argv[2:])
"""


def limited(size: int, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run a command in a process whose files may not grow over `size` bytes (a full disk); 0 = no limit."""
    return subprocess.run(
        [sys.executable, "-c", LIMITED, str(size), *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_full_disk_loses_nothing(book: Path) -> None:
    """No room: one line, code 3, no torn file; with room again the same command goes on."""
    full = limited(3_000, "plan", book)
    assert full.returncode == 3, full.stderr
    assert "cannot write" in full.stderr.splitlines()[-1]
    assert "Traceback" not in full.stderr
    assert not list(book.rglob("*.tmp"))
    assert not (book / "output/reviews/outline-proposal.md").exists()
    room = limited(0, "plan", book)
    assert room.returncode == 3, room.stderr
    assert "sourcebook approve" in room.stderr.splitlines()[-1]


def test_a_target_that_cannot_be_written(sourcebook: Sourcebook, book: Path, tmp_path: Path, source: Path) -> None:
    """A file where a folder belongs: one line that names it, nothing is spent."""
    (book / "output").write_text("in the way", encoding="utf-8")
    ran = sourcebook("plan", book)
    assert ran.code in (2, 3)
    assert len(ran.complaints) == 1, ran.err
    assert "output" in ran.err
    (tmp_path / "file").write_text("", encoding="utf-8")
    ran = sourcebook("new", tmp_path / "file" / "book", "--source", source)
    assert ran.code == 2
    assert len(ran.complaints) == 1
    assert "cannot write" in ran.err
