"""How Kotlin declares: classes with constructors, objects, extension functions, properties."""

from __future__ import annotations

from collections.abc import Iterable

from tree_sitter import Node

from tasks.source.symbol import SymbolKind
from tasks.source.syntax_outline import Found, Outline, Scope, child_of, modifiers_of, one_line
from tasks.source.syntax_parameters import parameters_in

_HIDDEN = frozenset({"private", "internal"})
_BODIES = ("class_body", "enum_class_body")


def _is_public(node: Node, scope: Scope) -> bool:
    return not modifiers_of(node, scope, "modifiers") & _HIDDEN


def _type(node: Node, scope: Scope) -> Iterable[Found]:
    words = modifiers_of(node, scope, "modifiers")
    keywords = {child.type for child in node.children if not child.is_named}
    kind: SymbolKind = "class"
    if "interface" in keywords:
        kind = "interface"
    elif node.type == "object_declaration":
        kind = "module"
    elif "enum" in words:
        kind = "enum"
    body = child_of(node, *_BODIES)
    bases = child_of(node, "delegation_specifiers")
    constructor = child_of(node, "primary_constructor")
    listed = child_of(constructor, "class_parameters") if constructor else None
    fields = [one for one in listed.named_children if {"val", "var"} & {c.type for c in one.children}] if listed else []
    yield Found(
        node=node,
        name=scope.text(node.child_by_field_name("name")),
        kind=kind,
        public=_is_public(node, scope),
        body=body,
        inside=[*fields, *(body.named_children if body else ())],
        bases=tuple(one_line(scope.text(one)).partition("(")[0] for one in bases.named_children) if bases else (),
        parameters=parameters_in(listed, scope),
    )


def _companion(node: Node, scope: Scope) -> Iterable[Found]:
    body = child_of(node, "class_body")
    name = scope.text(node.child_by_field_name("name")) or "Companion"
    yield Found(node, name, "module", _is_public(node, scope), body, body.named_children if body else ())


def _function(node: Node, scope: Scope) -> Iterable[Found]:
    name = node.child_by_field_name("name")
    children = node.named_children
    after = [one for one in children if name is not None and one.start_byte > name.end_byte]
    receiver = [one for one in children if name is not None and one.end_byte < name.start_byte and "type" in one.type]
    returns = next((one for one in after if one.type.endswith("type")), None)
    extended = scope.text(receiver[-1]).partition("<")[0] if receiver and receiver[-1].type == "user_type" else None
    yield Found(
        node=node,
        name=scope.text(name) if name else "constructor",
        kind="method" if scope.owner else "function",
        public=_is_public(node, scope),
        body=child_of(node, "function_body", "block"),
        qualified=f"{extended}.{scope.text(name)}" if extended and scope.owner is None else None,
        parameters=parameters_in(child_of(node, "function_value_parameters"), scope),
        returns=one_line(scope.text(returns)) or None,
        is_async="suspend" in modifiers_of(node, scope, "modifiers"),
        has_code=True,
    )


def _property(node: Node, scope: Scope) -> Iterable[Found]:
    declaration = child_of(node, "variable_declaration")
    name = child_of(declaration, "identifier") if declaration else child_of(node, "identifier")
    if name is None:
        return
    words = modifiers_of(node, scope, "modifiers")
    kind: SymbolKind = "constant" if "const" in words else "attribute" if scope.owner else "variable"
    typed = [one for one in (declaration or node).named_children if one.type.endswith("type")]
    returns = one_line(scope.text(typed[-1])) if typed else None
    yield Found(node, scope.text(name), kind, _is_public(node, scope), returns=returns)


def _entry(node: Node, scope: Scope) -> Iterable[Found]:
    yield Found(node, scope.text(child_of(node, "identifier")), "attribute")


def _alias(node: Node, scope: Scope) -> Iterable[Found]:
    name = node.child_by_field_name("type") or child_of(node, "identifier")
    yield Found(node, scope.text(name), "type", _is_public(node, scope))


_CALLS = """
(call_expression . [(identifier) (navigation_expression)] @call)
(throw_expression (call_expression . (identifier) @raise))
"""
KOTLIN = Outline(
    handlers={
        "class_declaration": _type,
        "object_declaration": _type,
        "companion_object": _companion,
        "function_declaration": _function,
        "secondary_constructor": _function,
        "property_declaration": _property,
        "class_parameter": _property,
        "enum_entry": _entry,
        "type_alias": _alias,
    },
    calls=_CALLS,
    unsigned=frozenset({"annotation"}),
)
