"""The steps of simple statements of Python: assignments and expressions."""

from __future__ import annotations

import ast
from dataclasses import replace

from tasks.offline.research_bodies import dotted, literal_message, source_line
from tasks.offline.write_acts import FROM, Act, Step
from tasks.offline.write_python_scope import Scope
from tasks.offline.write_python_values import value_of


def assigned(node: ast.Assign | ast.AnnAssign, plain: Step, scope: Scope) -> list[Step]:
    """What an assignment does; nothing for a bare annotation and for a target too long to repeat."""
    if node.value is None:
        return []
    target_node = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
    target = source_line(target_node, 44)
    if not target:
        return []
    if isinstance(node.value, ast.Yield | ast.YieldFrom):
        return yielded(node.value, plain, scope)
    if isinstance(target_node, ast.Attribute) and target.startswith("self.") and target.count(".") == 1:
        name = target.removeprefix("self.")
        kept = isinstance(node.value, ast.Name) and node.value.id == name
        if kept and name in scope.parameters and name not in scope.bound:
            return [replace(plain, act=Act.STORE, names=(name,), count=1)]
    literal = isinstance(node.value, ast.Dict | ast.List | ast.Tuple | ast.Set)
    value = value_of(node.value, scope.offset)
    if literal and value.count >= 4:
        keys = _ends(node.value)
        return [replace(plain, act=Act.TABLE, target=target, value=value, names=keys, count=value.count)]
    carries = any(isinstance(one, ast.Name) and one.id == target for one in ast.walk(node.value))
    rebound = target in scope.rebound
    return [replace(plain, act=Act.ASSIGN, target=target, value=value, rebound=rebound, carries=carries)]


def _ends(node: ast.expr) -> tuple[str, ...]:
    """The first and the last key or element of a literal."""
    elements: list[ast.expr | None] = []
    if isinstance(node, ast.Dict):
        elements = list(node.keys)
    elif isinstance(node, ast.List | ast.Tuple | ast.Set):
        elements = list(node.elts)
    ends = [one for one in (elements[:1] + elements[-1:]) if one is not None]
    return tuple(text for one in ends if (text := source_line(one, 40)))


def yielded(node: ast.Yield | ast.YieldFrom, plain: Step, scope: Scope) -> list[Step]:
    """`yield` and `yield from`."""
    names = (FROM,) if isinstance(node, ast.YieldFrom) else ()
    return [replace(plain, act=Act.YIELD, value=value_of(node.value, scope.offset), names=names)]


def expression(node: ast.expr, plain: Step, scope: Scope) -> list[Step]:
    """What an expression on a line of its own does; a call that never returns is a refusal."""
    if isinstance(node, ast.Await):
        node = node.value
    if isinstance(node, ast.Yield | ast.YieldFrom):
        return yielded(node, plain, scope)
    if isinstance(node, ast.Call) and (name := dotted(node.func)):
        if scope.fails(name):
            return [replace(plain, act=Act.REFUSE, target=name, message=literal_message(node))]
        return [replace(plain, act=Act.CALL, target=name, value=value_of(node, scope.offset))]
    return []
