"""How C# declares: types with members; namespaces open no type of their own, an extension block opens its type's."""

from __future__ import annotations

from collections.abc import Iterable

from tree_sitter import Node

from tasks.source.symbol import SymbolKind
from tasks.source.syntax_outline import (
    Found,
    Inner,
    Outline,
    Scope,
    child_of,
    enter,
    enter_body,
    modifiers_of,
    one_line,
    within,
)
from tasks.source.syntax_parameters import parameters_in

_TYPES: dict[str, SymbolKind] = {
    "class_declaration": "class",
    "struct_declaration": "struct",
    "interface_declaration": "interface",
    "enum_declaration": "enum",
    "record_declaration": "class",
    "record_struct_declaration": "struct",
}
_EXTENSION = "extension"
"""What `syntax_repair` shows to the grammar as a class."""
_OPEN = frozenset({"public", "protected"})


def _is_public(node: Node, scope: Scope) -> bool:
    words = modifiers_of(node, scope, "modifier")
    return bool(words & _OPEN) or (scope.kind in ("interface", "enum") and "private" not in words)


def _type(node: Node, scope: Scope) -> Iterable[Found | Inner]:
    body = node.child_by_field_name("body")
    if scope.text(node).startswith(_EXTENSION):
        owner = scope.text(node.child_by_field_name("name"))
        yield Inner(body.named_children if body else (), within(scope, owner=owner, kind="class"))
        return
    bases = child_of(node, "base_list")
    is_struct = any(child.type == "struct" for child in node.children)
    yield Found(
        node=node,
        name=scope.text(node.child_by_field_name("name")),
        kind="struct" if is_struct else _TYPES[node.type],
        public=_is_public(node, scope),
        body=body,
        inside=body.named_children if body else (),
        bases=tuple(one_line(scope.text(one)) for one in bases.named_children) if bases else (),
        parameters=parameters_in(child_of(node, "parameter_list"), scope),
    )


def _method(node: Node, scope: Scope) -> Iterable[Found]:
    name = scope.text(node.child_by_field_name("name"))
    body = node.child_by_field_name("body")
    yield Found(
        node=node,
        name=f"~{name}" if node.type == "destructor_declaration" else name,
        kind="method",
        public=_is_public(node, scope),
        body=body,
        parameters=parameters_in(node.child_by_field_name("parameters"), scope),
        returns=one_line(scope.text(node.child_by_field_name("returns"))) or None,
        is_async="async" in modifiers_of(node, scope, "modifier"),
        has_code=True,
    )


def _operator(node: Node, scope: Scope) -> Iterable[Found]:
    """`operator +`; a conversion is called after the type that it makes: `operator int`."""
    sign = node.child_by_field_name("operator") or node.child_by_field_name("type")
    returns = one_line(scope.text(node.child_by_field_name("type"))) or None
    yield Found(
        node=node,
        name=f"operator {one_line(scope.text(sign))}",
        kind="method",
        public=_is_public(node, scope),
        body=node.child_by_field_name("body"),
        parameters=parameters_in(node.child_by_field_name("parameters"), scope),
        returns=returns,
        has_code=True,
    )


def _indexer(node: Node, scope: Scope) -> Iterable[Found]:
    body = node.child_by_field_name("accessors") or node.child_by_field_name("value")
    returns = one_line(scope.text(node.child_by_field_name("type"))) or None
    yield Found(node, "this[]", "property", _is_public(node, scope), body, returns=returns, has_code=True)


def _property(node: Node, scope: Scope) -> Iterable[Found]:
    body = node.child_by_field_name("accessors") or node.child_by_field_name("value")
    returns = one_line(scope.text(node.child_by_field_name("type"))) or None
    name = scope.text(node.child_by_field_name("name"))
    yield Found(node, name, "property", _is_public(node, scope), body, returns=returns, has_code=True)


def _fields(node: Node, scope: Scope) -> Iterable[Found]:
    words = modifiers_of(node, scope, "modifier")
    kind: SymbolKind = "constant" if "const" in words or {"static", "readonly"} <= words else "attribute"
    declaration = child_of(node, "variable_declaration")
    for one in declaration.named_children if declaration else ():
        if one.type == "variable_declarator" and declaration is not None:
            returns = one_line(scope.text(declaration.child_by_field_name("type"))) or None
            yield Found(
                node, scope.text(one.child_by_field_name("name")), kind, _is_public(node, scope), returns=returns
            )


def _delegate(node: Node, scope: Scope) -> Iterable[Found]:
    parameters = parameters_in(node.child_by_field_name("parameters"), scope)
    name = scope.text(node.child_by_field_name("name"))
    yield Found(node, name, "type", _is_public(node, scope), parameters=parameters)


def _constant(node: Node, scope: Scope) -> Iterable[Found]:
    yield Found(node, scope.text(node.child_by_field_name("name")), "attribute")


_CALLS = """
(invocation_expression function: [(identifier) (member_access_expression)] @call)
(object_creation_expression type: (_) @call)
(throw_statement (object_creation_expression type: (_) @raise))
(throw_expression (object_creation_expression type: (_) @raise))
"""
CSHARP = Outline(
    handlers={
        **dict.fromkeys(_TYPES, _type),
        "namespace_declaration": enter_body,
        "file_scoped_namespace_declaration": enter,
        "method_declaration": _method,
        "constructor_declaration": _method,
        "destructor_declaration": _method,
        "operator_declaration": _operator,
        "conversion_operator_declaration": _operator,
        "indexer_declaration": _indexer,
        "property_declaration": _property,
        "event_declaration": _property,
        "field_declaration": _fields,
        "event_field_declaration": _fields,
        "delegate_declaration": _delegate,
        "enum_member_declaration": _constant,
        **dict.fromkeys(("preproc_if", "preproc_else", "preproc_elif"), enter),
    },
    calls=_CALLS,
    unsigned=frozenset({"attribute_list", "preproc_if_in_attribute_list"}),
)
