"""The head of a Python definition: its one-line signature and its parameters."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

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
    return f"{prefix} {node.name}({_clipped(_written(node.args))}){returns}"


def parameters_of(arguments: ast.arguments, *, bound: bool) -> tuple[Parameter, ...]:
    """The parameters in order; with `bound` the first positional one (self, cls) is left out."""
    found = list(_parameters(arguments, _MAX_TEXT))
    if bound and found and found[0].kind.startswith("positional"):
        del found[0]
    return tuple(found)


def _written(arguments: ast.arguments) -> Iterator[str]:
    """Each parameter as `ast.unparse` writes it, and the marks between them."""
    for number, one in enumerate(_parameters(arguments, _MAX_SIGNATURE)):
        if arguments.posonlyargs and number == len(arguments.posonlyargs):
            yield "/"
        if one.kind == "keyword-only" and not arguments.vararg and number == _count(arguments):
            yield "*"
        stars = "*" if one.kind == "var-positional" else "**" if one.kind == "var-keyword" else ""
        annotation = f": {one.annotation}" if one.annotation else ""
        default = f"={one.default}" if one.default else ""
        yield f"{stars}{one.name}{annotation}{default}"
    if arguments.posonlyargs and len(arguments.posonlyargs) == _count(arguments) and not _has_more(arguments):
        yield "/"


def _count(arguments: ast.arguments) -> int:
    return len(arguments.posonlyargs) + len(arguments.args)


def _has_more(arguments: ast.arguments) -> bool:
    return bool(arguments.vararg or arguments.kwonlyargs or arguments.kwarg)


def _clipped(pieces: Iterable[str]) -> str:
    text = ", ".join(pieces)
    return text if len(text) <= _MAX_SIGNATURE else text[: _MAX_SIGNATURE - 3] + "..."


def _parameters(arguments: ast.arguments, limit: int) -> Iterator[Parameter]:
    positional = [*arguments.posonlyargs, *arguments.args]
    missing = [None] * (len(positional) - len(arguments.defaults))
    defaults: list[ast.expr | None] = [*missing, *arguments.defaults]
    for number, (argument, default) in enumerate(zip(positional, defaults, strict=True)):
        only = number < len(arguments.posonlyargs)
        yield _parameter(argument, default, "positional-only" if only else "positional-or-keyword", limit)
    if arguments.vararg:
        yield _parameter(arguments.vararg, None, "var-positional", limit)
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        yield _parameter(argument, default, "keyword-only", limit)
    if arguments.kwarg:
        yield _parameter(arguments.kwarg, None, "var-keyword", limit)


def _parameter(argument: ast.arg, default: ast.expr | None, kind: ParameterKind, limit: int) -> Parameter:
    return Parameter(
        name=argument.arg,
        annotation=source_of(argument.annotation, limit) if argument.annotation else None,
        default=source_of(default, limit) if default else None,
        kind=kind,
    )
