"""The heads of branches and loops in any language: what is asked, what is gone through, which lines they govern."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tree_sitter import Node

from tasks.offline.syntax_code import Code
from tasks.offline.syntax_kinds import Kind
from tasks.offline.syntax_values import condition_of, value_of
from tasks.offline.write_conditions import SHORT, Condition, Shape, Test, Value, opposite_of

_FOREVER = frozenset(("true", "1", "TRUE", "True", ":"))


def asked(code: Code, node: Node, before: Node | None = None) -> Condition:
    """The test of an `if`, a `while`, an `unless`; `before` is the statement above it."""
    conditions = _conditions(node)
    if not conditions or (code.language == "bash" and len(conditions) > 1):
        return Condition(Test.LONG, line=code.line(node))
    if code.language == "swift" and (len(conditions) > 1 or conditions[0].type == "value_binding_pattern"):
        return _bound(code, node, conditions[0])
    test = condition_of(code, conditions[0])
    if code.kind(node) in (Kind.UNLESS, Kind.UNTIL):
        return replace(opposite_of(test), line=test.line)
    if code.language == "go":
        return _checked(code, test, (code.part(node, "initializer"), before))
    return test


def _conditions(node: Node) -> list[Node]:
    """What is asked: by its field, or in a shell all that stands before `then`."""
    found = [child for child in node.children_by_field_name("condition") if child.is_named]
    then = next((child.start_byte for child in node.children if child.type == "then"), 0)
    return found or [child for child in node.named_children if child.end_byte <= then]


def _bound(code: Code, node: Node, first: Node) -> Condition:
    """Swift's `if let a = b, c`: it succeeds when every part does."""
    ends = [child for child in node.children if child.type == "{" or child.type == "else"]
    raw = " ".join(code.fragment.data[first.start_byte : ends[0].start_byte].decode().split()) if ends else ""
    if not raw or len(raw) > SHORT or "`" in raw or "//" in raw:
        return Condition(Test.LONG, line=code.line(first))
    return Condition(Test.SUCCEEDS if "let " in raw or "var " in raw else Test.CODE, raw, line=code.line(first))


def _checked(code: Code, test: Condition, above: Sequence[Node | None]) -> Condition:
    """Go's `if err := f(); err != nil` asks whether `f` fails; so does the same test below `x, err := f()`.

    `if v, ok := m[k]; ok` asks whether `k` is in `m`.
    """
    if test.test is Test.CODE and above[0] is not None and (found := _found(code, test, above[0])) is not None:
        return found
    if test.right != "nil" or not test.left.lower().endswith("err"):
        return test
    for statement in above:
        if statement is None or code.kind(statement) is not Kind.ASSIGN:
            continue
        left, right = code.part(statement, "left"), code.part(statement, "right")
        if left is None or right is None or len(right.named_children) != 1:
            continue
        call = right.named_children[0]
        last = code.raw(left).rpartition(",")[2].strip()
        if last == test.left and code.kind(call) is Kind.CALL and (name := code.callee(call)):
            return Condition(Test.FAILS if test.test is Test.NOT_SAME else Test.SUCCEEDS, name, line=test.line)
    return test


def _found(code: Code, test: Condition, statement: Node) -> Condition | None:
    left, right = code.part(statement, "left"), code.part(statement, "right")
    if left is None or right is None or len(right.named_children) != 1 or len(left.named_children) != 2:
        return None
    source = right.named_children[0]
    if code.raw(left.named_children[1]) != test.left or source.type != "index_expression":
        return None
    key, table = code.part(source, "index"), code.part(source, "operand")
    if key is None or table is None or not code.text(key) or not code.text(table):
        return None
    return Condition(Test.IN, code.text(key), code.text(table), line=test.line)


def governed(code: Code, node: Node) -> list[Node]:
    """The statements that run when the test of an `if` holds, or that of a `guard` does not."""
    if code.kind(node) is Kind.GUARD:
        marks = [child.end_byte for child in node.children if child.type == "else"]
        inside = [one for one in code.children(node) if marks and one.start_byte >= marks[0]]
        return [one for child in inside for one in code.statements(child)]
    body = code.part(node, "consequence", "body")
    if body is not None:
        return code.statements(body)
    conditions = _conditions(node)
    first = conditions[-1].end_byte if conditions else node.start_byte
    last = min((child.start_byte for child in node.children if _is_other(child)), default=node.end_byte)
    inside = [one for one in code.children(node) if first <= one.start_byte and one.end_byte <= last]
    return [one for child in inside for one in code.statements(child)]


