"""What a loop is for and how it ends: the steps of a round that say most, and the tests that lead out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tasks.offline.write_acts import Act, Step
from tasks.offline.write_conditions import Condition, Test
from tasks.offline.write_points import Point

_OUT = (Act.LEAVE, Act.RETURN, Act.STOP, Act.REFUSE)
_ENDS_ROUND = (*_OUT, Act.SKIP, Act.JUMP)
_LOOPS = (Act.LOOP, Act.REPEAT, Act.ENDLESS)
_GROWING = (".append", ".add", ".extend", ".update", ".write", ".appendleft", ".insert")
_LEAST = 1.7
MOST = 2
"""Steps told of one round."""


@dataclass(frozen=True)
class Deed:
    """A step of a round and the tests of the round that it stands under.

    `late`: it has no test, and one above it may have ended the round before.
    """

    step: Step
    tests: tuple[Condition, ...] = ()
    late: bool = False


def changed_name(step: Step) -> str:
    """The variable that a step changes: the target of an assignment, the collection that it adds to, or ""."""
    if step.act is Act.CALL and step.target.endswith(_GROWING) and not step.target.startswith("("):
        return step.target.rpartition(".")[0]
    return step.target if step.act in (Act.ASSIGN, Act.GROW) else ""


def deeds_of_round(point: Point) -> tuple[Deed, ...]:
    """What a round does, at most two steps in their order: ways out, results, and what grows from round to round."""
    head = point.steps[0]
    enclosing = {*all_parts(head.outer), *all_parts(head.condition)}
    least = min((one.depth for one in point.inner), default=0)
    near: list[Deed] = []
    for step in point.inner:
        outer = tuple(one for one in all_parts(step.outer) if one not in enclosing)
        grows = _grows(step)
        loop = step.act in _LOOPS and step.depth <= least + 1 and not outer
        if step.past or not (loop or (step.depth == least and not outer) or (grows and len(outer) < 2)):
            continue
        own = step.condition is not None and step.act not in (Act.REPEAT, Act.CATCH)
        tests = (*outer, step.condition) if own and step.condition is not None else outer
        if _in_inner_loop(step, point.inner) or (head.act is Act.ENDLESS and step.act is Act.LEAVE):
            continue
        near.append(Deed(step, tests, _is_late(step, point.inner)))
    ranked = sorted(near, key=lambda one: (-_weight(one), one.step.start))
    best = [one for one in ranked if _weight(one) >= _LEAST] or ranked[:1]
    return tuple(sorted(best[:MOST], key=lambda one: one.step.start))


def all_parts(condition: Condition | None) -> tuple[Condition, ...]:
    """The tests that a condition is made of, where all of them must hold."""
    if condition is None:
        return ()
    if condition.test is Test.ALL:
        return tuple(part for one in condition.parts for part in all_parts(one))
    return (condition,)


def _grows(step: Step) -> bool:
    """Whether a step hands something on to the next round: it adds to a collection, or to a value's old self."""
    return bool(changed_name(step)) and (step.act is not Act.ASSIGN or step.carries)


def _weight(deed: Deed) -> float:
    bonus = (3.4 if deed.tests else 5.0) if _grows(deed.step) else 0.0
    bonus += 4.0 if deed.step.act is Act.YIELD else 0.0
    return deed.step.weight + bonus - (1.6 if deed.step.act in _LOOPS else 0.0)


def _in_inner_loop(step: Step, steps: Sequence[Step]) -> bool:
    return any(one.act in _LOOPS and one.start < step.start <= one.end for one in steps)


def _is_late(step: Step, steps: Sequence[Step]) -> bool:
    """Whether a step without a test of its own stands below a test that may end the round."""
    if step.condition is not None and step.act is not Act.REPEAT:
        return False
    return any(one.start < step.start and (one.act in _ENDS_ROUND or one.exits) for one in steps)


def ways_out(point: Point) -> tuple[list[Condition], bool]:
    """The tests under which an endless loop is left, and whether these are all ways out of it."""
    least = min((one.depth for one in point.inner), default=0)
    exits = [one for one in point.inner if one.act in _OUT]
    plain = [one for one in exits if one.condition is not None and one.outer is None and one.depth == least]
    plain = [one for one in plain if not one.past]
    tests = list(dict.fromkeys(one.condition for one in plain if one.condition is not None))
    known = {one.start for one in plain}
    whole = len(plain) == len(exits) and len(tests) <= 2 and set(point.steps[0].exits) <= known
    return tests[:2], whole


def last_arm(condition: Condition) -> bool:
    """Whether a way out is the last arm of several tests."""
    return condition.test is Test.NEITHER
