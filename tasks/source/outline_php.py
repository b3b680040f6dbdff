"""How PHP declares: types with members, functions, constants; namespaces open no type of their own."""

from __future__ import annotations

from collections.abc import Iterable

from tree_sitter import Node

from tasks.source.symbol import SymbolKind
from tasks.source.syntax_outline import Found, Outline, Scope, child_of, enter, enter_body, modifiers_of, one_line
from tasks.source.syntax_parameters import parameters_in

_TYPES: dict[str, SymbolKind] = {
    "class_declaration": "class",
    "interface_declaration": "interface",
    "trait_declaration": "trait",
    "enum_declaration": "enum",
}
_HIDDEN = frozenset({"private"})


def _is_public(node: Node, scope: Scope) -> bool:
    return not modifiers_of(node, scope, "visibility_modifier") & _HIDDEN


def _type(node: Node, scope: Scope) -> Iterable[Found]:
    body = node.child_by_field_name("body")
    clauses = [one for one in node.named_children if one.type in ("base_clause", "class_interface_clause")]
    yield Found(
        node=node,
        name=scope.text(node.child_by_field_name("name")),
        kind=_TYPES[node.type],
        body=body,
        inside=body.named_children if body else (),
        bases=tuple(one_line(scope.text(one)) for clause in clauses for one in clause.named_children),
    )


def _function(node: Node, scope: Scope) -> Iterable[Found]:
    yield Found(
        node=node,
        name=scope.text(node.child_by_field_name("name")),
        kind="method" if scope.owner else "function",
        public=_is_public(node, scope),
        body=node.child_by_field_name("body"),
        parameters=parameters_in(node.child_by_field_name("parameters"), scope),
        returns=one_line(scope.text(node.child_by_field_name("return_type"))) or None,
        has_code=True,
    )


def _properties(node: Node, scope: Scope) -> Iterable[Found]:
    returns = one_line(scope.text(node.child_by_field_name("type"))) or None
    for one in node.named_children:
        if one.type == "property_element":
            name = scope.text(one.child_by_field_name("name")).lstrip("$")
            yield Found(node, name, "attribute", _is_public(node, scope), returns=returns)


def _constants(node: Node, scope: Scope) -> Iterable[Found]:
    for one in node.named_children:
        if one.type == "const_element" and (name := child_of(one, "name")):
            yield Found(node, scope.text(name), "constant", _is_public(node, scope))


def _case(node: Node, scope: Scope) -> Iterable[Found]:
    yield Found(node, scope.text(node.child_by_field_name("name")), "attribute")


def _statement(node: Node, scope: Scope) -> Iterable[Found]:
    """`define("NAME", value)`."""
    call = child_of(node, "function_call_expression")
    arguments = call.child_by_field_name("arguments") if call else None
    if call and arguments and scope.text(call.child_by_field_name("function")) == "define" and arguments.named_children:
        name = scope.text(arguments.named_children[0]).strip("\"'")
        if name.isidentifier():
            yield Found(node, name, "constant")


_CALLS = """
(function_call_expression function: [(name) (qualified_name)] @call)
(member_call_expression name: (name) @call)
(scoped_call_expression name: (name) @call)
(object_creation_expression [(name) (qualified_name)] @call)
(throw_expression (object_creation_expression [(name) (qualified_name)] @raise))
"""
PHP = Outline(
    handlers={
        **dict.fromkeys(_TYPES, _type),
        "namespace_definition": enter_body,
        "function_definition": _function,
        "method_declaration": _function,
        "property_declaration": _properties,
        "const_declaration": _constants,
        "enum_case": _case,
        "expression_statement": _statement,
        "if_statement": enter_body,
        "compound_statement": enter,
    },
    calls=_CALLS,
    unsigned=frozenset({"attribute_list"}),
)
