"""The order in which files can be told: imports, cycles opened, foundations first."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tasks.offline.architect_affinity import centre
from tasks.offline.architect_map import MappedFile
from tasks.offline.architect_subjects import Subject

_OWED = 40.0
"""What a part weighs, against stages from 0 to 99, when nothing that it imports has been told."""


def foundations_first(files: Sequence[MappedFile]) -> list[str]:
    """All paths so ordered that a file comes after what it imports, as far as import cycles allow."""
    return ordered(uses_of(files), {file.path: file for file in files})


def uses_of(files: Sequence[MappedFile]) -> dict[str, set[str]]:
    """Import edges inside the book, without those that close a cycle against the grain.

    Where two files import each other, the one that imports more is the user: the other's import (often for
    types only) is left aside. A file that nobody but its partner imports is told after the partner.
    Longer cycles are opened at their greatest importer, one edge set at a time.
    """
    known = {file.path for file in files}
    uses = {file.path: {path for path in file.imports if path in known and path != file.path} for file in files}
    fan_out = {path: len(targets) for path, targets in uses.items()}
    fan_in = {path: sum(path in targets for targets in uses.values()) for path in uses}

    def height(path: str) -> tuple[int, int, str]:
        return (fan_out[path], -fan_in[path], path)

    importers = {path: {user for user, targets in uses.items() if path in targets} for path in uses}

    def keeps(path: str, target: str) -> bool:
        if path not in uses[target]:
            return True
        if (importers[path] == {target}) != (importers[target] == {path}):
            return importers[path] == {target}
        return height(path) > height(target)

    uses = {path: {target for target in targets if keeps(path, target)} for path, targets in uses.items()}
    for path, targets in _told_flow(files, uses).items():
        uses[path] = uses[path] | targets
    while cycle := _cycle(uses):
        top = max(cycle, key=height)
        for path in cycle:
            if path != top:
                uses[path] = uses[path] - {top}
        if top in uses[top]:
            uses[top] = uses[top] - {top}
    return uses


def _told_flow(files: Sequence[MappedFile], uses: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """Order that files tell themselves: "tokens from the lexer ... for the compiler" of unrelated files."""
    stems = {file.stem.strip("_").lower(): file.path for file in files}
    found: dict[str, set[str]] = {}
    for file in files:
        for way, stem in re.findall(r"\b(from|for) the (\w+)", file.doc.lower()):
            other = stems.get(stem, file.path)
            if other != file.path and other not in uses[file.path] and file.path not in uses[other]:
                later, earlier = (file.path, other) if way == "from" else (other, file.path)
                found.setdefault(later, set()).add(earlier)
    return found


def _cycle(uses: Mapping[str, set[str]]) -> list[str]:
    """The files that no order can serve: what is left when files without open imports are taken away."""
    left = {path: set(targets) for path, targets in uses.items()}
    while ready := [path for path, targets in left.items() if not targets]:
        for path in ready:
            del left[path]
        for targets in left.values():
            targets.difference_update(ready)
    while unused := [path for path in left if not any(path in targets for targets in left.values())]:
        for path in unused:
            del left[path]
    return sorted(left)


def ordered(uses: Mapping[str, set[str]], files: Mapping[str, MappedFile]) -> list[str]:
    """Topological order; among what is ready, stay in the folder and near what has just been told."""
    left = {path: set(targets) for path, targets in uses.items()}
    done: list[str] = []
    while left:
        ready = [path for path, targets in left.items() if not targets]
        recent = done[-3:]

        def near(path: str, recent: list[str] = recent) -> tuple[int, int, str]:
            touches = sum(other in uses[path] for other in recent)
            return (-touches, len(uses[path]), path)

        chosen = min(ready, key=near)
        done.append(chosen)
        del left[chosen]
        for targets in left.values():
            targets.discard(chosen)
    return done


def arranged(
    groups: Sequence[tuple[MappedFile, ...]],
    uses: Mapping[str, set[str]],
    rank: Mapping[str, int],
    about: Mapping[str, Subject],
) -> list[tuple[MappedFile, ...]]:
    """Groups ordered by what they use of each other; a cycle between groups is cut at the smallest debt.

    Where imports leave the order open, or nearly, the stage decides at which such a part is usually told: a
    debugger imports little, and is yet no place to begin.
    """
    home = {file.path: at for at, group in enumerate(groups) for file in group}
    needs: dict[int, dict[int, int]] = {at: {} for at in range(len(groups))}
    for path, targets in uses.items():
        for target in targets & set(home):
            if path in home and home[target] != home[path]:
                debts = needs[home[path]]
                debts[home[target]] = debts.get(home[target], 0) + 1
    order: list[int] = []
    while len(order) < len(groups):
        open_groups = [at for at in needs if at not in order]

        def debt(at: int) -> tuple[float, float]:
            owed = sum(n for other, n in needs[at].items() if other not in order)
            share = owed / max(sum(needs[at].values()), 1)
            return (_OWED * share + mean_stage(groups[at], about), centre(groups[at], rank))

        order.append(min(open_groups, key=debt))
    return [groups[at] for at in order]


def mean_stage(group: Sequence[MappedFile], about: Mapping[str, Subject]) -> float:
    """Where in a book such a part is usually told, weighed by lines."""
    weight = sum(max(file.lines, 1) for file in group)
    return sum(about[file.path].stage * max(file.lines, 1) for file in group) / weight
