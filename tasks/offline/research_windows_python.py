"""The windows of a Python definition, by its syntax tree, best first."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Sequence

from tasks.offline.report_facts import SymbolFacts
from tasks.offline.research_bodies import parse_python
from tasks.offline.research_windows import (
    BRANCHES,
    CALLS,
    GOOD_LINES,
    LOOPS,
    MAX_LINES,
    RAISES,
    RETURNS,
    TRIES,
    YIELDS,
    Mark,
    Part,
    Window,
    by_worth,
)

_MAX_TABLE = 8
_WEIGHTS = (
    (ast.Raise, RAISES),
    (ast.Try, TRIES),
    (ast.If, BRANCHES),
    (ast.For | ast.While, LOOPS),
    (ast.Return, RETURNS),
    (ast.Yield, YIELDS),
    (ast.Call, CALLS),
)

_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def python_windows(symbol: SymbolFacts, tree: ast.Module) -> list[Window]:
    """Candidate windows of a definition, best first."""
    whole = Window(symbol.start, symbol.end)
    if symbol.kind in ("constant", "attribute"):
        return [whole] if whole.lines <= _MAX_TABLE and not symbol.short.startswith("_") else []
    node = _node_at(tree, symbol.start)
    if node is None:
        return [whole] if whole.lines <= MAX_LINES else []
    if isinstance(node, ast.ClassDef):
        return [w for w in (_class_head(node, symbol), whole) if w.lines <= MAX_LINES]
    doc = _doc_lines(node)
    if whole.lines <= GOOD_LINES and doc <= max(8, whole.lines // 2):
        return [whole]
    body = node.body[1:] if _has_doc(node) else node.body
    return by_worth(_head(node, symbol), _parts(body), _marks(node))


def reads_as_python(text: str) -> bool:
    """Whether the lines can be read as code again, and are not mostly a docstring."""
    tree = parse_python(textwrap.dedent(text))
    if tree is None:
        return False
    body = tree.body
    if len(body) == 1 and isinstance(body[0], ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        body = body[0].body
    docs = [node for node in body if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)]
    lines = sum((node.end_lineno or node.lineno) - node.lineno + 1 for node in docs)
    return len(docs) < len(body) and lines * 3 <= 2 * (text.count("\n") + 1)


def _node_at(tree: ast.Module, line: int) -> _Definition | None:
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        if _span(node).start == line:
            return node
    return None


def _doc_lines(node: _Definition) -> int:
    return _span(node.body[0]).lines if _has_doc(node) else 0


def _has_doc(node: _Definition) -> bool:
    first = node.body[0]
    return isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)


def _span(node: ast.stmt) -> Window:
    start = node.lineno
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        start = min([start, *(one.lineno for one in node.decorator_list)])
    return Window(start, node.end_lineno or node.lineno)


def _head(node: ast.FunctionDef | ast.AsyncFunctionDef, symbol: SymbolFacts) -> Window:
    """From the signature to the last whole statement that fits."""
    end = 0
    for statement in node.body:
        span = _span(statement)
        if span.end - symbol.start + 1 > GOOD_LINES:
            break
        end = span.end
    return Window(symbol.start, end) if end else Window(symbol.start, symbol.start + MAX_LINES)


def _parts(block: Sequence[ast.stmt]) -> tuple[Part, ...]:
    return tuple(_part(statement) for statement in block)


def _part(statement: ast.stmt) -> Part:
    span = _span(statement)
    inside: tuple[tuple[Part, ...], ...] = ()
    if isinstance(statement, ast.If | ast.For | ast.While | ast.Try):
        inside = (_parts(statement.body), _parts(statement.orelse))
    elif isinstance(statement, ast.With):
        inside = (_parts(statement.body),)
    leaves = isinstance(statement, ast.Return | ast.Raise | ast.Break | ast.Continue)
    return Part(span.start, span.end, inside, leaves=leaves)


def _marks(node: ast.AST) -> list[Mark]:
    found: list[Mark] = []
    for inner in ast.walk(node):
        weight = next((weight for kind, weight in _WEIGHTS if isinstance(inner, kind)), 0.0)
        if weight and isinstance(inner, ast.stmt | ast.expr):
            found.append(Mark(inner.lineno, inner.end_lineno or inner.lineno, weight))
    return found


def _class_head(node: ast.ClassDef, symbol: SymbolFacts) -> Window:
    """The class line, its docstring and attributes, and the first method where it still fits."""
    end = node.lineno
    body_start = symbol.start
    if _has_doc(node) and _doc_lines(node) > 10 and len(node.body) > 1:
        body_start = _span(node.body[1]).start
    for statement in node.body:
        span = _span(statement)
        if span.start < body_start:
            continue
        if span.end - body_start + 1 > GOOD_LINES:
            break
        end = span.end
    return Window(body_start, end)
