"""The books of `make bench-fidelity`: real packages at pinned versions, and chapters that the product wrote of them.

Packages come through pip and npm, whatever registry these are configured for. A book is written by the flows with
Prefect's engine left out, since the engine has no say in what a chapter says and costs minutes.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tarfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

NPM, PIP = "npm", "pip"
_WRITTEN = "written"
"""Marks a book whose run came to its end: pages alone prove nothing, they arrive chapter by chapter."""


@dataclass(frozen=True)
class Package:
    """One pinned package, the part of it that the book is about, and the language of that part."""

    registry: str
    name: str
    version: str
    language: str
    inside: str
    chapters: int
    book_language: str = "en"

    @property
    def label(self) -> str:
        """A name that is a folder's name as well."""
        return self.name.strip("@").replace("/", "-")

    @property
    def book_label(self) -> str:
        """The same for its book."""
        return self.label if self.book_language == "en" else f"{self.label}-{self.book_language}"


_WORDS = {"en": 1800, "zh": 2000}
PACKAGES = (
    Package(PIP, "jinja2", "3.1.6", "Python", "src/jinja2", 6),
    Package(NPM, "express", "5.1.0", "JavaScript", "lib", 3),
    Package(NPM, "rxjs", "7.8.1", "TypeScript", "src/internal", 5),
    Package(NPM, "@capacitor/android", "6.1.2", "Java", "capacitor/src/main/java", 4),
    Package(NPM, "@capacitor/ios", "6.1.2", "Swift", "Capacitor/Capacitor", 4),
    Package(NPM, "better-sqlite3", "11.3.0", "C++", "src", 3),
    Package(PIP, "jinja2", "3.1.6", "Python", "src/jinja2", 4, "zh"),
)


def prepare(package: Package, build: Path) -> tuple[Path, Path]:
    """(book, source folder): fetched and written below `build`, or as they were left there.

    Raises subprocess.CalledProcessError where the registry does not have the package.
    """
    source = build / "sources" / f"{package.label}-{package.version}"
    if not source.is_dir():
        _unpack(_fetched(package, build / "archives"), source)
    inside = source / package.inside
    book = build / "books" / package.book_label
    if not (book / _WRITTEN).is_file():
        _write(package, inside, book)
        (book / _WRITTEN).touch()
    return book, inside


def _fetched(package: Package, folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    before = set(folder.iterdir())
    if package.registry == NPM:
        command = ["npm", "pack", "--silent", f"{package.name}@{package.version}"]
    else:
        exact = f"{package.name}=={package.version}"
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:", exact]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    made = set(folder.iterdir()) - before
    return made.pop() if made else next(path for path in before if package.label in path.name)


def _unpack(archive: Path, target: Path) -> None:
    with tarfile.open(archive) as opened:
        opened.extractall(target.with_suffix(".part"), filter="data")
    (top,) = target.with_suffix(".part").iterdir()
    top.rename(target)
    target.with_suffix(".part").rmdir()


def _write(package: Package, source: Path, book: Path) -> None:
    import prefect

    from flows.book import write_book

    def plain(self: Any, *args: Any, **values: Any) -> Any:
        return self.fn(*args, **values)

    prefect.Task.__call__ = plain  # type: ignore[method-assign]
    prefect.Flow.__call__ = plain  # type: ignore[method-assign]
    book.mkdir(parents=True, exist_ok=True)
    (book / "book.toml").write_text(
        f'title = "Inside {package.name}"\nlanguage = "{package.book_language}"\n'
        'approve = "auto"\non_blocked = "accept"\n'
        f'[source]\npath = "{source.resolve()}"\n'
        f"[chapters]\nmost = {package.chapters}\nwords = {_WORDS[package.book_language]}\n",
        encoding="utf-8",
    )
    asyncio.run(write_book(str(book)))


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    for one in PACKAGES:
        print(one.label, prepare(one, Path(sys.argv[1])))
