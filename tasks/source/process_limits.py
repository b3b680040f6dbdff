"""Limits that end a process, for work that cannot be interrupted: code of a library that looks at no deadline.

Only a process whose loss somebody expects and makes good sets them on itself (`become_expendable`); everywhere else
they are off. POSIX alone: setitimer(2), setrlimit(2); macOS takes a limit of memory and does not keep it.
"""

from __future__ import annotations

import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_GRACE_SECONDS = 0.5
"""Of the processor, for what ends by itself a little late."""
_STATM = Path("/proc/self/statm")

_expendable = False


def become_expendable() -> None:
    """Let `within_limits` end this process from now on, without a dump of its memory."""
    global _expendable
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    _expendable = True


def is_expendable() -> bool:
    """Whether this process may be lost, and need not have anything tried elsewhere first."""
    return _expendable


@contextmanager
def within_limits(seconds: float, most_bytes: int) -> Iterator[None]:
    """End this process, if it is expendable, where what is done within takes longer (seconds of the processor) or
    takes more memory beside what the process holds: the kernel sends SIGPROF, a failing malloc(3) ends in abort(3).
    """
    if not _expendable:
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    _limit_memory(_held_bytes() + most_bytes, hard)
    signal.setitimer(signal.ITIMER_PROF, seconds + _GRACE_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        _limit_memory(soft, hard)


def _limit_memory(most: int, hard: int) -> None:
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def _held_bytes() -> int:
    """Of address space; nothing where the kernel does not say, and the limit is then all that a process may hold."""
    try:
        return int(_STATM.read_text().split()[0]) * resource.getpagesize()
    except (OSError, ValueError):
        return 0
