"""Writing files so that a power cut or SIGKILL leaves the old text or the new one, never a torn one.

Temp file in the same folder, fsync, rename (or link, for create-once), fsync of the folder
(PROTOCOL 3.6; FACTS, atomic write). Temp names end in `.tmp` and are swept when a run takes the lock.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

TEMP_SUFFIX = ".tmp"
_LINK_TRIES = 3
"""An answer is created without the lock, so a run that begins may sweep its temp file once."""


def replace_file(path: Path, data: bytes) -> None:
    """Replace `path` whole and durably. Raises OSError; the old file then still stands."""
    make_folder(path.parent)
    temp = _written_temp(path, data)
    try:
        os.replace(temp, path)
    except BaseException:
        temp.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def replace_in_order(stages: Sequence[Sequence[tuple[Path, bytes]]]) -> None:
    """Replace many files: each whole, and each stage durable before the next one begins.

    A disk commits what it is asked for together at the price of one, so the temp files of all stages
    are made durable at once, and so are the new names of one stage.

    Raises OSError; what was not replaced by then keeps its old text.
    """
    make_folders({path.parent for stage in stages for path, _ in stage})
    temps: dict[Path, Path] = {}
    try:
        for stage in stages:
            temps |= {path: _written_temp(path, data, sync=False) for path, data in stage}
        _all_at_once(_sync_file, temps.values())
        for stage in stages:
            for path, _ in stage:
                os.replace(temps[path], path)
                del temps[path]
            _all_at_once(sync_folder, {path.parent for path, _ in stage})
    except BaseException:
        for temp in temps.values():
            temp.unlink(missing_ok=True)
        raise


def create_file(path: Path, data: bytes) -> bool:
    """Create `path` with this content unless it exists; returns whether it was created.

    The link is made in one step, so of two racing writers exactly one wins and no reader ever sees a
    part.
    """
    make_folder(path.parent)
    for _ in range(_LINK_TRIES):
        temp = _written_temp(path, data)
        try:
            os.link(temp, path)
            return True
        except FileExistsError:
            return False
        except FileNotFoundError:
            continue
        finally:
            temp.unlink(missing_ok=True)
            sync_folder(path.parent)
    raise FileNotFoundError(errno.ENOENT, "the temporary file was removed by another run", str(path))


def append_line(path: Path, line: str) -> None:
    """Append one line with a single O_APPEND write; a torn last line is closed first."""
    make_folder(path.parent)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
    try:
        size = os.fstat(descriptor).st_size
        torn = size > 0 and os.pread(descriptor, 1, size - 1) != b"\n"
        _write_all(descriptor, (("\n" if torn else "") + line.rstrip("\n") + "\n").encode())
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def make_folder(folder: Path) -> None:
    """Create a folder and its parents, each made durable in its own parent."""
    make_folders((folder,))


def make_folders(folders: Iterable[Path]) -> None:
    """Create folders and their parents, each made durable in its own parent."""
    changed: set[Path] = set()
    for folder in folders:
        missing = []
        while not folder.is_dir():
            missing.append(folder)
            folder = folder.parent
        for new in reversed(missing):
            with contextlib.suppress(FileExistsError):
                new.mkdir()
            changed.add(new.parent)
    _all_at_once(sync_folder, changed)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sweep_temps(root: Path, *, below: bool = True) -> int:
    """Remove what a killed writer left in `root` and, with `below`, under it; returns how many files."""
    count = 0
    for folder, folders, names in os.walk(root):
        if not below:
            folders.clear()
        for name in names:
            if name.startswith(".") and name.endswith(TEMP_SUFFIX):
                (Path(folder) / name).unlink(missing_ok=True)
                count += 1
    return count


def _all_at_once(sync: Callable[[Path], None], paths: Iterable[Path]) -> None:
    """Sync paths together: each call waits for the disk alone, so threads let it take them as one."""
    waiting = list(paths)
    if len(waiting) < 2:
        for path in waiting:
            sync(path)
        return
    with ThreadPoolExecutor(len(waiting)) as pool:
        list(pool.map(sync, waiting))


def _sync_file(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _written_temp(path: Path, data: bytes, *, sync: bool = True) -> Path:
    temp = path.with_name(f".{path.name[:80]}.{os.getpid()}.{secrets.token_hex(4)}{TEMP_SUFFIX}")
    descriptor = os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
    try:
        _write_all(descriptor, data)
        if sync:
            os.fsync(descriptor)
    except BaseException:
        temp.unlink(missing_ok=True)
        raise
    finally:
        os.close(descriptor)
    return temp


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
