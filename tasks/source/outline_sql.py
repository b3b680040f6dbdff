"""How SQL declares: what CREATE makes, with the columns of a table."""

from __future__ import annotations

from collections.abc import Iterable

from tree_sitter import Node

from tasks.source.symbol import SymbolKind
from tasks.source.syntax_outline import Found, Inner, Outline, Scope, child_of, enter, one_line
from tasks.source.syntax_parameters import parameters_in

_KINDS: dict[str, SymbolKind] = {
    "create_table": "table",
    "create_view": "view",
    "create_materialized_view": "view",
    "create_function": "function",
    "create_procedure": "function",
    "create_index": "index",
    "create_type": "type",
    "create_trigger": "trigger",
    "create_schema": "module",
    "create_sequence": "definition",
}


def _statement(node: Node, scope: Scope) -> Iterable[Inner]:
    yield Inner(node.named_children, scope, node)


def _create(node: Node, scope: Scope) -> Iterable[Found]:
    reference = node.child_by_field_name("column") or child_of(node, "object_reference", "identifier")
    name = scope.text(reference).replace('"', "").replace("`", "")
    if not name:
        return
    columns = child_of(node, "column_definitions")
    body = columns or child_of(node, "create_query", "function_body", "procedure_body")
    yield Found(
        node=node,
        name=name.rpartition(".")[2],
        qualified=name,
        kind=_KINDS[node.type],
        body=body,
        inside=[one for one in columns.named_children if one.type == "column_definition"] if columns else (),
        parameters=parameters_in(child_of(node, "function_arguments"), scope),
    )


def _column(node: Node, scope: Scope) -> Iterable[Found]:
    name = scope.text(node.child_by_field_name("name")).strip('"`')
    returns = one_line(scope.text(node.child_by_field_name("type"))) or None
    yield Found(node, name, "attribute", returns=returns)


SQL = Outline(
    handlers={
        "statement": _statement,
        "block": enter,
        "transaction": enter,
        **dict.fromkeys(_KINDS, _create),
        "column_definition": _column,
    },
)
