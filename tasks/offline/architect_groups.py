"""Which files make a chapter: subjects, imports with cycles condensed, folders, and what a chapter can hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tasks.offline.architect_affinity import Affinity
from tasks.offline.architect_edges import place_edges
from tasks.offline.architect_map import MappedFile
from tasks.offline.architect_order import arranged, ordered, uses_of
from tasks.offline.architect_subjects import Subject, subjects

Group = tuple[MappedFile, ...]

MOST_FILES, MOST_LINES = 10, 3_500
"""What one chapter can hold."""
_LINES_OF_A_CHAPTER = 1_400
_LARGE_BOOK = 6_000
_STRONG = 500
_LEAST = 3
"""As a rule a book has at least so many chapters, where there are files enough."""
_TINY = 0.12
_SMALL_FILE = 120
_SEEDS = 60


def chapters(files: Sequence[MappedFile], most: int, book: str = "") -> list[Group]:
    """The files in at most `most` groups, ordered foundations first, also inside each group.

    What is beyond the room of `most` chapters is in no group: what least is built on goes first.

    Args:
        book: the title of the book, for `subjects`.
    """
    if not files:
        return []
    about = subjects(files, book)
    uses = uses_of(files)
    rank = {path: at for at, path in enumerate(ordered(uses, {file.path: file for file in files}))}
    edges = [file for file in files if about[file.path].edge]
    core = [file for file in files if not about[file.path].edge]
    if len(core) < min(_LEAST, len(files)):
        core, edges = list(files), []
    wanted = _how_many(core, most, about)
    average = _size(core) / wanted
    seeds = _within(_seeds(sorted(core, key=lambda file: rank[file.path]), about), uses, most)
    affinity = Affinity([file for group in seeds for file in group], uses, rank, average, about)
    groups = _merged(seeds, affinity, wanted, average, rank)
    groups = arranged([_fitting(group, uses, rank) for group in groups], uses, rank, about)
    return place_edges(
        groups, edges, uses, about, room=most - len(groups), most_files=MOST_FILES, most_lines=MOST_LINES
    )


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


def _seeds(files: Sequence[MappedFile], about: Mapping[str, Subject]) -> list[Group]:
    """What merging begins with: the files of one subject together."""
    found: dict[str, list[MappedFile]] = {}
    for file in files:
        found.setdefault(about[file.path].key, []).append(file)
    return [tuple(group) for group in found.values()]


def _within(seeds: list[Group], uses: Mapping[str, set[str]], most: int) -> list[Group]:
    """The seeds that `most` chapters have room for: those that others build on, the shallow and public ones first."""

    def worth(seed: Group) -> tuple[float, str]:
        paths = {file.path for file in seed}
        users = sum(not paths.isdisjoint(targets) for path, targets in uses.items() if path not in paths)
        deep = min(file.path.count("/") for file in seed)
        private = sum(part.startswith("_") for part in seed[0].path.split("/")[:-1])
        entry = max((len(uses[path]) for path in paths), default=0)
        return (-(users**0.5 + 0.4 * entry**0.5 - 0.8 * deep - 2.0 * private + _size(seed) / 2_000), seed[0].path)

    chosen: list[Group] = []
    lines, count = 0, 0.0
    for seed in sorted(seeds, key=worth):
        size = min(_size(seed), MOST_LINES)
        if chosen and (lines + size > most * MOST_LINES or count + _count(seed) > most * MOST_FILES):
            continue
        if len(chosen) < _SEEDS:
            chosen.append(seed)
            lines, count = lines + size, count + min(_count(seed), MOST_FILES)
    return [seed for seed in seeds if seed in chosen]


def _merged(
    seeds: list[Group], affinity: Affinity, wanted: int, average: float, rank: Mapping[str, int]
) -> list[Group]:
    groups = list(seeds)
    while True:
        # What is too small to be told alone joins first: else it would stand among the last groups.
        tiny = min(range(len(groups)), key=lambda at: (_size(groups[at]), at))
        small = len(groups) > _LEAST and _size(groups[tiny]) < _TINY * average
        if not small and len(groups) <= wanted:
            break
        pairs = [
            (affinity.between(groups[a], groups[b]) - _overflow(groups[a], groups[b]), -a, -b)
            for a in range(len(groups))
            for b in range(a + 1, len(groups))
            if not small or tiny in (a, b)
        ]
        _, a, b = max(pairs)
        joined = tuple(sorted([*groups[-a], *groups[-b]], key=lambda file: rank[file.path]))
        groups = [group for at, group in enumerate(groups) if at not in (-a, -b)] + [joined]
        groups.sort(key=lambda group: rank[group[0].path])
    return groups


def _overflow(one: Group, other: Group) -> float:
    """What speaks against a chapter of two groups: more than a chapter can hold."""
    files, lines = _count(one) + _count(other), _size(one) + _size(other)
    return 4.0 * max(0.0, files / MOST_FILES - 1.0) + 6.0 * max(0.0, lines / MOST_LINES - 1.0)


def _fitting(group: Group, uses: Mapping[str, set[str]], rank: Mapping[str, int]) -> Group:
    """What of a group a chapter can hold, the most used and the largest first; at least one file."""

    def worth(file: MappedFile) -> tuple[float, int]:
        users = sum(file.path in targets for targets in uses.values())
        return (-(users + file.to_tell / 300), rank[file.path])

    kept: list[MappedFile] = []
    for file in sorted(group, key=worth):
        # What has to be read counts here, be it data or not.
        if not kept or (_count(kept) < MOST_FILES and sum(one.lines for one in (*kept, file)) <= MOST_LINES):
            kept.append(file)
    return tuple(sorted(kept, key=lambda file: rank[file.path]))


def _how_many(files: Sequence[MappedFile], most: int, about: Mapping[str, Subject]) -> int:
    """By lines and files; a large book has a chapter for most of its subjects that could fill one."""
    lines = _size(files)
    sizes: Counter[str] = Counter()
    for file in files:
        sizes[about[file.path].key] += file.to_tell
    least = _LEAST if len(files) >= _LEAST and lines >= 120 else 1
    natural = max(round((lines / _LINES_OF_A_CHAPTER + len(files) / 4) / 2), round(lines / 1_700))
    if lines >= _LARGE_BOOK:
        strong = sum(size >= _STRONG for size in sizes.values())
        natural = max(natural, 6, round(0.8 * strong))
    return max(1, min(most, len(files), max(least, min(natural, 12))))


def _count(group: Sequence[MappedFile]) -> float:
    """How many files a chapter has to hold; a small one is half a file."""
    return sum(0.5 if 0 < file.lines < _SMALL_FILE else 1.0 for file in group)


def _size(group: Sequence[MappedFile]) -> int:
    return sum(file.to_tell for file in group)
