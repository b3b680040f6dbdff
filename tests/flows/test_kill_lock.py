"""Two runs on one book at once (issue 2, bad luck): one writes, the other is told who does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from memory_schema.errors import BookLocked, LockLost
from memory_schema.lease import read_holder
from memory_schema.workspace import Workspace
from tests.flows.conftest import MakeBook, Tree, Write

ROOT = Path(__file__).parents[2]
HOLDER = """
import sys, time
from pathlib import Path
from memory_schema.workspace import Workspace
workspace = Workspace(Path(sys.argv[1]))
workspace.hold("the-first-run")
print("held", flush=True)
time.sleep(60)
"""
SLEEPER = """
import sys
from pathlib import Path
from memory_schema.workspace import Workspace
workspace = Workspace(Path(sys.argv[1]))
workspace.hold("the-sleeping-run")
print("held", flush=True)
for line in sys.stdin:
    try:
        workspace.replace("output/late.md", "late")
        print("written", flush=True)
    except Exception as error:
        print(type(error).__name__, error, flush=True)
"""


def _start(program: str, book: Path) -> subprocess.Popen[str]:
    child = subprocess.Popen(
        [sys.executable, "-c", program, str(book)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "held\n"
    return child


def test_the_second_run_is_refused_with_the_first_ones_id(
    plain_prefect: None, make_book: MakeBook, write: Write, tree: Tree
) -> None:
    """While another process holds the book, a run changes nothing and names the holder."""
    book = make_book()
    first = _start(HOLDER, book)
    try:
        before = tree(book)
        with pytest.raises(BookLocked) as refused:
            write(book)
        assert "the-first-run" in str(refused.value)
        assert str(first.pid) in str(refused.value)
        assert "\n" not in str(refused.value)
        assert tree(book) == before
    finally:
        first.kill()
        first.communicate()


def test_the_lock_of_a_dead_run_blocks_nobody(make_book: MakeBook) -> None:
    """SIGKILL of the holder frees the book at once; the next holder has a higher fencing number."""
    book = make_book()
    first = _start(HOLDER, book)
    fence = read_holder(book).fence
    os.kill(first.pid, signal.SIGKILL)
    first.communicate()
    started = time.monotonic()
    with Workspace(book).hold("the-next-run") as lease:
        assert time.monotonic() - started < 2
        assert lease.holder.fence == fence + 1


def test_a_sleeping_run_that_lost_the_book_writes_nothing(make_book: MakeBook) -> None:
    """A run that slept while the book went to another one fails at its next write (fencing number)."""
    book = make_book()
    sleeper = _start(SLEEPER, book)
    assert sleeper.stdin is not None
    assert sleeper.stdout is not None
    try:
        # As on a file system that lost the lock: the lock file is gone, so another run can take it.
        (book / ".lock").unlink()
        with Workspace(book).hold("the-waking-run"):
            sleeper.stdin.write("wake up\n")
            sleeper.stdin.flush()
            said = sleeper.stdout.readline()
        assert said.startswith(LockLost.__name__)
        assert "the-waking-run" in said
        assert not (book / "output/late.md").exists()
    finally:
        sleeper.kill()
        sleeper.communicate()
