"""How C and C++ declare: functions behind declarators, types, macros, classes with their access."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from tree_sitter import Node

from tasks.source.declarators import NO_NAMES, declared_in, split_name
from tasks.source.grammars import text_of
from tasks.source.symbol import SymbolKind
from tasks.source.syntax_outline import Found, Inner, Outline, Scope, enter, enter_body, modifiers_of, one_line, within
from tasks.source.syntax_parameters import parameters_in

_TYPES: dict[str, SymbolKind] = {
    "struct_specifier": "struct",
    "union_specifier": "union",
    "enum_specifier": "enum",
    "class_specifier": "class",
}


def _function(node: Node, scope: Scope) -> Iterable[Found]:
    declarator = node.child_by_field_name("declarator")
    name, function = declared_in(declarator)
    if name is None or function is None:
        return
    owner, short = split_name(scope.text(name))
    if short in NO_NAMES:
        return
    yield Found(
        node=node,
        name=short,
        kind="method" if owner or scope.owner else "function",
        public="static" not in modifiers_of(node, scope, "storage_class_specifier") or bool(scope.owner),
        body=node.child_by_field_name("body") or _initialisers(node),
        owner=owner,
        parameters=parameters_in(function.child_by_field_name("parameters"), scope),
        returns=_returned(node, declarator, scope),
        has_code=True,
    )


def _initialisers(node: Node) -> Node | None:
    return next((one for one in node.named_children if one.type == "field_initializer_list"), None)


def _returned(node: Node, declarator: Node | None, scope: Scope) -> str | None:
    text = one_line(scope.text(node.child_by_field_name("type")))
    pointers = declarator is not None and declarator.type == "pointer_declarator"
    return f"{text} *" if text and pointers else text or None


def _type(node: Node, scope: Scope) -> Iterable[Found | Inner]:
    """A type with a body; `struct a;` only announces one, and what one without a name holds belongs to its scope."""
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name is not None and body is not None:
        yield _type_with_body(node, node, scope.text(name), scope)
    elif body is not None:
        yield Inner(body.named_children, scope)


def _is_listed(inner: Node) -> bool:
    """Whether a type that stands before a variable's name tells more than the variable's own shape."""
    return inner.type == "enum_specifier" or inner.child_by_field_name("name") is not None


def _type_with_body(whole: Node, specifier: Node, name: str, scope: Scope) -> Found:
    body = specifier.child_by_field_name("body")
    bases = next((one for one in specifier.named_children if one.type == "base_class_clause"), None)
    owner, short = split_name(name.partition("<")[0] if name.endswith(">") else name)
    return Found(
        node=whole,
        name=short,
        kind=_TYPES[specifier.type],
        body=body,
        owner=owner,
        inside=body.named_children if body else (),
        bases=tuple(
            one_line(scope.text(one))
            for one in (bases.named_children if bases else ())
            if one.type != "access_specifier"
        ),
    )


def _is_public_member(node: Node, scope: Scope) -> bool:
    """By the nearest access label above; without one a class hides and a struct shows."""
    before = node
    while before.parent is not None and before.parent.type in ("template_declaration", "preproc_if", "preproc_ifdef"):
        before = before.parent
    current = before.prev_named_sibling
    while current is not None:
        if current.type == "access_specifier":
            return scope.text(current) != "private"
        current = current.prev_named_sibling
    return scope.kind != "class"


def _member(node: Node, scope: Scope) -> Iterable[Found | Inner]:
    inner = node.child_by_field_name("type")
    public = _is_public_member(node, scope)
    declarators = node.children_by_field_name("declarator")
    if inner is not None and inner.type in _TYPES and (inner.type == "enum_specifier" or not declarators):
        for found in _type(inner, scope):
            yield replace(found, node=node, public=public) if isinstance(found, Found) else found
    for declarator in declarators:
        name, function = declared_in(declarator)
        if name is None or scope.text(name) in NO_NAMES:
            continue
        kind: SymbolKind = "method" if function else "attribute"
        yield Found(
            node=node,
            name=" ".join(scope.text(name).split()),
            kind=kind,
            public=public,
            parameters=parameters_in(function.child_by_field_name("parameters") if function else None, scope),
            returns=_returned(node, declarator, scope),
        )


def _defined_inside(node: Node, scope: Scope) -> Iterable[Found]:
    """A function with a body, at the top or within a class."""
    for found in _function(node, scope):
        public = _is_public_member(node, scope) if scope.owner else found.public
        yield replace(found, public=public)


def _declaration(node: Node, scope: Scope) -> Iterable[Found | Inner]:
    """Variables, and prototypes of functions that this file does not define itself."""
    if scope.owner:
        yield from _member(node, scope)
        return
    inner = node.child_by_field_name("type")
    words = modifiers_of(node, scope, "storage_class_specifier", "type_qualifier")
    declarators = node.children_by_field_name("declarator")
    if inner is not None and inner.type in _TYPES and (_is_listed(inner) or not declarators):
        yield from _type(inner, scope)
    for declarator in declarators:
        name, function = declared_in(declarator)
        text = scope.text(name)
        if name is None or "::" in text or text in NO_NAMES:
            continue
        if function is not None:
            if scope.exports is None or text not in scope.exports:
                parameters = parameters_in(function.child_by_field_name("parameters"), scope)
                public = "static" not in words
                returns = _returned(node, declarator, scope)
                yield Found(node, text, "function", public, parameters=parameters, returns=returns)
        elif "extern" not in words:
            constant = bool(words & {"const", "constexpr"})
            yield Found(node, text, "constant" if constant else "variable", "static" not in words)


def _typedef(node: Node, scope: Scope) -> Iterable[Found]:
    inner = node.child_by_field_name("type")
    named = node.children_by_field_name("declarator")
    has_body = inner is not None and inner.type in _TYPES and inner.child_by_field_name("body") is not None
    for at, declarator in enumerate(named):
        name, _ = declared_in(declarator)
        if name is None:
            continue
        if has_body and at == 0 and inner is not None:
            yield _type_with_body(node, inner, scope.text(name), scope)
        else:
            yield Found(node, scope.text(name), "type")


def _alias(node: Node, scope: Scope) -> Iterable[Found]:
    yield Found(node, scope.text(node.child_by_field_name("name")), "type")


def _enumerator(node: Node, scope: Scope) -> Iterable[Found]:
    kind: SymbolKind = "attribute" if scope.owner else "constant"
    yield Found(node, scope.text(node.child_by_field_name("name")), kind)


def _macro(node: Node, scope: Scope) -> Iterable[Found]:
    """A macro with a value; one without it is a guard or a switch."""
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    if name is not None and (value is not None or node.type == "preproc_function_def"):
        kind: SymbolKind = "macro" if node.type == "preproc_function_def" else "constant"
        parameters = parameters_in(node.child_by_field_name("parameters"), scope)
        body = value if kind == "macro" else None
        yield Found(node, scope.text(name), kind, not scope.text(name).startswith("_"), body, parameters=parameters)


def _friend(node: Node, scope: Scope) -> Iterable[Inner]:
    """A friend with a body is defined here; any other is only named."""
    yield Inner([one for one in node.named_children if one.type == "function_definition"], scope, node)


def _template(node: Node, scope: Scope) -> Iterable[Inner]:
    yield Inner(node.named_children, scope, node)


def _torn(node: Node, scope: Scope) -> Iterable[Inner]:
    """A block outside of any function: a macro holds its end, and what follows only seems to be inside."""
    yield Inner(node.named_children, within(scope, is_torn=True))


def _defined(root: Node, data: bytes) -> frozenset[str]:
    """The functions that a file defines: their prototypes are no second definition."""
    names: set[str] = set()
    pending = [root]
    while pending:
        for node in pending.pop().named_children:
            if node.type == "function_definition":
                name, _ = declared_in(node.child_by_field_name("declarator"))
                names.update(() if name is None else (text_of(name, data),))
            elif node.type in _TRANSPARENT:
                pending.append(node)
    return frozenset(names)


_TRANSPARENT = frozenset({
    "preproc_ifdef", "preproc_if", "preproc_else", "preproc_elif", "preproc_elifdef", "linkage_specification",
    "declaration_list", "namespace_definition", "template_declaration",
})  # fmt: skip
_CALLS = """
(call_expression function: [(identifier) (field_expression)] @call)
"""
_CALLS_CPP = """
(call_expression function: [(identifier) (field_expression) (qualified_identifier)] @call)
(new_expression type: (_) @call)
(throw_statement (call_expression function: [(identifier) (qualified_identifier)] @raise))
"""
_handlers: dict[str, Callable[[Node, Scope], Iterable[Found | Inner]]] = {
    **dict.fromkeys(_TYPES, _type),
    "function_definition": _defined_inside,
    "inline_method_definition": _defined_inside,
    "declaration": _declaration,
    "field_declaration": _member,
    "type_definition": _typedef,
    "alias_declaration": _alias,
    "concept_definition": _alias,
    "enumerator": _enumerator,
    "preproc_def": _macro,
    "preproc_function_def": _macro,
    "template_declaration": _template,
    "friend_declaration": _friend,
    "namespace_definition": enter_body,
    "linkage_specification": enter,
    "compound_statement": _torn,
    "declaration_list": enter,
    **dict.fromkeys(("preproc_ifdef", "preproc_if", "preproc_else", "preproc_elif", "preproc_elifdef"), enter),
}
C = Outline(_handlers, _CALLS, exports=_defined)
CPP = Outline(_handlers, _CALLS_CPP, exports=_defined)
