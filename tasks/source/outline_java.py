"""How Java declares: types with members; what an interface lists is public without saying so."""

from __future__ import annotations

from collections.abc import Iterable

from tree_sitter import Node

from tasks.source.symbol import SymbolKind
from tasks.source.syntax_outline import Found, Outline, Scope, child_of, enter, modifiers_of, one_line
from tasks.source.syntax_parameters import parameters_in

_TYPES: dict[str, SymbolKind] = {
    "class_declaration": "class",
    "interface_declaration": "interface",
    "enum_declaration": "enum",
    "record_declaration": "class",
    "annotation_type_declaration": "interface",
}
_OPEN = frozenset({"public", "protected"})


def _is_public(node: Node, scope: Scope) -> bool:
    words = modifiers_of(node, scope, "modifiers")
    return bool(words & _OPEN) or (scope.kind == "interface" and "private" not in words)


def _type(node: Node, scope: Scope) -> Iterable[Found]:
    body = node.child_by_field_name("body")
    clauses = [
        one for one in node.named_children if one.type in ("superclass", "super_interfaces", "extends_interfaces")
    ]
    lists = [one for clause in clauses for one in clause.named_children]
    bases = [base for one in lists for base in (one.named_children if one.type == "type_list" else (one,))]
    yield Found(
        node=node,
        name=scope.text(node.child_by_field_name("name")),
        kind=_TYPES[node.type],
        public=_is_public(node, scope),
        body=body,
        inside=body.named_children if body else (),
        bases=tuple(one_line(scope.text(base)) for base in bases),
        parameters=parameters_in(node.child_by_field_name("parameters"), scope),
    )


def _method(node: Node, scope: Scope) -> Iterable[Found]:
    yield Found(
        node=node,
        name=scope.text(node.child_by_field_name("name")),
        kind="method",
        public=_is_public(node, scope),
        body=node.child_by_field_name("body"),
        parameters=parameters_in(node.child_by_field_name("parameters"), scope),
        returns=one_line(scope.text(node.child_by_field_name("type"))) or None,
        has_code=True,
    )


def _fields(node: Node, scope: Scope) -> Iterable[Found]:
    words = modifiers_of(node, scope, "modifiers")
    constant = {"static", "final"} <= words or node.type == "constant_declaration"
    declared = node.children_by_field_name("declarator")
    for one in declared:
        yield Found(
            node=node,
            name=scope.text(one.child_by_field_name("name")),
            kind="constant" if constant else "attribute",
            public=_is_public(node, scope),
            returns=one_line(scope.text(node.child_by_field_name("type"))) or None,
        )


def _constant(node: Node, scope: Scope) -> Iterable[Found]:
    body = child_of(node, "class_body")
    yield Found(node, scope.text(node.child_by_field_name("name")), "attribute", True, body)


_CALLS = """
(method_invocation name: (identifier) @call)
(object_creation_expression type: (_) @call)
(throw_statement (object_creation_expression type: (_) @raise))
"""
JAVA = Outline(
    handlers={
        **dict.fromkeys(_TYPES, _type),
        "method_declaration": _method,
        "constructor_declaration": _method,
        "compact_constructor_declaration": _method,
        "annotation_type_element_declaration": _method,
        "field_declaration": _fields,
        "constant_declaration": _fields,
        "enum_constant": _constant,
        "enum_body_declarations": enter,
    },
    calls=_CALLS,
    unsigned=frozenset({"annotation", "marker_annotation"}),
)
