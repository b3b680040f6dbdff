"""Expressions of quoted Python code as small values that a language module can put into words."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from enum import StrEnum

from tasks.offline.research_bodies import dotted, source_line

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
    SET = "set"
    BUILT = "comprehension"
    TEXT = "text"
    CHOICE = "conditional expression"
    FUNCTION = "lambda"
    TEST = "a truth value"
    LONG = "too long to repeat"


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


def condition_of(node: ast.expr, offset: int = 0) -> Condition:
    """The condition that an expression asks; `offset` is added to its line."""
    line = node.lineno + offset
    text = source_line(node, SHORT)
    if isinstance(node, ast.BoolOp):
        parts = tuple(condition_of(value, offset) for value in node.values)
        if len(parts) == 2 and all(part.test not in (Test.LONG, Test.ALL, Test.ANY) for part in parts):
            return Condition(Test.ALL if isinstance(node.op, ast.And) else Test.ANY, parts=parts, line=line)
        return Condition(Test.CODE if text else Test.LONG, left=text, line=line)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return _negated(condition_of(node.operand, offset), text, line)
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        left, right = source_line(node.left, SHORT), source_line(node.comparators[0], SHORT)
        if left and right and len(left) + len(right) <= SHORT + 14:
            return _compared(node.ops[0], left, right, text, line)
    if isinstance(node, ast.Call) and dotted(node.func) == "isinstance" and len(node.args) == 2:
        left, right = source_line(node.args[0], 40), source_line(node.args[1], 40)
        if left and right:
            return Condition(Test.INSTANCE, left, right, line=line)
    if isinstance(node, ast.Call) and text:
        return Condition(Test.CALL, text, line=line)
    if isinstance(node, ast.Name | ast.Attribute | ast.Subscript) and text:
        return Condition(Test.TRUE, text, line=line)
    return Condition(Test.CODE if text else Test.LONG, left=text, line=line)


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


def value_of(node: ast.expr | None, offset: int = 0) -> Value:
    """What an expression makes."""
    if node is None or (isinstance(node, ast.Constant) and node.value is None):
        return Value(Shape.NOTHING)
    line = node.lineno + offset
    if isinstance(node, ast.Await):
        return value_of(node.value, offset)
    text = source_line(node, SHORT)
    if text and "\\n" not in text:
        called = dotted(node.func) if isinstance(node, ast.Call) else ""
        return Value(Shape.CODE, text, called, line=line, makes=_names_class(called))
    if isinstance(node, ast.Call) and (name := dotted(node.func)):
        arguments = len(node.args) + len(node.keywords)
        return Value(Shape.CALL, name=name, count=arguments, line=line, makes=_names_class(name))
    if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        return Value(Shape.BUILT, name=source_line(node.generators[0].iter, SHORT), line=line)
    if isinstance(node, ast.List | ast.Tuple | ast.Set):
        shape = {ast.List: Shape.LIST, ast.Tuple: Shape.TUPLE, ast.Set: Shape.SET}[type(node)]
        return Value(shape, count=len(node.elts), line=line)
    if isinstance(node, ast.Dict):
        return Value(Shape.DICT, count=len(node.keys), line=line)
    if isinstance(node, ast.JoinedStr | ast.Constant):
        return Value(Shape.TEXT, line=line)
    if isinstance(node, ast.IfExp):
        return Value(Shape.CHOICE, line=line)
    if isinstance(node, ast.Lambda):
        return Value(Shape.FUNCTION, line=line)
    if isinstance(node, ast.Compare | ast.BoolOp):
        return Value(Shape.TEST, line=line)
    return Value(Shape.LONG, line=line)


def _names_class(called: str) -> bool:
    """Whether a call in Python names a class, as PEP 8 has it."""
    return called.rpartition(".")[2][:1].isupper()


def _compared(operator: ast.cmpop, left: str, right: str, text: str, line: int) -> Condition:
    none = right == "None"
    tests = {
        ast.Is: Test.NONE if none else Test.SAME,
        ast.IsNot: Test.NOT_NONE if none else Test.NOT_SAME,
        ast.Eq: Test.EQUAL,
        ast.NotEq: Test.NOT_EQUAL,
        ast.In: Test.IN,
        ast.NotIn: Test.NOT_IN,
    }
    test = tests.get(type(operator))
    if test is None:
        return Condition(Test.CODE, text or f"{left} … {right}", line=line)
    return Condition(test, left, right, line=line)


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
}


def opposite_of(condition: Condition) -> Condition:
    """The condition that holds exactly when the given one does not."""
    known = _OPPOSITE.get(condition.test) or next((k for k, v in _OPPOSITE.items() if v is condition.test), None)
    if known is not None:
        return Condition(known, condition.left, condition.right, line=condition.line)
    return Condition(Test.NOT_LONG, line=condition.line)


def _negated(inner: Condition, text: str, line: int) -> Condition:
    opposite = _OPPOSITE.get(inner.test)
    if opposite is not None:
        return Condition(opposite, inner.left, inner.right, line=line)
    return Condition(Test.CODE if text else Test.LONG, left=text, line=line)