def _is_other(child: Node) -> bool:
    return child.type in ("else", "else_clause", "elif_clause")


def others(code: Code, node: Node) -> list[Node]:
    """What stands behind `else`: further tests, and at last the rest."""
    found = node.children_by_field_name("alternative")
    if not found:
        found = [child for child in node.named_children if child.type in ("elif_clause", "else_clause")]
    if not found:
        marks = [child.end_byte for child in node.children if child.type == "else"]
        found = [one for one in code.children(node) if marks and one.start_byte >= marks[0]][:1]
    return [_only(code, one) for one in found]


def _only(code: Code, node: Node) -> Node:
    """The `if` that is all that an `else` holds."""
    inner = code.statements(node)
    unwrapped = code.bare(inner[0]) if len(inner) == 1 else node
    return unwrapped if code.kind(unwrapped) is Kind.IF else node


def body_of(code: Code, node: Node) -> list[Node]:
    """The statements of a loop, of a `try`, of a function."""
    body = code.part(node, "body")
    if body is None:
        blocks = [one for one in code.children(node) if code.kind(one) is Kind.BLOCK or one.type == "function_body"]
        body = blocks[-1] if blocks else None
    return code.statements(body) if body is not None else []


def is_endless(code: Code, node: Node) -> bool:
    """Whether a loop has no test, or one that always holds."""
    if code.kind(node) is Kind.ENDLESS:
        return True
    test = counted_test(code, node)
    if code.kind(node) is Kind.COUNTED:
        return test is None or code.raw(test) in _FOREVER
    return code.kind(node) is Kind.WHILE and test is not None and code.raw(code.bare(test)) in _FOREVER


def counted_test(code: Code, node: Node) -> Node | None:
    """The test of a loop with three clauses, or of Go's loop with one."""
    clause = next((one for one in node.named_children if one.type == "for_clause"), node)
    test = code.part(clause, "condition")
    if test is None and code.language == "go" and clause is node:
        body = code.part(node, "body")
        test = next((one for one in code.children(node) if one != body), None)
    return None if test is None or test.type == "empty_statement" else test


def gone_through(code: Code, node: Node) -> tuple[str, Value]:
    """What each round takes, and from where."""
    if code.language == "go":
        clause = next(one for one in node.named_children if one.type == "range_clause")
        left, right = code.part(clause, "left"), code.part(clause, "right")
        names = [name.strip() for name in code.raw(left).split(",")] if left is not None else []
        # One name alone is the place in a slice or the key of a map: not what is gone through.
        return (names[1] if len(names) == 2 and names[1] != "_" else ""), value_of(code, right)
    if code.language in ("php", "kotlin"):
        return _by_place(code, node)
    taken = code.part(node, "left", "name", "pattern", "item", "variable", "declarator")
    over = code.part(node, "right", "value", "collection")
    if over is not None and over.type == "in":
        over = next(iter(code.children(over)), over)
    values = node.children_by_field_name("value")
    if code.language == "bash" and len(values) > 1:
        return (code.raw(taken) if taken else ""), Value(Shape.CODE, " ".join(map(code.raw, values))[:SHORT])
    where = next((one for one in node.named_children if one.type == "where_clause"), None)
    if where is not None and over is not None:
        text = " ".join(code.raw(over, where).split())
        return code.text(taken, 40) if taken else "", Value(Shape.CODE if len(text) <= SHORT else Shape.LONG, text)
    if taken is not None and taken.type.endswith("_declarator"):
        taken = taken.named_children[-1]
    return (code.text(taken, 40) if taken is not None else ""), value_of(code, over)


def _by_place(code: Code, node: Node) -> tuple[str, Value]:
    """PHP and Kotlin give the parts of a `for` no names: they stand around `as` and `in`."""
    body = code.part(node, "body")
    inside = [one for one in code.children(node) if one != body and code.kind(one) is not Kind.BLOCK]
    if len(inside) < 2:
        return "", Value(Shape.LONG, line=code.line(node))
    taken, over = (inside[0], inside[1]) if code.language == "kotlin" else (inside[1], inside[0])
    if taken.type == "pair":
        taken = taken.named_children[-1]
    return code.text(taken, 40), value_of(code, over)
