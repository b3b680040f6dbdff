"""The few points of quoted lines that are told, chosen by weight, and what follows from the others being left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tasks.offline.write_acts import Act, Step
from tasks.offline.write_conditions import Shape
from tasks.offline.write_points import ITSELF, Move, Point, sets_own_field

MOST = 4
"""Points told about one quote."""
_LEAST = 1.6
_MOST_CALLS = 3


def chosen_points(points: Sequence[Point], most: int = MOST) -> tuple[Point, ...]:
    """The points that say most, in their order; one at least, where there is any."""
    folded = {point.step.target for point in points if point.move is Move.RESULT and point.step.target}
    points = [point for point in points if point.step.act is not Act.ASSIGN or point.step.target not in folded]
    best = sorted(points, key=lambda point: (-point.weight, point.step.start))
    kept: list[Point] = []
    for point in best:
        alike = [one for one in kept if one.move is point.move and one.step.exception == point.step.exception]
        limit = {Move.REFUSAL: 2, Move.HANDED: 1}.get(point.move, most)
        if point.weight >= _LEAST and len(kept) < most and len(alike) < limit:
            kept.append(point)
    calls = [point for point in points if point.steps[0].act is Act.CALL and point.steps[0].condition is None]
    if not kept and len(calls) > 1 and best[0] in calls and len({call.step.within for call in calls}) == 1:
        # Nothing decides here: what is told is what is called, in one sentence.
        return (replace(calls[0], steps=tuple(call.step for call in calls[:_MOST_CALLS])),)
    if len(kept) == 1 and kept[0].step.value.text in ITSELF:
        # A method that hands back its own object says what it does by what it sets.
        kept += [point for point in points if point.steps[0].act is Act.STORE or sets_own_field(point.steps[0])][:1]
    kept = kept or [
        point for point in best[:1] if point.step.act not in (Act.ASSIGN, Act.GROW) or len(steps_in(points)) < 2
    ]
    return tuple(point for point in points if point in kept)


def steps_in(points: Sequence[Point]) -> list[Step]:
    """Every step that the points rest on."""
    return [step for point in points for step in (*point.steps, *point.inner)]


def set_before(steps: Sequence[Step], result: Step) -> Step | None:
    """The assignment just above a `return` of the same name or attribute, where both stand in the open."""
    at = steps.index(result) if result in steps else 0
    above = steps[at - 1] if at else None
    if above is None or result.condition is not None or result.value.shape is not Shape.CODE:
        return None
    same = above.act is Act.ASSIGN and above.target == result.value.text and above.condition is None
    return above if same and above.depth == result.depth and above.within == result.within else None


def nothing_untold(points: Sequence[Point], chosen: Sequence[Point], result: Point) -> bool:
    """Whether every way to end the call before a result is among the chosen points, so that "otherwise" is true."""
    within = result.step.within
    if result.step.preempted:
        return False
    for point in points:
        if point is result:
            break
        early = point.move in (Move.EARLY, Move.REFUSAL) or any(
            one.act in (Act.RETURN, Act.STOP, Act.REFUSE) or one.exits for one in (*point.steps[1:], *point.inner)
        )
        early = early or (point.move is Move.LADDER and bool(point.step.exits)) or _answers(point)
        if early and point.step.within == within and (point not in chosen or point.move in (Move.LADDER, Move.ROUND)):
            return False
    return True


def _answers(point: Point) -> bool:
    then = point.step.then
    return point.move is Move.CAUGHT and then is not None and then.act in (Act.RETURN, Act.STOP)
