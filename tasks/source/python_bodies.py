"""The body of a Python function: what it raises, what it calls, whether it yields."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any  # what the fields of a syntax node hold depends on its class

from tasks.source.python_syntax import dotted_name

_YIELDS = frozenset({ast.Yield, ast.YieldFrom})
_OUTWARD = _YIELDS | {ast.Raise}
_SCOPES = frozenset({ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef})
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
    # Nodes of the function's own code, and of the functions within it.
    own: list[ast.AST] = list(node.body)
    nested: list[ast.AST] = []
    while own or nested:
        is_own = bool(own)
        current = own.pop() if is_own else nested.pop()
        kind = current.__class__
        if kind is ast.Call:
            if name := dotted_name(current.func):  # type: ignore[attr-defined]  # `kind` says that it is a call
                calls.append((current.lineno, current.col_offset, name))  # type: ignore[attr-defined]
        elif is_own and kind in _OUTWARD:
            if kind in _YIELDS:
                is_generator = True
            elif name := _raised(current):  # type: ignore[arg-type]  # the remaining kind
                raises.append((current.lineno, current.col_offset, name))  # type: ignore[attr-defined]
        stack = own if is_own and kind not in _SCOPES else nested
        for field in _INNER_FIELDS[kind]:
            value: Any = getattr(current, field, None)
            if value.__class__ is list:
                stack += [child for child in value if child.__class__ not in _ENDS]
            elif value.__class__ not in _ENDS:
                stack.append(value)
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
# What is not worth a visit: nodes without such a field, and what is no node at all.
_ENDS: frozenset[type] = frozenset(
    {type(None), str, int, bool, *(one for one, inner in _INNER_FIELDS.items() if not inner)}
    - {ast.Call, ast.Raise, *_YIELDS}
)
