"""Which files a source consists of: as git lists them, else a walk that obeys the folder's .gitignore."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from memory_schema.errors import SourceError
from tasks.source.file_names import refusal_of, shown
from tasks.source.file_origin import vendored_folders
from tasks.source.file_stamp import stamp_of
from tasks.source.git_tree import files_of_work_tree
from tasks.source.ignore_rules import IGNORE_FILE, author_patterns, rules_at

MAX_ENTRIES = 200_000

Kind = Literal["git", "folder"]


@dataclass(frozen=True, slots=True)
class Skipped:
    """A path (escaped where its name could forge a line) that is no part of the source, and why."""

    path: str
    reason: str


@dataclass(frozen=True)
class Listing:
    """Regular files below the root by relative posix path, sorted; no link is among them.

    What git or a .gitignore ignores, and what book.toml leaves out, is in neither list. `stamps` tell by path in
    which state a file was met (`file_stamp`).
    """

    files: tuple[str, ...]
    skipped: tuple[Skipped, ...]
    kind: Kind
    stamps: Mapping[str, str]


def list_source(root: Path, include: Sequence[str] = (), exclude: Sequence[str] = ()) -> Listing:
    """List a source as git does; never fails for the sake of one file.

    `include` and `exclude` are gitignore patterns relative to the root; an empty `include` means everything.
    Raises SourceError for a pattern that is none, or a tree of more than MAX_ENTRIES entries.
    """
    base, began = root.resolve(), time.time_ns()
    wanted, unwanted = author_patterns(include, "include"), author_patterns(exclude, "exclude")

    def chosen(path: str) -> bool:
        return (not include or wanted.match_file(path)) and not (exclude and unwanted.match_file(path))

    skipped: list[Skipped] = []
    names = files_of_work_tree(base)
    kind: Kind = "folder" if names is None else "git"
    candidates = _walk(base, skipped) if names is None else sorted(names)
    stamps: dict[str, str] = {}
    links: list[str] = []
    parents = _RealFolders(base)
    prefix = f"{base}/"
    for path in candidates:
        if not chosen(path):
            continue
        reason = refusal_of(path)
        if reason is None:
            try:
                status = os.lstat(prefix + path)
            except (FileNotFoundError, NotADirectoryError):
                continue  # git still knows the file, the disk does not
            except OSError as error:
                skipped.append(Skipped(path, f"unreadable: {error.strerror}"))
                continue
            if stat.S_ISLNK(status.st_mode):
                links.append(path)
                continue
            reason = _kind_refusal(prefix + path, status)
            if reason is None and kind == "git":  # the walk itself enters no link
                reason = parents.refusal_of(path)
        if reason is None:
            stamps[path] = stamp_of(status, began)
        else:
            skipped.append(Skipped(shown(path), reason))
    files = set(stamps)
    if not include:
        # Whoever names files in `include` has looked at them.
        for folder, (reason, inside) in vendored_folders(files).items():
            files -= inside
            skipped.append(Skipped(f"{folder}/", f"{reason} ({len(inside)} file{'' if len(inside) == 1 else 's'})"))
    skipped += [Skipped(shown(link), _link_refusal(base, link, files)) for link in links]
    return Listing(tuple(sorted(files)), tuple(sorted(set(skipped), key=lambda one: one.path)), kind, stamps)


class _RealFolders:
    """Finds folders that became links: git lists `a/b` even after `a` was replaced by a link to elsewhere."""

    def __init__(self, base: Path) -> None:
        self._base = base
        self._real: dict[str, bool] = {"": True}

    def refusal_of(self, path: str) -> str | None:
        folder = path.rpartition("/")[0]
        if folder not in self._real:
            full = self._base / folder
            self._real[folder] = os.path.realpath(full) == str(full)
        return None if self._real[folder] else "below a symbolic link"


def _walk(base: Path, skipped: list[Skipped]) -> Iterator[str]:
    """Every file below base, folders entered by name; own stack, since a hostile tree may be very deep."""
    speaking: set[str] = set()
    rules = rules_at(base, speaking)
    pending, seen = [""], 0
    while pending:
        folder = pending.pop()
        try:
            with os.scandir(f"{base}/{folder}") as found:
                entries = list(found)
        except OSError as error:
            skipped.append(Skipped(shown(folder) + "/", f"unreadable: {error.strerror}"))
            continue
        seen += len(entries)
        if seen > MAX_ENTRIES:
            raise SourceError(f"{base} holds more than {MAX_ENTRIES} files; name a folder below it")
        if any(entry.name == IGNORE_FILE for entry in entries):
            speaking.add(folder)
        is_ruled = rules.speak_in(folder)
        for entry in entries:
            path = f"{folder}/{entry.name}" if folder else entry.name
            is_folder = entry.is_dir(follow_symlinks=False)
            if is_ruled and rules.ignores(path, folder=is_folder):
                continue
            if not is_folder:
                yield path
            elif reason := refusal_of(path):
                skipped.append(Skipped(shown(path) + "/", reason))
            else:
                pending.append(path)


def _kind_refusal(path: str, status: os.stat_result) -> str | None:
    if stat.S_ISREG(status.st_mode):
        return None
    if stat.S_ISDIR(status.st_mode):
        try:
            with os.scandir(path) as entries:
                is_empty = next(entries, None) is None
        except OSError:
            is_empty = False
        if is_empty:
            return "a submodule that is not checked out; run git submodule update --init"
        return "a submodule or nested repository; give it as a source of its own"
    return "no regular file"


def _link_refusal(base: Path, link: str, files: set[str]) -> str:
    """Why a link is not read: inside the root it shows a file twice, outside it shows a stranger."""
    try:
        # os.path: Path.resolve answers a loop with a RuntimeError instead of the system's own words.
        target = Path(os.path.realpath(base / link, strict=True))
    except OSError as error:
        return f"a symbolic link that leads nowhere: {error.strerror}"
    if not target.is_relative_to(base):
        return "a symbolic link out of the source"
    inner = target.relative_to(base).as_posix()
    if target.is_dir():
        return f"a symbolic link to the folder {shown(inner)}"
    if inner in files:
        return f"a symbolic link to {shown(inner)}, which is read there"
    return f"a symbolic link to {shown(inner)}, which is not part of the source"
