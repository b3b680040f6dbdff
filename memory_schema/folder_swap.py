"""Replacing a folder of files whole: a reader sees the old files or the new ones, never a mixture.

The new folder is written beside the old one, made durable, and the two change names in one step
(Linux renameat2 with RENAME_EXCHANGE; elsewhere two renames, between which there is no folder but
never half a one). What a killed writer left is swept when a run takes the lock.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from memory_schema.durable import make_folder, replace_file, sync_folder

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2


def replace_folder(path: Path, files: Mapping[str, bytes]) -> bool:
    """Let a folder hold exactly these files (no folders inside); returns whether anything changed.

    A file that stays the same is linked, not written, so that its content is stored once and its time
    stays. Raises OSError; the old folder then still stands.
    """
    if _holds(path, files):
        return False
    make_folder(path.parent)
    fresh, old = path.with_name(f".{path.name}-new.tmp"), path.with_name(f".{path.name}-old.tmp")
    for leftover in (fresh, old):
        shutil.rmtree(leftover, ignore_errors=True)
    fresh.mkdir()
    for name, data in files.items():
        if not _linked(path / name, fresh / name, data):
            replace_file(fresh / name, data)
    sync_folder(fresh)
    if not path.exists():
        os.rename(fresh, path)
    elif not _exchanged(fresh, path):
        os.rename(path, old)
        os.rename(fresh, path)
    sync_folder(path.parent)
    for leftover in (fresh, old):
        shutil.rmtree(leftover, ignore_errors=True)
    return True


def sweep_folders(parent: Path) -> None:
    """Remove the folders that a killed `replace_folder` left in `parent`."""
    for pattern in (".*-new.tmp", ".*-old.tmp"):
        for leftover in parent.glob(pattern):
            shutil.rmtree(leftover, ignore_errors=True)


def _holds(path: Path, files: Mapping[str, bytes]) -> bool:
    try:
        return set(os.listdir(path)) == set(files) and all(
            (path / name).read_bytes() == data for name, data in files.items()
        )
    except OSError:
        return False


def _linked(old: Path, new: Path, data: bytes) -> bool:
    """Give the standing file a second name if it has this content; a file is replaced, never changed in place."""
    try:
        if old.is_symlink() or old.read_bytes() != data:
            return False
        os.link(old, new)
    except OSError:
        return False
    return True


def _exchanged(one: Path, other: Path) -> bool:
    if not sys.platform.startswith("linux"):
        return False
    rename = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if rename is None:
        return False
    done = rename(_AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(other), _RENAME_EXCHANGE)
    return bool(done == 0)
