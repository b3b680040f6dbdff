"""Parameters of functions in many grammars: their names of fields differ little."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from tasks.source.symbol import Parameter, ParameterKind
from tasks.source.syntax_outline import Scope, one_line

_LIMIT = 120
_SKIPPED = frozenset({
    "comment", "line_comment", "block_comment", "self_parameter", "receiver_parameter", "attribute_item",
    "attribute_list", "decorator", "block_parameter", "parameter_modifiers",
})  # fmt: skip
_NAME_FIELDS = ("name", "pattern", "declarator", "left")
_VARIADIC = frozenset({
    "rest_pattern", "variadic_parameter_declaration", "variadic_parameter", "spread_parameter", "splat_parameter",
    "list_splat_pattern",
})  # fmt: skip
_KEYWORD = frozenset({"keyword_parameter"})
_VAR_KEYWORD = frozenset({"hash_splat_parameter", "dictionary_splat_pattern"})
_TRIMMED = "*&$: \t\n"


def parameters_in(node: Node | None, scope: Scope) -> tuple[Parameter, ...]:
    """The parameters below a list node, in order; a receiver (`self`, `this`) is none."""
    return () if node is None else tuple(_parameters(node, scope))


def _parameters(node: Node, scope: Scope) -> Iterator[Parameter]:
    children = node.children
    for at, child in enumerate(children):
        before = children[at - 1].type if at else ""
        if not child.is_named or child.type in _SKIPPED or before == "=":
            continue
        if before == "params":
            # The grammar of C# has no node for this one, only its type and its name as members of the list
            rest = next((one for one in children[at:] if one.type == "identifier"), child)
            yield Parameter(scope.text(rest), one_line(scope.text(child), _LIMIT), None, "var-positional")
            return
        default = _default(child) or _default_beside(children, at)
        is_variadic = before == "parameter_modifiers" and "vararg" in scope.text(children[at - 1]).split()
        kind = "var-positional" if is_variadic else _kind(child)
        annotation = child.child_by_field_name("type") or _type(child)
        names = child.children_by_field_name("name") or [_name(child)]
        if scope.text(child) in ("void", "this", "..."):
            continue
        for name in names:
            is_nameless = annotation is not None and _spans(name, annotation)
            text = one_line(scope.text(_innermost(name)), _LIMIT).strip(_TRIMMED).removeprefix("...")
            if text or is_nameless:
                yield Parameter(
                    name="" if is_nameless else text,
                    annotation=one_line(scope.text(annotation), _LIMIT).lstrip(": ") if annotation else None,
                    default=one_line(scope.text(default), _LIMIT) if default else None,
                    kind=kind,
                )


def _spans(name: Node, annotation: Node) -> bool:
    """Whether a prototype names no parameter, only its type."""
    return name.start_byte <= annotation.start_byte and name.end_byte >= annotation.end_byte


def _kind(node: Node) -> ParameterKind:
    if node.type in _VAR_KEYWORD:
        return "var-keyword"
    if node.type in _KEYWORD:
        return "keyword-only"
    pattern = node.child_by_field_name("pattern")
    is_rest = pattern is not None and pattern.type == "rest_pattern"
    return "var-positional" if node.type in _VARIADIC or is_rest else "positional-or-keyword"


def _name(node: Node) -> Node:
    for field in _NAME_FIELDS:
        if found := node.child_by_field_name(field):
            return found
    if node.type in ("identifier", "simple_identifier") or not node.named_children:
        return node
    identifiers = [one for one in node.named_children if one.type in ("identifier", "variable_declarator")]
    return identifiers[0] if identifiers else node


def _type(node: Node) -> Node | None:
    """The type where the grammar names no field for it."""
    if node.type not in ("parameter", "class_parameter", "spread_parameter"):
        return None
    return next((one for one in node.named_children if one.type.endswith(("_type", "type_identifier"))), None)


def _innermost(node: Node) -> Node:
    """The identifier within `*argv[]`, `&mut x`, `x[3]`."""
    while node.type.endswith("declarator"):
        inner = node.child_by_field_name("declarator") or node.child_by_field_name("name")
        if inner is None:
            break
        node = inner
    return node


def _default(node: Node) -> Node | None:
    for field in ("value", "default_value", "right"):
        if found := node.child_by_field_name(field):
            return found
    # Two grammars (csharp, kotlin) name no field for it: there a default follows the equals sign.
    for at, child in enumerate(node.children[:-1]):
        if child.type == "=":
            return node.children[at + 1]
    return None


def _default_beside(children: list[Node], at: int) -> Node | None:
    """Kotlin puts `= 3` beside the parameter."""
    if at + 2 < len(children) and children[at + 1].type == "=":
        return children[at + 2]
    return None
