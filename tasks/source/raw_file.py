"""The only place where bytes of a source are read. The gate of this room.

Trust: the tree is hostile and may change between the listing and the read. A path is resolved first and must
then still be itself below the root: links are no part of a listing, so one that is met here was swapped in.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from memory_schema.errors import AccessRefused

MAX_BYTES = 1024 * 1024
"""The largest file that is read as source."""


def read_raw(root: Path, path: str, limit: int) -> bytes:
    """At most `limit + 1` bytes of a regular file; `root` is already resolved, `path` relative and posix.

    One byte more than the limit tells the caller that the file is longer. Raises AccessRefused where the path
    is not the file it names (a link, a folder, `..`), OSError where the file cannot be read.
    """
    full = root / path
    if os.path.realpath(full) != str(full) or root not in full.parents:
        raise AccessRefused(f"{path}: leads somewhere else by a link or '..'; only listed files are read")
    # O_NONBLOCK: a fifo that was swapped in must not hang the run; O_NOFOLLOW: nor a link redirect it.
    handle = os.open(full, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise AccessRefused(f"{path}: no regular file any more")
        return file.read(limit + 1)
