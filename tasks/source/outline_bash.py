"""How shell scripts declare: functions, and variables that are constant by case, `readonly` or `export`."""

from __future__ import annotations

from collections.abc import Iterable

from tree_sitter import Node

from tasks.source.syntax_outline import Found, Outline, Scope, child_of, enter


def _function(node: Node, scope: Scope) -> Iterable[Found]:
    name = scope.text(node.child_by_field_name("name"))
    body = node.child_by_field_name("body")
    yield Found(node, name, "function", not name.startswith("_"), body, has_code=True)


def _assignment(node: Node, scope: Scope) -> Iterable[Found]:
    name = scope.text(node.child_by_field_name("name"))
    if name.isupper():
        yield Found(node, name, "constant", not name.startswith("_"))


def _declaration(node: Node, scope: Scope) -> Iterable[Found]:
    assigned = child_of(node, "variable_assignment")
    if assigned is not None:
        name = scope.text(assigned.child_by_field_name("name"))
        yield Found(node, name, "constant", not name.startswith("_"))


_CALLS = """
(command name: (command_name (word) @call))
"""
BASH = Outline(
    handlers={
        "function_definition": _function,
        "variable_assignment": _assignment,
        "declaration_command": _declaration,
        "if_statement": enter,
    },
    calls=_CALLS,
)
