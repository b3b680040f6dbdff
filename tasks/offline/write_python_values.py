"""Expressions of quoted Python code as conditions and values."""

from __future__ import annotations

import ast

from tasks.offline.research_bodies import dotted, source_line
from tasks.offline.write_conditions import SHORT, Condition, Shape, Test, Value, negated


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
        return negated(condition_of(node.operand, offset), text, line)
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
