"""Mermaid diagrams of what the report proves: who calls whom, who extends whom."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from tasks.offline.write_plan import ChapterPlan

_MAX_NODES = 8
_MIN_EDGES = 3


@dataclass(frozen=True)
class Diagram:
    """The body of a Mermaid fence; `inheritance` tells the two kinds apart."""

    text: str
    inheritance: bool
    centre: str = ""
    """Where most arrows end."""
    arrows: int = 0
    """How many end there."""


def draw(plan: ChapterPlan) -> Diagram | None:
    """The diagram that says more, or None where there is too little to draw."""
    calls, parents = _calls(plan), _parents(plan)
    if len(parents) >= _MIN_EDGES and len(parents) > len(calls):
        return _diagram("BT", parents, "extends")
    if len(calls) >= _MIN_EDGES:
        return _diagram("LR", calls, "")
    return _diagram("BT", parents, "extends") if len(parents) >= _MIN_EDGES else None


def _calls(plan: ChapterPlan) -> list[tuple[str, str]]:
    dwelt = [stop.symbol for stop in plan.stops if stop.symbol.name]
    owners = {symbol.owner for symbol in dwelt} | {symbol.name for symbol in dwelt}
    edges: dict[tuple[str, str], None] = {}
    for chain in plan.facts.chains[:2]:
        edges.update(((one, two), None) for one, two in pairwise(chain))
    for symbol in dwelt:
        edges.update(((symbol.name, site.name), None) for site in symbol.calls[:3])
        edges.update(
            ((site.name, symbol.name), None) for site in symbol.called_by[:2] if site.name.rpartition(".")[0] in owners
        )
    return _few(_largest_net(list(edges)))


def _largest_net(edges: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The edges of the largest connected part: loose pairs beside it explain nothing."""
    nets: list[set[str]] = []
    for one, two in edges:
        touching = [net for net in nets if one in net or two in net]
        merged = {one, two}.union(*touching)
        nets = [net for net in nets if net not in touching] + [merged]
    largest = max(nets, key=len, default=set())
    return [edge for edge in edges if edge[0] in largest]


def _parents(plan: ChapterPlan) -> list[tuple[str, str]]:
    known = {one.name for one in plan.facts.symbols if one.is_type}
    edges: dict[tuple[str, str], None] = {}
    for one in plan.facts.symbols:
        edges.update(
            ((one.name, base.rpartition(".")[2]), None) for base in one.bases if base.rpartition(".")[2] in known
        )
    return _few(_largest_net(list(edges)))


def _few(edges: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The edges whose ends fit into a picture that can be taken in at a glance, growing from the first."""
    names: dict[str, None] = dict.fromkeys(edges[0]) if edges else {}
    kept: list[tuple[str, str]] = []
    for _ in range(len(edges)):
        for edge in edges:
            touches = edge[0] in names or edge[1] in names
            if edge not in kept and touches and len({*names, *edge}) <= _MAX_NODES:
                kept.append(edge)
                names.update(dict.fromkeys(edge))
                break
        else:
            break
    return kept


def _diagram(direction: str, edges: list[tuple[str, str]], label: str) -> Diagram:
    centre, arrows = Counter(two for _, two in edges).most_common(1)[0]
    return Diagram(_graph(direction, edges, label), bool(label), centre, arrows)


def _graph(direction: str, edges: list[tuple[str, str]], label: str) -> str:
    names = list(dict.fromkeys(name for edge in edges for name in edge))
    ids = {name: f"n{position}" for position, name in enumerate(names, start=1)}
    rows = [f"flowchart {direction}"]
    rows += [f'    {ids[name]}["{_safe(name)}"]' for name in names]
    arrow = f"-->|{label}|" if label else "-->"
    rows += [f"    {ids[one]} {arrow} {ids[two]}" for one, two in edges]
    return "\n".join(rows)


def _safe(name: str) -> str:
    return re.sub(r"[^\w.$ ]", "", name)
