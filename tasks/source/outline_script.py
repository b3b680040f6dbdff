"""How JavaScript and TypeScript declare: modules, classes, assignments to exports and prototypes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tree_sitter import Node

from tasks.source.grammars import text_of
from tasks.source.outline_script_code import FUNCTIONS, bases_of, bound_to, type_of, with_code
from tasks.source.symbol import SymbolKind
from tasks.source.syntax_outline import Found, Inner, Outline, Scope, child_of, enter, modifiers_of, within

_CLASSES = {
    "class_declaration": "class",
    "abstract_class_declaration": "class",
    "interface_declaration": "interface",
}  # fmt: skip
_HIDDEN = frozenset({"private", "protected"})


def _is_exported(name: str, scope: Scope) -> bool:
    """Exported at its place or by name; in a file without exports (a script) whatever bears no underscore."""
    if scope.owner is None and scope.exports is not None:
        return scope.exported or name in scope.exports
    return not name.startswith(("_", "#"))


def _export(node: Node, scope: Scope) -> Iterable[Found | Inner]:
    declaration = node.child_by_field_name("declaration")
    value = node.child_by_field_name("value")
    if declaration is not None:
        yield Inner((declaration,), within(scope, exported=True), node)
    elif value is not None and value.type in (*FUNCTIONS, "class"):
        yield bound_to("default", value, node, scope, public=True)


def _ambient(node: Node, scope: Scope) -> Iterable[Inner]:
    yield Inner(node.named_children, scope, node)


def _function(node: Node, scope: Scope) -> Iterable[Found]:
    name = scope.text(node.child_by_field_name("name"))
    yield with_code(name, "function", node, node, scope, _is_exported(name, scope))


def _overload(node: Node, scope: Scope) -> Iterable[Found]:
    """A signature alone defines something in ambient code only; elsewhere it announces what follows."""
    parent = node.parent
    outer = parent.parent if parent is not None and parent.type == "export_statement" else parent
    name = scope.text(node.child_by_field_name("name"))
    following = (node if outer is parent else parent or node).next_named_sibling
    implemented = following is not None and any(
        scope.text(one.child_by_field_name("name")) == name for one in (following, *following.named_children)
    )
    if not implemented:
        yield with_code(name, "function", node, node, scope, _is_exported(name, scope))


def _class(node: Node, scope: Scope) -> Iterable[Found]:
    name = scope.text(node.child_by_field_name("name"))
    body = node.child_by_field_name("body")
    kind: SymbolKind = "interface" if node.type == "interface_declaration" else "class"
    yield Found(
        node=node,
        name=name,
        kind=kind,
        public=_is_exported(name, scope),
        body=body,
        inside=body.named_children if body else (),
        bases=tuple(bases_of(node, scope)),
    )


def _enum(node: Node, scope: Scope) -> Iterable[Found]:
    name = scope.text(node.child_by_field_name("name"))
    body = node.child_by_field_name("body")
    yield Found(node, name, "enum", _is_exported(name, scope), body)
    for member in body.named_children if body else ():
        names = member if member.type == "property_identifier" else member.child_by_field_name("name")
        if names is not None:
            yield Found(member, scope.text(names), "attribute", _is_exported(name, scope), owner=_owned(scope, name))


def _owned(scope: Scope, name: str) -> str:
    return f"{scope.owner}.{name}" if scope.owner else name


def _alias(node: Node, scope: Scope) -> Iterable[Found]:
    name = scope.text(node.child_by_field_name("name"))
    yield Found(node, name, "type", _is_exported(name, scope))


def _namespace(node: Node, scope: Scope) -> Iterable[Found]:
    name = scope.text(node.child_by_field_name("name")).strip("\"'")
    body = node.child_by_field_name("body")
    public = _is_exported(name, scope)
    yield Found(node, name, "module", public, body, body.named_children if body else ())


def _member(node: Node, scope: Scope) -> Iterable[Found]:
    # JavaScript's fields call their name "property".
    name = scope.text(node.child_by_field_name("name") or node.child_by_field_name("property"))
    words = modifiers_of(node, scope, "accessibility_modifier", "get", "set", "override_modifier")
    public = not words & _HIDDEN and not name.startswith(("_", "#"))
    value = node.child_by_field_name("value")
    if node.type == "method_signature" and _is_announced(node, scope, name):
        return
    if value is not None and value.type in FUNCTIONS:
        yield bound_to(name, value, node, scope, public=public)
    elif node.type in ("method_definition", "abstract_method_signature", "method_signature"):
        kind: SymbolKind = "property" if {"get", "set"} & {child.type for child in node.children} else "method"
        yield with_code(name, kind, node, node, scope, public)
    else:
        yield Found(node, name, "attribute", public, returns=type_of(node, scope))


def _is_announced(node: Node, scope: Scope, name: str) -> bool:
    """Whether an overload of a class is followed by its implementation."""
    following = node.next_named_sibling
    return (
        following is not None
        and following.type in ("method_definition", "method_signature")
        and scope.text(following.child_by_field_name("name")) == name
        and scope.kind == "class"
    )


def _variables(node: Node, scope: Scope) -> Iterable[Found]:
    constant = scope.text(node.child_by_field_name("kind") or (node.children[0] if node.children else None)) == "const"
    declared = [one for one in node.named_children if one.type == "variable_declarator"]
    for one in declared:
        name, value = one.child_by_field_name("name"), one.child_by_field_name("value")
        if name is None or name.type != "identifier" or _imports(value, scope):
            continue
        text = scope.text(name)
        public = _is_exported(text, scope)
        whole = node if len(declared) == 1 else one
        if value is not None and value.type in (*FUNCTIONS, "class"):
            yield bound_to(text, value, whole, scope, public=public)
        else:
            yield Found(whole, text, "constant" if constant else "variable", public, returns=type_of(one, scope))


def _imports(value: Node | None, scope: Scope) -> bool:
    while value is not None and value.type in ("member_expression", "await_expression", "call_expression"):
        function = value.child_by_field_name("function")
        if function is not None and scope.text(function) in ("require", "import"):
            return True
        value = value.child_by_field_name("object") or function or next(iter(value.named_children), None)
    return False


def _statement(node: Node, scope: Scope) -> Iterable[Found | Inner]:
    """`exports.f = function () {}`, `app.use = ...`, `Foo.prototype.bar = ...`, a namespace."""
    inner = node.named_children[0] if node.named_children else None
    if inner is None or inner.type in ("internal_module", "module"):
        yield Inner(node.named_children, scope, node)
        return
    names: list[str] = []
    while inner is not None and inner.type == "assignment_expression":
        left = inner.child_by_field_name("left")
        if left is not None and left.type in ("member_expression", "identifier"):
            names.append(scope.text(left))
        inner = inner.child_by_field_name("right")
    if inner is None or inner.type not in (*FUNCTIONS, "class"):
        return
    for name in names:
        target = name.removeprefix("module.").removeprefix("exports.")
        owner, _, last = target.rpartition(".")
        if target == "exports" and inner.child_by_field_name("name") is not None:
            # `module.exports = class Application {}`: the module is what bears the name.
            target = last = scope.text(inner.child_by_field_name("name"))
        if last in ("exports", "") or not all(part.isidentifier() or "$" in part for part in target.split(".")):
            continue
        prototype = owner.removesuffix(".prototype") if owner.endswith(".prototype") else None
        found = bound_to(last, inner, node, scope, public=not last.startswith("_"), method=prototype is not None)
        yield replace(found, owner=prototype, qualified=target if owner and prototype is None else None)
        return


def _exports(root: Node, data: bytes) -> frozenset[str] | None:
    """The names of `export { a, b as c }` and `export default a`; None for a file that exports nothing."""
    names: set[str] = set()
    statements = [one for one in root.named_children if one.type == "export_statement"]
    for statement in statements:
        if statement.child_by_field_name("source") is not None:
            continue
        if clause := child_of(statement, "export_clause"):
            fields = (one.child_by_field_name("name") for one in clause.named_children)
            names.update(text_of(one, data) for one in fields if one is not None)
        value = statement.child_by_field_name("value")
        if value is not None and value.type == "identifier":
            names.add(text_of(value, data))
    return frozenset(names) if statements else None


_CALLS = """
(call_expression function: [(identifier) (member_expression)] @call)
(new_expression constructor: [(identifier) (member_expression)] @call)
(throw_statement (new_expression constructor: [(identifier) (member_expression)] @raise))
"""
SCRIPT = Outline(
    handlers={
        "export_statement": _export,
        "ambient_declaration": _ambient,
        "function_declaration": _function,
        "generator_function_declaration": _function,
        "function_signature": _overload,
        **dict.fromkeys(_CLASSES, _class),
        "enum_declaration": _enum,
        "type_alias_declaration": _alias,
        "internal_module": _namespace,
        "module": _namespace,
        **dict.fromkeys(
            (
                "method_definition", "abstract_method_signature", "method_signature", "property_signature",
                "field_definition", "public_field_definition",
            ),
            _member,
        ),
        "lexical_declaration": _variables,
        "variable_declaration": _variables,
        "expression_statement": _statement,
        "statement_block": enter,
    },
    calls=_CALLS,
    leading=frozenset({"decorator"}),
    unsigned=frozenset({"decorator"}),
    exports=_exports,
)  # fmt: skip
