"""Whose lines a point tells, so that every language names the same one, and names it when it changes."""

from __future__ import annotations

from enum import StrEnum

from tasks.offline.write_acts import HANDED, RETURNED
from tasks.offline.write_points import Point
from tasks.offline.write_stops import Stop


class Speaker(StrEnum):
    """Who does what a sentence says."""

    SAME = "the one of the sentence before"
    WHOLE = "the definition that the stop dwells on"
    METHOD = "a method of the class that the stop dwells on"
    CONSTRUCTOR = "the constructor of the class"
    HANDED = "a function that is handed to a call"
    RETURNED = "a function that the definition returns"


def speaker_of(point: Point, before: Point | None) -> Speaker:
    """Who a point is about; SAME where the point before was about it, too."""
    step = point.steps[0]
    if before is not None and before.steps[0].within == step.within:
        return Speaker.SAME
    if step.within.startswith(HANDED):
        return Speaker.HANDED
    if step.within == RETURNED:
        return Speaker.RETURNED
    if step.making and (step.within or before is None):
        return Speaker.CONSTRUCTOR
    return Speaker.METHOD if step.within else Speaker.WHOLE


def name_of(speaker: Speaker, stop: Stop, point: Point) -> str:
    """The name that goes with a speaker, as it stands in the source; "" for none."""
    within = point.steps[0].within
    if speaker is Speaker.HANDED:
        return within.removeprefix(HANDED)
    return within if speaker is Speaker.METHOD else stop.symbol.short if stop.symbol.name else ""
