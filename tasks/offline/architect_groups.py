"""Which files make a chapter together, and in which order: imports, cycles condensed, foundations first."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence

from tasks.offline.architect_affinity import Affinity, centre
from tasks.offline.architect_map import MappedFile
from tasks.offline.architect_order import ordered, uses_of

_DATA = frozenset(
    """
    text plain markdown rst restructuredtext json toml yaml ini cfg csv xml html css svg diff properties gettext
    po requirements gitignore dockerfile makefile lock
    """.split()  # noqa: SIM905 - a table of words reads better as text
)
_TEST_FOLDERS = frozenset(("test", "tests", "testing", "__tests__", "spec", "specs"))
_DOC_FOLDERS = frozenset(("doc", "docs", "documentation", "examples", "example", "demo", "demos", "samples"))
_PACKAGING = frozenset(("setup.py", "conftest.py", "noxfile.py", "tasks.py", "fabfile.py", "build.rs", "gulpfile.js"))
_LINES_OF_A_CHAPTER = 1_400
_LEAST = 3
"""As a rule a book has at least so many chapters, where there are files enough."""
_TINY = 0.12
_SEEDS = 60


def reason_to_leave_out(file: MappedFile) -> str:
    """Why a file does not belong into a chapter ("" where it does): tests, documents, data, packaging, empty."""
    folders = posixpath.dirname(file.path).lower().split("/")
    name = posixpath.basename(file.path).lower()
    if any(folder in _TEST_FOLDERS for folder in folders) or re.match(
        r"test_.+|.+_test\.\w+$|.+\.(test|spec)\.\w+$", name
    ):
        return "test"
    if any(folder in _DOC_FOLDERS for folder in folders):
        return "documentation"
    if file.language in _DATA:
        return "data"
    if name in _PACKAGING and "/" not in file.path:
        return "packaging"
    if file.lines == 0:
        return "empty"
    if not file.symbols:
        return "nothing defined"
    return ""


def chapters(files: Sequence[MappedFile], most: int) -> list[tuple[MappedFile, ...]]:
    """The files in at most `most` groups, ordered foundations first, also inside each group."""
    if not files:
        return []
    uses = uses_of(files)
    rank = {path: at for at, path in enumerate(ordered(uses, {file.path: file for file in files}))}
    wanted = _how_many(files, most)
    average = sum(file.lines for file in files) / wanted
    affinity = Affinity(files, uses, rank, average)
    groups = _seeds(sorted(files, key=lambda file: rank[file.path]))
    while len(groups) > wanted or (len(groups) > _LEAST and min(map(_size, groups)) < _TINY * average):
        pairs = [
            (affinity.between(groups[a], groups[b]), -a, -b)
            for a in range(len(groups))
            for b in range(a + 1, len(groups))
        ]
        _, a, b = max(pairs)
        merged = tuple(sorted([*groups[-a], *groups[-b]], key=lambda file: rank[file.path]))
        groups = [group for at, group in enumerate(groups) if at not in (-a, -b)] + [merged]
        groups.sort(key=lambda group: rank[group[0].path])
    return _arranged(groups, uses, rank)


def builds_on(groups: Sequence[Sequence[MappedFile]], most: int = 3) -> list[tuple[int, ...]]:
    """For each group the numbers (from 1) of the earlier groups that it imports most from."""
    home = {file.path: number for number, group in enumerate(groups, start=1) for file in group}
    found: list[tuple[int, ...]] = []
    for number, group in enumerate(groups, start=1):
        counts: dict[int, int] = {}
        for file in group:
            for path in file.imports:
                target = home.get(path, number)
                if target < number:
                    counts[target] = counts.get(target, 0) + 1
        chosen = sorted(counts, key=lambda target: (-counts[target], -target))[:most]
        found.append(tuple(sorted(chosen)))
    return found


def _seeds(files: Sequence[MappedFile]) -> list[tuple[MappedFile, ...]]:
    """What merging begins with: single files, or in a large repository the files of a folder together."""
    depth = max(file.path.count("/") for file in files)
    folders: dict[str, tuple[str, ...]] = {file.path: (file.path,) for file in files}
    while len(set(folders.values())) > _SEEDS and depth >= 0:
        folders = {file.path: tuple(posixpath.dirname(file.path).split("/")[:depth]) for file in files}
        depth -= 1
    found: dict[tuple[str, ...], list[MappedFile]] = {}
    for file in files:
        found.setdefault(folders[file.path], []).append(file)
    return [tuple(group) for group in found.values()]


def _how_many(files: Sequence[MappedFile], most: int) -> int:
    lines = sum(file.lines for file in files)
    least = _LEAST if len(files) >= _LEAST and lines >= 120 else 1
    natural = round((lines / _LINES_OF_A_CHAPTER + len(files) / 4) / 2)
    if lines >= 6_000:
        natural = max(natural, 6)
    return max(1, min(most, len(files), max(least, min(natural, 12))))


def _size(group: Sequence[MappedFile]) -> int:
    return sum(file.lines for file in group)


def _arranged(
    groups: Sequence[tuple[MappedFile, ...]], uses: Mapping[str, set[str]], rank: Mapping[str, int]
) -> list[tuple[MappedFile, ...]]:
    """Groups ordered by what they use of each other; a cycle between groups is cut at the smallest debt."""
    home = {file.path: at for at, group in enumerate(groups) for file in group}
    needs: dict[int, dict[int, int]] = {at: {} for at in range(len(groups))}
    for path, targets in uses.items():
        for target in targets:
            if home[target] != home[path]:
                debts = needs[home[path]]
                debts[home[target]] = debts.get(home[target], 0) + 1
    order: list[int] = []
    while len(order) < len(groups):
        open_groups = [at for at in needs if at not in order]

        def debt(at: int) -> tuple[int, float]:
            return (sum(n for other, n in needs[at].items() if other not in order), centre(groups[at], rank))

        order.append(min(open_groups, key=debt))
    return [groups[at] for at in order]
