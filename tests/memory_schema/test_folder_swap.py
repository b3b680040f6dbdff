"""A folder replaced whole: the old files or the new ones, never a mixture."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from memory_schema.errors import AccessRefused, StateError
from memory_schema.folder_swap import replace_folder, sweep_folders
from memory_schema.workspace import Workspace

OLD = {"index.html": b"old", "same.css": b"same", "gone.html": b"gone"}
NEW = {"index.html": b"new", "same.css": b"same", "fresh.html": b"fresh"}


def content(folder: Path) -> dict[str, bytes]:
    """The files of a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_the_folder_holds_exactly_the_new_files(tmp_path: Path) -> None:
    """What is new is there, what is gone is gone, what is the same is the same file, nothing is left beside."""
    site = tmp_path / "publish"
    assert replace_folder(site, OLD)
    same = (site / "same.css").stat()
    assert replace_folder(site, NEW)
    assert content(site) == NEW
    assert (site / "same.css").stat().st_ino == same.st_ino
    assert os.listdir(tmp_path) == ["publish"]


def test_equal_files_change_nothing(tmp_path: Path) -> None:
    """Replacing a folder by itself writes no file."""
    site = tmp_path / "publish"
    replace_folder(site, OLD)
    before = site.stat().st_ino
    assert not replace_folder(site, OLD)
    assert site.stat().st_ino == before


def test_a_reader_keeps_a_whole_edition(tmp_path: Path) -> None:
    """Who has the old folder open reads the old files to the end."""
    site = tmp_path / "publish"
    replace_folder(site, OLD)
    with (site / "index.html").open("rb") as page:
        replace_folder(site, NEW)
        assert page.read() == b"old"


_KILLED = """
import os, signal, sys
from pathlib import Path
from memory_schema import folder_swap
count, limit = 0, int(sys.argv[2])
def around(call):
    def watched(*args, **values):
        global count
        count += 1
        if count == limit:
            os.kill(os.getpid(), signal.SIGKILL)
        return call(*args, **values)
    return watched
for name in ("link", "mkdir", "replace", "rename", "fsync", "rmdir", "unlink"):
    setattr(os, name, around(getattr(os, name)))
folder_swap._exchanged = around(folder_swap._exchanged)
folder_swap.replace_folder(Path(sys.argv[1]), {"index.html": b"new", "same.css": b"same", "fresh.html": b"fresh"})
"""


@pytest.mark.slow
def test_killed_anywhere_it_is_old_or_new(tmp_path: Path) -> None:
    """SIGKILL at every system call leaves one whole edition, and the next run leaves nothing beside it."""
    for limit in range(1, 60):
        site = tmp_path / f"book{limit}" / "publish"
        replace_folder(site, OLD)
        done = subprocess.run([sys.executable, "-c", _KILLED, str(site), str(limit)], cwd=Path.cwd(), check=False)
        assert content(site) in (OLD, NEW), limit
        sweep_folders(site.parent)
        replace_folder(site, NEW)
        assert content(site) == NEW
        assert os.listdir(site.parent) == ["publish"]
        if done.returncode == 0:
            return
        assert done.returncode == -signal.SIGKILL
    raise AssertionError("it never ran to its end")


@pytest.mark.parametrize("name", ["../x", "a/b", "", ".hidden", "/etc/passwd"])
def test_only_plain_names(tmp_path: Path, name: str) -> None:
    """A name that is no plain file name is refused before anything is written."""
    workspace = Workspace(tmp_path)
    workspace.hold("test")
    with pytest.raises(AccessRefused):
        workspace.replace_folder("output/publish", {name: b""})
    workspace.release()


def test_memory_is_never_a_folder_to_replace(tmp_path: Path) -> None:
    """Append-only folders are refused, and so is everything without the lock."""
    workspace = Workspace(tmp_path)
    with pytest.raises(StateError):
        workspace.replace_folder("output/publish", {})
    workspace.hold("test")
    with pytest.raises(StateError, match="append-only"):
        workspace.replace_folder("output/memory/entries", {})
    workspace.release()
