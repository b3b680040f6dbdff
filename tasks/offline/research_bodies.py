"""What the bodies of Python functions do, with line numbers: calls, raises with their guard and message."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from dataclasses import dataclass

from tasks.offline.report_facts import RaiseFact

_MAX_CONDITION = 110
_MAX_MESSAGE = 120


@dataclass(frozen=True)
class CallSite:
    """A call of a dotted name, and the line it stands in."""

    name: str
    line: int


@dataclass(frozen=True)
class Body:
    """What one function does; `local_imports` are modules that are imported only when it runs."""

    calls: tuple[CallSite, ...]
    raises: tuple[RaiseFact, ...]
    local_imports: tuple[CallSite, ...]


def parse_python(text: str) -> ast.Module | None:
    """The syntax tree, or None where the text does not parse; never warns, never raises."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def bodies_of(text: str) -> dict[int, Body]:
    """The body of every function of a file by the line where the function starts, decorators included."""
    tree = parse_python(text)
    found: dict[int, Body] = {}
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            start = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            found[start] = _body(node)
    return found


def dotted(node: ast.AST) -> str:
    """`a.b.c` for a chain of names, `super().x` included, else ""."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        inner = dotted(node.value)
        return f"{inner}.{node.attr}" if inner else ""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super":
        return "super()"
    return ""


def source_line(node: ast.AST, limit: int = 200) -> str:
    """An expression on one line, "" when it is longer than `limit` or cannot be printed."""
    try:
        text = " ".join(ast.unparse(node).split())
    except (RecursionError, ValueError):
        return ""
    return text if len(text) <= limit else ""


def literal_message(call: ast.expr | None) -> str:
    """The first literal text among the arguments of a call, f-string holes as `{name}`, or ""."""
    if not isinstance(call, ast.Call):
        return ""
    for argument in [*call.args, *(keyword.value for keyword in call.keywords)]:
        text = _literal(argument)
        if len(text.split()) >= 2:
            return _clipped(" ".join(text.split())).rstrip(" .:")
    return ""


def _clipped(text: str) -> str:
    """At most `_MAX_MESSAGE` characters, cut between words and marked as cut."""
    return text if len(text) <= _MAX_MESSAGE else text[:_MAX_MESSAGE].rpartition(" ")[0].rstrip(" ,;") + " …"


def _literal(node: ast.expr) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        parts = []
        for value in node.values:
            if isinstance(value, ast.Constant):
                parts.append(str(value.value))
            elif isinstance(value, ast.FormattedValue):
                name = source_line(value.value, 24)
                parts.append("{" + name + "}" if name.isidentifier() else "…")
        return "".join(parts)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod | ast.Add):
        return _literal(node.left)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
        return _literal(node.func.value)
    return ""


def _body(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Body:
    calls: list[CallSite] = []
    raises: list[RaiseFact] = []
    imports: list[CallSite] = []
    for node, guard in _own(function.body, ""):
        if isinstance(node, ast.Call):
            name = dotted(node.func)
            if name:
                calls.append(CallSite(name, node.lineno))
        elif isinstance(node, ast.Raise):
            target = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            name = dotted(target) if target is not None else ""
            if name and name.rpartition(".")[2][:1].isupper():
                raises.append(RaiseFact(name, node.lineno, guard, literal_message(node.exc)))
        elif isinstance(node, ast.ImportFrom):
            imports.append(CallSite("." * node.level + (node.module or ""), node.lineno))
        elif isinstance(node, ast.Import):
            imports += [CallSite(one.name, node.lineno) for one in node.names]
    calls.sort(key=lambda site: site.line)
    return Body(tuple(calls), tuple(raises), tuple(imports))


def _own(body: list[ast.stmt], guard: str) -> Iterator[tuple[ast.AST, str]]:
    """Every node of a body with the test that directly guards it; nested definitions are left out."""
    stack: list[tuple[ast.AST, str]] = [(statement, guard) for statement in reversed(body)]
    while stack:
        node, test = stack.pop()
        yield node, test
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            continue
        if isinstance(node, ast.If):
            condition = source_line(node.test, _MAX_CONDITION)
            stack += [(child, "") for child in reversed(node.orelse)]
            stack += [(child, condition) for child in reversed(node.body)]
            stack.append((node.test, test))
        elif isinstance(node, ast.ExceptHandler):
            caught = source_line(node.type, 60) if node.type else ""
            inner = f"except {caught}" if caught else ""
            stack += [(child, inner) for child in reversed(node.body)]
        elif isinstance(node, ast.expr):
            stack += [(child, test) for child in ast.iter_child_nodes(node)]
        else:
            keep = "" if isinstance(node, ast.For | ast.While | ast.With | ast.Try) else test
            stack += [(child, keep) for child in reversed(list(ast.iter_child_nodes(node)))]
