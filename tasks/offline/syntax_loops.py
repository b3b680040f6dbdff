"""Loops in any language: over what or as long as what they go round, and what ends them."""

from __future__ import annotations

from dataclasses import replace

from tree_sitter import Node

from tasks.offline.syntax_code import Code
from tasks.offline.syntax_heads import asked, body_of, counted_test, gone_through, is_endless
from tasks.offline.syntax_kinds import Kind
from tasks.offline.syntax_scope import ways_out
from tasks.offline.syntax_values import condition_of
from tasks.offline.write_acts import Act, Step


def read_loop(code: Code, node: Node, plain: Step, inside: list[Step], hidden: tuple[int, ...]) -> list[Step]:
    """The head of a loop, and the steps inside it; `hidden` are lines in it that may end more than a round of it."""
    each = any(one.type == "range_clause" for one in node.named_children)
    if is_endless(code, node) and not each:
        if code.fragment.is_cut(node) or node.has_error:
            return []  # Whether there are more ways out is not known.
        ways = {line for one in body_of(code, node) for line in ways_out(code, one)}
        return [replace(plain, act=Act.ENDLESS, exits=tuple(sorted(ways))), *inside]
    if each or code.kind(node) is Kind.EACH:
        taken, over = gone_through(code, node)
        return [replace(plain, act=Act.LOOP, target=taken, value=over, exits=hidden), *inside]
    test = counted_test(code, node) if code.kind(node) is Kind.COUNTED else None
    asks = condition_of(code, test) if test is not None else asked(code, node)
    return [replace(plain, act=Act.REPEAT, condition=asks, exits=hidden), *inside]
