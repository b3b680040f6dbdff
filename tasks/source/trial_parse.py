"""Texts parsed for the first time in a process that may be lost, so that none can hold or fill this one.

It is started when the first text is tried, and again after a text has ended it (`process_limits`). What is known of
a text is kept: the same file is parsed for its symbols, its quotes and what it raises.
"""

from __future__ import annotations

import atexit
import hashlib
import json
import os
from contextlib import suppress

from tasks.source.module_process import close_pipes, command_of, start_module

_MODULE = "tasks.source.trial_parser"
_MOST_KNOWN = 10_000

_known: dict[bytes, bool] = {}
_running: TrialProcess | None = None


def went_well(data: bytes, language: str) -> bool:
    """Whether a parse of these bytes ends, within the limits. One question at a time: the caller holds a lock.

    Raises OSError where the process does not start.
    """
    global _running
    key = hashlib.blake2b(data, digest_size=16, key=language.encode()).digest()
    if key not in _known:
        if len(_known) >= _MOST_KNOWN:
            del _known[next(iter(_known))]
        if _running is None or not _running.is_there():
            _running = TrialProcess()
        _known[key] = _running.ask(data, language)
    return _known[key]


class TrialProcess:
    """`python -m tasks.source.trial_parser`, for as long as no text ends it.

    Raises OSError where it does not start.
    """

    def __init__(self) -> None:
        self._owner = os.getpid()
        self.process = start_module(_MODULE)
        if self._read() != b"r":
            self.end()
            raise OSError(f"the process that tries texts did not start: {' '.join(command_of(_MODULE))}")

    def is_there(self) -> bool:
        """Whether it waits for a text of this very process, and not of the one that this was forked from."""
        return self._owner == os.getpid() and self.process.poll() is None

    def ask(self, data: bytes, language: str) -> bool:
        """Whether it parsed the text; it is not there any more where that ended it."""
        answer = b""
        with suppress(OSError):
            if self.process.stdin is not None:
                self.process.stdin.write(json.dumps([language, len(data)]).encode() + b"\n" + data)
                self.process.stdin.flush()
            answer = self._read()
        if not answer:
            self.end()
        return answer == b"y"

    def end(self) -> None:
        """Leave nothing of it behind; what another process has started is left alone."""
        if self._owner != os.getpid():
            return
        self.process.kill()
        self.process.wait()
        close_pipes(self.process)

    def _read(self) -> bytes:
        return self.process.stdout.read(1) if self.process.stdout is not None else b""


@atexit.register
def end_trials() -> None:
    """End the process, if there is one; the next text starts another."""
    if _running is not None:
        _running.end()
