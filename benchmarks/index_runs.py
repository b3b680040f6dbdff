"""What the processes of `make bench-index` do: a survey, a whole index, a verification, each measured by itself."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MOST_WORKERS = 4
_WATCH_SECONDS = 0.25

_INDEX = """
import json, resource, sys, time
from pathlib import Path
from tasks.source import index_workers
from tasks.source.index_store import IndexStore
from tasks.source.manifest import take_manifest
from tasks.source.secrets import redact
from tasks.source.view import SourceView
root, cache, whole = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3] == "whole"
index_workers.MOST_WORKERS = int(sys.argv[4])
began, used = time.perf_counter(), time.process_time()
store = IndexStore(cache)
view = SourceView(root, take_manifest(root, index=store, with_surveys=True), redact, store)
view.index_all() if whole else view.survey_all()
done = time.perf_counter() - began
used = time.process_time() - used + sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
if whole:
    names = sum(len(view.symbols(path)) for path in view.paths)
    for path in view.paths:
        view.imports(path)
else:
    names = sum(len(look.headings) for _, look in view.surveys())
loaded = time.perf_counter() - began - done
hidden = len(view.redactions())
store.close()
print(json.dumps({
    "seconds": done, "loaded": loaded, "cpu": used,
    "files": len(view.paths), "names": names, "skipped": len(view.manifest.skipped),
    "redacted": hidden,
}))
"""
_VERIFY = """
import json, sys, time
from pathlib import Path
from tasks.checks.fidelity import check_fidelity
from tasks.checks.source_index import index_of
from tasks.source.index_store import IndexStore
from tasks.source.manifest import take_manifest
from tasks.source.secrets import redact
from tasks.source.view import SourceView
root, cache, book = Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])
text = book.read_text()
began = time.perf_counter()
store = IndexStore(cache)
view = SourceView(root, take_manifest(root, index=store, with_surveys=True), redact, store)
found = check_fidelity(text, index_of(view))
print(json.dumps({"seconds": time.perf_counter() - began}))
"""


@dataclass(frozen=True)
class Run:
    """What one process measured of itself: seconds of the wall and of the processor, MiB."""

    seconds: float
    loaded: float
    cpu: float
    files: float
    names: float
    skipped: float
    redacted: float
    peak: float
    """Of all processes together, what they share counted once."""


def survey(source: Path, cache: Path, workers: int = MOST_WORKERS, *, watched: bool = False) -> Run:
    """A first look at every file: names, kinds, lines, words, secrets."""
    return Run(**answer(_INDEX, str(source), str(cache), "survey", str(workers), watched=watched))


def whole(source: Path, cache: Path) -> Run:
    """Everything that every file says: signatures, docstrings, parameters, calls, imports."""
    return Run(**answer(_INDEX, str(source), str(cache), "whole", str(MOST_WORKERS)))


def verify(source: Path, cache: Path, book: Path) -> tuple[float, float]:
    """Seconds and MiB that the check of a text takes, the source pinned and its secrets hidden."""
    found = answer(_VERIFY, str(source), str(cache), str(book))
    return found["seconds"], found["peak"]


def answer(code: str, *arguments: str, watched: bool = True) -> dict[str, float]:
    """What a program prints as JSON, and the most memory that it and its processes held at once.

    Watching takes a few hundredths of the processor, so that a run that is timed against the clock goes without.
    """
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    child = subprocess.Popen((sys.executable, "-c", code, *arguments), env=environment, stdout=subprocess.PIPE)
    peak = 0
    over = threading.Event()

    def watch() -> None:
        nonlocal peak
        while not over.wait(_WATCH_SECONDS):
            peak = max(peak, sum(map(_held, _family(child.pid))))

    watcher = threading.Thread(target=watch)
    if watched:
        watcher.start()
    printed, _ = child.communicate()
    if watched:
        over.set()
        watcher.join()
    if child.returncode:
        raise subprocess.CalledProcessError(child.returncode, child.args)
    found = json.loads(printed)
    return {**found, "peak": peak / 1024} if isinstance(found, dict) else found


def _family(pid: int) -> list[int]:
    """A process and its children."""
    try:
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        children = [child for task in tasks for child in (task / "children").read_text().split()]
    except OSError:
        return [pid]
    return [pid, *map(int, children)]


def _held(pid: int) -> int:
    """KiB of memory; a page that several processes share is divided between them."""
    try:
        rows = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(row.split()[1]) for row in rows if row.startswith("Pss:"))
