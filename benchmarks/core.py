"""`make bench-core`: the figures of issue 2, each as one line with its goal.

The book *Inside Jinja2* is written by the offline author through the real command line, with every
write durable, in a temporary folder; then `status` looks at a synthetic book of 100 finished chapters.
Exit code 1 when a goal is missed.
"""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.hundred_chapters import build_book  # noqa: E402

CHAPTERS = 100
STATUS_RUNS = 3
_COMMAND = (sys.executable, "-m", "deployments.cli")
_STATUS_AND_MODULES = (
    "import sys\nfrom deployments.cli import main\n"
    "try:\n    main(sys.argv[1:])\n"
    "finally:\n    print('prefect' if 'prefect' in sys.modules else 'no prefect', file=sys.stderr)\n"
)


@dataclass(frozen=True)
class Figure:
    """One measured value and its goal; `met` is None where there is no goal."""

    what: str
    value: str
    goal: str
    met: bool | None

    def line(self) -> str:
        """The figure as it is printed."""
        mark = "" if self.met is None else ("  ✅" if self.met else "  ❌")
        return f"{self.what:<52} {self.value:>34}   {self.goal}{mark}"


def main() -> int:
    """Measure and print everything; returns the exit code."""
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory(prefix="sourcebook-bench-") as folder:
        for part in (written_book(Path(folder) / "jinja2"), finished_book(Path(folder) / "hundred")):
            for figure in part:
                print(figure.line(), flush=True)
                figures.append(figure)
    return 1 if any(figure.met is False for figure in figures) else 0


def written_book(book: Path) -> Sequence[Figure]:
    """Write a real book and read its figures off its log."""
    _run("new", str(book), "--source", "package:jinja2", "--title", "Inside Jinja2", "--approve", "auto")
    started = time.perf_counter()
    _run("write", str(book))
    seconds = time.perf_counter() - started
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    events = _log(book)
    summary = next(event for event in events if event["event"] == "summary")
    own = [event["ms"] - event["model_ms"] for event in events if event["event"] == "agent" and not event["fresh"]]
    share, notes, process = summary["reached_share"], summary["note_tokens"], summary["process_tokens"]
    return (
        Figure("tokens that reach the orchestrator / process tokens", f"{notes:,} / {process:,} = {share:.2%}",
               "goal <= 4 %, aim 1 %", share <= 0.04),
        Figure("time per agent outside the model, all writes durable",
               f"median {statistics.median(own):.0f} ms of {len(own)} (max {max(own)})",
               "goal: median <= 60 ms", statistics.median(own) <= 60),
        Figure("peak memory of the run (client and embedded server)", f"{peak:,.0f} MiB", "", None),
        Figure("the whole book, from nothing to pages", f"{seconds:.1f} s, {summary['calls']} calls", "", None),
    )  # fmt: skip


def finished_book(book: Path) -> Sequence[Figure]:
    """Time `status` on a finished book of 100 chapters."""
    outputs = build_book(book, CHAPTERS)
    times = []
    for _ in range(STATUS_RUNS):
        started = time.perf_counter()
        said = _run("status", str(book), "--json")
        times.append(time.perf_counter() - started)
    states = {chapter["state"] for chapter in json.loads(said)["chapters"]}
    assert states == {"fresh"}, f"the synthetic book is not finished: {states}"
    asked = subprocess.run(
        [sys.executable, "-c", _STATUS_AND_MODULES, "status", str(book)], cwd=ROOT, capture_output=True, text=True
    )
    seconds = statistics.median(times)
    return (
        Figure(f"status, {CHAPTERS} finished chapters, {outputs:,} outputs", f"median {seconds:.2f} s",
               "goal <= 2 s", seconds <= 2),
        Figure("status imports Prefect", asked.stderr.strip().splitlines()[-1], "goal: no",
               asked.stderr.strip().endswith("no prefect")),
    )  # fmt: skip


def _run(*arguments: str) -> str:
    done = subprocess.run([*_COMMAND, *arguments], cwd=ROOT, capture_output=True, text=True, env=dict(os.environ))
    if done.returncode:
        sys.exit(f"sourcebook {' '.join(arguments)}: exit code {done.returncode}\n{done.stderr}")
    return done.stdout


def _log(book: Path) -> list[dict[str, Any]]:
    lines = (line for path in sorted((book / "output/logs").glob("*.jsonl")) for line in path.open(encoding="utf-8"))
    return [json.loads(line) for line in lines]


if __name__ == "__main__":
    sys.exit(main())
