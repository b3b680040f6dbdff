"""Modules of ours that run as processes of their own, and answer on standard output what standard input asks."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

_ROOM = Path(__file__).resolve().parents[2]


def command_of(module: str, *arguments: str) -> tuple[str, ...]:
    """What starts the module by the interpreter that runs this."""
    return (sys.executable, "-m", module, *arguments)


def start_module(module: str, *arguments: str, **environment: str) -> subprocess.Popen[bytes]:
    """Start a module, with more in its environment; what it writes to standard error is nobody's.

    Raises OSError where the system starts no process.
    """
    return subprocess.Popen(
        command_of(module, *arguments),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(_ROOM), **environment},
    )


def close_pipes(process: subprocess.Popen[bytes]) -> None:
    """Close both ends on this side; one that the other has left says so, which changes nothing."""
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()
