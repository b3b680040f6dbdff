"""What a simple statement does, in any language: it leaves, binds, calls."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from tree_sitter import Node

from tasks.offline.syntax_code import Code, every_node
from tasks.offline.syntax_kinds import Kind
from tasks.offline.syntax_messages import message_of
from tasks.offline.syntax_scope import Names, ends_program, jump_of
from tasks.offline.syntax_values import value_of
from tasks.offline.write_acts import FROM, Act, Step
from tasks.offline.write_conditions import SHORT, Condition, Shape, Test, Value
from tasks.offline.write_keywords import throws

_LONGEST_TARGET = 44
_TABLE = 4
_UNLESS_SET = ("||=", "??=")
_UNNAMED = frozenset(("this", "base"))
"""Values that the grammar of C# takes for mere words."""
_PANICS = frozenset(("panic", "unreachable", "todo", "unimplemented"))


@dataclass(frozen=True)
class Scope:
    """The lines, the names of the function, and the last parts of the names of functions that never return."""

    code: Code
    names: Names
    failing: frozenset[str]
    making: bool = False


def left_by(scope: Scope, node: Node, plain: Step) -> Step | None:
    """A step that leaves: return, throw, break, continue, or a call that does not come back."""
    code, jump = scope.code, jump_of(scope.code, node)
    if jump is Kind.RETURN:
        value = value_after(code, node)
        return replace(plain, act=Act.RETURN, value=value_of(code, value)) if value is not None else plain
    if jump in (Kind.BREAK, Kind.CONTINUE):
        labelled = bool(node.named_children) and code.language != "bash"
        if labelled or code.children(node):
            return None if jump is Kind.CONTINUE or labelled else replace(plain, act=Act.LEAVE)
        return replace(plain, act=Act.LEAVE if jump is Kind.BREAK else Act.SKIP)
    if jump is Kind.THROW:
        return _thrown(code, node, plain)
    if name := ends_program(code, node):
        return None if name == "exit 0" else replace(plain, act=Act.REFUSE, target=name, message=message_of(code, node))
    if code.kind(node) is Kind.MACRO and code.callee(node) in _PANICS:
        return replace(plain, act=Act.REFUSE, target=f"{code.callee(node)}!", message=message_of(code, node))
    if code.kind(node) is Kind.CALL and _fails(scope, code.callee(node)):
        return replace(plain, act=Act.REFUSE, target=code.callee(node), message=message_of(code, node))
    return None


def _fails(scope: Scope, name: str) -> bool:
    head, _, rest = name.replace("->", ".").replace("::", ".").rpartition(".")
    return rest in scope.failing and head in ("", "self", "this", "$this", "Self", "static")


def value_after(code: Code, node: Node) -> Node | None:
    """What is handed over by `return` or `throw`; a label is none of it."""
    label = code.part(node, "label")
    found = [one for one in code.children(node) if one != label and not one.type.endswith("keyword")]
    found = [one for one in found if not (code.language == "bash" and one.type == "command_name")]
    return found[0] if found else next((one for one in node.children if one.type in _UNNAMED), None)


def _thrown(code: Code, node: Node, plain: Step) -> Step:
    refusal, value = replace(plain, act=Act.REFUSE, throws=throws(code.language)), value_after(code, node)
    if node.type == "exit_statement":
        return replace(refusal, target="exit", message=message_of(code, node))
    if code.language == "ruby":
        given = code.arguments(node) if code.kind(node) is Kind.CALL else []
        if not given:
            return refusal
        first = given[0]
        if code.kind(first) is Kind.TEXT:
            return replace(refusal, exception="RuntimeError", message=message_of(code, node))
        named = code.callee(first).removesuffix(".new") if code.kind(first) is Kind.CALL else code.name(first)
        return replace(refusal, exception=named or _short(code, first), message=message_of(code, node))
    if value is None:
        return refusal
    value = code.bare(value)
    made = value_of(code, value)
    name = made.name if made.makes else ""
    if code.kind(value) is Kind.NEW and not name:
        match = re.match(r"new\s+([\w.:\\$]+)", code.raw(value))
        name = match[1] if match else ""
    if code.kind(value) is Kind.CALL and code.language in ("kotlin", "swift", "cpp"):
        name = code.callee(value)
    return replace(refusal, exception=name or _short(code, value), message=message_of(code, value))


def _short(code: Code, node: Node) -> str:
    """What is thrown, as code: the whole expression or the call that makes it."""
    callee = code.callee(node) if code.kind(node) is Kind.CALL else ""
    return code.text(node, 40) or (f"{callee}(…)" if callee else "…")


