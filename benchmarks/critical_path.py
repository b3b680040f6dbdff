"""The calls of a book as a graph: which one waits for which, how long each takes, and the longest way through."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass

LATENCY = {
    "architect": 6.0, "reader-advocate": 3.0, "outline-r3": 3.0, "architect-revising": 4.0, "stylist": 3.0,
    "researcher": 6.0, "writer": 8.0, "writer-revising": 6.0, "r1": 4.0, "r2": 3.0, "r3": 4.0,
    "rs": 3.0, "re": 3.0, "rh": 3.0, "editor": 2.0, "writer-finalising": 6.0, "memory-keeper": 3.0, "auditor": 4.0,
}  # fmt: skip
"""Seconds that a model takes for one turn of each role, at scale 1."""
_AHEAD, _TOGETHER = "researcher", (("reader-advocate", "outline-r3"), ("r1", "r2", "r3"), ("rs", "re", "rh"))
_ASKED = re.compile(r"(?P<role>\S+) (?:book|ch(?P<chapter>\d+)) a\d+ r(?P<round>\d+)")


@dataclass(frozen=True)
class Call:
    """One request to a model and the names of those that it waits for."""

    name: str
    seconds: float
    after: tuple[str, ...]


def calls_of(asked: Iterable[str], scale: float) -> list[Call]:
    """The graph of the calls that a book made, in an order in which each stands behind what it waits for.

    Args:
        asked: `role ch01 a1 r1` of every request, in their order. An agent that pages by tool, or is asked once
            more, asks under the same name again: each of its turns takes a model's time, one after the other.
        scale: by which every latency is multiplied.
    """
    turns = Counter(asked)
    chains: dict[int, list[str]] = {}
    for name in turns:
        match = _ASKED.fullmatch(name)
        assert match is not None, name
        whole = 10_000 if match["role"] == "auditor" else 0
        chains.setdefault(int(match["chapter"] or whole), []).append(name)
    calls: list[Call] = []

    def carried_out(names: Iterable[str], after: tuple[str, ...]) -> tuple[str, ...]:
        """Agents that run at once; returns the last call of each."""
        ends: list[str] = []
        for name in names:
            in_turn = [name, *(f"{name} turn {turn}" for turn in range(2, turns[name] + 1))]
            waits = after
            for turn in in_turn:
                calls.append(Call(turn, LATENCY[_role(name)] * scale, waits))
                waits = (turn,)
            ends += waits
        return tuple(ends)

    last: tuple[str, ...] = ()
    begun: tuple[str, ...] = ()
    for chapter in sorted(chains):
        names = chains[chapter]
        # Research runs one chapter ahead: it waits for what the chapter before waited for.
        research = carried_out((name for name in names if _role(name) == _AHEAD), begun)
        begun = last
        before = (*last, *research)
        for group in _groups([name for name in names if _role(name) != _AHEAD]):
            before = carried_out(group, before)
        last = before
        if not chapter:
            begun = last  # No research runs beside the plan: the first chapter's waits for it too.
    return calls


def critical_path(calls: Iterable[Call]) -> tuple[float, int]:
    """Seconds of the longest way through the graph, and how many calls stand on it."""
    ends: dict[str, tuple[float, int]] = {}
    for call in calls:
        start = max((ends[name] for name in call.after), default=(0.0, 0))
        ends[call.name] = (start[0] + call.seconds, start[1] + 1)
    return max(ends.values(), default=(0.0, 0))


def dumped(calls: Iterable[Call]) -> str:
    """The graph as JSON, for another process."""
    return json.dumps([asdict(call) for call in calls])


def loaded(text: str) -> list[Call]:
    """The graph back from JSON."""
    return [Call(item["name"], item["seconds"], tuple(item["after"])) for item in json.loads(text)]


def _together(one: str, other: str) -> bool:
    """Whether two calls run at once: of one group of roles, in the same round."""
    grouped = any(_role(one) in roles and _role(other) in roles for roles in _TOGETHER)
    return grouped and one.split()[-1] == other.split()[-1]


def _groups(names: list[str]) -> list[list[str]]:
    """Calls that run at once stand in one group."""
    groups: list[list[str]] = []
    for name in names:
        if groups and _together(groups[-1][-1], name):
            groups[-1].append(name)
        else:
            groups.append([name])
    return groups


def _role(name: str) -> str:
    return name.split()[0]
