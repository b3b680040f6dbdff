"""The only place where bytes of a source are read. The gate of this room.

Trust: the tree is hostile and may change between the listing and the read. No link is followed, in no part of
the path: links are no part of a listing, so one that is met here was swapped in.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import nullcontext
from pathlib import Path

from memory_schema.errors import AccessRefused

_MIB = 1024 * 1024
MAX_BYTES = 4 * _MIB
"""The largest file that is read as source: more than a window of a million tokens, so that such a file is worked in
parts, and little enough to be scanned and parsed in seconds."""
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
# O_NONBLOCK: a fifo that was swapped in must not hang the run.
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class HeldFolder:
    """The folder that a file was read in, kept open for the next file: most files of a list lie beside each other.

    A context manager; between its beginning and its end a folder that was moved away is still read where it is now.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._folders: list[str] | None = None
        self._handle = -1

    def __enter__(self) -> HeldFolder:
        return self

    def __exit__(self, *_: object) -> None:
        if self._folders is not None:
            os.close(self._handle)
            self._folders = None

    def opened(self, folders: list[str], name: str) -> int:
        """A file by name. Folder by folder, each below the one that is open: nothing that is swapped can lead out."""
        if folders != self._folders:
            self.__exit__()
            self._handle = _open_folder(self._root, folders)
            self._folders = folders
        return os.open(name, _FILE, dir_fd=self._handle)


def read_raw(root: Path, path: str, limit: int, held: HeldFolder | None = None) -> bytes:
    """At most `limit + 1` bytes of a regular file; `root` is already resolved, `path` relative and posix.

    One byte more than the limit tells the caller that the file is longer. `held` is a folder of the same root.
    Raises AccessRefused where the path is not the file it names (a link, a folder, `..`), OSError where the file
    cannot be read.
    """
    *folders, name = path.split("/")
    if not name or any(part in ("", ".", "..") for part in (*folders, name)):
        raise AccessRefused(f"{path}: is no plain path below the source; only listed files are read")
    try:
        with nullcontext(held) if held else HeldFolder(root) as inside:
            handle = inside.opened(folders, name)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENOTDIR) and _passes_link(root, (*folders, name)):
            raise AccessRefused(f"{path}: leads somewhere else by a link; only listed files are read") from error
        raise
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise AccessRefused(f"{path}: no regular file any more")
        return file.read(limit + 1)


def too_large(size: int) -> str:
    """Why a file of so many bytes is skipped."""
    return f"{size / _MIB:.1f} MiB, over the limit of {MAX_BYTES // _MIB} MiB"


def _open_folder(root: Path, folders: list[str]) -> int:
    inside = os.open(root, _FOLDER)
    for folder in folders:
        try:
            deeper = os.open(folder, _FOLDER | os.O_NOFOLLOW, dir_fd=inside)
        finally:
            os.close(inside)
        inside = deeper
    return inside


def _passes_link(root: Path, parts: tuple[str, ...]) -> bool:
    return any(os.path.islink(root.joinpath(*parts[: depth + 1])) for depth in range(len(parts)))
