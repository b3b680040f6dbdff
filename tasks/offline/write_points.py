"""What there is to tell about quoted lines, as points in their order; `write_point_choice` takes the few that decide.

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
_EXITS = frozenset((Act.REFUSE, Act.RETURN, Act.STOP, Act.SKIP, Act.LEAVE, Act.YIELD))


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
        elif arm[0].act is Act.STORE or sets_own_field(arm[0]):
            while at < len(folded) and (folded[at].act is Act.STORE or sets_own_field(folded[at])):
                if folded[at].within != arm[0].within or folded[at].condition is not None:
                    break
                arm.append(folded[at])
                at += 1
        found.append(_point(tuple(arm), tuple(inside), known))
    return _remarked(found, remarks)


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


def sets_own_field(step: Step) -> bool:
    """Whether a step sets a field of the method's own object, under no test."""
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
    elif (head.act is Act.STORE or sets_own_field(head)) and head.condition is None:
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
