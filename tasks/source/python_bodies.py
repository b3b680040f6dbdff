"""The body of a Python function: what it raises, what it calls, whether it yields."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from tasks.source.python_syntax import dotted_name


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
        if isinstance(current, ast.Call) and (name := dotted_name(current.func)):
            calls.append((current.lineno, current.col_offset, name))
        elif own and isinstance(current, ast.Raise) and (name := _raised(current)):
            raises.append((current.lineno, current.col_offset, name))
        elif own and isinstance(current, ast.Yield | ast.YieldFrom):
            is_generator = True
        inside = own and not isinstance(current, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef)
        stack.extend((child, inside) for child in ast.iter_child_nodes(current))
    return BodyFacts(_unique(raises), _unique(calls), is_generator)


def _raised(node: ast.Raise) -> str | None:
    """The exception class named by a raise; a lower-case name is a variable or a factory: no class."""
    target = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
    name = dotted_name(target) if target else None
    return name if name and name.rpartition(".")[2][:1].isupper() else None


def _unique(found: list[tuple[int, int, str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for _, _, name in sorted(found)))
