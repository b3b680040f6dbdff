"""What a quoted block of Python does, statement by statement, in a form that any language can tell."""

from __future__ import annotations

import ast
import textwrap
from dataclasses import replace

from tasks.offline.report_facts import Quote
from tasks.offline.research_bodies import dotted, literal_message, parse_python, source_line
from tasks.offline.write_acts import Act, Step
from tasks.offline.write_arms import Arm, after_first, branches, joined
from tasks.offline.write_conditions import SHORT, Condition, Test
from tasks.offline.write_python_scope import NO_NAMES, Scope, ends_call, is_overload, scope_of, ways_out_of_loop
from tasks.offline.write_python_statements import assigned, expression
from tasks.offline.write_python_values import condition_of, value_of


def python_steps(quote: Quote, *, of_class: bool, failing: frozenset[str] = NO_NAMES) -> tuple[Step, ...]:
    """The steps of a quote, in order; empty when the quote is not whole statements.

    Args:
        of_class: whether the lines are from the body of a class rather than of a function.
        failing: last parts of the names of functions that never return.
    """
    tree = parse_python(textwrap.dedent(quote.text))
    if tree is None:
        return ()
    offset = quote.start - 1
    body = tree.body
    if len(body) == 1 and isinstance(body[0], ast.FunctionDef | ast.AsyncFunctionDef):
        within = body[0].name if quote.symbol and body[0].name != quote.symbol.rpartition(".")[2] else ""
        return tuple(replace(step, within=within) for step in _function_steps(body[0], offset, failing))
    if len(body) == 1 and isinstance(body[0], ast.ClassDef):
        return tuple(_class_steps(_without_doc(body[0].body), offset, failing))
    if of_class:
        return tuple(_class_steps(body, offset, failing))
    # What the function did before these lines may have ended the call.
    steps = _steps(body, scope_of(body, offset, failing), 0)
    return tuple(replace(step, preempted=True) for step in steps)


def _function_steps(node: ast.FunctionDef | ast.AsyncFunctionDef, offset: int, failing: frozenset[str]) -> list[Step]:
    body = _without_doc(node.body)
    return _steps(body, scope_of(body, offset, failing, node), 0)


def _without_doc(body: list[ast.stmt]) -> list[ast.stmt]:
    first = body[0]
    is_doc = (
        isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
    )
    return body[1:] if is_doc else body


def _class_steps(body: list[ast.stmt], offset: int, failing: frozenset[str]) -> list[Step]:
    fields: list[tuple[str, int]] = []
    steps: list[Step] = []
    methods: list[ast.FunctionDef | ast.AsyncFunctionDef] = []
    for node in body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            fields.append((node.target.id, node.lineno + offset))
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            fields.append((node.targets[0].id, node.lineno + offset))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not is_overload(node):
            methods.append(node)
    if fields:
        names = tuple(name for name, _ in fields)
        steps.append(Step(Act.FIELDS, fields[0][1], fields[-1][1], names=names, count=len(names)))
    inner: list[Step] = []
    for method in methods:
        inner += [replace(step, within=method.name) for step in _function_steps(method, offset, failing)]
    if len(methods) > 1:
        first, last = methods[0].lineno + offset, (methods[-1].end_lineno or methods[-1].lineno) + offset
        names = tuple(dict.fromkeys(method.name for method in methods))
        steps.append(Step(Act.METHODS, first, last, names=names, count=len(names)))
    return steps + inner


def _steps(body: list[ast.stmt], scope: Scope, depth: int) -> list[Step]:
    return joined(step for node in body for step in _step(node, scope, depth))


