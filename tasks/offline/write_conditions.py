"""Tests and values of quoted code as small records that a language module can put into words, and their logic."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from enum import StrEnum

SHORT = 58
"""How many characters of code still read well inside a sentence."""


class Test(StrEnum):
    """What a condition asks."""

    NONE = "is None"
    NOT_NONE = "is not None"
    INSTANCE = "isinstance"
    NOT_INSTANCE = "not isinstance"
    TRUE = "truthy"
    FALSE = "falsy"
    EQUAL = "=="
    NOT_EQUAL = "!="
    SAME = "is"
    NOT_SAME = "is not"
    IN = "in"
    NOT_IN = "not in"
    CALL = "call holds"
    NOT_CALL = "call does not hold"
    ALL = "and"
    ANY = "or"
    FAILS = "call gives an error"
    SUCCEEDS = "call gives no error"
    MATCHES = "fits a pattern"
    NOT_MATCHES = "does not fit a pattern"
    TRUTHY = "holds, whatever kind of value it is"
    FALSY = "does not hold, whatever kind of value it is"
    CODE = "code"
    NOT_CODE = "code does not hold"
    LONG = "too long to repeat"
    NOT_LONG = "too long to repeat, and does not hold"
    NEITHER = "no test before it held"
    CAUGHT = "an exception was caught"


@dataclass(frozen=True)
class Condition:
    """A test; `left` and `right` are source text, `parts` the operands of ALL and ANY."""

    test: Test
    left: str = ""
    right: str = ""
    parts: tuple[Condition, ...] = ()
    line: int = 0
    later: bool = False
    """Whether it is asked only after other tests of the same `if` have failed."""


class Shape(StrEnum):
    """What kind of value an expression makes."""

    CODE = "short enough to repeat"
    NOTHING = "None"
    CALL = "the result of a call"
    LIST = "list"
    TUPLE = "tuple"
    DICT = "dict"
    OBJECT = "an object written down"
    SET = "set"
    BUILT = "comprehension"
    TEXT = "text"
    CHOICE = "conditional expression"
    FUNCTION = "lambda"
    TEST = "a truth value"
    LONG = "too long to repeat"
    SEVERAL = "several values at once"


@dataclass(frozen=True)
class Value:
    """A value; `name` is the function called or the thing iterated, `count` the number of elements.

    `makes`: the call makes a new object of the class that it names.
    """

    shape: Shape
    text: str = ""
    name: str = ""
    count: int = 0
    line: int = 0
    makes: bool = False
    parts: tuple[Value, ...] = ()
    """The values of SEVERAL; of a call the function that is written down among its arguments."""


def cases_of(tests: list[Condition]) -> tuple[str, tuple[str, ...]]:
    """What several tests in a row ask about, and the values that they compare it with; "" for mixed tests."""
    alike = {Test.EQUAL, Test.SAME, Test.IN, Test.INSTANCE, Test.CODE}
    subjects = {test.left for test in tests}
    if len(subjects) == 1 and all(test.test in alike and test.right for test in tests):
        return subjects.pop(), tuple(test.right for test in tests if len(test.right) <= 30)
    return "", ()


def exclusive(tests: list[Condition]) -> bool:
    """Whether no two of the tests can hold at once: one name compared with different literals."""
    literals = [test.right for test in tests if test.test is Test.EQUAL and _is_literal(test.right)]
    return len({test.left for test in tests}) == 1 and len(set(literals)) == len(tests)


def _is_literal(text: str) -> bool:
    try:
        ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return False
    return True


_OPPOSITE = {
    Test.NONE: Test.NOT_NONE,
    Test.NOT_NONE: Test.NONE,
    Test.INSTANCE: Test.NOT_INSTANCE,
    Test.TRUE: Test.FALSE,
    Test.EQUAL: Test.NOT_EQUAL,
    Test.SAME: Test.NOT_SAME,
    Test.IN: Test.NOT_IN,
    Test.CALL: Test.NOT_CALL,
    Test.CODE: Test.NOT_CODE,
    Test.LONG: Test.NOT_LONG,
    Test.FAILS: Test.SUCCEEDS,
    Test.MATCHES: Test.NOT_MATCHES,
    Test.TRUTHY: Test.FALSY,
}


def opposite_of(condition: Condition) -> Condition:
    """The condition that holds exactly when the given one does not."""
    known = _OPPOSITE.get(condition.test) or next((k for k, v in _OPPOSITE.items() if v is condition.test), None)
    if known is not None:
        return Condition(known, condition.left, condition.right, line=condition.line)
    return Condition(Test.NOT_LONG, line=condition.line)


def one_of(condition: Condition) -> Condition | None:
    """The first of two tests that ask the same of one thing with two values; None for any other condition."""
    first, *more = condition.parts
    asked = (Test.EQUAL, Test.MATCHES, Test.SAME)
    alike = first.test in asked and all((one.test, one.left) == (first.test, first.left) for one in more)
    return first if alike and len(more) == 1 else None


def negated(inner: Condition, text: str, line: int) -> Condition:
    """A test with a "not" before it; where no word says the opposite, the code itself, which is `text`."""
    opposite = _OPPOSITE.get(inner.test)
    if opposite is not None:
        return Condition(opposite, inner.left, inner.right, line=line)
    return Condition(Test.CODE if text else Test.LONG, left=text, line=line)
