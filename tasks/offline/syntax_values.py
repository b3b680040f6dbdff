"""Expressions of a syntax tree as conditions and values."""

from __future__ import annotations

import re

from tree_sitter import Node

from tasks.offline.syntax_code import Code
from tasks.offline.syntax_kinds import Kind
from tasks.offline.write_conditions import SHORT, Condition, Shape, Test, Value, negated

_SHORTEST_OPENING, _LONGEST_OPENING = 9, 70
_LISTS = {Kind.LIST: Shape.LIST, Kind.MAP: Shape.DICT, Kind.OBJECT: Shape.OBJECT}
_BOOLEAN = frozenset(("==", "!=", "===", "!==", "<", ">", "<=", ">=", "in", "!in", "instanceof"))
_JOINS = {"&&": Test.ALL, "||": Test.ANY, "and": Test.ALL, "or": Test.ANY}
_SPREADS = frozenset(("spread_element", "splat_argument", "hash_splat_argument", "variadic_unpacking"))


def condition_of(code: Code, node: Node) -> Condition:
    """The condition that an expression asks. Swift's grammar binds `==` looser than `&&`: there the text is kept."""
    node = code.bare(node)
    if node.type == "condition_clause":
        node = code.bare(code.part(node, "value") or node)
    line, text, kind = code.line(node), code.text(node), code.kind(node)
    if kind is Kind.BINARY and code.language != "swift":
        return _binary(code, node, text, line)
    if kind is Kind.UNARY and _operator(code, node) in ("!", "not"):
        inner = code.children(node)
        return negated(condition_of(code, inner[-1]), text, line) if inner else Condition(Test.LONG, line=line)
    if kind is Kind.INSTANCE and (known := _instance(code, node, line)) is not None:
        return known
    if node.type in ("command", "pipeline", "redirected_statement", "list"):
        return Condition(Test.SUCCEEDS if text else Test.LONG, text, line=line)
    if not text:
        return Condition(Test.LONG, line=line)
    if kind is Kind.CALL and text.startswith("!"):
        # The grammars of Kotlin and Swift bind the mark closer than the call behind it.
        return negated(Condition(Test.CALL, text[1:], line=line), text, line)
    if code.syntax.truthy and kind not in (Kind.BINARY, Kind.INSTANCE):
        return Condition(Test.TRUTHY, text, line=line)
    return Condition(Test.CALL if kind is Kind.CALL else Test.CODE, text, line=line)


def _binary(code: Code, node: Node, text: str, line: int) -> Condition:
    left, right = code.part(node, "left"), code.part(node, "right")
    operator = _operator(code, node)
    if left is not None and right is not None:
        if operator in _JOINS:
            parts = (condition_of(code, left), condition_of(code, right))
            if all(part.test not in (Test.LONG, Test.NOT_LONG, Test.ALL, Test.ANY) for part in parts):
                return Condition(_JOINS[operator], parts=parts, line=line)
        test = code.syntax.compares.get(operator)
        one, other = code.text(left), code.text(right)
        if operator == "instanceof" and one and other:
            return Condition(Test.INSTANCE, one, other, line=line)
        if test is not None and one and other and len(one) + len(other) <= SHORT + 14:
            if other in code.syntax.nothing:
                test = Test.SAME if test in (Test.SAME, Test.EQUAL) else Test.NOT_SAME
            return Condition(test, one, other, line=line)
    held = Test.TRUTHY if code.syntax.truthy and operator in _JOINS else Test.CODE
    return Condition(held if text else Test.LONG, text, line=line)


def _operator(code: Code, node: Node) -> str:
    found = code.part(node, "operator", "operation", "op")
    if found is not None:
        return code.raw(found)
    marks = [child for child in node.children if not child.is_named]
    return code.raw(marks[0]) if marks else ""


def _instance(code: Code, node: Node, line: int) -> Condition | None:
    """A test of a type or of a pattern, as each grammar writes it."""
    left, right = code.part(node, "left", "value", "expression"), code.part(node, "right", "pattern")
    if left is None or right is None:
        return None
    one, other = code.text(left), code.text(right, 40)
    if not one or not other:
        return None
    if code.language in ("java", "php", "kotlin"):
        word = _operator(code, node)
        return Condition(Test.NOT_INSTANCE if word == "!is" else Test.INSTANCE, one, other, line=line)
    return Condition(Test.MATCHES, one, other, line=line)


