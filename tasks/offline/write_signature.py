"""A one-line Python signature taken apart: what a caller must pass, what has a default, what comes back."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from tasks.offline.research_bodies import parse_python, source_line


@dataclass(frozen=True)
class Head:
    """`self` and `cls` are left out; defaults are source text, at most 40 characters."""

    required: tuple[str, ...]
    defaults: tuple[tuple[str, str], ...]
    returns: str


def head_of(signature: str) -> Head | None:
    """The head of a function, None for anything else (classes, constants, other languages)."""
    tree = parse_python(f"{signature}: ...")
    node = tree.body[0] if tree and tree.body else None
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return None
    arguments = [*node.args.posonlyargs, *node.args.args]
    split = len(arguments) - len(node.args.defaults)
    required = [one.arg for one in arguments[:split] if one.arg not in ("self", "cls")]
    defaults = [(one.arg, value) for one, value in zip(arguments[split:], node.args.defaults, strict=True)]
    for one, default in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True):
        if default is None:
            required.append(one.arg)
        else:
            defaults.append((one.arg, default))
    known = tuple((name, text) for name, value in defaults if (text := source_line(value, 40)))
    returns = source_line(node.returns, 60).strip("'\"") if node.returns else ""
    return Head(tuple(required), known, returns)


def never_returns(signature: str) -> bool:
    """Whether a function says of itself that it always raises: `-> NoReturn`, `-> Never`."""
    head = head_of(signature) if "NoReturn" in signature or "Never" in signature else None
    return head is not None and head.returns.rpartition(".")[2] in ("NoReturn", "Never")