def _step(node: ast.stmt, scope: Scope, depth: int) -> list[Step]:
    offset = scope.offset
    start, end = node.lineno + offset, (node.end_lineno or node.lineno) + offset
    plain = Step(Act.STOP, start, end, depth=depth)
    if isinstance(node, ast.Raise):
        target = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        name = dotted(target) if target is not None else ""
        return [replace(plain, act=Act.REFUSE, exception=name, message=literal_message(node.exc))]
    if isinstance(node, ast.Return):
        return [replace(plain, act=Act.RETURN, value=value_of(node.value, offset)) if node.value else plain]
    if isinstance(node, ast.Continue | ast.Break):
        return [replace(plain, act=Act.SKIP if isinstance(node, ast.Continue) else Act.LEAVE)]
    if isinstance(node, ast.If):
        return _branches(node, scope, depth)
    if isinstance(node, ast.For | ast.AsyncFor):
        taken = source_line(node.target, 40)
        head = replace(plain, act=Act.LOOP, target=taken, value=value_of(node.iter, offset))
        return [head, *_steps(node.body, scope, depth + 1)]
    if isinstance(node, ast.While):
        endless = isinstance(node.test, ast.Constant)
        if endless:
            head = replace(plain, act=Act.ENDLESS, exits=ways_out_of_loop(node.body, offset))
        else:
            head = replace(plain, act=Act.REPEAT, condition=condition_of(node.test, offset))
        return [head, *_steps(node.body, scope, depth + 1)]
    if isinstance(node, ast.Try):
        return _tried(node, scope, depth)
    if isinstance(node, ast.With | ast.AsyncWith):
        held = tuple(text for item in node.items if (text := source_line(item.context_expr, SHORT)))
        return [replace(plain, act=Act.HOLD, names=held), *_steps(node.body, scope, depth)]
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return [replace(plain, act=Act.INNER, target=node.name)]
    if isinstance(node, ast.Import | ast.ImportFrom):
        return [replace(plain, act=Act.IMPORT, names=tuple(one.name for one in node.names))]
    if isinstance(node, ast.Delete):
        return [replace(plain, act=Act.REMOVE, target=source_line(node.targets[0], SHORT))]
    if isinstance(node, ast.Assert):
        return [replace(plain, act=Act.CHECK, condition=None, value=value_of(node.test, offset))]
    if isinstance(node, ast.AugAssign):
        grown = source_line(node.target, SHORT)
        grows = isinstance(node.op, ast.Add)
        return (
            [replace(plain, act=Act.GROW, target=grown, value=value_of(node.value, offset))] if grown and grows else []
        )
    if isinstance(node, ast.Assign | ast.AnnAssign):
        return assigned(node, plain, scope)
    if isinstance(node, ast.Expr):
        return expression(node.value, plain, scope)
    return []


def _branches(node: ast.If, scope: Scope, depth: int) -> list[Step]:
    offset = scope.offset
    arms: list[Arm] = []
    current: ast.stmt = node
    rest: list[ast.stmt] = []
    while isinstance(current, ast.If):
        test, start = condition_of(current.test, offset), current.body[0].lineno + offset
        steps = _steps(current.body, scope, depth)
        arms.append(Arm(test, steps, source_line(current.test, SHORT), start, ends=ends_call(current.body)))
        rest = current.orelse
        if len(rest) == 1 and isinstance(rest[0], ast.If) and rest[0].col_offset == node.col_offset:
            current = rest[0]
        else:
            break
    start, end = node.lineno + offset, (node.end_lineno or node.lineno) + offset
    return branches(arms, _steps(rest, scope, depth), Step(Act.LADDER, start, end, depth=depth))


def _tried(node: ast.Try, scope: Scope, depth: int) -> list[Step]:
    offset = scope.offset
    found = _steps(node.body, scope, depth + 1)
    for handler in node.handlers:
        caught = source_line(handler.type, 60) if handler.type else "Exception"
        inner = _steps(handler.body, scope, depth + 1)
        start, end = handler.lineno + offset, (handler.end_lineno or handler.lineno) + offset
        head = Step(Act.CATCH, start, end, exception=caught, depth=depth)
        if not inner:
            silent = all(isinstance(one, ast.Pass) for one in handler.body)
            found.append(replace(head, message="pass") if silent else head)
            continue
        first = inner[0]
        head = replace(head, target=first.exception, value=first.value, names=(first.act.value,))
        found.append(replace(head, inner=first.condition, then=first))
        found += after_first(inner, Condition(Test.CAUGHT, caught, line=start))
    found += _steps(node.orelse, scope, depth)
    if node.finalbody:
        inner = _steps(node.finalbody, scope, depth + 1)
        start = node.finalbody[0].lineno + offset
        end = (node.finalbody[-1].end_lineno or start - offset) + offset
        calls = tuple(step.target for step in inner if step.act is Act.CALL and step.condition is None)[:2]
        found.append(Step(Act.CLEANUP, start, end, names=calls, depth=depth))
    return found
