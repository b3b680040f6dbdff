"""The body of a Python function: what it raises, what it calls, whether it yields."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from tasks.source.python_syntax import dotted_name

_YIELDS = (ast.Yield, ast.YieldFrom)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_LEAVES = (ast.Name, ast.Constant, ast.expr_context, ast.operator, ast.boolop, ast.unaryop, ast.cmpop, ast.alias)
_EMPTY_FIELDS = frozenset({"ctx", "op", "ops", "attr", "lineno", "arg", "id", "type_comment", "kind", "names"})


@dataclass(frozen=True)
class BodyFacts:
    """Dotted names in order of appearance, each once."""

    raises: tuple[str, ...]
    calls: tuple[str, ...]
    is_generator: bool


def body_facts(node: ast.FunctionDef | ast.AsyncFunctionDef) -> BodyFacts:
    """Facts of the body alone: decorators and defaults run elsewhere.

    A nested function's calls count as the function's own, its raises and yields do not: they happen, if ever,
    when somebody calls it.
    """
    raises: list[tuple[int, int, str]] = []
    calls: list[tuple[int, int, str]] = []
    is_generator = False
    stack: list[tuple[ast.AST, bool]] = [(statement, True) for statement in node.body]
    while stack:
        current, own = stack.pop()
        kind = type(current)
        if kind is ast.Call:
            if name := dotted_name(current.func):  # type: ignore[attr-defined]  # `kind` says that it is a call
                calls.append((current.lineno, current.col_offset, name))  # type: ignore[attr-defined]
        elif own and isinstance(current, ast.Raise):
            if name := _raised(current):
                raises.append((current.lineno, current.col_offset, name))
        elif own and kind in _YIELDS:
            is_generator = True
        inside = own and kind not in _SCOPES
        for field in _INNER_FIELDS.get(kind, kind._fields):
            value = getattr(current, field, None)
            if type(value) is list:
                stack.extend((child, inside) for child in value if isinstance(child, ast.AST))
            elif isinstance(value, ast.AST):
                stack.append((value, inside))
    return BodyFacts(_unique(raises), _unique(calls), is_generator)


def _fields(kind: type[ast.AST]) -> tuple[str, ...]:
    """The fields of a node that can hold a call: half of all nodes are names, constants and operators."""
    return () if issubclass(kind, _LEAVES) else tuple(name for name in kind._fields if name not in _EMPTY_FIELDS)


def _raised(node: ast.Raise) -> str | None:
    """The exception class named by a raise; a lower-case name is a variable or a factory: no class."""
    target = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
    name = dotted_name(target) if target else None
    return name if name and name.rpartition(".")[2][:1].isupper() else None


def _unique(found: list[tuple[int, int, str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for _, _, name in sorted(found)))


_INNER_FIELDS: dict[type[ast.AST], tuple[str, ...]] = {
    one: _fields(one) for one in vars(ast).values() if isinstance(one, type) and issubclass(one, ast.AST)
}
