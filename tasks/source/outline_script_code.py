"""Functions, classes and types of JavaScript and TypeScript, whatever statement gave them their name."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from tasks.source.symbol import SymbolKind
from tasks.source.syntax_outline import Found, Scope, one_line
from tasks.source.syntax_parameters import parameters_in

FUNCTIONS = frozenset({"function_expression", "arrow_function", "generator_function", "function"})


def bound_to(name: str, value: Node, whole: Node, scope: Scope, *, public: bool, method: bool = False) -> Found:
    """A function or class expression that a name is given to."""
    if value.type == "class":
        body = value.child_by_field_name("body")
        inside = body.named_children if body else ()
        return Found(whole, name, "class", public, body, inside, bases=tuple(bases_of(value, scope)))
    kind: SymbolKind = "method" if method or scope.kind in ("class", "interface") else "function"
    return with_code(name, kind, whole, value, scope, public)


def with_code(name: str, kind: SymbolKind, whole: Node, code: Node, scope: Scope, public: bool) -> Found:
    """A definition whose body runs: a function under whatever name it got."""
    single = code.child_by_field_name("parameter")
    listed = parameters_in(code.child_by_field_name("parameters"), scope)
    first = {child.type for child in code.children[:4]}
    return Found(
        node=whole,
        name=name,
        kind=kind,
        public=public,
        body=code.child_by_field_name("body"),
        parameters=listed or (parameters_in(code, scope)[:1] if single else ()),
        returns=one_line(scope.text(code.child_by_field_name("return_type"))).lstrip(": ") or None,
        is_async="async" in first,
        is_generator="*" in first or code.type.startswith("generator"),
        has_code=True,
    )


def type_of(node: Node, scope: Scope) -> str | None:
    """The declared type, or None."""
    return one_line(scope.text(node.child_by_field_name("type"))).lstrip(": ") or None


def bases_of(node: Node, scope: Scope) -> Iterator[str]:
    """What a class or an interface extends and implements."""
    clauses = [one for one in node.named_children if one.type in ("class_heritage", "extends_type_clause")]
    inner = [clause for one in clauses for clause in one.named_children if clause.type.endswith("_clause")]
    for clause in inner or clauses:
        yield from (one_line(scope.text(one)) for one in clause.named_children if one.type != "type_arguments")
