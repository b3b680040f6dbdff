"""Python's definitions, by the standard library's own parser."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TypeAlias

from tasks.source.decoding import lines_of
from tasks.source.python_bodies import BodyFacts, body_facts
from tasks.source.python_signatures import parameters_of, signature_of
from tasks.source.python_syntax import dotted_name, literal_text, parse, source_of
from tasks.source.symbol import Symbol, SymbolKind

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef

_UPPER = re.compile(r"_*[A-Z][A-Z0-9_]*\Z")
_MAX_TEXT = 200
_HOLDERS = (ast.stmt, ast.ExceptHandler, ast.match_case)
_TYPE_PARAMETERS = frozenset({"TypeVar", "ParamSpec", "TypeVarTuple", "NewType"})
_PROPERTIES = frozenset({"property", "cached_property", "abstractproperty"})


def python_symbols(text: str) -> tuple[Symbol, ...]:
    """Classes, functions, methods, constants in order of appearance; empty for text that does not parse.

    Definitions under `if`, `try`, `with`, `for`, `while` count, those inside a function do not; `@overload`
    stubs are left out. A constant is a module-level name that is upper case or annotated; a class attribute
    likewise.
    """
    tree = parse(text)
    if tree is None:
        return ()
    exported = frozenset(_exports(tree) or ())
    return tuple(_symbols(tree.body, lines_of(text), None, True, exported))


def python_inner_functions(text: str, name: str) -> tuple[Symbol, ...]:
    """The functions of this name that other functions define within themselves, in order of appearance."""
    tree = parse(text)
    found: list[Symbol] = []
    # Each node with the class that it belongs to, and whether a function is around it.
    pending: list[tuple[ast.AST, str | None, bool]] = [(tree, None, False)] if tree else []
    while pending:
        node, owner, is_inner = pending.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if is_inner and node.name == name:
                found.append(_function(node, _decorators(node), owner, False, frozenset()))
            owner, is_inner = None, True
        elif isinstance(node, ast.ClassDef):
            owner = node.name
        pending += [(child, owner, is_inner) for child in ast.iter_child_nodes(node) if isinstance(child, _HOLDERS)]
    return tuple(sorted(found, key=lambda one: one.start))


def python_module_doc(text: str) -> str:
    """The cleaned module docstring, "" where there is none."""
    tree = parse(text)
    return "" if tree is None else ast.get_docstring(tree) or ""


def python_exports(text: str) -> tuple[str, ...] | None:
    """The names in `__all__`, with literal `+=`, `.append`, `.extend`; None where any part is no literal."""
    tree = parse(text)
    return None if tree is None else _exports(tree)


def _symbols(
    body: Sequence[ast.stmt], lines: list[str], parent: str | None, public: bool, exported: frozenset[str]
) -> Iterator[Symbol]:
    for statement, following in _statements(body):
        if isinstance(statement, ast.ClassDef):
            symbol = _class(statement, parent, public, exported)
            yield symbol
            yield from _symbols(statement.body, lines, symbol.qualified_name, symbol.public, frozenset())
        elif isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            decorators = _decorators(statement)
            if "overload" not in {one.rpartition(".")[2] for one in decorators}:
                yield _function(statement, decorators, parent, public, exported)
        elif isinstance(statement, ast.Assign | ast.AnnAssign):
            yield from _constants(statement, following, lines, parent, public, exported)


def _statements(body: Sequence[ast.stmt]) -> Iterator[tuple[ast.stmt, ast.stmt | None]]:
    """Each statement with the one after it, entering compound statements that open no scope.

    Own stack: a generated chain of `elif` is nested as deep as it is long.
    """
    stack: list[tuple[ast.stmt, ast.stmt | None]] = list(_paired(body))[::-1]
    while stack:
        statement, following = stack.pop()
        yield statement, following
        inner: list[tuple[ast.stmt, ast.stmt | None]] = []
        if isinstance(statement, ast.If | ast.For | ast.AsyncFor | ast.While):
            inner = [*_paired(statement.body), *_paired(statement.orelse)]
        elif isinstance(statement, ast.With | ast.AsyncWith):
            inner = list(_paired(statement.body))
        elif isinstance(statement, ast.Try | ast.TryStar):
            handlers = [pair for handler in statement.handlers for pair in _paired(handler.body)]
            last = [*_paired(statement.orelse), *_paired(statement.finalbody)]
            inner = [*_paired(statement.body), *handlers, *last]
        stack.extend(reversed(inner))


def _paired(body: Sequence[ast.stmt]) -> Iterator[tuple[ast.stmt, ast.stmt | None]]:
    return zip_longest(body, body[1:])


def _class(node: ast.ClassDef, parent: str | None, public: bool, exported: frozenset[str]) -> Symbol:
    return Symbol(
        name=node.name,
        qualified_name=_qualified(parent, node.name),
        kind="class",
        signature=signature_of(node),
        doc=ast.get_docstring(node) or "",
        start=_start(node),
        end=node.end_lineno or node.lineno,
        parent=parent,
        public=public and _is_public(node.name, exported),
        bases=tuple(source_of(base, _MAX_TEXT) for base in node.bases),
        decorators=_decorators(node),
    )


def _function(
    node: Function, decorators: tuple[str, ...], parent: str | None, public: bool, exported: frozenset[str]
) -> Symbol:
    facts: BodyFacts = body_facts(node)
    names = {one.partition("(")[0].rpartition(".")[2] for one in decorators}
    kind: SymbolKind = "function" if parent is None else "property" if names & _PROPERTIES else "method"
    return Symbol(
        name=node.name,
        qualified_name=_qualified(parent, node.name),
        kind=kind,
        signature=signature_of(node),
        doc=ast.get_docstring(node) or "",
        start=_start(node),
        end=node.end_lineno or node.lineno,
        parent=parent,
        public=public and _is_public(node.name, exported),
        parameters=parameters_of(node.args, bound=parent is not None and "staticmethod" not in names),
        returns=source_of(node.returns, _MAX_TEXT) if node.returns else None,
        decorators=decorators,
        raises=facts.raises,
        calls=facts.calls,
        is_async=isinstance(node, ast.AsyncFunctionDef),
        is_generator=facts.is_generator,
    )


def _constants(
    node: ast.Assign | ast.AnnAssign,
    following: ast.stmt | None,
    lines: list[str],
    parent: str | None,
    public: bool,
    exported: frozenset[str],
) -> Iterator[Symbol]:
    annotated = isinstance(node, ast.AnnAssign)
    targets = [node.target] if isinstance(node, ast.AnnAssign) else node.targets
    for target in targets:
        for element in target.elts if isinstance(target, ast.Tuple | ast.List) else [target]:
            if not isinstance(element, ast.Name) or not (annotated or _UPPER.match(element.id)):
                continue
            if _makes_type_parameter(node.value):
                continue
            yield Symbol(
                name=element.id,
                qualified_name=_qualified(parent, element.id),
                kind="constant" if parent is None else "attribute",
                signature=source_of(node, _MAX_TEXT),
                doc=_constant_doc(node, following, lines),
                start=node.lineno,
                end=node.end_lineno or node.lineno,
                parent=parent,
                public=public and _is_public(element.id, exported),
                returns=source_of(node.annotation, _MAX_TEXT) if isinstance(node, ast.AnnAssign) else None,
            )


def _constant_doc(node: ast.stmt, following: ast.stmt | None, lines: list[str]) -> str:
    """The string after an assignment, else the `#:` comment before or beside it."""
    if isinstance(following, ast.Expr) and (text := literal_text(following.value)) is not None:
        return inspect.cleandoc(text)
    comments: list[str] = []
    number = node.lineno - 1
    while number > 0 and (line := lines[number - 1].strip()).startswith("#:"):
        comments.append(line[2:].strip())
        number -= 1
    return "\n".join(reversed(comments))


def _makes_type_parameter(value: ast.expr | None) -> bool:
    if not isinstance(value, ast.Call):
        return False
    return (dotted_name(value.func) or "").rpartition(".")[2] in _TYPE_PARAMETERS


def _decorators(node: Function | ast.ClassDef) -> tuple[str, ...]:
    return tuple(source_of(decorator, _MAX_TEXT) for decorator in node.decorator_list)


def _start(node: Function | ast.ClassDef) -> int:
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


def _qualified(parent: str | None, name: str) -> str:
    return name if parent is None else f"{parent}.{name}"


def _is_public(name: str, exported: frozenset[str]) -> bool:
    return name in exported or not name.startswith("_")


def _exports(tree: ast.Module) -> tuple[str, ...] | None:
    names: list[str] | None = None
    for statement, _ in _statements(tree.body):
        addition = _export_addition(statement)
        if addition is None:
            continue
        literals = _string_list(addition)
        if literals is None:
            return None
        names = literals if isinstance(statement, ast.Assign | ast.AnnAssign) else [*(names or ()), *literals]
    return None if names is None else tuple(dict.fromkeys(names))


def _export_addition(statement: ast.stmt) -> ast.expr | None:
    """What a statement assigns or adds to `__all__`, or None where it does not touch it."""
    if isinstance(statement, ast.Assign):
        return statement.value if any(dotted_name(one) == "__all__" for one in statement.targets) else None
    if isinstance(statement, ast.AnnAssign | ast.AugAssign):
        return statement.value if dotted_name(statement.target) == "__all__" else None
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        call = statement.value
        if len(call.args) == 1 and dotted_name(call.func) == "__all__.extend":
            return call.args[0]
        if len(call.args) == 1 and dotted_name(call.func) == "__all__.append":
            return ast.List(elts=[call.args[0]], ctx=ast.Load())
    return None


def _string_list(node: ast.expr) -> list[str] | None:
    if not isinstance(node, ast.List | ast.Tuple | ast.Set):
        return None
    texts = [literal_text(element) for element in node.elts]
    return None if None in texts else [text for text in texts if text is not None]
