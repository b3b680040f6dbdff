"""What the processes of `make bench-index` do: a survey, a whole index, a verification, each measured by itself."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

_INDEX = """
import json, resource, sys, time
from pathlib import Path
from tasks.source.index_store import IndexStore
from tasks.source.manifest import take_manifest
from tasks.source.secrets import redact
from tasks.source.view import SourceView
root, cache, whole = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3] == "whole"
began, used = time.perf_counter(), time.process_time()
store = IndexStore(cache)
view = SourceView(root, take_manifest(root, index=store), redact, store)
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
own, workers = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
print(json.dumps({
    "seconds": done, "loaded": loaded, "cpu": used,
    "files": len(view.paths), "names": names, "skipped": len(view.manifest.skipped),
    "redacted": hidden, "mib": own.ru_maxrss / 1024, "worker_mib": workers.ru_maxrss / 1024,
}))
"""
_VERIFY = """
import json, resource, sys, time
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
view = SourceView(root, take_manifest(root, index=store), redact, store)
found = check_fidelity(text, index_of(view))
print(json.dumps({"seconds": time.perf_counter() - began,
                  "mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))
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
    mib: float
    worker_mib: float

    @property
    def peak(self) -> float:
        """Of the process that took most, in MiB."""
        return max(self.mib, self.worker_mib)


def survey(source: Path, cache: Path) -> Run:
    """A first look at every file: names, kinds, lines, words, secrets."""
    return Run(**answer(_INDEX, str(source), str(cache), "survey"))


def whole(source: Path, cache: Path) -> Run:
    """Everything that every file says: signatures, docstrings, parameters, calls, imports."""
    return Run(**answer(_INDEX, str(source), str(cache), "whole"))


def verify(source: Path, cache: Path, book: Path) -> tuple[float, float]:
    """Seconds and MiB that the check of a text takes, the source pinned and its secrets hidden."""
    found = answer(_VERIFY, str(source), str(cache), str(book))
    return found["seconds"], found["mib"]


def answer(code: str, *arguments: str) -> dict[str, float]:
    """What a program prints as JSON."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        (sys.executable, "-c", code, *arguments), env=environment, capture_output=True, text=True, check=True
    )
    found: dict[str, float] = json.loads(done.stdout)
    return found
