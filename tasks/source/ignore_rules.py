"""gitignore patterns: those that a source carries itself, and those that an author writes in book.toml."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Container, Sequence
from pathlib import Path
from typing import TypeAlias

from pathspec import GitIgnoreSpec

from memory_schema.errors import SourceError

IGNORE_FILE = ".gitignore"
_MAX_BYTES = 256 * 1024
_MAX_PATTERN = 500
# A pattern becomes a regular expression whose cost grows with the number of its stars.
_MAX_STARS = 10
_FOLDER_MARK = "ps_d"
"""The group of a pattern of pathspec that matches the stroke behind a folder's name."""
_ALL_WITHIN = re.compile(r"(?<=[^/*])/\*\*(?=\s*$)")


_Chain: TypeAlias = tuple[tuple[int, GitIgnoreSpec], ...]
"""What speaks in a folder, the deepest first, each with where a path goes on below it."""


class IgnoreRules:
    """The .gitignore files of a source, asked as git asks: the deepest that speaks decides.

    Args:
        lines_in: the lines of the .gitignore in a folder ("" is the root); none where there is no such file.
    """

    def __init__(self, lines_in: Callable[[str], list[str]]) -> None:
        self._lines_in = lines_in
        self._chains: dict[str, _Chain] = {}

    def ignores(self, path: str, *, folder: bool) -> bool:
        """Whether the relative posix path is ignored; its parent folders must have been asked before."""
        for start, spec in self._chain(path.rpartition("/")[0]):
            verdict = _verdict(spec, path[start:] + "/" if folder else path[start:])
            if verdict is not None:
                return verdict
        return False

    def speak_in(self, folder: str) -> bool:
        """Whether any rule could ignore what lies in this folder; its parent folders must have been asked before."""
        return bool(self._chain(folder))

    def leaves_out(self, path: str) -> bool:
        """Whether a file of this relative posix path, or a folder above it, is ignored."""
        parts = path.split("/")
        above = ("/".join(parts[:depth]) for depth in range(1, len(parts)))
        return any(self.ignores(folder, folder=True) for folder in above) or self.ignores(path, folder=False)

    def _chain(self, folder: str) -> _Chain:
        if folder not in self._chains:
            above = self._chain(folder.rpartition("/")[0]) if folder else ()
            lines = self._lines_in(folder)
            start = len(folder) + 1 if folder else 0
            # Most folders say nothing of their own and share what is said above them.
            self._chains[folder] = ((start, _lenient(lines)), *above) if lines else above
        return self._chains[folder]


def rules_at(root: Path, speaking: Container[str]) -> IgnoreRules:
    """The rules of the .gitignore files at and below a root; `speaking` are the folders that have one."""
    return IgnoreRules(lambda folder: _read(os.path.join(root, folder, IGNORE_FILE)) if folder in speaking else [])


def author_patterns(patterns: Sequence[str], key: str) -> GitIgnoreSpec:
    """The patterns that an author wrote under `key` of book.toml.

    Raises SourceError that names the key and the pattern which is no gitignore pattern.
    """
    for pattern in patterns:
        if not _is_pattern(pattern):
            raise SourceError(f"{key}: {pattern!r} is no gitignore pattern; correct or remove it")
    return GitIgnoreSpec.from_lines(patterns)


def _lenient(lines: list[str]) -> GitIgnoreSpec:
    """As git: a line that is no pattern is passed over, and `a/**` is all within `a`, never `a` itself."""
    return GitIgnoreSpec.from_lines([_ALL_WITHIN.sub("/**/*", line) for line in lines if _is_pattern(line)])


def _verdict(spec: GitIgnoreSpec, path: str) -> bool | None:
    """What the last pattern says that means this very path.

    The library's patterns also match whatever lies below a folder; git asks the folder for itself, so that
    `!/a/` brings back `a` and nothing of what another pattern ignores within it.
    """
    for pattern in reversed(spec.patterns):
        found = pattern.regex.match(path) if pattern.regex is not None else None
        if found is None:
            continue
        at = found.start(_FOLDER_MARK) if _FOLDER_MARK in found.re.groupindex else -1
        if at in (-1, len(path) - 1):
            return bool(pattern.include)
    return None


def _is_pattern(line: str) -> bool:
    if len(line) > _MAX_PATTERN or line.count("*") > _MAX_STARS:
        return False
    try:
        GitIgnoreSpec.from_lines([line])
    except (ValueError, re.error):
        return False
    return True


def _read(path: str) -> list[str]:
    # Not through a link and never waiting, as git does it: the name may be a fifo or lead out of the root.
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return []
    with os.fdopen(handle, "rb") as file:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            return []
        try:
            return file.read(_MAX_BYTES).decode("utf-8", "replace").replace("\r\n", "\n").split("\n")
        except OSError:
            return []
