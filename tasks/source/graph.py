"""The import graph of a source, and its condensation into an order in which foundations come first."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tasks.source.view import SourceView


def import_edges(
    view: SourceView, paths: Iterable[str] | None = None, *, deferred: bool = False
) -> dict[str, tuple[str, ...]]:
    """For each file the files of the same selection that it imports, sorted.

    Imports for annotations only are left out, and so are, without `deferred`, those inside functions: both
    are written so that a module need not depend on another. `paths` defaults to the whole view.
    """
    selection = sorted(view.paths if paths is None else paths)
    chosen = frozenset(selection)
    return {
        path: tuple(
            sorted(
                {
                    target
                    for found in view.imports(path)
                    if not found.type_checking and (deferred or not found.deferred)
                    for target in found.targets
                    if target in chosen
                }
            )
        )
        for path in selection
    }


def condense(edges: Mapping[str, Collection[str]]) -> list[tuple[str, ...]]:
    """The strongly connected components, what is imported before what imports it.

    `edges` maps a node to those it depends on; nodes that appear only as a target count. Components are
    sorted inside; of those that are free at the same time the one with the smallest member comes first.
    """
    components = _components(edges)
    home = {node: number for number, component in enumerate(components) for node in component}
    waiting: list[set[int]] = [set() for _ in components]
    dependants: list[set[int]] = [set() for _ in components]
    for node, targets in edges.items():
        for target in targets:
            if home[node] != home[target]:
                waiting[home[node]].add(home[target])
                dependants[home[target]].add(home[node])
    free = [(component[0], number) for number, component in enumerate(components) if not waiting[number]]
    heapq.heapify(free)
    order: list[tuple[str, ...]] = []
    while free:
        _, number = heapq.heappop(free)
        order.append(components[number])
        for dependant in dependants[number]:
            waiting[dependant].discard(number)
            if not waiting[dependant]:
                heapq.heappush(free, (components[dependant][0], dependant))
    return order


def _components(edges: Mapping[str, Collection[str]]) -> list[tuple[str, ...]]:
    """Tarjan's algorithm with a stack of its own: an import chain may be longer than the recursion limit."""
    nodes = sorted({*edges, *(target for targets in edges.values() for target in targets)})
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    held: list[str] = []
    is_held: set[str] = set()
    found: list[tuple[str, ...]] = []
    for root in nodes:
        if root in index:
            continue
        work = [(root, iter(sorted(edges.get(root, ()))))]
        index[root] = low[root] = len(index)
        held.append(root)
        is_held.add(root)
        while work:
            node, targets = work[-1]
            target = next(targets, None)
            if target is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    cut = held.index(node)
                    found.append(tuple(sorted(held[cut:])))
                    is_held.difference_update(held[cut:])
                    del held[cut:]
            elif target not in index:
                index[target] = low[target] = len(index)
                held.append(target)
                is_held.add(target)
                work.append((target, iter(sorted(edges.get(target, ())))))
            elif target in is_held:
                low[node] = min(low[node], index[target])
    return found
