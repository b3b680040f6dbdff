"""Which files a source consists of: as git lists them, else a walk that obeys the folder's .gitignore."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from memory_schema.errors import SourceError
from tasks.source.file_names import refusal_of, refusals_below, shown
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
    is_chosen = _choice(include, exclude)
    skipped: list[Skipped] = []
    stamps: dict[str, str] = {}
    links: list[str] = []
    tracked = files_of_work_tree(base)
    for folder in _walk(base, skipped) if tracked is None else _tracked_folders(base, tracked):
        lead = _lead(folder.path)
        place = f"{base}/{lead}"
        if folder.refusal is None:
            refused = refusals_below(folder.path, folder.names)
        else:
            refused = dict.fromkeys(folder.names, folder.refusal)
        for name in folder.names:
            path = lead + name
            if is_chosen is not None and not is_chosen(path):
                continue
            reason = refused.get(name)
            if reason is None:
                try:
                    status = os.lstat(place + name)
                except (FileNotFoundError, NotADirectoryError):
                    continue  # git still knows the file, the disk does not
                except OSError as error:
                    skipped.append(Skipped(path, f"unreadable: {error.strerror}"))
                    continue
                if stat.S_ISREG(status.st_mode):
                    stamps[path] = stamp_of(status, began)
                    continue
                if stat.S_ISLNK(status.st_mode):
                    links.append(path)
                    continue
                reason = _kind_refusal(place + name, status)
            skipped.append(Skipped(shown(path), reason))
    files = set(stamps)
    if not include:
        # Whoever names files in `include` has looked at them.
        for vendored, (reason, inside) in vendored_folders(files).items():
            files -= inside
            skipped.append(Skipped(f"{vendored}/", f"{reason} ({len(inside)} file{'' if len(inside) == 1 else 's'})"))
    skipped += [Skipped(shown(link), _link_refusal(base, link, files)) for link in links]
    kind: Kind = "folder" if tracked is None else "git"
    return Listing(tuple(sorted(files)), tuple(sorted(set(skipped), key=lambda one: one.path)), kind, stamps)


def _choice(include: Sequence[str], exclude: Sequence[str]) -> Callable[[str], bool] | None:
    """Whether the author wants a path; None where any is wanted."""
    wanted, unwanted = author_patterns(include, "include"), author_patterns(exclude, "exclude")
    if not include and not exclude:
        return None
    return lambda path: (not include or wanted.match_file(path)) and not (exclude and unwanted.match_file(path))


class _Folder(NamedTuple):
    """A folder ("" is the root) with the names of files, or of links, in it, and why none of them is read."""

    path: str
    names: list[str]
    refusal: str | None = None


def _tracked_folders(base: Path, paths: Iterable[str]) -> Iterator[_Folder]:
    """The paths that git lists, by folder."""
    inside: dict[str, list[str]] = {}
    for path in sorted(paths):
        folder, _, name = path.rpartition("/")
        inside.setdefault(folder, []).append(name)
    for folder, names in inside.items():
        reason = refusal_of(folder) if folder else None
        # Git lists `a/b` even after `a` was replaced by a link to elsewhere.
        if reason is None and folder and os.path.realpath(base / folder) != str(base / folder):
            reason = "below a symbolic link"
        yield _Folder(folder, names, reason)


def _walk(base: Path, skipped: list[Skipped]) -> Iterator[_Folder]:
    """Every folder that is entered; own stack, since a hostile tree may be very deep."""
    speaking: set[str] = set()
    rules = rules_at(base, speaking)
    pending, seen = [""], 0
    while pending:
        folder = pending.pop()
        files: list[str] = []
        folders: list[str] = []
        try:
            with os.scandir(f"{base}/{folder}") as found:
                for entry in found:
                    (folders if entry.is_dir(follow_symlinks=False) else files).append(entry.name)
        except OSError as error:
            skipped.append(Skipped(shown(folder) + "/", f"unreadable: {error.strerror}"))
            continue
        seen += len(files) + len(folders)
        if seen > MAX_ENTRIES:
            raise SourceError(f"{base} holds more than {MAX_ENTRIES} files; name a folder below it")
        if IGNORE_FILE in files:
            speaking.add(folder)
        lead = _lead(folder)
        if rules.speak_in(folder):
            files = [name for name in files if not rules.ignores(lead + name, folder=False)]
            folders = [name for name in folders if not rules.ignores(lead + name, folder=True)]
        refused = refusals_below(folder, folders)
        skipped += [Skipped(f"{shown(lead + name)}/", reason) for name, reason in refused.items()]
        pending += [lead + name for name in folders if name not in refused]
        yield _Folder(folder, files)


def _lead(folder: str) -> str:
    return f"{folder}/" if folder else ""


def _kind_refusal(path: str, status: os.stat_result) -> str:
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
