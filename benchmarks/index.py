"""`make bench-index`: the figures of issue 5 on a large real repository, beside universal-ctags.

The sources come from the package registry at pinned versions, into a temporary folder. Each run of the index is
a process of its own, so that its peak memory is its own; times are of the wall and of the processor, since a
busy machine stretches the first only.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PINNED = ("django==5.2.8", "prefect==3.9.1", "sympy==1.14.0")
BOOK_PAGES = 300
LINES_A_PAGE = 40
MANY_FILES = 50_000

_INDEX = """
import json, resource, sys, time
from pathlib import Path
from tasks.source.index_store import IndexStore
from tasks.source.manifest import take_manifest
from tasks.source.secrets import redact
from tasks.source.view import SourceView
root, cache = Path(sys.argv[1]), Path(sys.argv[2])
began, used = time.perf_counter(), time.process_time()
store = IndexStore(cache)
view = SourceView(root, take_manifest(root, index=store), redact, store)
view.index_all()
done = time.perf_counter() - began
symbols = sum(len(view.symbols(path)) for path in view.paths)
for path in view.paths:
    view.imports(path)
loaded = time.perf_counter() - began - done
store.close()
own, workers = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
print(json.dumps({
    "seconds": done, "loaded": loaded, "cpu": time.process_time() - used + workers.ru_utime + workers.ru_stime,
    "files": len(view.paths), "symbols": symbols, "skipped": len(view.manifest.skipped),
    "redacted": len(view.redactions()), "mib": own.ru_maxrss / 1024, "worker_mib": workers.ru_maxrss / 1024,
}))
"""
_VERIFY = """
import json, resource, sys, time
from pathlib import Path
from tasks.checks.fidelity import check_fidelity
from tasks.checks.source_index import index_of
from tasks.source.manifest import take_manifest
from tasks.source.view import SourceView
root, book = Path(sys.argv[1]), Path(sys.argv[2])
view = SourceView(root, take_manifest(root))
text = book.read_text()
began = time.perf_counter()
found = check_fidelity(text, index_of(view))
print(json.dumps({"seconds": time.perf_counter() - began,
                  "mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, "found": str(found)[:0]}))
"""


@dataclass(frozen=True)
class Run:
    """What one process measured of itself."""

    seconds: float
    loaded: float
    cpu: float
    files: float
    symbols: float
    skipped: float
    redacted: float
    mib: float
    worker_mib: float


def main() -> int:
    """Fetch, measure, print; the exit code is 1 where a goal of issue 5 is missed."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--source", type=Path, help="a folder instead of the pinned package")
    arguments.add_argument("--many", action="store_true", help="also pin fifty thousand small files")
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory(prefix="sourcebook-bench-") as folder:
        work = Path(folder)
        source = copied(options.source, work) if options.source else fetched(PINNED, work)
        met = measured(source, work)
        if options.many:
            pin_many(work)
    return 0 if met else 1


def fetched(packages: tuple[str, ...], work: Path) -> Path:
    """The packages as the registry has them, side by side, without what they depend on."""
    source = work / "source"
    uv = shutil.which("uv") or shutil.which("uv", path=str(Path(sys.prefix) / "bin"))
    installer = (uv, "pip", "install") if uv else (sys.executable, "-m", "pip", "install")
    command = (*installer, "--quiet", "--no-deps", "--target", str(source), *packages)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"cannot fetch {', '.join(packages)} from the registry: {done.stderr.strip()[-300:]}")
    for compiled in source.rglob("__pycache__"):
        shutil.rmtree(compiled)
    return source


def copied(folder: Path, work: Path) -> Path:
    """A folder of the user's, copied, since one file of it will be changed."""
    return Path(shutil.copytree(folder, work / "source", symlinks=True))


def measured(source: Path, work: Path) -> bool:
    """Every figure, printed as it is known; whether all goals are met."""
    age(source)
    first = index(source, work / "cache")
    again = index(source, work / "cache")
    change_one(source)
    second = index(source, work / "cache")
    listing = files_of(source, work)
    tags = ctags(listing, work)
    rate = first.files / first.seconds
    print(f"source: {first.files} files read, {first.skipped} skipped with reasons, {first.symbols} definitions, "
          f"{first.redacted} lines redacted")  # fmt: skip
    line("index, first run", first.seconds, f"{rate:.0f} files/s, {first.cpu:.1f} s of processor")
    line("index, unchanged", again.seconds, f"{again.cpu:.2f} s of processor")
    line("index, one file changed", second.seconds, f"1/{first.seconds / second.seconds:.0f} of the first (goal 1/20)")
    line("  and every definition and import loaded", second.loaded, "")
    peak = max(first.mib, first.worker_mib)
    print(f"peak memory: {first.mib:.0f} MiB, the largest worker {first.worker_mib:.0f} MiB (goal 300)")
    if tags is None:
        print("universal-ctags: not installed (Debian: apt-get install universal-ctags); no comparison")
    else:
        seconds, mib = tags
        line("universal-ctags, the same files", seconds, f"{first.files / seconds:.0f} files/s, {mib:.0f} MiB")
        print(f"index / ctags: {rate / (first.files / seconds):.3f} of its speed (goal 0.33)")
    verified = verify(source, work)
    if verified is not None:
        line(f"verify {BOOK_PAGES} pages", verified, "goal 5 s")
    return bool(
        first.seconds / second.seconds >= 20
        and peak <= 300
        and (tags is None or rate >= first.files / tags[0] / 3)
        and (verified is None or verified <= 5)
    )


def line(what: str, seconds: float, more: str) -> None:
    """One figure."""
    print(f"{what:<42} {seconds:8.2f} s   {more}", flush=True)


def age(source: Path) -> None:
    """An hour old, as a repository is: a file written this instant is always read again."""
    then = time.time() - 3600
    for path in source.rglob("*"):
        if path.is_file() and not path.is_symlink():
            os.utime(path, (then, then))
    time.sleep(2.1)


def change_one(source: Path) -> None:
    """Add a definition to the largest Python file."""
    largest = max(source.rglob("*.py"), key=lambda path: path.stat().st_size)
    with largest.open("a", encoding="utf-8") as file:
        file.write("\n\ndef added_by_the_benchmark() -> None: ...\n")


def index(source: Path, cache: Path) -> Run:
    """One run of the index in a process of its own."""
    found = answer(_INDEX, str(source), str(cache))
    return Run(**found)


def verify(source: Path, work: Path) -> float | None:
    """Seconds that a book of 300 pages takes whose quotes are all of this source; None where that is not built."""
    book = work / "book.md"
    book.write_text(quoting(source), encoding="utf-8")
    try:
        return float(answer(_VERIFY, str(source), str(book))["seconds"])
    except subprocess.CalledProcessError as error:
        print(f"verify: {error.stderr.strip().splitlines()[-1]}")
        return None


def answer(code: str, *arguments: str) -> dict[str, float]:
    """What a program prints as JSON."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        (sys.executable, "-c", code, *arguments), env=environment, capture_output=True, text=True, check=True
    )
    found: dict[str, float] = json.loads(done.stdout)
    return found


def quoting(source: Path) -> str:
    """A text of 300 pages: prose, and quotes of twelve lines with their places."""
    pages: list[str] = ["# A book\n"]
    files = sorted(path for path in source.rglob("*.py") if path.stat().st_size > 2_000)
    for number in range(BOOK_PAGES):
        path = files[number * 7 % len(files)]
        lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
        start = number * 13 % max(1, len(lines) - 12)
        quote = "\n".join(lines[start : start + 12])
        place = f"{path.relative_to(source)}:{start + 1}-{start + 12}"
        prose = "\n".join(
            f"Line {row} says something of `{path.name}` and goes on." for row in range(LINES_A_PAGE - 16)
        )
        pages.append(f"## Page {number}\n\n{prose}\n\n````python {place}\n{quote}\n````\n")
    return "\n".join(pages)


def files_of(source: Path, work: Path) -> Path:
    """The files that the index reads, one a line, for ctags."""
    code = (
        "import json, sys; from pathlib import Path; from tasks.source.manifest import take_manifest;"
        "print(json.dumps(sorted(take_manifest(Path(sys.argv[1])).files)))"
    )
    listing = work / "files.txt"
    paths = answer(code, str(source))
    listing.write_text("".join(f"{source}/{path}\n" for path in paths), encoding="utf-8")
    return listing


def ctags(listing: Path, work: Path) -> tuple[float, float] | None:
    """Seconds and MiB of universal-ctags over the same files, or None where it is not installed."""
    program = shutil.which("ctags-universal") or shutil.which("ctags")
    if program is None or b"Universal" not in subprocess.run((program, "--version"), capture_output=True).stdout:
        return None
    command = (program, "--fields=+neS", "-f", str(work / "tags"), "-L", str(listing))
    began = time.perf_counter()
    child = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    _, _, usage = os.wait4(child.pid, 0)
    return time.perf_counter() - began, usage.ru_maxrss / 1024


def pin_many(work: Path) -> None:
    """Fifty thousand small files: listed, hashed, pinned."""
    many = work / "many"
    for folder in range(MANY_FILES // 100):
        (many / f"f{folder}").mkdir(parents=True)
        for number in range(100):
            (many / f"f{folder}" / f"{number}.py").write_text(f"def f{number}(): ...\n")
    run = index(many, work / "many-cache")
    line(f"{run.files} files", run.seconds, f"{run.mib:.0f} MiB, {run.files / run.seconds:.0f} files/s")


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.exit(main())