def value_of(code: Code, node: Node | None) -> Value:
    """What an expression makes."""
    if node is None:
        return Value(Shape.NOTHING)
    node = code.bare(node)
    line, kind = code.line(node), code.kind(node)
    text = code.text(node)
    named = code.callee(node) if kind is Kind.CALL else ""
    if text and "\\n" not in text:
        return Value(Shape.CODE, text, named, len(code.arguments(node) or ()) if named else 0, line)
    while kind in (Kind.AWAIT, Kind.TRIED, Kind.ADDRESS, Kind.PAREN, Kind.UNARY) and len(code.children(node)) >= 1:
        if kind is Kind.UNARY and _operator(code, node) != "&":
            break
        node = code.children(node)[-1]
        kind = code.kind(node)
    if kind is Kind.CALL and (name := code.callee(node)):
        if (short := _opening(code, node, name)) is not None:
            return Value(Shape.CODE, short, name, line=line)
        made = tuple(Value(Shape.FUNCTION, line=code.line(one)) for one in handed(code, node))
        return Value(Shape.CALL, name=name, count=len(code.arguments(node) or ()), line=line, parts=made)
    if kind is Kind.NEW and (name := _made(code, node)):
        return Value(Shape.CALL, name=name, line=line, makes=True)
    if kind in _LISTS and not any(one.type in _SPREADS for one in node.named_children):
        return _literal(code, node, _LISTS[kind], line)
    if kind is Kind.SEVERAL:
        parts = tuple(value_of(code, one) for one in code.children(node))
        if 1 < len(parts) <= 3 and all(part.shape is not Shape.LONG for part in parts):
            return Value(Shape.SEVERAL, line=line, parts=parts)
        return Value(Shape.LONG, line=line)
    if kind is Kind.BINARY and (_operator(code, node) in _BOOLEAN or _is_truth(code, node)):
        return Value(Shape.TEST, line=line)
    fixed = {Kind.TEXT: Shape.TEXT, Kind.CHOICE: Shape.CHOICE, Kind.LAMBDA: Shape.FUNCTION}
    return Value(fixed.get(kind, Shape.LONG) if kind is not None else Shape.LONG, line=line)


def _opening(code: Code, call: Node, name: str) -> str | None:
    """A call with the text that it begins with, and what follows left out: `fmt.Errorf("no %s", …)`."""
    given = code.arguments(call) or []
    first = code.bare(given[0]) if given else None
    if first is None or code.kind(first) is not Kind.TEXT or len(given) < 2 or name.startswith("("):
        return None
    text = code.text(first, _LONGEST_OPENING)
    return f"{name}({text}, …)" if len(text) > _SHORTEST_OPENING and "\\n" not in text else None


def handed(code: Code, call: Node) -> list[Node]:
    """The functions that are written down where they are handed to a call."""
    inside = [*code.children(call), *(code.arguments(call) or ())]
    every = [code.bare(one) for one in inside]
    below = [part for one in every if one.type in ("call_suffix", "annotated_lambda") for part in code.children(one)]
    return list({one.start_byte: one for one in (*every, *below) if code.kind(one) is Kind.LAMBDA}.values())


def _is_truth(code: Code, node: Node) -> bool:
    """Whether `&&` and `||` give a truth value: in some languages they give one of their operands."""
    return _operator(code, node) in ("&&", "||") and (not code.syntax.truthy or code.language == "php")


def _made(code: Code, node: Node) -> str:
    """The class that `new` names; without its type arguments."""
    target = code.part(node, "constructor", "type", "name")
    if target is None:
        inner = code.children(node)
        target = inner[0] if inner else None
    if target is None or target.type in ("slice_type", "map_type", "array_type", "implicit_length_array_type"):
        return ""
    name = re.sub(r"<.*>$", "", code.raw(target), flags=re.DOTALL).strip()
    return name if re.fullmatch(r"[\w$.:\\]{1,60}", name) and name not in ("class", "struct") else ""


def _literal(code: Code, node: Node, shape: Shape, line: int) -> Value:
    """A literal with its number of entries; PHP writes lists and maps alike."""
    entries = code.children(node)
    if code.language == "php" and any("=>" in (c.type for c in one.children) for one in entries):
        shape = Shape.DICT
    if code.language == "swift" and shape is Shape.DICT:
        return Value(Shape.DICT, count=len(node.children_by_field_name("key")), line=line)
    return Value(shape, count=len(entries), line=line)
