"""Many files parsed by several processes: twice as fast on two cores, and a grammar that crashes costs one file.

A worker gets a handful of files at once, since a question for each would cost more than most answers. One that
dies of a file or never comes back from it is replaced, and its files are asked for one by one; the one that it
died of gets the plain outline, which no grammar touches.
"""

from __future__ import annotations

import json
import os
import queue
import select
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tasks.source.index_depth import Depth
from tasks.source.module_process import close_pipes, start_module

MANY_FILES = 150
"""From here on starting worker processes costs less than they save."""
MOST_WORKERS = 4
_BATCH_FILES = 32
_BATCH_BYTES = 256 * 1024
_ANSWER_SECONDS = 240.0
"""For a whole batch: each of its texts is parsed within a bound of its own."""
_END_SECONDS = 2.0
_READ_BYTES = 1024 * 1024


@dataclass(frozen=True)
class Request:
    """A file to read; as the manifest pins it, or without a hash for one that is in no manifest yet."""

    path: str
    sha256: str = ""
    language: str = ""
    size: int = 0
    """In bytes, as far as it is known: a batch holds so many files as are parsed in about the same time."""


@dataclass(frozen=True)
class Answer:
    """What a worker says of a file: its facts as text, and the record for each depth that it was looked at in.

    A file that is no part of the source has no record.
    """

    facts: str
    records: Mapping[Depth, str]


def ask_processes(
    root: Path,
    requests: Iterable[Request],
    *,
    depth: Depth,
    redact: bool,
    keep: Callable[[Request, Answer | None], None],
) -> None:
    """Hand every request and what a worker read off its file to `keep`, in any order, one at a time.

    The answer is None where the worker could not read the file as pinned, or died of it. `keep` runs in the thread
    that calls this, so that it may use what that thread has locked; what it raises ends the work.
    """
    waiting: queue.SimpleQueue[list[Request]] = queue.SimpleQueue()
    for batch in _batches(requests):
        waiting.put(batch)
    answered: queue.SimpleQueue[list[tuple[Request, Answer | None]] | BaseException | None] = queue.SimpleQueue()
    is_over = threading.Event()

    def work() -> None:
        try:
            for batch, answers in _answered_batches(root, waiting, depth, redact):
                answered.put([(one, _read_answer(answer)) for one, answer in zip(batch, answers, strict=True)])
                if is_over.is_set():
                    return
        except BaseException as error:
            answered.put(error)
        finally:
            answered.put(None)

    count = min(MOST_WORKERS, os.cpu_count() or 1)
    threads = [threading.Thread(target=work, daemon=True) for _ in range(count)]
    for thread in threads:
        thread.start()
    try:
        while count:
            found = answered.get()
            if isinstance(found, BaseException):
                raise found
            count -= found is None
            for request, answer in found or ():
                keep(request, answer)
    finally:
        is_over.set()
        for thread in threads:
            thread.join()


def _answered_batches(
    root: Path, waiting: queue.SimpleQueue[list[Request]], depth: Depth, redact: bool
) -> Iterator[tuple[list[Request], list[str]]]:
    """Take batches until none is left, each with a line for each of its requests."""
    worker: subprocess.Popen[bytes] | None = None
    try:
        while True:
            try:
                batch = waiting.get_nowait()
            except queue.Empty:
                return
            worker = worker or _start(root)
            answers = _ask(worker, batch, depth, redact)
            if answers is None:
                _stop(worker)
                worker = None
                if len(batch) > 1:
                    for one in batch:
                        waiting.put([one])
                    continue
                answers = ["null"]
            yield batch, answers
    finally:
        if worker is not None:
            _stop(worker)


def _batches(requests: Iterable[Request]) -> Iterator[list[Request]]:
    batch: list[Request] = []
    held = 0
    for request in requests:
        batch.append(request)
        held += request.size
        if len(batch) >= _BATCH_FILES or held >= _BATCH_BYTES:
            yield batch
            batch, held = [], 0
    if batch:
        yield batch


def _start(root: Path) -> subprocess.Popen[bytes]:
    # The scanner is a Go library: its own threads and its early collections only take turns with our processes.
    return start_module("tasks.source.index_worker", str(root), GOMAXPROCS="1", GOGC="400")


def _read_answer(line: str) -> Answer | None:
    """The facts and the records, in the order of `Depth`, of a line that tabs divide, which no JSON holds."""
    if line == "null":
        return None
    facts, *texts = line.split("\t")
    return Answer(facts, {depth: text for depth, text in zip(Depth, texts, strict=True) if text})


def _ask(worker: subprocess.Popen[bytes], batch: list[Request], depth: Depth, redact: bool) -> list[str] | None:
    """A line for each request, or None where the worker is dead or too slow to wait for."""
    if worker.stdin is None or worker.stdout is None:
        return None
    rows = [[one.path, one.sha256, depth, redact] for one in batch]
    try:
        # One line: the worker has read all of it before it writes, so that neither waits for the other's pipe.
        worker.stdin.write(json.dumps(rows).encode() + b"\n")
        worker.stdin.flush()
        answer = _read(worker.stdout.fileno(), len(batch))
    except OSError:
        return None
    return None if answer is None else answer.decode("utf-8", "surrogatepass").split("\n")[:-1]


def _read(handle: int, lines: int) -> bytes | None:
    """So many lines, or None where the other end closes or the time is over."""
    pieces: list[bytes] = []
    deadline = time.monotonic() + _ANSWER_SECONDS
    while lines > 0:
        ready, _, _ = select.select([handle], [], [], max(0.0, deadline - time.monotonic()))
        piece = os.read(handle, _READ_BYTES) if ready else b""
        if not piece:
            return None
        pieces.append(piece)
        lines -= piece.count(b"\n")
    return b"".join(pieces)


def _stop(worker: subprocess.Popen[bytes]) -> None:
    close_pipes(worker)
    try:
        worker.wait(_END_SECONDS)
    except subprocess.TimeoutExpired:
        worker.kill()
        worker.wait()
