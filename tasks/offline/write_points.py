"""What is worth telling about quoted lines: the few points that decide, chosen by weight, in their order.

A plain binding is no point: it is folded into the sentence that uses it, or left to the eye.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from tasks.offline.report_facts import Remark, SymbolFacts
from tasks.offline.write_acts import Act, Step
from tasks.offline.write_conditions import Shape


class Move(StrEnum):
    """What kind of point it is."""

    REFUSAL = "it raises"
    EARLY = "it returns before the end, under a test"
    RESULT = "what comes back in the end"
    YIELDS = "it hands out a value and pauses"
    ROUND = "a loop over something"
    WHILE = "a loop with a test or without an end"
    CAUGHT = "an except clause"
    ALWAYS = "a finally clause"
    LADDER = "several cases"
    HELD = "a with statement"
    BUILT = "what a new instance keeps and sets up"
    BRANCH = "something done under a test"
    HANDED = "a call of another definition of the chapter"
    OTHER = "anything else"


WEIGHTS = {
    Move.REFUSAL: 6.0, Move.CAUGHT: 5.4, Move.EARLY: 5.0, Move.YIELDS: 4.8, Move.LADDER: 4.6, Move.WHILE: 4.4,
    Move.ROUND: 4.2, Move.ALWAYS: 3.6, Move.BUILT: 3.4, Move.RESULT: 3.2, Move.HANDED: 3.0, Move.BRANCH: 2.8,
    Move.HELD: 2.6, Move.OTHER: 1.0,
}  # fmt: skip
MAKERS = ("__init__", "__new__", "__enter__", "__post_init__")
"""Methods in which setting an attribute prepares an object; anywhere else it changes one."""
ITSELF = ("self", "this", "$this")
"""How a method names its own object."""
_OWN = ("self.", "this.", "this->", "$this->", "@")
_TRUTHS = ("true", "false")
MOST = 4
"""Points told about one quote."""
_EXITS = frozenset((Act.REFUSE, Act.RETURN, Act.STOP, Act.SKIP, Act.LEAVE, Act.YIELD))
_LEAST = 1.6
_MOST_CALLS = 3


@dataclass(frozen=True)
class Point:
    """One thing to say: the steps that it rests on, the comment that explains it, the definition it calls."""

    move: Move
    steps: tuple[Step, ...]
    inner: tuple[Step, ...] = ()
    """For a loop: the steps inside it that are told with it."""
    remark: Remark | None = None
    callee: SymbolFacts | None = None

    @property
    def step(self) -> Step:
        """The step that gives the point its name: the way out of an arm where it has one."""
        return next((one for one in self.steps if one.act in _EXITS), self.steps[0])

    @property
    def weight(self) -> float:
        """How much it says about the code."""
        value = WEIGHTS[self.move] - 0.4 * self.steps[0].depth
        if self.move is Move.RESULT and (self.step.value.shape is Shape.NOTHING or plain_name(self.step)):
            value -= 2.4
        if self.move is Move.BRANCH and all(step.act in (Act.ASSIGN, Act.GROW) for step in self.steps):
            value -= 1.6
        if self.move is Move.HELD and all(name.startswith("open(") for name in self.step.names):
            value -= 1.4
        telling = self.step.act in (Act.IMPORT, Act.INNER, Act.TABLE) or (
            self.step.act is Act.FIELDS and _has_own_names(self.step)
        )
        telling = telling or (self.step.act is Act.CALL and bool(self.step.value.parts))
        if self.move is Move.OTHER and telling:
            value += 1.4
        return value + (1.0 if self.remark else 0.0)


def points_of(steps: Sequence[Step], helpers: Iterable[SymbolFacts], remarks: Iterable[Remark]) -> tuple[Point, ...]:
    """Every point of a quote, in order."""
    known = {one.short: one for one in helpers}
    folded = _folded(steps)
    found: list[Point] = []
    at = 0
    while at < len(folded):
        arm = [folded[at]]
        while at + len(arm) < len(folded) and _same_arm(arm[0], folded[at + len(arm)]):
            arm.append(folded[at + len(arm)])
        at += len(arm)
        inside: list[Step] = []
        if arm[0].act in (Act.LOOP, Act.REPEAT, Act.ENDLESS):
            while at < len(folded) and _inside_loop(folded[at], arm[0]):
                inside.append(folded[at])
                at += 1
        elif arm[0].act is Act.STORE or _of_self(arm[0]):
            while at < len(folded) and (folded[at].act is Act.STORE or _of_self(folded[at])):
                if folded[at].within != arm[0].within or folded[at].condition is not None:
                    break
                arm.append(folded[at])
                at += 1
        found.append(_point(tuple(arm), tuple(inside), known))
    return _remarked(found, remarks)


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
        kept += [point for point in points if point.steps[0].act is Act.STORE or _of_self(point.steps[0])][:1]
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


def _has_own_names(step: Step) -> bool:
    """Whether a class declares anything beside what Python asks for, such as `__slots__`."""
    return any(not name.startswith("__") for name in step.names)


def plain_name(step: Step) -> bool:
    """Whether a step returns a bare variable, which says nothing to a reader."""
    text = step.value.text.lstrip("$@")
    return step.value.shape is Shape.CODE and text.isidentifier() and step.value.text not in (*ITSELF, *_TRUTHS)


def _inside_loop(step: Step, loop: Step) -> bool:
    """Whether a step belongs to the rounds of a loop; a loop of one known line ends where the depth does."""
    return step.depth > loop.depth and (loop.end == loop.start or step.start <= loop.end)


def _same_arm(first: Step, step: Step) -> bool:
    sure = not step.past or first.past
    return step.same and step.condition == first.condition and step.depth == first.depth and sure


def _of_self(step: Step) -> bool:
    return step.act is Act.ASSIGN and step.condition is None and step.target.startswith(_OWN)


def field_of(step: Step) -> str:
    """The name of the field that a method sets on its own object."""
    return next((step.target.removeprefix(own) for own in _OWN if step.target.startswith(own)), step.target)


def is_making(point: Point, subject: str) -> bool:
    """Whether a point stands in what makes a new object."""
    return point.steps[0].making or (point.steps[0].within or subject) in MAKERS


def _folded(steps: Sequence[Step]) -> list[Step]:
    """The steps with a returned variable replaced by the one value that it was given."""
    given: dict[str, list[Step]] = {}
    for step in steps:
        if step.act in (Act.ASSIGN, Act.GROW, Act.TABLE, Act.LOOP):
            given.setdefault(step.target, []).append(step)
    out: list[Step] = []
    for step in steps:
        if step.act is Act.RETURN and plain_name(step):
            sources = given.get(step.value.text, [])
            fits = len(sources) == 1 and sources[0].act is Act.ASSIGN and sources[0].condition is None
            fits = fits and not sources[0].rebound
            if fits and sources[0].depth == 0 and sources[0].within == step.within:
                value = sources[0].value
                known = value.shape in (Shape.CODE, Shape.CALL) and bool(value.name)
                step = replace(step, value=value, target=step.value.text) if known else step
        out.append(step)
    return out


def _point(arm: tuple[Step, ...], inside: tuple[Step, ...], known: dict[str, SymbolFacts]) -> Point:
    exits = [step for step in arm if step.act in _EXITS]
    head = exits[0] if exits else arm[0]
    callee = _callee(arm, known)
    move = _MOVES.get(head.act, Move.OTHER)
    if head.act in (Act.RETURN, Act.STOP, Act.SKIP, Act.LEAVE):
        move = Move.EARLY if head.condition is not None else Move.RESULT
        move = Move.BRANCH if head.act in (Act.SKIP, Act.LEAVE) else move
    elif move is Move.OTHER and head.condition is not None:
        move = Move.BRANCH
    elif move is Move.OTHER and callee is not None and head.act in (Act.CALL, Act.ASSIGN):
        move = Move.HANDED
    elif (head.act is Act.STORE or _of_self(head)) and head.condition is None:
        move = Move.BUILT if sum(max(1, len(step.names)) for step in arm) >= 2 else Move.OTHER
    return Point(move, arm, inside, None, callee)


_MOVES = {
    Act.REFUSE: Move.REFUSAL, Act.YIELD: Move.YIELDS, Act.LOOP: Move.ROUND, Act.REPEAT: Move.WHILE,
    Act.ENDLESS: Move.WHILE, Act.CATCH: Move.CAUGHT, Act.CLEANUP: Move.ALWAYS, Act.LADDER: Move.LADDER,
    Act.HOLD: Move.HELD,
}  # fmt: skip


def _callee(arm: Sequence[Step], known: dict[str, SymbolFacts]) -> SymbolFacts | None:
    """The definition of this chapter that an arm calls, or None."""
    for step in arm:
        name = step.value.name or (step.target if step.act is Act.CALL else "")
        head, _, short = re.sub(r"->|::", ".", name).rpartition(".")
        found = known.get(short) if name else None
        owner = found.owner if found is not None else ""
        if head not in ("", "self", "this", "$this", "Self", "cls", "super()", owner):
            continue
        if found is not None and not found.is_type:
            return found
    return None


def _remarked(points: list[Point], remarks: Iterable[Remark]) -> tuple[Point, ...]:
    """Each comment goes to the point that it stands above, at most eight lines away."""
    out = list(points)
    for remark in remarks:
        if remark.kind != "comment":
            continue
        below = [at for at, point in enumerate(out) if 0 < point.steps[0].start - remark.line <= 8]
        heads = [at for at in below if out[at].remark is None]
        if heads:
            at = min(heads, key=lambda n: out[n].steps[0].start)
            out[at] = replace(out[at], remark=remark)
    return tuple(out)
