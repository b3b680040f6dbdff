"""Writing files so that a power cut or SIGKILL leaves the old text or the new one, never a torn one.

Temp file in the same folder, fsync, rename (or link, for create-once), fsync of the folder
(PROTOCOL 3.6; FACTS, atomic write). Temp names end in `.tmp` and are swept when a run takes the lock.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
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
    if folder.is_dir():
        return
    make_folder(folder.parent)
    with contextlib.suppress(FileExistsError):
        folder.mkdir()
    sync_folder(folder.parent)


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


def _written_temp(path: Path, data: bytes) -> Path:
    temp = path.with_name(f".{path.name[:80]}.{os.getpid()}.{secrets.token_hex(4)}{TEMP_SUFFIX}")
    descriptor = os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
    try:
        _write_all(descriptor, data)
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
