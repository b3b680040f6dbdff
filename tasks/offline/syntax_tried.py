"""`try`, `catch`, `finally`, in any language: what becomes of an error, and what runs in any case."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from tree_sitter import Node

from tasks.offline.syntax_code import Code
from tasks.offline.syntax_heads import body_of
from tasks.offline.syntax_kinds import Kind
from tasks.offline.syntax_statements import held
from tasks.offline.write_acts import EMPTY, Act, Step
from tasks.offline.write_arms import after_first
from tasks.offline.write_conditions import Condition, Test

_VARIABLE = re.compile(r"(?:let|var)\s+(\w+)|\(\s*(\w+)\s*:|(\$?\w+)\s*\)|=>\s*(\w+)")
"""What names the caught error: `let e`, `(e: Error)`, `(Error e)`, `=> e`."""
Read = Callable[[list[Node], int], list[Step]]


def tried(code: Code, parts: list[Node], depth: int, read: Read) -> list[Step]:
    """The steps of a `try` whose children are `parts`: its body, its handlers, and what runs in any case."""
    parts = [one for one in parts if one.start_byte < code.fragment.end]
    handlers = [one for one in parts if code.kind(one) is Kind.CATCH]
    finals = [one for one in parts if code.kind(one) is Kind.FINALLY]
    body = [one for one in parts if one not in handlers and one not in finals]
    resources = [one for one in body if one.type == "resource_specification"]
    inside = [s for one in body if one not in resources and one.type != "else" for s in code.statements(one)]
    # Where the quoted lines end inside of it, nobody knows what becomes of an error.
    guarding = bool(handlers or finals) or any(code.fragment.is_cut(one) for one in body)
    found = read(inside, depth + 1 if guarding else depth)
    if resources and found:
        things = held(code, code.children(resources[0]))
        lines = (code.line(resources[0]), max(step.end for step in found))
        found = [Step(Act.HOLD, *lines, names=things, depth=depth), *found] if things else found
    for handler in handlers:
        found += _caught(code, handler, depth, read)
    for last in finals:
        inner = read(_inside(code, last), depth + 1)
        calls = tuple(step.target for step in inner if step.act is Act.CALL and step.condition is None)[:2]
        if not code.fragment.is_cut(last):
            found.append(Step(Act.CLEANUP, code.line(last), code.last_line(last), names=calls, depth=depth))
    return found


def _inside(code: Code, node: Node) -> list[Node]:
    body = body_of(code, node)
    return body or [one for child in code.children(node) for one in code.statements(child)]


def _caught(code: Code, handler: Node, depth: int, read: Read) -> list[Step]:
    body = _handled(code, handler)
    inner = read(body, depth + 1)
    error = _error(code, handler)
    start = code.line(handler)
    head = Step(Act.CATCH, start, code.last_line(handler), exception=error, depth=depth)
    if not inner:
        silent = not body and not code.fragment.is_cut(handler) and not handler.has_error
        return [replace(head, message=EMPTY) if silent else head]
    first = _rethrown(code, handler, inner[0])
    head = replace(head, target=first.exception, value=first.value, names=(first.act.value,))
    condition = Condition(Test.CAUGHT, error, line=start)
    return [replace(head, inner=first.condition, then=first), *after_first(inner, condition)]


def _rethrown(code: Code, handler: Node, step: Step) -> Step:
    """The first thing a handler does; throwing what it caught is throwing it again."""
    found = _VARIABLE.search(code.raw(handler).partition("{")[0])
    again = found is not None and step.act is Act.REFUSE and step.exception in found.groups()
    return replace(step, exception="") if again else step


def _handled(code: Code, handler: Node) -> list[Node]:
    body = code.part(handler, "body")
    if body is not None:
        return code.statements(body)
    blocks = [one for one in code.children(handler) if code.kind(one) is Kind.BLOCK]
    return code.statements(blocks[-1]) if blocks else []


def _error(code: Code, handler: Node) -> str:
    """What is caught, as the source names it; "" where any error is."""
    if code.language == "ruby":
        named = code.part(handler, "exceptions")
        return code.text(named, 60) if named is not None else "StandardError"
    named = code.part(handler, "type", "error")
    if named is None:
        kinds = ("catch_formal_parameter", "catch_declaration", "user_type", "parameter_list")
        named = next((one for one in handler.named_children if one.type in kinds), None)
    if named is None:
        return ""
    if named.type == "catch_formal_parameter":
        named = next((one for one in named.named_children if one.type == "catch_type"), named)
    inner = code.part(named, "type")
    if named.type == "parameter_list":
        inside = code.children(named)
        inner = code.part(inside[0], "type") if inside else None
        return code.text(inner, 60) if inner is not None else ""
    text = code.text(inner if inner is not None else named, 60).rpartition(" as ")[2]
    asks = next((one for one in handler.named_children if one.type == "catch_filter_clause"), None)
    if asks is None:
        return text
    return f"{text} when {code.text(code.bare(code.children(asks)[-1]), 40) or '…'}"
