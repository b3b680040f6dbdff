"""`make bench-index`: the figures of issue 5 on a large real repository, beside universal-ctags.

The sources come from the package registry at pinned versions, into a temporary folder. Each run of the index is
a process of its own, so that its peak memory is its own; times are of the wall and of the processor, since a
busy machine stretches the first only.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.index_runs import MOST_WORKERS, Run, answer, survey, verify, whole  # noqa: E402

PINNED = ("django==5.2.8", "prefect==3.9.1", "sympy==1.14.0")
ROUNDS = 5
"""Each a first survey, ctags, and a survey after one change, so that a slow minute of the machine meets all three; of
each the quickest counts: another job only ever makes a run slower."""
BOOK_PAGES = 300
LINES_A_PAGE = 40
MANY_FILES = 50_000


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
    # Copies: uv would link to the files of its own cache, and one of them will be changed here.
    installer = (uv, "pip", "install", "--link-mode", "copy") if uv else (sys.executable, "-m", "pip", "install")
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
    listing = files_of(source, work)
    rounds = [
        (survey(source, work / f"cache-{number}"), ctags(listing, work), changed(source, work / f"cache-{number}"))
        for number in range(ROUNDS)
    ]
    first = min((run for run, _, _ in rounds), key=lambda run: run.seconds)
    tags = min((one for _, one, _ in rounds if one), default=None)
    second = min((run for _, _, run in rounds), key=lambda run: run.seconds)
    peak = survey(source, work / "cache-watched", watched=True).peak
    alone = survey(source, work / "cache-alone", workers=1)
    cache = work / f"cache-{ROUNDS - 1}"
    again = survey(source, cache)
    everything = whole(source, work / "whole")
    rate = first.files / first.seconds
    workers = min(MOST_WORKERS, os.cpu_count() or 1)
    print(f"source: {first.files} files read, {first.skipped} skipped with reasons, {first.names} definitions, "
          f"{first.redacted} lines redacted")  # fmt: skip
    line(
        "survey, first run (names, lines, words)",
        first.seconds,
        f"{rate:.0f} files/s, {first.cpu:.1f} s CPU, {workers} workers",
    )
    line("  by one worker process instead", alone.seconds,
         f"{alone.files / alone.seconds:.0f} files/s, {alone.cpu:.1f} s CPU")  # fmt: skip
    line("survey, unchanged", again.seconds, f"{again.cpu:.2f} s CPU")
    line("survey, one file changed", second.seconds, f"1/{first.seconds / second.seconds:.0f} of the first (goal 1/20)")
    line("everything of every file, first run", everything.seconds,
         f"{everything.files / everything.seconds:.0f} files/s, {everything.cpu:.1f} s CPU, {everything.names} "
         "definitions")  # fmt: skip
    line("  and every definition and import loaded", everything.loaded, "")
    print(f"peak memory of all processes together: survey {peak:.0f} MiB, everything {everything.peak:.0f} MiB "
          "(goal 300)")  # fmt: skip
    if tags is None:
        print("universal-ctags: not installed (Debian: apt-get install universal-ctags); no comparison")
    else:
        seconds, mib = tags
        line("universal-ctags, the same files", seconds, f"{first.files / seconds:.0f} files/s, {mib:.0f} MiB")
        print(f"of its speed, which uses one core: survey {seconds / first.seconds:.3f} (goal 0.33), by one worker "
              f"{seconds / alone.seconds:.3f}, everything {seconds / everything.seconds:.3f}")  # fmt: skip
    book = work / "book.md"
    book.write_text(quoting(source), encoding="utf-8")
    verified, mib = verify(source, cache, book)
    line(f"verify {BOOK_PAGES} pages, pinning included", verified, f"{mib:.0f} MiB, goal 5 s")
    return bool(
        first.seconds / second.seconds >= 20
        and max(peak, everything.peak) <= 300
        and (tags is None or first.seconds <= tags[0] * 3)
        and verified <= 5
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


def changed(source: Path, cache: Path) -> Run:
    """A survey after one file was changed."""
    change_one(source)
    return survey(source, cache)


def change_one(source: Path) -> None:
    """Add a definition to the Python file of the size that most are about: half of them are smaller."""
    files = sorted(source.rglob("*.py"), key=lambda path: (path.stat().st_size, path))
    with files[len(files) // 2].open("a", encoding="utf-8") as file:
        file.write("\n\ndef added_by_the_benchmark() -> None: ...\n")


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
    """Fifty thousand small files: listed, hashed, pinned, surveyed."""
    many = work / "many"
    for folder in range(MANY_FILES // 100):
        (many / f"f{folder}").mkdir(parents=True)
        for number in range(100):
            (many / f"f{folder}" / f"{number}.py").write_text(f"def f{number}(): ...\n")
    run = survey(many, work / "many-cache")
    line(f"{run.files} files", run.seconds, f"{run.peak:.0f} MiB, {run.files / run.seconds:.0f} files/s")


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.exit(main())
