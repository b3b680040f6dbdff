"""How Python declares, for text that this Python's own parser refuses: another version, a broken draft."""

from __future__ import annotations

import inspect
from collections.abc import Iterable

from tree_sitter import Node

from tasks.source.symbol import SymbolKind
from tasks.source.syntax_outline import Found, Inner, Outline, Scope, enter, enter_body, one_line
from tasks.source.syntax_parameters import parameters_in


def _decorated(node: Node, scope: Scope) -> Iterable[Inner]:
    definition = node.child_by_field_name("definition")
    yield Inner((definition,) if definition else (), scope, node)


def _class(node: Node, scope: Scope) -> Iterable[Found]:
    name = scope.text(node.child_by_field_name("name"))
    body = node.child_by_field_name("body")
    bases = node.child_by_field_name("superclasses")
    yield Found(
        node=node,
        name=name,
        kind="class",
        public=not name.startswith("_"),
        body=body,
        inside=body.named_children if body else (),
        bases=tuple(one_line(scope.text(one)) for one in bases.named_children) if bases else (),
        doc=_docstring(body, scope),
    )


def _function(node: Node, scope: Scope) -> Iterable[Found]:
    name = scope.text(node.child_by_field_name("name"))
    body = node.child_by_field_name("body")
    parameters = parameters_in(node.child_by_field_name("parameters"), scope)
    is_static = "staticmethod" in scope.text(node.parent if node.parent else None)[:200].partition("def ")[0]
    kind: SymbolKind = "method" if scope.owner else "function"
    yield Found(
        node=node,
        name=name,
        kind=kind,
        public=not name.startswith("_"),
        body=body,
        parameters=parameters[1:] if scope.owner and not is_static else parameters,
        returns=one_line(scope.text(node.child_by_field_name("return_type"))) or None,
        is_async=node.children[0].type == "async",
        has_code=True,
        doc=_docstring(body, scope),
    )


def _docstring(body: Node | None, scope: Scope) -> str | None:
    first = body.named_children[0] if body is not None and body.named_children else None
    if first is not None and first.type == "expression_statement" and first.named_children:
        first = first.named_children[0]
    content = [one for one in first.named_children if one.type == "string_content"] if first is not None else []
    return inspect.cleandoc("".join(map(scope.text, content))) if content and first and first.type == "string" else ""


def _assignment(node: Node, scope: Scope) -> Iterable[Found]:
    inner = node.named_children[0] if node.named_children else None
    left = inner.child_by_field_name("left") if inner is not None and inner.type == "assignment" else None
    if left is not None and left.type == "identifier" and scope.text(left).isupper():
        name = scope.text(left)
        yield Found(node, name, "attribute" if scope.owner else "constant", not name.startswith("_"), doc="")


_CALLS = """
(call function: [(identifier) (attribute)] @call)
(raise_statement (call function: [(identifier) (attribute)] @raise))
"""
PYTHON = Outline(
    handlers={
        "decorated_definition": _decorated,
        "class_definition": _class,
        "function_definition": _function,
        "expression_statement": _assignment,
        "if_statement": enter,
        "try_statement": enter,
        "block": enter,
        "else_clause": enter_body,
        "except_clause": enter,
        "with_statement": enter_body,
    },
    calls=_CALLS,
    unsigned=frozenset({"decorator"}),
)
