"""How Ruby declares: modules, classes, methods, and what `private` and `attr_reader` say of them."""

from __future__ import annotations

from collections.abc import Iterable

from tree_sitter import Node

from tasks.source.symbol import SymbolKind
from tasks.source.syntax_outline import Found, Inner, Outline, Scope, child_of, enter_body, one_line
from tasks.source.syntax_parameters import parameters_in

_ACCESSORS = frozenset({"attr_reader", "attr_writer", "attr_accessor"})
_HIDING = frozenset({"private", "protected", "private_class_method", "private_constant"})


def _type(node: Node, scope: Scope) -> Iterable[Found]:
    name = scope.text(node.child_by_field_name("name")).replace("::", ".").strip(".")
    body = node.child_by_field_name("body")
    superclass = node.child_by_field_name("superclass")
    owner, _, short = name.rpartition(".")
    yield Found(
        node=node,
        name=short,
        kind="module" if node.type == "module" else "class",
        public=not _is_named(scope, node, short),
        body=body,
        inside=body.named_children if body else (),
        owner=(f"{scope.owner}.{owner}" if scope.owner else owner) if owner else None,
        bases=(one_line(scope.text(superclass)).lstrip("< "),) if superclass else (),
    )


def _method(node: Node, scope: Scope) -> Iterable[Found]:
    name = scope.text(node.child_by_field_name("name"))
    parameters = node.child_by_field_name("parameters")
    body = node.child_by_field_name("body")
    yield Found(
        node=node,
        name=name,
        kind="method" if scope.owner else "function",
        public=not _is_hidden(node, scope) and not _is_named(scope, node, name),
        body=body,
        parameters=parameters_in(parameters, scope),
        has_code=True,
    )


def _is_hidden(node: Node, scope: Scope) -> bool:
    """Below a bare `private`; `def self.x` is no instance method and stays visible."""
    if node.type == "singleton_method":
        return False
    before = node.prev_named_sibling
    while before is not None:
        if before.type == "identifier" and (word := scope.text(before)) in ("private", "protected", "public"):
            return word != "public"
        before = before.prev_named_sibling
    return False


def _is_named(scope: Scope, node: Node, name: str) -> bool:
    """Hidden by name: `private :a` in the same body."""
    for one in node.parent.named_children if node.parent else ():
        if one.type == "call" and scope.text(one.child_by_field_name("method")) in _HIDING:
            arguments = one.child_by_field_name("arguments")
            if arguments and any(scope.text(argument) == f":{name}" for argument in arguments.named_children):
                return True
    return False


def _call(node: Node, scope: Scope) -> Iterable[Found | Inner]:
    method = scope.text(node.child_by_field_name("method"))
    arguments = node.child_by_field_name("arguments")
    if arguments is None:
        return
    if method in _ACCESSORS and scope.owner:
        for one in arguments.named_children:
            if one.type == "simple_symbol":
                yield Found(node, scope.text(one).lstrip(":"), "property", not _is_hidden(node, scope))
    elif method in ("alias_method", "define_method") and scope.owner:
        name = scope.text(arguments.named_children[0]) if arguments.named_children else ""
        if name.startswith(":"):
            yield Found(node, name[1:], "method", not _is_hidden(node, scope))
    elif method in (*_HIDING, "public", "module_function"):
        scoped = Scope(scope.data, scope.owner, scope.kind, scope.public and method not in _HIDING)
        yield Inner([one for one in arguments.named_children if one.type.endswith("method")], scoped, node)


def _assignment(node: Node, scope: Scope) -> Iterable[Found]:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or left.type != "constant":
        return
    name = scope.text(left)
    makes = scope.text(right.child_by_field_name("receiver")) if right is not None and right.type == "call" else ""
    kind: SymbolKind = "class" if makes in ("Struct", "Class", "Data") else "constant"
    block = child_of(right, "do_block", "block") if kind == "class" and right is not None else None
    body = child_of(block, "body_statement", "block_body") if block else None
    inside = body.named_children if body else ()
    yield Found(node, name, kind, not _is_named(scope, node, name), block, inside)


def _alias(node: Node, scope: Scope) -> Iterable[Found]:
    """`alias new old`."""
    yield Found(node, scope.text(node.child_by_field_name("name")).lstrip(":"), "method")


_CALLS = """
(call !receiver method: [(identifier) (constant)] @call)
(call receiver: [(identifier) (constant) (self) (instance_variable)] method: (identifier) @call)
((call method: (identifier) @_raise arguments: (argument_list . [(constant) (scope_resolution)] @raise))
 (#eq? @_raise "raise"))
((call method: (identifier) @_raise
  arguments: (argument_list . (call receiver: [(constant) (scope_resolution)] @raise)))
 (#eq? @_raise "raise"))
"""
RUBY = Outline(
    handlers={
        "module": _type,
        "class": _type,
        "singleton_class": enter_body,
        "method": _method,
        "singleton_method": _method,
        "call": _call,
        "assignment": _assignment,
        "alias": _alias,
    },
    calls=_CALLS,
)
