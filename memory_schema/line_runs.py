"""How lines of several files are written on one line: `a.py lines 1-800, b.py lines 1-40`."""

from __future__ import annotations

import re
from collections.abc import Iterable

Run = tuple[str, int, int]
"""A file's name, its first and its last line, from 1."""
_RUN = re.compile(r"(?:^|(?<=, ))(.+?) lines (\d+)-(\d+)(?=, |$)")


def render_runs(runs: Iterable[Run]) -> str:
    """The runs as they are written."""
    return ", ".join(f"{name} lines {first}-{last}" for name, first, last in runs)


def parse_runs(text: str) -> tuple[Run, ...]:
    """What `render_runs` has written, also where a name holds a comma; () for anything else."""
    return tuple((name, int(first), int(last)) for name, first, last in _RUN.findall(text))
