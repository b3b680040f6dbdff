"""How much files belong together: imports, inheritance, names, folders, size and distance in the telling."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tasks.offline.architect_map import MappedFile
from tasks.offline.architect_subjects import Subject
from tasks.offline.lexicon import name_words

_SHORT = 3


@dataclass(frozen=True)
class _Traits:
    """What kinship looks at, taken once for each file."""

    path: str
    folder: str
    defined: frozenset[str]
    bases: frozenset[str]
    words: frozenset[str]
    stem: str
    told: frozenset[str]


class Affinity:
    """Affinity between groups of files; what was computed once is kept, since merging asks again and again."""

    def __init__(
        self,
        files: Sequence[MappedFile],
        uses: Mapping[str, set[str]],
        rank: Mapping[str, int],
        average: float,
        about: Mapping[str, Subject],
    ) -> None:
        self._about = about
        self._uses = uses
        self._rank = rank
        self._average = max(average, 1.0)
        self._popular: dict[str, int] = {}
        for targets in uses.values():
            for path in targets:
                self._popular[path] = self._popular.get(path, 0) + 1
        traits = sorted(map(_traits, files), key=lambda one: one.path)
        self._folders = {one.path: one.folder for one in traits}
        self._ties: dict[tuple[str, str], float] = {}
        for at, one in enumerate(traits):
            for other in traits[at + 1 :]:
                tie = self._of_files(one, other)
                if tie:
                    self._ties[one.path, other.path] = tie
        self._groups: dict[tuple[tuple[str, ...], tuple[str, ...]], float] = {}

    def between(self, one: Sequence[MappedFile], other: Sequence[MappedFile]) -> float:
        """The more, the better they go together; groups far above the average and long distances count against."""
        key = (tuple(file.path for file in one), tuple(file.path for file in other))
        if key not in self._groups:
            self._groups[key] = self._of_groups(one, other)
        return self._groups[key]

    def _of_groups(self, one: Sequence[MappedFile], other: Sequence[MappedFile]) -> float:
        pairs = len(one) * len(other)
        paths = [(a.path, b.path) for a in one for b in other]
        ties = sum(self._ties.get((a, b) if a < b else (b, a), 0.0) for a, b in paths)
        folders = sum(self._folders[a] == self._folders[b] for a, b in paths) / pairs
        sizes = [sum(file.to_tell for file in group) / self._average for group in (one, other)]
        gap = abs(centre(one, self._rank) - centre(other, self._rank)) / max(len(self._rank), 1)
        spread: float = pairs**0.75
        return (
            ties / spread
            + 1.2 * folders
            + 0.8 * self._shared(one, other)
            + self._family(one, other)
            - 1.6 * max(0.0, sum(sizes) - 1.1)
            - 2.4 * min(sizes)
            - 1.2 * gap
            - 0.2 * (len(one) + len(other) - 2)
        )

    def _of_files(self, one: _Traits, other: _Traits) -> float:
        return 3.0 * (self._link(one.path, other.path) + self._link(other.path, one.path)) + 1.2 * _kinship(one, other)

    def _link(self, user: str, used: str) -> float:
        """An import counts the more, the fewer the user makes and the fewer others import the same file."""
        if used not in self._uses[user]:
            return 0.0
        made: float = len(self._uses[user]) ** 0.5
        return 1.4 / (made * self._popular[used])

    def _family(self, one: Sequence[MappedFile], other: Sequence[MappedFile]) -> float:
        """Parts of one family are told together, parts of two families rather not; near stages help."""
        pairs = [(self._about[a.path], self._about[b.path]) for a in one for b in other]
        same = sum(bool(a.family) and a.family == b.family for a, b in pairs) / len(pairs)
        apart = sum(bool(a.family and b.family) and a.family != b.family for a, b in pairs) / len(pairs)
        distance = sum(abs(a.stage - b.stage) for a, b in pairs) / len(pairs)
        large = min(sum(file.to_tell for file in group) for group in (one, other)) >= 0.45 * self._average
        return 2.0 * same - (1.8 if large else 0.6) * apart - distance / 40

    def _shared(self, one: Sequence[MappedFile], other: Sequence[MappedFile]) -> float:
        """What both import, counted the less the more others import it too."""
        left = set[str]().union(*(self._uses[file.path] for file in one))
        right = set[str]().union(*(self._uses[file.path] for file in other))
        return sum(1.0 / self._popular[path] for path in sorted(left & right) if not self._is_edge(path))

    def _is_edge(self, path: str) -> bool:
        """Everything shares the helpers, which says nothing."""
        return path in self._about and self._about[path].edge


def centre(group: Sequence[MappedFile], rank: Mapping[str, int]) -> float:
    """Where a group stands in the order of telling: the mean rank of its lines."""
    weight = sum(max(file.to_tell, 1) for file in group)
    return sum(rank[file.path] * max(file.to_tell, 1) for file in group) / weight


def _traits(file: MappedFile) -> _Traits:
    stem = file.stem
    return _Traits(
        path=file.path,
        folder=posixpath.dirname(file.path),
        defined=frozenset(symbol.name for symbol in file.top),
        bases=frozenset(base.split(".")[-1] for symbol in file.top for base in symbol.bases),
        words=frozenset(name_words(stem)) - {"py", "base", "init"},
        stem=stem.strip("_").lower(),
        told=frozenset(word for word in re.findall(r"[a-z_]+", file.doc.lower()) if len(word) > _SHORT),
    )


def _kinship(one: _Traits, other: _Traits) -> float:
    """Inheritance across the files, words that their names share, and one naming the other in its docs."""
    inherits = not one.bases.isdisjoint(other.defined) or not other.bases.isdisjoint(one.defined)
    named = (other.stem in one.told) + (one.stem in other.told)
    return 0.5 * inherits + 0.6 * (not one.words.isdisjoint(other.words)) + 0.5 * named
