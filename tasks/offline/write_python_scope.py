"""What a Python function does with names and loops as a whole: what a single statement cannot show."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

_NESTED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
NO_NAMES: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Scope:
    """What holds in all of the statements of one function.

    Args:
        offset: added to a line of the syntax tree, it gives the line of the source file.
        parameters: of the function; none, where only a part of it is quoted.
        bound: local names that are bound at least once, parameters not counted.
        rebound: local names that are bound more than once.
        failing: last parts of the names of functions that never return, but always raise.
    """

    offset: int
    parameters: frozenset[str] = NO_NAMES
    bound: frozenset[str] = NO_NAMES
    rebound: frozenset[str] = NO_NAMES
    failing: frozenset[str] = NO_NAMES

    def fails(self, called: str) -> bool:
        """Whether a call by this dotted name never comes back: a bare name, or a method of the object itself."""
        head, _, rest = called.rpartition(".")
        return rest in self.failing and head in ("", "self", "cls")


def scope_of(
    body: Sequence[ast.stmt],
    offset: int,
    failing: frozenset[str],
    function: ast.FunctionDef | ast.AsyncFunctionDef | None = None,
) -> Scope:
    """The scope of a function, or of the statements of a part of one."""
    counts = Counter(
        node.id
        for statement in body
        for node in own_nodes(statement)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del)
    )
    grown = {
        node.target.id
        for statement in body
        for node in own_nodes(statement)
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)
    }
    rebound = frozenset(name for name, count in counts.items() if count > 1 or name in grown)
    return Scope(offset, _parameters(function), frozenset(counts), rebound, failing)


def _parameters(function: ast.FunctionDef | ast.AsyncFunctionDef | None) -> frozenset[str]:
    if function is None:
        return NO_NAMES
    given = function.args
    every = [*given.posonlyargs, *given.args, *given.kwonlyargs, *filter(None, (given.vararg, given.kwarg))]
    return frozenset(one.arg for one in every)


def own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a statement, those of functions and classes defined inside it left out."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, _NESTED):
            yield from own_nodes(child)


def ways_out_of_loop(body: Iterable[ast.stmt], offset: int) -> tuple[int, ...]:
    """The lines of every statement that ends a loop with this body: its `break`, any `return` and `raise`."""
    found: list[int] = []
    for statement in body:
        if isinstance(statement, _NESTED):
            continue
        if isinstance(statement, ast.Break | ast.Return | ast.Raise):
            found.append(statement.lineno + offset)
        for block in _blocks(statement):
            inner = ways_out_of_loop(block, offset)
            theirs = set()
            if isinstance(statement, _LOOPS):
                theirs = {line for one in block for line in _breaks(one, offset)}
            found += [line for line in inner if line not in theirs]
    return tuple(sorted(found))


def _breaks(statement: ast.stmt, offset: int) -> Iterator[int]:
    if isinstance(statement, ast.Break):
        yield statement.lineno + offset
    elif not isinstance(statement, (*_LOOPS, *_NESTED)):
        for block in _blocks(statement):
            for one in block:
                yield from _breaks(one, offset)


def _blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        yield getattr(statement, name, [])
    for handler in [*getattr(statement, "handlers", []), *getattr(statement, "cases", [])]:
        yield handler.body


def ends_call(body: Iterable[ast.stmt]) -> bool:
    """Whether some statement of a block returns or raises."""
    return any(isinstance(node, ast.Return | ast.Raise) for one in body for node in own_nodes(one))


def is_overload(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a definition is only a signature for a type checker."""
    return any(ast.unparse(one).rpartition(".")[2] == "overload" for one in function.decorator_list)
