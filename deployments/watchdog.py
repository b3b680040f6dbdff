"""No orphans: a small process that ends what a killed `sourcebook` has started.

SIGKILL gives nobody a chance to tidy up. So what is started carries a mark in its environment, and a
watchdog waits at a pipe whose other end only the starter holds: when the pipe closes, the starter is
gone, and every process with the mark is ended. Run as a plain script, it imports nothing of Prefect and
takes about 10 MB. It needs /proc; elsewhere there is no watchdog, and an orphan is stopped by hand.
"""

from __future__ import annotations

import contextlib
import functools
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

MARK = "SOURCEBOOK_STARTED_BY"
_GRACE_SECONDS = 5.0
_PROC = Path("/proc")


@contextmanager
def watched() -> Iterator[str]:
    """Mark everything that this process starts from now on, and end it when the body is over.

    Yields the mark. Ended by an exception or by SIGKILL, what was started does not stay behind either.
    """
    mark, dog, leash = _start()
    try:
        yield mark
    finally:
        os.close(leash)
        if dog is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                dog.wait(_GRACE_SECONDS + 2)
        os.environ.pop(MARK, None)


@functools.cache
def watch_this_process() -> str:
    """The same until this process ends, however it ends; returns the mark."""
    return _start()[0]


def _start() -> tuple[str, subprocess.Popen[bytes] | None, int]:
    """The mark, the watchdog where there can be one, and the end of the pipe that holds it back."""
    mark = os.environ[MARK] = uuid.uuid4().hex
    reading, leash = os.pipe()
    if not _PROC.is_dir():
        os.close(reading)
        return mark, None, leash
    # The watchdog must not carry the mark itself, and stands in a session of its own: Ctrl-C is not for it.
    quiet = {name: value for name, value in os.environ.items() if name != MARK}
    dog = subprocess.Popen(
        [sys.executable, "-I", "-S", __file__, mark, str(os.getpid())],
        stdin=reading,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=quiet,
        start_new_session=True,
    )
    os.close(reading)
    return mark, dog, leash


def marked(mark: str, besides: int) -> list[int]:
    """The processes of this machine that carry a mark, without one of them."""
    wanted = f"{MARK}={mark}".encode()
    found = []
    for folder in _PROC.iterdir():
        if folder.name.isdigit() and int(folder.name) not in (besides, os.getpid()):
            try:
                environment = (folder / "environ").read_bytes().split(b"\0")
            except OSError:
                continue
            if wanted in environment:
                found.append(int(folder.name))
    return found


def end_marked(mark: str, besides: int) -> None:
    """Ask every marked process to end, and kill what has not ended after the grace period."""
    deadline = time.monotonic() + _GRACE_SECONDS
    asked: set[int] = set()
    while found := marked(mark, besides):
        late = time.monotonic() > deadline
        for process in found:
            if late or process not in asked:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(process, signal.SIGKILL if late else signal.SIGTERM)
                asked.add(process)
        if late:
            return
        time.sleep(0.1)


def main() -> None:
    """Wait until the starter is gone; then end what it left."""
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(name, signal.SIG_IGN)
    sys.stdin.buffer.read()
    end_marked(sys.argv[1], int(sys.argv[2]))


if __name__ == "__main__":
    main()