def bound_to(scope: Scope, target: str, value: Node, plain: Step) -> Step | None:
    """What an assignment does: it keeps a parameter, defines an inner function, fills a table, or sets a name."""
    code = scope.code
    value = code.bare(value)
    if not target or len(target) > _LONGEST_TARGET or code.fragment.is_cut(value):
        return None
    me = next((prefix for prefix in code.syntax.me if target.startswith(prefix)), "")
    field = target.removeprefix(me)
    if me and re.fullmatch(r"[\w$]+", field):
        given = code.raw(value).lstrip("$")
        kept = given == field and code.raw(value) in scope.names.parameters - scope.names.bound
        if kept and code.kind(value) is Kind.NAME:
            return replace(plain, act=Act.STORE, names=(field,), count=1)
    if code.kind(value) is Kind.LAMBDA and re.fullmatch(r"[\w$]+", target):
        return replace(plain, act=Act.INNER, target=target)
    made = value_of(code, value)
    if made.shape in (Shape.LIST, Shape.DICT, Shape.OBJECT) and made.count >= _TABLE:
        entries = code.children(value)
        ends = (code.part(one, "key") or one for one in (entries[0], entries[-1]))
        keys = tuple(text for one in ends if (text := code.text(one, 40)))
        return replace(plain, act=Act.TABLE, target=target, value=made, names=keys, count=made.count)
    bare = target.lstrip("$")
    carries = any(code.raw(one).lstrip("$") == bare for one in every_node(value) if code.kind(one) is Kind.NAME)
    rebound = target in scope.names.rebound
    return replace(plain, act=Act.ASSIGN, target=target, value=made, rebound=rebound, carries=carries)


def assigned(scope: Scope, node: Node, plain: Step) -> Step | None:
    """`a = b`, also where its operator is another one: only `+=` grows what stands on the left."""
    code = scope.code
    left, right = code.part(node, "left", "target"), code.part(node, "right", "result")
    if left is None or right is None:
        return None
    operator = code.part(node, "operator")
    word = code.raw(operator) if operator is not None else "="
    target = code.text(left, _LONGEST_TARGET)
    if word in ("+=", ".=") and target and not code.fragment.is_cut(right):
        return replace(plain, act=Act.GROW, target=target, value=value_of(code, right))
    if word in _UNLESS_SET and target:
        asks = Condition(Test.FALSY, target, line=plain.start)
        if word == "??=":
            given = [Condition(Test.SAME, target, one, line=plain.start) for one in sorted(code.syntax.nothing)]
            asks = given[0] if len(given) == 1 else Condition(Test.ANY, parts=tuple(given), line=plain.start)
        step = bound_to(scope, target, right, plain)
        return replace(step, condition=asks) if step is not None else None
    if code.language == "php" and target.endswith("[]"):
        return replace(plain, act=Act.GROW, target=target[:-2], value=value_of(code, right))
    if word not in ("=", ":=") or left.type in ("object_pattern", "array_pattern"):
        return None
    return bound_to(scope, target, right, plain)


def declared(code: Code, node: Node) -> tuple[str, Node | None]:
    """The name that a declarator binds, "" for a pattern, and its first value."""
    value = code.part(node, "value", "default_value")
    declarator = code.part(node, "declarator")
    is_function = any(one.type == "function_declarator" for one in every_node(declarator)) if declarator else False
    if is_function or (value is not None and value.type == "argument_list"):
        return "", None  # C++: a method without a body, or an object made in its place.
    if value is None:
        marks = [at for at, child in enumerate(node.children) if child.type in ("=", "equals_value_clause")]
        after = [child for child in node.children[marks[0] + 1 :] if child.is_named] if marks else []
        value = after[0] if after else None
    first = code.part(node, "pattern", "declarator")
    named = node.children_by_field_name("name") or ([first] if first is not None else [])
    if code.language == "kotlin":
        named = [one.named_children[0] for one in node.children if one.type == "variable_declaration"][:1]
    names = [_innermost(one) for one in named]
    text = ", ".join(code.text(one, _LONGEST_TARGET) for one in names)
    return (text if re.fullmatch(r"[\w$]+(?:, [\w$]+)*|\([\w, ]+\)", text) else ""), value


def _innermost(node: Node) -> Node:
    """The name inside `*name`, `&name` or `name[3]`."""
    while node.type.endswith("_declarator") or node.type == "pattern":
        inner = [one for one in node.named_children if one.type != "type_qualifier"]
        if not inner:
            break
        node = inner[0]
    return node


def called(scope: Scope, node: Node, plain: Step) -> Step | None:
    """A call on a line of its own."""
    code = scope.code
    name = code.callee(node)
    if code.fragment.is_cut(node) or not name or name in ("super", "this", "base"):
        return None
    if code.language == "swift" and name == "defer":
        return deferred(code, node, plain)
    return replace(plain, act=Act.CALL, target=name, value=value_of(code, node))


def deferred(code: Code, node: Node, plain: Step) -> Step:
    """What runs only when the function is left."""
    calls = [one for one in code.children(node) if code.kind(one) is Kind.CALL]
    if calls and (name := code.callee(calls[0])) and not code.fragment.is_cut(calls[0]):
        return replace(plain, act=Act.DEFER, target=name, value=value_of(code, calls[0]))
    return replace(plain, act=Act.DEFER, value=Value(Shape.FUNCTION, line=code.line(node)))


def yielded(code: Code, node: Node, plain: Step) -> Step | None:
    """`yield` with a value; with a star or `from` all that the value yields."""
    value = value_after(code, node)
    if value is None or code.fragment.is_cut(node):
        return None
    words = {child.type for child in node.children if not child.is_named}
    names = (FROM,) if words & {"*", "yield from"} else ()
    return replace(plain, act=Act.YIELD, value=value_of(code, value), names=names)


def held(code: Code, nodes: Iterable[Node]) -> tuple[str, ...]:
    """What a block holds while it runs: resources and locks."""
    return tuple(text for one in nodes if (text := code.text(code.bare(one), SHORT)))
