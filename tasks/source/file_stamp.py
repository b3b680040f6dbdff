"""Whether a file is the one that was seen before: by size, times and inode, as git's own index tells it."""

from __future__ import annotations

import os

_SETTLED_NANOSECONDS = 2_000_000_000
"""A file may change twice within one tick of its clock: only one that rested this long is told by its stamp."""


def stamp_of(status: os.stat_result, began: int) -> str:
    """The file's stamp, beginning with its size in bytes; "" where it cannot tell one state from another.

    `began` is when the run that asks began, in nanoseconds since the epoch.
    """
    if began - max(status.st_mtime_ns, status.st_ctime_ns) < _SETTLED_NANOSECONDS:
        return ""
    return f"{status.st_size} {status.st_mtime_ns} {status.st_ctime_ns} {status.st_ino} {status.st_dev}"
