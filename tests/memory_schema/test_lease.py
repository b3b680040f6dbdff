"""One run a book at a time (PROTOCOL 5)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from memory_schema.errors import BookLocked, LockLost, StateError
from memory_schema.lease import Lease, read_holder
from memory_schema.workspace import Workspace

HOLDER = """
import sys, time
from pathlib import Path
from memory_schema.workspace import Workspace
workspace = Workspace(Path(sys.argv[1]))
lease = workspace.hold("other-run")
print("held", flush=True)
time.sleep(60)
"""


def holding_child(root: Path) -> subprocess.Popen[bytes]:
    child = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(root)],
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    )
    assert child.stdout is not None
    assert child.stdout.readline() == b"held\n"
    child.stdout.close()
    return child


def test_the_second_run_is_refused_and_a_dead_one_blocks_nothing(tmp_path: Path) -> None:
    """BookLocked names the first run, its pid and host; SIGKILL frees the book at once."""
    child = holding_child(tmp_path)
    try:
        with pytest.raises(BookLocked, match=rf"run other-run \(pid {child.pid}") as caught:
            Workspace(tmp_path).hold("mine")
        assert "\n" not in str(caught.value)
    finally:
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
    workspace = Workspace(tmp_path)
    workspace.hold("mine")
    assert read_holder(tmp_path).run == "mine"
    workspace.release()


def test_two_holders_in_one_process(tmp_path: Path) -> None:
    """The lock is not re-entrant: a second workspace of the same process is refused too."""
    with Lease.acquire(tmp_path, "one"), pytest.raises(BookLocked, match="run one"):
        Lease.acquire(tmp_path, "two")
    Lease.acquire(tmp_path, "two").release()


def test_the_fence_grows_and_a_stale_lease_writes_nothing(tmp_path: Path) -> None:
    """A run that slept while another took the book over may write nothing any more."""
    sleeper = Workspace(tmp_path)
    lease = sleeper.hold("sleeper")
    lease._lock.release()
    taker = Workspace(tmp_path)
    assert taker.hold("taker").holder.fence == lease.holder.fence + 1
    for write in (
        lambda: sleeper.replace("output/x.md", "x"),
        lambda: sleeper.create("output/x.md", "x"),
        lambda: sleeper.append("output/logs/x", "x"),
        lambda: sleeper.move("book.toml", "output/x"),
        lambda: sleeper.remove("output/x.md"),
    ):
        with pytest.raises(LockLost, match="run taker"):
            write()
    taker.replace("output/x.md", "mine")
    taker.release()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"fence": "x"}', "\xff"])
def test_a_damaged_holder_file_blocks_nothing(tmp_path: Path, text: str) -> None:
    """Only the operating system's lock decides; the file merely tells."""
    (tmp_path / ".lock.json").write_bytes(text.encode("latin-1"))
    Lease.acquire(tmp_path, "one").release()


def test_a_book_that_cannot_be_locked_is_one_clear_line(tmp_path: Path) -> None:
    """A file in the place of the folder: a StateError that names it, no traceback."""
    (tmp_path / "file").touch()
    for root in (tmp_path / "file",):
        with pytest.raises(StateError) as caught:
            Lease.acquire(root, "one")
        assert str(root) in str(caught.value)
        assert "\n" not in str(caught.value)


def test_holding_sweeps_what_a_killed_run_left(tmp_path: Path) -> None:
    """Temp files of the lock and of outputs are gone once the book is held."""
    (tmp_path / "output").mkdir()
    (tmp_path / ".lock.json.1.ff.tmp").touch()
    (tmp_path / "..lock.json.1.ff.tmp").touch()
    (tmp_path / "output" / ".x.md.1.ff.tmp").touch()
    workspace = Workspace(tmp_path)
    workspace.hold("one")
    workspace.release()
    assert not list(tmp_path.rglob("*.tmp"))
