"""The life of an object: at which point of it a method comes, by the words of its name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import IntEnum

from tasks.offline.report_facts import SymbolFacts
from tasks.offline.write_stops import Stop


class Stage(IntEnum):
    """In order."""

    MAKE = 0
    FEED = 1
    WORK = 2
    ASK = 3
    CLOSE = 4


_WORDS = {
    Stage.MAKE: "init new from create build make open connect start setup begin enter",
    Stage.FEED: "push add append insert put feed register",
    Stage.ASK: "get peek look find lookup fetch",
    Stage.CLOSE: "close exit shutdown teardown dispose del finalize",
}

_CONSTRUCTORS = ("__init__", "constructor", "initialize", "__construct", "init")


def stage_of(symbol: SymbolFacts) -> Stage:
    """The stage that the first word of a method's name belongs to; work, where that word tells nothing."""
    words = re.findall(r"[A-Z]?[a-z]+", symbol.short) or [""]
    found = next((stage for stage, known in _WORDS.items() if words[0].lower() in known.split()), Stage.WORK)
    # `close` ends an object, `close_scope` only something of its own.
    return Stage.WORK if found is Stage.CLOSE and len(words) > 1 else found


def is_constructor(symbol: SymbolFacts) -> bool:
    """Whether a method makes the instances of its class: by a fixed name, or by the name of the class."""
    return bool(symbol.owner) and symbol.short in (*_CONSTRUCTORS, symbol.owner.rpartition(".")[2])


def in_order_of_life(stops: Sequence[Stop]) -> list[Stop]:
    """The stops with the methods of one class, where they stand side by side, from its making to its end.

    Only the ends move: what makes an object comes first and what closes it last; between them the order
    of the source is the author's.
    """
    out: list[Stop] = []
    at = 0
    while at < len(stops):
        owner = stops[at].symbol.owner
        run = [stops[at]]
        while owner and at + len(run) < len(stops) and stops[at + len(run)].symbol.owner == owner:
            run.append(stops[at + len(run)])
        at += len(run)
        out += sorted(run, key=lambda stop: _end(stage_of(stop.symbol)))
    return out


def _end(stage: Stage) -> int:
    return -1 if stage is Stage.MAKE else 1 if stage is Stage.CLOSE else 0
