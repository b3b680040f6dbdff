"""How Go declares: functions, methods by their receiver, types with fields, grouped constants."""

from __future__ import annotations

from collections.abc import Iterable

from tree_sitter import Node

from tasks.source.symbol import SymbolKind
from tasks.source.syntax_outline import Found, Outline, Scope, one_line
from tasks.source.syntax_parameters import parameters_in

_KINDS: dict[str, SymbolKind] = {"struct_type": "struct", "interface_type": "interface"}


def _is_public(name: str) -> bool:
    return name[:1].isupper()


def _function(node: Node, scope: Scope) -> Iterable[Found]:
    name = scope.text(node.child_by_field_name("name"))
    receiver = node.child_by_field_name("receiver")
    owner = _receiver_type(receiver, scope) if receiver else None
    yield Found(
        node=node,
        name=name,
        kind="method" if receiver else "function",
        public=_is_public(name) and (owner is None or _is_public(owner)),
        body=node.child_by_field_name("body"),
        owner=owner,
        parameters=parameters_in(node.child_by_field_name("parameters"), scope),
        returns=one_line(scope.text(node.child_by_field_name("result"))) or None,
        has_code=True,
    )


def _receiver_type(receiver: Node, scope: Scope) -> str:
    """`T` of `(t *T)` and `(t T[K])`."""
    text = scope.text(receiver).strip("() ").replace("*", " ")
    words = text.partition("[")[0].split()
    return words[-1] if words else ""


def _types(node: Node, scope: Scope) -> Iterable[Found]:
    specs = [one for one in node.named_children if one.type in ("type_spec", "type_alias")]
    for spec in specs:
        name = scope.text(spec.child_by_field_name("name"))
        type_node = spec.child_by_field_name("type")
        kind = _KINDS.get(type_node.type, "type") if type_node else "type"
        body = type_node.named_children[0] if type_node and kind == "struct" and type_node.named_children else None
        members = body.named_children if body else type_node.named_children if type_node and kind == "interface" else ()
        yield Found(
            node=node if len(specs) == 1 else spec,
            name=name,
            kind=kind,
            public=_is_public(name),
            body=body or (_brace(type_node) if kind == "interface" else None),
            inside=members,
            bases=tuple(_embedded(members, scope)),
        )


def _brace(node: Node | None) -> Node | None:
    return next((one for one in node.children if one.type == "{"), None) if node else None


def _embedded(members: Iterable[Node], scope: Scope) -> Iterable[str]:
    for member in members:
        if member.type == "type_elem" or (
            member.type == "field_declaration" and member.child_by_field_name("name") is None
        ):
            yield one_line(scope.text(member.child_by_field_name("type") or member)).lstrip("*")


def _fields(node: Node, scope: Scope) -> Iterable[Found]:
    returns = one_line(scope.text(node.child_by_field_name("type"))) or None
    for one in node.children_by_field_name("name"):
        name = scope.text(one)
        yield Found(node, name, "attribute", _is_public(name), returns=returns)


def _method_of_interface(node: Node, scope: Scope) -> Iterable[Found]:
    name = scope.text(node.child_by_field_name("name"))
    yield Found(
        node=node,
        name=name,
        kind="method",
        public=_is_public(name),
        parameters=parameters_in(node.child_by_field_name("parameters"), scope),
        returns=one_line(scope.text(node.child_by_field_name("result"))) or None,
    )


def _values(node: Node, scope: Scope) -> Iterable[Found]:
    specs = [one for one in node.named_children if one.type in ("const_spec", "var_spec")]
    for group in node.named_children:
        specs += (
            [one for one in group.named_children if one.type == "var_spec"] if group.type == "var_spec_list" else []
        )
    kind: SymbolKind = "constant" if node.type == "const_declaration" else "variable"
    single = len(specs) == 1 and "(" not in {child.type for child in node.children}
    for spec in specs:
        for one in spec.children_by_field_name("name"):
            name = scope.text(one)
            if name != "_" and one.is_named:
                returns = one_line(scope.text(spec.child_by_field_name("type"))) or None
                yield Found(node if single else spec, name, kind, _is_public(name), returns=returns)


_CALLS = """
(call_expression function: [(identifier) (selector_expression)] @call)
"""
GO = Outline(
    handlers={
        "function_declaration": _function,
        "method_declaration": _function,
        "type_declaration": _types,
        "field_declaration": _fields,
        "method_elem": _method_of_interface,
        "method_spec": _method_of_interface,
        "const_declaration": _values,
        "var_declaration": _values,
    },
    calls=_CALLS,
)
