"""What there is to see in quoted lines before they are read: the one thing that a lead-in should point at."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum

from tasks.offline.write_acts import EMPTY, Act, Step
from tasks.offline.write_point_choice import chosen_points
from tasks.offline.write_points import points_of
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
    ROUND = "a loop"
    HELD = "a with statement"
    SHORT = "one statement"
    STRAIGHT = "a whole function without a branch"
    SMALL_CLASS = "a whole class"
    SHAPE = "a value or a shape of data, whole"
    FIELDS = "a class with its attributes"
    HEAD = "the beginning of something larger"
    PART = "the middle of something larger"
    PLAIN = "a whole function"


_BRANCHES = re.compile(r"\b(?:if|for|foreach|while|switch|select|case|catch|match|unless|until)\b|\?\s")
_OF_CLASSES = (Sight.SMALL_CLASS, Sight.FIELDS, Sight.NOTE, Sight.HEAD, Sight.PART)


def is_straight(stop: Stop) -> bool:
    """Whether the quoted lines run from top to bottom: no step that branches, and no word of one left unread."""
    return _is_straight(stop.steps) and not _BRANCHES.search(stop.quote.text)


def sights_of(stop: Stop) -> tuple[Sight, ...]:
    """Everything there is to see, in order of weight; never empty."""
    found: list[Sight] = []
    quote, symbol = stop.quote, stop.symbol
    steps = tuple(step for step in stop.steps if not step.elsewhere)
    acts = [step.act for step in steps]
    for step in steps:
        if step.act is Act.CATCH and step.inner is None:
            act = step.names[0] if step.names else ""
            if step.message in ("pass", EMPTY):
                found.append(Sight.SWALLOWED)
            elif act == Act.REFUSE.value:
                found.append(Sight.TURNED)
            elif act == Act.RETURN.value:
                found.append(Sight.RESCUED)
    early = [step for step in steps if step.act in (Act.RETURN, Act.STOP) and step.condition is not None]
    found += [Sight.ALWAYS] if Act.CLEANUP in acts else []
    told = _told(stop)
    found += [Sight.REFUSAL] if any(s.act is Act.REFUSE and s.condition is not None for s in told) else []
    found += [Sight.LADDER] if any(s.act is Act.LADDER for s in told) else []
    found += [Sight.ENDLESS] if Act.ENDLESS in acts else []
    found += [Sight.YIELDS] if Act.YIELD in acts else []
    found += [Sight.GUARDS] if len(early) >= 2 else [Sight.EARLY] if early else []
    noted = any(one.kind == "comment" and quote.start <= one.line <= quote.end for one in stop.remarks)
    found += [Sight.NOTE] if noted else []
    found += [Sight.LATE] if Act.IMPORT in acts and not symbol.is_type else []
    found += [Sight.ROUND] if Act.LOOP in acts or Act.REPEAT in acts else []
    found += [Sight.HELD] if Act.HOLD in acts else []
    whole = quote.start <= symbol.start and quote.end >= symbol.end
    if symbol.is_type:
        holds = symbol.kind in ("class", "struct")
        top = (
            holds
            and bool(steps)
            and steps[0].act is Act.FIELDS
            and all(steps[0].end < s.start for s in steps if s.within)
        )
        found += [Sight.SMALL_CLASS] if whole else [Sight.FIELDS] if top else []
    elif whole and len(stop.steps) == 1:
        found.append(Sight.SHORT)
    if whole and not steps and (symbol.is_data or (symbol.is_type and symbol.kind != "class")):
        return (Sight.SHAPE,)
    found += [Sight.STRAIGHT] if whole and steps and is_straight(stop) else []
    found.append(Sight.PLAIN if whole else Sight.HEAD if quote.start <= symbol.start else Sight.PART)
    if symbol.is_type:
        found = [one for one in found if one in _OF_CLASSES]
    return tuple(dict.fromkeys(found))


def _told(stop: Stop) -> list[Step]:
    """The steps that the walk through the quote tells on their own: a lead-in must not promise more."""
    points = chosen_points(points_of(stop.steps, stop.helpers, stop.remarks))
    return [step for point in points for step in point.steps if not step.elsewhere]


def _is_straight(steps: Sequence[Step]) -> bool:
    branching = (Act.LADDER, Act.LOOP, Act.REPEAT, Act.ENDLESS, Act.CATCH, Act.CLEANUP, Act.INNER)
    return all(step.condition is None and step.depth == 0 and step.act not in branching for step in steps)
