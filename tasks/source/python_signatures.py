"""The head of a Python definition: its one-line signature and its parameters."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tasks.source.python_syntax import source_of
from tasks.source.symbol import Parameter, ParameterKind

_MAX_SIGNATURE = 400
_MAX_TEXT = 120


def signature_of(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> str:
    """`class A(B)`, `def f(x: int = 3) -> str`, `async def g()` on one line, without the colon."""
    if isinstance(node, ast.ClassDef):
        heads = [source_of(base, _MAX_TEXT) for base in node.bases]
        heads += [
            f"{keyword.arg}={source_of(keyword.value, _MAX_TEXT)}"
            if keyword.arg
            else f"**{source_of(keyword.value, _MAX_TEXT)}"
            for keyword in node.keywords
        ]
        return f"class {node.name}({', '.join(heads)})" if heads else f"class {node.name}"
    prefix = "async def" if isinstance(node, ast.AsyncFunctionDef) else "def"
    returns = f" -> {source_of(node.returns, _MAX_TEXT)}" if node.returns else ""
    return f"{prefix} {node.name}({source_of(node.args, _MAX_SIGNATURE)}){returns}"


def parameters_of(arguments: ast.arguments, *, bound: bool) -> tuple[Parameter, ...]:
    """The parameters in order; with `bound` the first positional one (self, cls) is left out."""
    found = list(_parameters(arguments))
    if bound and found and found[0].kind.startswith("positional"):
        del found[0]
    return tuple(found)


def _parameters(arguments: ast.arguments) -> Iterator[Parameter]:
    positional = [*arguments.posonlyargs, *arguments.args]
    missing = [None] * (len(positional) - len(arguments.defaults))
    defaults: list[ast.expr | None] = [*missing, *arguments.defaults]
    for number, (argument, default) in enumerate(zip(positional, defaults, strict=True)):
        only = number < len(arguments.posonlyargs)
        yield _parameter(argument, default, "positional-only" if only else "positional-or-keyword")
    if arguments.vararg:
        yield _parameter(arguments.vararg, None, "var-positional")
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        yield _parameter(argument, default, "keyword-only")
    if arguments.kwarg:
        yield _parameter(arguments.kwarg, None, "var-keyword")


def _parameter(argument: ast.arg, default: ast.expr | None, kind: ParameterKind) -> Parameter:
    return Parameter(
        name=argument.arg,
        annotation=source_of(argument.annotation, _MAX_TEXT) if argument.annotation else None,
        default=source_of(default, _MAX_TEXT) if default else None,
        kind=kind,
    )
