"""Why files of a source are not read, in a few lines for a person: what can be mended first."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping

_MOST_LINES = 8
_MOST_CHARACTERS = 120
"""Of a path; the system allows thousands, and a hostile one has them."""
_PARTICULAR = re.compile(r": .*| \(.*| to .*")
"""What is said of one file only: a number, where a link leads."""
_MENDED = re.compile(r"; (?:run|give) ")


def skip_summary(skipped: Mapping[str, str]) -> tuple[str, ...]:
    """One line a kind of reason, with how many files it concerns and one of them; what can be mended whole and first.

    Args:
        skipped: by path why a file is no part of the source, as a manifest has it.
    """
    kinds: dict[str, list[str]] = defaultdict(list)
    for path, reason in sorted(skipped.items()):
        kinds[reason if _MENDED.search(reason) else _PARTICULAR.sub("", reason)].append(path)
    order = sorted(kinds.items(), key=lambda one: (_MENDED.search(one[0]) is None, -len(one[1]), one[0]))
    lines = [
        f"{len(paths)} x {kind}: {_shortened(paths[0])}{', ...' if len(paths) > 1 else ''}" for kind, paths in order
    ]
    if len(lines) > _MOST_LINES:
        rest = sum(len(paths) for _, paths in order[_MOST_LINES - 1 :])
        lines = [*lines[: _MOST_LINES - 1], f"{rest} x other reasons"]
    return tuple(lines)


def _shortened(path: str) -> str:
    """Its beginning and its name, which tell a person where to look."""
    if len(path) <= _MOST_CHARACTERS:
        return path
    half = _MOST_CHARACTERS // 2
    return f"{path[:half]}...{path[-half:]}"
