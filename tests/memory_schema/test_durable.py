"""Durable writes: the old text or the new one, never a torn one."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from memory_schema.durable import append_line, create_file, replace_file, sweep_temps

WRITER = """
import sys
from pathlib import Path
from memory_schema.durable import replace_file
path, n = Path(sys.argv[1]), 0
print("on", flush=True)
while True:
    n += 1
    replace_file(path, (chr(97 + n % 26) * 200_000).encode())
"""


def test_sigkill_never_leaves_a_torn_file(tmp_path: Path) -> None:
    """Killed in the middle of writing, a file holds one whole text; the rest is swept."""
    target = tmp_path / "out" / "text.md"
    replace_file(target, b"z" * 200_000)
    for wait in (0.0, 0.01, 0.03, 0.06):
        child = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(target)], stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]
        )
        assert child.stdout is not None
        child.stdout.readline()
        time.sleep(wait)
        os.kill(child.pid, signal.SIGKILL)
        child.wait()
        child.stdout.close()
        data = target.read_bytes()
        assert len(data) == 200_000
        assert len(set(data)) == 1
    sweep_temps(tmp_path)
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["text.md"]


def _create(path: str, number: int, won: multiprocessing.Queue[int]) -> None:
    if create_file(Path(path), f"writer {number}".encode() * 1000):
        won.put(number)


def test_of_eight_creators_one_wins(tmp_path: Path) -> None:
    """Create-once in a race: one winner, whose whole text stands."""
    context = multiprocessing.get_context("fork")
    won = context.Queue()
    target = str(tmp_path / "x" / "entry.json")
    children = [context.Process(target=_create, args=(target, n, won)) for n in range(8)]
    for child in children:
        child.start()
    for child in children:
        child.join()
    winner = won.get(timeout=5)
    assert won.empty()
    assert Path(target).read_bytes() == f"writer {winner}".encode() * 1000
    assert os.listdir(tmp_path / "x") == ["entry.json"]


def test_create_leaves_what_exists(tmp_path: Path) -> None:
    """Created once means never replaced."""
    assert create_file(tmp_path / "a", b"1")
    assert not create_file(tmp_path / "a", b"2")
    assert (tmp_path / "a").read_bytes() == b"1"


def test_a_torn_last_line_is_closed(tmp_path: Path) -> None:
    """A line that a killed writer left without its end does not swallow the next one."""
    log = tmp_path / "log"
    log.write_bytes(b"one\ntw")
    append_line(log, "three\n")
    append_line(log, "four")
    assert log.read_bytes() == b"one\ntw\nthree\nfour\n"


def test_the_sweep_takes_only_temp_files(tmp_path: Path) -> None:
    """Hidden files of others and visible .tmp files stay; `below=False` stays in the folder."""
    for name in (".a.1.ff.tmp", "sub/.b.2.ff.tmp", "sub/notes.tmp", ".hidden"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert sweep_temps(tmp_path, below=False) == 1
    assert sweep_temps(tmp_path) == 1
    assert {path.name for path in tmp_path.rglob("*") if path.is_file()} == {"notes.tmp", ".hidden"}


def test_a_failed_write_keeps_the_old_text(tmp_path: Path) -> None:
    """The target is untouched and no temp file stays when the rename fails."""
    (tmp_path / "folder" / "x").mkdir(parents=True)
    with pytest.raises(OSError, match=r"folder"):
        replace_file(tmp_path / "folder", b"text")
    assert os.listdir(tmp_path) == ["folder"]
