"""What there is to see in quoted lines before they are read: the one thing that a lead-in should point at."""

from __future__ import annotations

from enum import StrEnum

from tasks.offline.write_acts import Act
from tasks.offline.write_stops import Stop


class Sight(StrEnum):
    """One thing to look for, the most telling first."""

    TURNED = "an exception caught and turned into another"
    SWALLOWED = "an exception caught and passed over"
    RESCUED = "an exception caught and answered"
    ALWAYS = "a finally clause"
    REFUSAL = "a raise under a test"
    LADDER = "several cases"
    ENDLESS = "a loop without an end of its own"
    YIELDS = "a generator"
    GUARDS = "two tests or more that return early"
    EARLY = "one test that returns early"
    NOTE = "a comment with a reason"
    LATE = "an import inside a function"
    SEARCH = "a loop that ends early"
    ROUND = "a loop"
    HELD = "a with statement"
    SHORT = "one statement"
    SMALL_CLASS = "a whole class"
    FIELDS = "a class with its attributes"
    HEAD = "the beginning of something larger"
    PART = "the middle of something larger"
    PLAIN = "a whole function"


_OF_CLASSES = (Sight.SMALL_CLASS, Sight.FIELDS, Sight.NOTE, Sight.HEAD, Sight.PART)


def sights_of(stop: Stop) -> tuple[Sight, ...]:
    """Everything there is to see, in order of weight; never empty."""
    found: list[Sight] = []
    steps, quote, symbol = stop.steps, stop.quote, stop.symbol
    acts = [step.act for step in steps]
    for step in steps:
        if step.act is Act.CATCH and step.inner is None:
            act = step.names[0] if step.names else ""
            if step.message == "pass":
                found.append(Sight.SWALLOWED)
            elif act == Act.REFUSE.value:
                found.append(Sight.TURNED)
            elif act == Act.RETURN.value:
                found.append(Sight.RESCUED)
    early = [step for step in steps if step.act in (Act.RETURN, Act.STOP) and step.condition is not None]
    found += [Sight.ALWAYS] if Act.CLEANUP in acts else []
    found += [Sight.REFUSAL] if any(s.act is Act.REFUSE and s.condition is not None for s in steps) else []
    found += [Sight.LADDER] if Act.LADDER in acts else []
    found += [Sight.ENDLESS] if Act.ENDLESS in acts else []
    found += [Sight.YIELDS] if Act.YIELD in acts else []
    found += [Sight.GUARDS] if len(early) >= 2 else [Sight.EARLY] if early else []
    noted = any(one.kind == "comment" and quote.start <= one.line <= quote.end for one in stop.remarks)
    found += [Sight.NOTE] if noted else []
    found += [Sight.LATE] if Act.IMPORT in acts and symbol.kind != "class" else []
    found += [Sight.SEARCH] if Act.LOOP in acts and any(s.act is Act.LEAVE for s in steps) else []
    found += [Sight.ROUND] if Act.LOOP in acts or Act.REPEAT in acts else []
    found += [Sight.HELD] if Act.HOLD in acts else []
    whole = quote.start <= symbol.start and quote.end >= symbol.end
    if symbol.kind == "class":
        found += [Sight.SMALL_CLASS] if whole else [Sight.FIELDS] if Act.FIELDS in acts else []
    elif whole and len(steps) == 1:
        found.append(Sight.SHORT)
    found.append(Sight.PLAIN if whole else Sight.HEAD if quote.start <= symbol.start else Sight.PART)
    if symbol.kind == "class":
        found = [one for one in found if one in _OF_CLASSES]
    return tuple(dict.fromkeys(found))
