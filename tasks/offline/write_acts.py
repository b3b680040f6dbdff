"""A step: what one statement of quoted code does, in a form that any language can tell."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tasks.offline.write_conditions import Condition, Shape, Value

NOTHING = Value(Shape.NOTHING)
EMPTY = "empty"
"""As the message of a CATCH step: its block holds nothing."""
RETURNED = "(returned)"
"""In the place of a method's name: the step belongs to the function that is returned."""
HANDED = "handed to "
"""In the place of a method's name, before that of a call: the step belongs to the function that is handed to it."""
FROM = "from"
"""Among the names of a YIELD step: everything that the value yields is passed on."""


class Act(StrEnum):
    """What one step does."""

    REFUSE = "raise"
    RETURN = "return"
    STOP = "return nothing"
    YIELD = "yield"
    SKIP = "continue"
    LEAVE = "break"
    JUMP = "goto"
    STORE = "store on the instance"
    ASSIGN = "assign"
    GROW = "augmented assignment"
    CALL = "call"
    REMOVE = "delete"
    LADDER = "several cases"
    LOOP = "for"
    REPEAT = "while"
    ENDLESS = "while True"
    CATCH = "except"
    CLEANUP = "finally"
    HOLD = "with"
    INNER = "inner function"
    FIELDS = "attributes of a class"
    METHODS = "methods of a class"
    TABLE = "a literal collection"
    IMPORT = "local import"
    CHECK = "assert"
    DEFER = "defer"


WEIGHTS = {
    Act.REFUSE: 6.0, Act.CATCH: 5.0, Act.LADDER: 4.6, Act.LOOP: 4.2, Act.REPEAT: 4.2, Act.ENDLESS: 4.2,
    Act.YIELD: 4.0, Act.RETURN: 3.4, Act.STOP: 3.4, Act.SKIP: 3.2, Act.LEAVE: 3.0, Act.JUMP: 3.0, Act.STORE: 3.0,
    Act.FIELDS: 4.0, Act.METHODS: 3.0, Act.TABLE: 5.0, Act.HOLD: 3.4, Act.CLEANUP: 3.0, Act.IMPORT: 2.4,
    Act.CALL: 2.2, Act.GROW: 1.6, Act.ASSIGN: 1.4, Act.INNER: 2.6, Act.REMOVE: 1.6, Act.CHECK: 2.4, Act.DEFER: 3.0,
}  # fmt: skip


@dataclass(frozen=True)
class Step:
    """One step; lines are those of the source file. `depth` counts the loops and tries around it."""

    act: Act
    start: int
    end: int
    condition: Condition | None = None
    outer: Condition | None = None
    """The test around that condition, where it stands inside another arm."""
    otherwise: bool = False
    """Whether it happens when the condition of the step before did not hold."""
    same: bool = False
    """Whether the step before stands under the same condition."""
    target: str = ""
    value: Value = NOTHING
    exception: str = ""
    message: str = ""
    names: tuple[str, ...] = ()
    inner: Condition | None = None
    """What an except clause asks before it acts."""
    count: int = 0
    depth: int = 0
    within: str = ""
    """The method that the step belongs to, when the quote is a class."""
    past: bool = False
    """Whether an earlier statement under the same condition may have ended the call."""
    rebound: bool = False
    """Whether the target is bound more than once, so that this value need not be its last."""
    carries: bool = False
    """Whether the new value of the target is made from its old one."""
    then: Step | None = None
    """The first thing that an except clause does."""
    exits: tuple[int, ...] = ()
    """Of a loop without a test: the lines that end it; of anything else: the lines in it that may end the call."""
    preempted: bool = False
    """Of a result: whether a way out of the call above it is told by no step. Of any step: whether its function
    begins before the quoted lines, so that nobody sees what was decided there."""
    answers: tuple[tuple[str, str], ...] = ()
    """Of several cases of which each gives a value: the first cases, each with its value."""
    making: bool = False
    """Whether it stands in a constructor."""
    throws: bool = False
    """Of an error: whether its language calls this throwing, and not raising."""

    @property
    def elsewhere(self) -> bool:
        """Whether it belongs to a function that is only written down here, and runs when somebody calls that one."""
        return self.within == RETURNED or self.within.startswith(HANDED)

    @property
    def weight(self) -> float:
        """How much it says about the code."""
        guarded = 1.0 if self.condition is not None else 0.0
        return WEIGHTS[self.act] + guarded - 0.4 * self.depth


def choose_steps(steps: tuple[Step, ...], most: int) -> tuple[Step, ...]:
    """The steps that say most, in their order."""
    best = sorted(steps, key=lambda step: (-step.weight, step.start))[:most]
    return tuple(step for step in steps if step in best)


_ADDS = (".append", ".add", ".extend")


def added_by(step: Step) -> str | None:
    """What a call adds to a collection, "" where that is too long to repeat; None for any other step."""
    if step.act is not Act.CALL or not step.target.endswith(_ADDS) or step.target.startswith("("):
        return None
    if step.value.shape is not Shape.CODE:
        return "" if step.value.count == 1 else None
    given = step.value.text.partition("(")[2][:-1]
    return given if given and step.value.count < 2 else None


_PLAIN = frozenset((Act.ASSIGN, Act.CALL, Act.GROW, Act.STORE, Act.RETURN, Act.REMOVE))
_MOST_IN_ONE = 3


def grouped(steps: tuple[Step, ...], *, room: int) -> list[list[Step]]:
    """Steps that fit one sentence: the same arm, or plain statements in a row, up to `room` characters of code."""
    groups: list[list[Step]] = []
    for step in steps:
        fits = bool(groups) and len(groups[-1]) < _MOST_IN_ONE and _joins(groups[-1][-1], step)
        if fits and sum(map(_code_size, [*groups[-1], step])) <= room:
            groups[-1].append(step)
        else:
            groups.append([step])
    return groups


def _code_size(step: Step) -> int:
    return len(step.target) + len(step.value.text or step.value.name) + sum(map(len, step.names)) + len(step.message)


def _joins(before: Step, step: Step) -> bool:
    if step.within != before.within or step.depth != before.depth:
        return False
    if step.same:
        return before.condition == step.condition
    plain = before.act in _PLAIN and step.act in _PLAIN
    return plain and before.condition is None and step.condition is None and not step.otherwise
