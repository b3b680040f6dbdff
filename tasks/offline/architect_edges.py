"""Where helpers, errors and constants are told: with those who use them most, or in an honest last chapter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tasks.offline.architect_map import MappedFile
from tasks.offline.architect_order import mean_stage
from tasks.offline.architect_subjects import Subject

_OF_ITS_OWN = 500
"""Fewer lines make no chapter of their own."""
_LATE = 80


def place_edges(
    groups: Sequence[tuple[MappedFile, ...]],
    edges: Sequence[MappedFile],
    uses: Mapping[str, set[str]],
    about: Mapping[str, Subject],
    *,
    room: int,
    most_files: int,
    most_lines: int,
) -> list[tuple[MappedFile, ...]]:
    """The groups with the edges in them, or behind them as one more group where there is room for it.

    Args:
        room: how many chapters more the book may have.
    """
    if not edges:
        return list(groups)
    if room > 0 and sum(file.lines for file in edges) >= _OF_ITS_OWN and len(edges) <= most_files:
        return [*groups, tuple(sorted(edges, key=lambda file: (-file.lines, file.path)))]
    placed = [list(group) for group in groups]
    for file in sorted(edges, key=lambda file: (-file.lines, file.path)):
        at = _closest(placed, file, uses, about, most_files, most_lines)
        if at is not None:
            placed[at].append(file)
    return [tuple(group) for group in placed]


def _closest(
    groups: Sequence[Sequence[MappedFile]],
    file: MappedFile,
    uses: Mapping[str, set[str]],
    about: Mapping[str, Subject],
    most_files: int,
    most_lines: int,
) -> int | None:
    """The group that uses a file most; among equals the smaller one.

    Neither the first chapter nor a debugger or a command line explains helpers, if any other will do.
    """

    def fits(group: Sequence[MappedFile]) -> bool:
        return len(group) < most_files and sum(one.lines for one in group) + file.lines <= most_lines

    def users(group: Sequence[MappedFile]) -> float:
        used = sum(file.path in uses.get(one.path, set()) or file.path in one.late for one in group)
        return used + 0.5 * sum(one.path in file.imports for one in group)

    late = [mean_stage(group, about) >= _LATE for group in groups]
    open_groups = [at for at, group in enumerate(groups) if fits(group)]
    return min(
        open_groups,
        key=lambda at: (late[at], -users(groups[at]), at == 0, sum(one.lines for one in groups[at]), at),
        default=None,
    )
