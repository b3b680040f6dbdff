"""Which definitions matter most: those that much of the source leads to, by calls, bases, imports and members.

PageRank over names. A name means what its file defines, then what the files that it imports define, then
whatever bears the name where few do: so it is a good guess, and it decides about order and room only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from tasks.source.symbols import Symbol
from tasks.source.view import SourceView

Place: TypeAlias = tuple[str, int, str]
"""Path, first line and qualified name of a definition."""

_DAMPING = 0.85
_ROUNDS = 20
_MOST_NAMESAKES = 4
_DIGITS = 12


def place_of(path: str, symbol: Symbol) -> Place:
    """The key of a definition in a ranking."""
    return path, symbol.start, symbol.qualified_name


def rank_symbols(view: SourceView) -> dict[Place, float]:
    """The weight of every definition of the view, summing to about one; same view, same weights."""
    names = _Names(view)
    nodes = names.places
    return _page_rank(nodes, dict(names.edges()))


def by_weight(weights: dict[Place, float]) -> list[Place]:
    """The definitions, most important first; equals by path and line."""
    return sorted(weights, key=lambda place: (-weights[place], place))


class _Names:
    def __init__(self, view: SourceView) -> None:
        self._view = view
        self._in_file: dict[str, dict[str, list[Place]]] = {}
        self._anywhere: dict[str, list[Place]] = {}
        self.places: list[Place] = []
        for path in view.paths:
            own = self._in_file.setdefault(path, {})
            for symbol in view.symbols(path):
                place = place_of(path, symbol)
                self.places.append(place)
                own.setdefault(symbol.name, []).append(place)
                self._anywhere.setdefault(symbol.name, []).append(place)

    def edges(self) -> Iterator[tuple[Place, list[Place]]]:
        """From each definition to what it uses; from a member also to its type."""
        for path in self._view.paths:
            symbols = self._view.symbols(path)
            if not symbols:
                continue
            imported = sorted({target for found in self._view.imports(path) for target in found.targets})
            owners = {symbol.qualified_name: place_of(path, symbol) for symbol in reversed(symbols)}
            for symbol in symbols:
                here = place_of(path, symbol)
                used = [*symbol.calls, *symbol.bases]
                targets = [target for name in used for target in self._meant(path, imported, name) if target != here]
                if symbol.parent in owners:
                    targets.append(owners[symbol.parent])
                yield here, targets

    def _meant(self, path: str, imported: Iterable[str], written: str) -> list[Place]:
        name = written.partition("(")[0].partition("<")[0].partition("[")[0].rpartition(".")[2]
        if own := self._in_file[path].get(name):
            return own[:1]
        for other in imported:
            if found := self._in_file.get(other, {}).get(name):
                return found[:1]
        everywhere = self._anywhere.get(name, [])
        return everywhere if len(everywhere) <= _MOST_NAMESAKES else []


def _page_rank(nodes: list[Place], edges: dict[Place, list[Place]]) -> dict[Place, float]:
    if not nodes:
        return {}
    even = 1.0 / len(nodes)
    weights = dict.fromkeys(nodes, even)
    for _ in range(_ROUNDS):
        gained = dict.fromkeys(nodes, 0.0)
        loose = 0.0
        for node in nodes:
            targets = edges.get(node)
            if not targets:
                loose += weights[node]
                continue
            share = weights[node] / len(targets)
            for target in targets:
                gained[target] += share
        base = (1.0 - _DAMPING) * even + _DAMPING * loose * even
        weights = {node: base + _DAMPING * gained[node] for node in nodes}
    return {node: round(weight, _DIGITS) for node, weight in weights.items()}
