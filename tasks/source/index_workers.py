"""Many files parsed by several processes: twice as fast on two cores, and a grammar that crashes costs one file.

A worker that dies of a file or never comes back from it is replaced; the file gets the plain outline, which no
grammar touches.
"""

from __future__ import annotations

import json
import os
import queue
import select
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from tasks.source.index_records import IndexedFile, from_text

MOST_WORKERS = 4
_ANSWER_SECONDS = 120.0
_END_SECONDS = 2.0
_ROOM = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Request:
    """A file to parse, as the manifest pins it."""

    path: str
    sha256: str
    language: str


def parse_in_processes(
    root: Path, requests: Iterable[Request], *, redact: bool, keep: Callable[[Request, IndexedFile | None], None]
) -> None:
    """Hand every request to a worker and its record to `keep`, in any order, from one thread at a time.

    A record is None where the worker could not read the file as pinned, or died of it.
    """
    waiting: queue.SimpleQueue[Request] = queue.SimpleQueue()
    for request in requests:
        waiting.put(request)
    lock = threading.Lock()

    def work() -> None:
        worker: subprocess.Popen[str] | None = None
        try:
            while True:
                try:
                    request = waiting.get_nowait()
                except queue.Empty:
                    return
                worker = worker or _start(root)
                answer = _ask(worker, request, redact)
                if answer is None:
                    _stop(worker)
                    worker = None
                with lock:
                    keep(request, from_text(answer) if answer else None)
        finally:
            if worker is not None:
                _stop(worker)

    count = min(MOST_WORKERS, os.cpu_count() or 1)
    threads = [threading.Thread(target=work, daemon=True) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _start(root: Path) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(_ROOM), "PYTHONIOENCODING": "utf-8"}
    return subprocess.Popen(
        (sys.executable, "-m", "tasks.source.index_worker", str(root)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
        env=environment,
    )


def _ask(worker: subprocess.Popen[str], request: Request, redact: bool) -> str | None:
    """The worker's line, or None where it is dead or too slow to wait for."""
    if worker.stdin is None or worker.stdout is None:
        return None
    try:
        worker.stdin.write(json.dumps([request.path, request.sha256, request.language, redact]) + "\n")
        worker.stdin.flush()
        ready, _, _ = select.select([worker.stdout], [], [], _ANSWER_SECONDS)
        return (worker.stdout.readline() or None) if ready else None
    except (OSError, ValueError):
        return None


def _stop(worker: subprocess.Popen[str]) -> None:
    for pipe in (worker.stdin, worker.stdout):
        if pipe is not None:
            try:
                pipe.close()
            except OSError:
                continue
    try:
        worker.wait(_END_SECONDS)
    except subprocess.TimeoutExpired:
        worker.kill()
        worker.wait()
