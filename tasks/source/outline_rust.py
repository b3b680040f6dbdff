"""How Rust declares: items, their attributes, and the methods of `impl` under the type they are for."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tree_sitter import Node

from tasks.source.symbol import SymbolKind
from tasks.source.syntax_outline import Found, Inner, Outline, Scope, child_of, enter_body, one_line, within
from tasks.source.syntax_parameters import parameters_in

_ITEMS: dict[str, SymbolKind] = {
    "struct_item": "struct",
    "enum_item": "enum",
    "union_item": "union",
    "trait_item": "trait",
    "mod_item": "module",
    "type_item": "type",
    "associated_type": "type",
    "const_item": "constant",
    "static_item": "variable",
    "field_declaration": "attribute",
    "enum_variant": "attribute",
}


def _is_public(node: Node, scope: Scope) -> bool:
    """`pub` without a restriction; what a trait or an enum lists is as visible as they are."""
    visibility = child_of(node, "visibility_modifier")
    return scope.kind in ("trait", "enum") or (visibility is not None and scope.text(visibility) == "pub")


def _item(node: Node, scope: Scope) -> Iterable[Found]:
    kind = _ITEMS[node.type]
    body = node.child_by_field_name("body")
    if kind == "module" and body is None:
        return  # `mod a;` announces a file
    returns = node.child_by_field_name("type")
    bounds = node.child_by_field_name("bounds")
    yield Found(
        node=node,
        name=scope.text(node.child_by_field_name("name")),
        kind=kind,
        public=_is_public(node, scope),
        body=body if body is not None and body.type != "ordered_field_declaration_list" else None,
        inside=body.named_children if body is not None and body.type != "ordered_field_declaration_list" else (),
        bases=tuple(one_line(scope.text(one)) for one in bounds.named_children) if bounds else (),
        returns=one_line(scope.text(returns)) if returns else None,
    )


def _function(node: Node, scope: Scope) -> Iterable[Found]:
    modifiers = child_of(node, "function_modifiers")
    parameters = node.child_by_field_name("parameters")
    yield Found(
        node=node,
        name=scope.text(node.child_by_field_name("name")),
        kind="method" if scope.owner and scope.kind != "module" else "function",
        public=_is_public(node, scope),
        body=node.child_by_field_name("body"),
        parameters=parameters_in(parameters, scope),
        returns=one_line(scope.text(node.child_by_field_name("return_type"))) or None,
        is_async="async" in scope.text(modifiers).split(),
        has_code=True,
    )


def _impl(node: Node, scope: Scope) -> Iterable[Inner]:
    """Methods stand under the type's own name: `impl<'a> fmt::Display for A<'a>` gives `A.fmt`."""
    target = node.child_by_field_name("type")
    body = node.child_by_field_name("body")
    if target is None or body is None:
        return
    if target.type == "reference_type":
        target = target.child_by_field_name("type") or target
    named = target.child_by_field_name("type") if target.type == "generic_type" else target
    name = scope.text(named).rpartition("::")[2]
    owner = f"{scope.owner}.{name}" if scope.owner else name
    yield Inner(body.named_children, within(scope, owner=owner, kind="struct"))


def _macro(node: Node, scope: Scope) -> Iterable[Found]:
    name = node.child_by_field_name("name")
    before, exported = node.prev_named_sibling, False
    while before is not None and before.type in ("attribute_item", "line_comment", "block_comment"):
        exported = exported or "macro_export" in scope.text(before)
        before = before.prev_named_sibling
    brace = next((one for one in node.children if one.type in ("{", "(", "[")), None)
    yield Found(node, scope.text(name), "macro", exported, brace)


_CALLS = """
(call_expression function: [(identifier) (scoped_identifier) (field_expression)] @call)
(call_expression function: (generic_function function: [(identifier) (scoped_identifier) (field_expression)] @call))
(macro_invocation macro: [(identifier) (scoped_identifier)] @call)
((macro_invocation macro: (identifier) @raise) (#any-of? @raise "panic" "todo" "unimplemented" "unreachable"))
"""
_handlers: dict[str, Callable[[Node, Scope], Iterable[Found | Inner]]] = {
    **dict.fromkeys(_ITEMS, _item),
    "function_item": _function,
    "function_signature_item": _function,
    "impl_item": _impl,
    "macro_definition": _macro,
    "foreign_mod_item": enter_body,
}
RUST = Outline(
    handlers=_handlers,
    calls=_CALLS,
    leading=frozenset({"attribute_item"}),
    unsigned=frozenset({"attribute_item"}),
)
