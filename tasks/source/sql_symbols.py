"""The definitions of an SQL script: what its statements say, with what the grammar knows of those that it can read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tasks.source.comment_style import comment_above
from tasks.source.line_starts import LineStarts
from tasks.source.sql_statements import Column, Statement, statements_of
from tasks.source.sql_tokens import bare
from tasks.source.symbol import Symbol
from tasks.source.syntax_outline import one_line


def sql_symbols(understood: Sequence[Symbol], text: str, lines: list[str]) -> list[Symbol]:
    """Names, kinds and lines by the statements; columns and parameters by the grammar, where it understood a statement.

    What the grammar found apart from them is no definition: a table made by the body of a procedure, a word of a
    dialect taken for a name.
    """
    numbers = LineStarts(text)
    by_line: dict[int, list[Symbol]] = {}
    for one in understood:
        by_line.setdefault(one.start, []).append(one)
    found: list[Symbol] = []
    for statement in statements_of(text):
        start, end = numbers.line_of(statement.start), numbers.line_of(statement.end - 1)
        known = next((one for one in by_line.get(start, ()) if one.parent is None and _is_it(one, statement)), None)
        symbol = Symbol(
            name=statement.name,
            qualified_name=statement.qualified,
            kind=statement.kind,
            signature=one_line(text[statement.start : statement.head]).rstrip("; "),
            doc=comment_above(lines, start, "sql"),
            start=start,
            end=end,
        )
        if known is not None:
            symbol = replace(symbol, signature=known.signature, parameters=known.parameters, returns=known.returns)
        found.append(symbol)
        found += [_column(symbol, one, numbers, by_line if known else {}) for one in statement.columns]
        found += [_member(symbol, one, text, lines, numbers) for one in statement.members]
    return found


def _member(package: Symbol, one: Statement, text: str, lines: list[str], numbers: LineStarts) -> Symbol:
    start = numbers.line_of(one.start)
    return Symbol(
        name=one.name,
        qualified_name=f"{package.qualified_name}.{one.name}",
        kind="method",
        signature=one_line(text[one.start : one.head]).rstrip("; "),
        doc=comment_above(lines, start, "sql"),
        start=start,
        end=numbers.line_of(one.end - 1),
        parent=package.qualified_name,
    )


def _is_it(one: Symbol, statement: Statement) -> bool:
    return one.kind == statement.kind and bare(one.name).lower() == statement.name.lower()


def _column(table: Symbol, one: Column, numbers: LineStarts, by_line: Mapping[int, Sequence[Symbol]]) -> Symbol:
    """With its type, where the grammar ends the column on the same line."""
    start, end = numbers.line_of(one.start), numbers.line_of(one.end - 1)
    known = (other for other in by_line.get(start, ()) if bare(other.name) == one.name and other.end == end)
    return Symbol(
        name=one.name,
        qualified_name=f"{table.qualified_name}.{one.name}",
        kind="attribute",
        signature=one_line(one.text),
        doc="",
        start=start,
        end=end,
        parent=table.qualified_name,
        returns=next((other.returns for other in known), None),
    )
