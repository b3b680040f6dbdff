"""How Swift declares: one node for classes, structs, enums, actors and extensions; protocols; functions."""

from __future__ import annotations

from collections.abc import Iterable

from tree_sitter import Node

from tasks.source.symbol import Parameter, SymbolKind
from tasks.source.syntax_outline import Found, Inner, Outline, Scope, child_of, modifiers_of, one_line, within

_HIDDEN = frozenset({"private", "fileprivate"})
_KINDS: dict[str, SymbolKind] = {"class": "class", "struct": "struct", "enum": "enum", "actor": "class"}


def _is_public(node: Node, scope: Scope) -> bool:
    return not modifiers_of(node, scope, "modifiers") & _HIDDEN


def _type(node: Node, scope: Scope) -> Iterable[Found | Inner]:
    keyword = next((one.type for one in node.children if one.type in (*_KINDS, "extension", "protocol")), "class")
    name = scope.text(node.child_by_field_name("name")).partition("<")[0]
    body = node.child_by_field_name("body")
    inside = body.named_children if body else ()
    if keyword == "extension":
        owner = f"{scope.owner}.{name}" if scope.owner else name
        yield Inner(inside, within(scope, owner=owner, kind="class", public=scope.public and _is_public(node, scope)))
        return
    bases = [one for one in node.named_children if one.type == "inheritance_specifier"]
    yield Found(
        node=node,
        name=name,
        kind="interface" if keyword == "protocol" else _KINDS[keyword],
        public=_is_public(node, scope),
        body=body,
        inside=inside,
        bases=tuple(one_line(scope.text(one)) for one in bases),
    )


def _function(node: Node, scope: Scope) -> Iterable[Found]:
    named = node.children_by_field_name("name")
    name = "init" if node.type == "init_declaration" else scope.text(named[0] if named else None)
    yield Found(
        node=node,
        name=name,
        kind="method" if scope.owner else "function",
        public=_is_public(node, scope),
        body=node.child_by_field_name("body"),
        parameters=tuple(_parameters(node, scope)),
        returns=one_line(scope.text(named[1])) if len(named) > 1 else None,
        is_async=any(one.type == "async" for one in node.children),
        has_code=True,
    )


def _parameters(node: Node, scope: Scope) -> Iterable[Parameter]:
    """Parameters are children of the function itself, a default follows its parameter."""
    children = node.named_children
    for at, child in enumerate(children):
        if child.type != "parameter":
            continue
        names = child.children_by_field_name("name")
        following = children[at + 1] if at + 1 < len(children) else None
        is_default = following is not None and following in node.children_by_field_name("default_value")
        yield Parameter(
            name=scope.text(names[0] if names else child),
            annotation=one_line(scope.text(names[1])) if len(names) > 1 else None,
            default=one_line(scope.text(following)) if is_default else None,
            kind="var-positional" if child.children[-1].type == "..." else "positional-or-keyword",
        )


def _property(node: Node, scope: Scope) -> Iterable[Found]:
    computed = node.child_by_field_name("computed_value")
    constant = scope.text(child_of(node, "value_binding_pattern")) == "let"
    annotation = child_of(node, "type_annotation")
    for pattern in node.children_by_field_name("name"):
        bound = pattern.child_by_field_name("bound_identifier")
        if bound is None:
            continue
        kind: SymbolKind = "attribute" if scope.owner else "constant" if constant else "variable"
        yield Found(
            node=node,
            name=scope.text(bound),
            kind="property" if computed or node.type.startswith("protocol") else kind,
            public=_is_public(node, scope),
            body=computed,
            returns=one_line(scope.text(annotation)).lstrip(": ") or None,
        )


def _subscript(node: Node, scope: Scope) -> Iterable[Found]:
    yield Found(
        node=node,
        name="subscript",
        kind="method",
        public=_is_public(node, scope),
        body=child_of(node, "computed_property"),
        parameters=tuple(_parameters(node, scope)),
        returns=one_line(scope.text(node.child_by_field_name("name"))) or None,
        has_code=True,
    )


def _macro(node: Node, scope: Scope) -> Iterable[Found]:
    name = scope.text(child_of(node, "simple_identifier"))
    body = node.child_by_field_name("definition")
    yield Found(node, name, "macro", _is_public(node, scope), body, parameters=tuple(_parameters(node, scope)))


def _cases(node: Node, scope: Scope) -> Iterable[Found]:
    for name in node.children_by_field_name("name"):
        yield Found(node, scope.text(name), "attribute")


def _alias(node: Node, scope: Scope) -> Iterable[Found]:
    yield Found(node, scope.text(node.child_by_field_name("name")), "type", _is_public(node, scope))


_CALLS = """
(call_expression . [(simple_identifier) (navigation_expression)] @call)
(control_transfer_statement (throw_keyword) [(call_expression . (simple_identifier) @raise)
  (navigation_expression target: (simple_identifier) @raise)])
"""
SWIFT = Outline(
    handlers={
        "class_declaration": _type,
        "protocol_declaration": _type,
        "function_declaration": _function,
        "protocol_function_declaration": _function,
        "init_declaration": _function,
        "subscript_declaration": _subscript,
        "macro_declaration": _macro,
        "property_declaration": _property,
        "protocol_property_declaration": _property,
        "enum_entry": _cases,
        "typealias_declaration": _alias,
        "associatedtype_declaration": _alias,
    },
    calls=_CALLS,
    unsigned=frozenset({"attribute"}),
)
