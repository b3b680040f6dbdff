"""One run a book at a time: a lock with run id, host and a fencing number (PROTOCOL 5).

The operating system frees the lock when its holder dies (filelock, FACTS). The fencing number grows
with every holder and is checked on every write, so that a run that slept while another took the book
over can write nothing any more.
"""

from __future__ import annotations

import datetime
import json
import os
import socket
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, ValidationError

from memory_schema.durable import replace_file
from memory_schema.errors import BookLocked, LockLost, StateError

if TYPE_CHECKING:
    from filelock import FileLock

_LOCK, _HOLDER = ".lock", ".lock.json"


class Holder(BaseModel):
    """Who holds, or last held, a book."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    run: str = ""
    host: str = ""
    pid: int = 0
    fence: int = 0
    since: str = ""


class Lease:
    """A held lock. Use as a context manager, or call `release`."""

    def __init__(self, root: Path, lock: FileLock, holder: Holder) -> None:
        self._root = root
        self._lock = lock
        self.holder = holder

    @classmethod
    def acquire(cls, root: Path, run: str) -> Lease:
        """Take the book. Raises BookLocked with the other run's id, host and pid, StateError if it cannot be."""
        from filelock import FileLock, Timeout  # reading needs no lock, and no import of it

        lock = FileLock(root / _LOCK, timeout=0, thread_local=False, fallback_to_soft=False)
        try:
            lock.acquire()
        except Timeout:
            other = read_holder(root)
            raise BookLocked(
                f"{root} is being written by run {other.run} (pid {other.pid} on {other.host}, since {other.since}); "
                "wait for it, or stop it and run again"
            ) from None
        except OSError as error:
            raise StateError(f"cannot lock {root}: {error.strerror or error}; mend the folder and run again") from None
        try:
            before = read_holder(root)
            holder = Holder(
                run=run,
                host=socket.gethostname(),
                pid=os.getpid(),
                fence=before.fence + 1,
                since=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            )
            replace_file(root / _HOLDER, (holder.model_dump_json() + "\n").encode())
        except OSError as error:
            lock.release()
            raise StateError(f"cannot write in {root}: {error.strerror or error}; free room and run again") from None
        except BaseException:
            lock.release()
            raise
        return cls(root, lock, holder)

    def check(self) -> None:
        """Raise LockLost when a newer holder has taken the book."""
        now = read_holder(self._root)
        if now.fence != self.holder.fence or not self._lock.is_locked:
            raise LockLost(
                f"run {self.holder.run} no longer holds {self._root}: run {now.run} on {now.host} took it over"
            )

    def release(self) -> None:
        """Give the book back."""
        self._lock.release()

    def __enter__(self) -> Lease:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


def read_holder(root: Path) -> Holder:
    """The present or last holder of a book; an empty one when it was never held."""
    try:
        return Holder.model_validate(json.loads((root / _HOLDER).read_text(encoding="utf-8")))
    except (FileNotFoundError, ValueError, ValidationError):
        return Holder()
