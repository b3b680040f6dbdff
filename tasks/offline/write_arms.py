"""The arms of a branch, in any language: what each statement stands under, and whether it is sure to be reached."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tasks.offline.write_acts import Act, Step
from tasks.offline.write_conditions import Condition, Test, cases_of, exclusive, opposite_of

_ENDS = frozenset((Act.REFUSE, Act.RETURN, Act.STOP, Act.SKIP, Act.LEAVE, Act.JUMP))
LADDER = 3
"""From so many tests on a branch is told by its cases."""


@dataclass(frozen=True)
class Arm:
    """One arm: its test, its steps, its test as code ("" when that is too long), its first line.

    `ends`: some statement of it ends the call.
    """

    test: Condition
    steps: list[Step]
    text: str
    start: int
    ends: bool


def branches(arms: Sequence[Arm], rest: list[Step], ladder: Step) -> list[Step]:
    """The steps of `if`, `else if` and `else`; from three tests on `ladder` stands for them."""
    tests = [arm.test for arm in arms]
    if len(arms) >= LADDER:
        subject, cases = cases_of(tests)
        cases = cases if subject else tuple(text for text in (arms[0].text,) if text)
        ended = tuple(arm.start for arm in arms if arm.ends)
        head = replace(ladder, target=subject, names=cases, count=len(arms), exits=ended)
        neither = Condition(Test.NEITHER, line=ladder.start)
        return [head, *guarded(rest[:1], neither, otherwise=True)]
    found: list[Step] = []
    for position, arm in enumerate(arms):
        later = position > 0 and not exclusive(tests[: position + 1])
        found += guarded(arm.steps, replace(arm.test, later=later), otherwise=position > 0)
    if rest:
        opposite = opposite_of(tests[0]) if len(arms) == 1 else Condition(Test.NEITHER, line=tests[0].line)
        found += guarded(rest, opposite, otherwise=True)
    return found


def guarded(steps: list[Step], condition: Condition, *, otherwise: bool) -> list[Step]:
    """The steps of one arm: each knows the condition that it stands under, and whether it is sure to be reached."""
    found: list[Step] = []
    ended = False
    for at, step in enumerate(steps):
        if step.condition is not None or step.depth > steps[0].depth:
            found.append(replace(step, depth=step.depth + 1, outer=_around(condition, step.outer)))
            ended = ended or step.act in _ENDS
        else:
            told = replace(step, condition=condition, otherwise=otherwise and at == 0, same=at > 0)
            found.append(replace(told, past=ended or step.past))
            ended = ended or bool(step.exits)
    return found


def after_first(steps: list[Step], condition: Condition) -> list[Step]:
    """The steps of an arm whose first one is told apart from them, as that of an except clause is."""
    rest = guarded(steps, condition, otherwise=False)[1:]
    return [replace(rest[0], same=False), *rest[1:]] if rest else []


def _around(condition: Condition, outer: Condition | None) -> Condition:
    """The tests that enclose a step, from the outside in."""
    return condition if outer is None else Condition(Test.ALL, parts=(condition, outer), line=condition.line)


def joined(steps: Iterable[Step]) -> list[Step]:
    """The steps with two stores in a row made one, and so two inner functions."""
    found: list[Step] = []
    for step in steps:
        if found and found[-1].act is step.act and step.act in (Act.STORE, Act.INNER) and _alike(found[-1], step):
            before = found[-1]
            both = (before.names or (before.target,)) + (step.names or (step.target,))
            found[-1] = replace(before, end=step.end, names=both, count=before.count + step.count)
        else:
            found.append(step)
    return found


def _alike(before: Step, step: Step) -> bool:
    return before.condition is None and step.condition is None and before.depth == step.depth


def reachable(steps: list[Step], *, jumps: bool) -> list[Step]:
    """The steps without those below a loop that nothing leaves, and without results that a jump chooses between."""
    open_ones = [step for step in steps if step.condition is None and step.depth == 0]
    last = next((step.end for step in open_ones if step.act is Act.ENDLESS and not step.exits), None)
    kept = steps if last is None else [step for step in steps if step.start <= last]
    results = [step for step in open_ones if step.act in (Act.RETURN, Act.STOP)]
    return [step for step in kept if step not in results] if jumps and len(results) > 1 else kept
