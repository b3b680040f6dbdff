"""The steps of statements in any language that has a table: one walk over the syntax tree of a quote.

Everything said is what the syntax says: a statement that was cut, that holds an error, or whose kind is not in the
table gives no step, and a result below it is never told as the only way out.
"""

from __future__ import annotations

from dataclasses import replace

from tree_sitter import Node

from tasks.offline.syntax_cases import read_cases
from tasks.offline.syntax_heads import asked, body_of, governed, others
from tasks.offline.syntax_kinds import Kind
from tasks.offline.syntax_loops import read_loop
from tasks.offline.syntax_scope import exits_of, jump_of
from tasks.offline.syntax_statements import (
    Scope,
    assigned,
    bound_to,
    called,
    declared,
    deferred,
    held,
    left_by,
    value_after,
    yielded,
)
from tasks.offline.syntax_tried import tried
from tasks.offline.syntax_values import condition_of, value_of
from tasks.offline.write_acts import Act, Step
from tasks.offline.write_arms import Arm, branches, guarded, joined, reachable
from tasks.offline.write_conditions import Condition, Test, opposite_of

_LOOPS = (Kind.EACH, Kind.COUNTED, Kind.WHILE, Kind.UNTIL, Kind.ENDLESS)
_OUT = (Act.RETURN, Act.STOP, Act.REFUSE)
_NO_RESULT = (Kind.ASSIGN, Kind.AUGMENT, Kind.DECLARE, Kind.DECLARATOR, Kind.UPDATE, *_LOOPS)


class Reader:
    """Reads the statements of one function, and remembers which ways out of it a step tells."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self._code = scope.code
        self._told: set[int] = set()

    def whole(self, nodes: list[Node], *, tail: bool) -> list[Step]:
        """The steps of a function; `tail`: its last expression is what it returns."""
        steps = reachable(self.block(nodes, 0, tail=tail), jumps=any(map(self._jumps, nodes)))
        hidden = [line for node in nodes for line in self._hidden(node)]
        first = min(hidden, default=None)
        making = self._scope.making
        return [
            replace(step, preempted=first is not None and step.act is Act.RETURN and first <= step.end, making=making)
            for step in steps
        ]

    def _jumps(self, node: Node) -> bool:
        return any(one.type == "goto_statement" for one in self._code.own(node))

    def _hidden(self, node: Node) -> list[int]:
        """The lines of all in a statement that may end the call and that no step tells."""
        return [self._code.line(one) for one in exits_of(self._code, node) if one.id not in self._told]

    def block(self, nodes: list[Node], depth: int, *, tail: bool = False) -> list[Step]:
        """The steps of statements in a row."""
        code = self._code
        if any(node.is_error for node in nodes):
            return []  # Where the error swallowed a brace, all that follows may belong elsewhere.
        if any(code.kind(node) in (Kind.CATCH, Kind.FINALLY) for node in nodes):
            return tried(code, nodes, depth, self.block)
        found: list[Step] = []
        past = False
        for at, node in enumerate(nodes):
            before = nodes[at - 1] if at else None
            is_last = tail and at == len(nodes) - 1
            steps = self._result(node, depth) if is_last else self._step(node, depth, before)
            found += [
                replace(step, past=past) if step.depth == depth and step.condition is None else step for step in steps
            ]
            past = past or (bool(self._hidden(node)) and not any(step.exits for step in steps))
        return joined(found)

    def _result(self, node: Node, depth: int) -> list[Step]:
        """The last statement of a function that returns what it ends with."""
        code = self._code
        bare = code.bare(node)
        kind = code.kind(bare)
        ended = code.language == "rust" and any(child.type == ";" for child in node.children)
        if ended or code.fragment.is_cut(node) or bare.has_error or kind in _NO_RESULT or jump_of(code, bare):
            return self._step(node, depth, None)
        if kind in (Kind.IF, Kind.UNLESS) and (code.language == "ruby" or others(code, bare)):
            return self._branches(bare, depth, None, tail=True)
        if kind is Kind.SWITCH:
            head = Step(Act.LADDER, code.line(bare), code.last_line(bare), depth=depth)
            return read_cases(code, bare, head, lambda nodes: self.block(nodes, depth, tail=True))
        if kind is Kind.BLOCK:
            return self.block(code.statements(bare), depth, tail=True)
        if kind in (Kind.IF, Kind.UNLESS, Kind.TRY, Kind.YIELD, Kind.FUNCTION, Kind.CLASS, Kind.TYPE):
            return self._step(node, depth, None)
        if left := self._left(bare, Step(Act.STOP, code.line(node), code.last_line(node), depth=depth)):
            return left
        plain = Step(Act.RETURN, code.line(node), code.last_line(node), depth=depth)
        return [replace(plain, value=value_of(code, bare))]

    def _left(self, node: Node, plain: Step) -> list[Step]:
        step = left_by(self._scope, node, plain)
        if step is not None:
            self._told.add(node.id)
        return [step] if step is not None else []

    def _step(self, node: Node, depth: int, before: Node | None) -> list[Step]:
        code, scope = self._code, self._scope
        node = code.bare(node) if code.kind(node) is not Kind.PAREN else node
        kind = code.kind(node)
        start, end = code.line(node), code.last_line(node)
        plain = Step(Act.STOP, start, end, depth=depth)
        if kind in (Kind.IF, Kind.UNLESS):
            return self._branches(node, depth, before)
        if kind is Kind.GUARD:
            return guarded(self.block(governed(code, node), depth), opposite_of(asked(code, node)), otherwise=False)
        if kind in _LOOPS:
            inside = self.block(body_of(code, node), depth + 1)
            return read_loop(code, node, plain, inside, tuple(self._hidden(node)))
        if kind is Kind.BLOCK:
            return self.block(code.statements(node), depth)
        if kind is Kind.TRY:
            return tried(code, code.children(node), depth, self.block)
        if kind is Kind.SWITCH:
            return read_cases(code, node, plain, lambda nodes: self.block(nodes, depth))
        if kind is Kind.HOLD:
            body = body_of(code, node)
            things = held(code, [one for one in code.children(node) if code.kind(one) is not Kind.BLOCK][:1])
            if not things or code.fragment.is_cut(node):
                return self.block(body, depth)
            return [replace(plain, act=Act.HOLD, names=things), *self.block(body, depth)]
        if kind in (Kind.FUNCTION, Kind.CLASS):
            name = code.part(node, "name")
            return [replace(plain, act=Act.INNER, target=code.raw(name))] if name and kind is Kind.FUNCTION else []
        if code.fragment.is_cut(node) or node.has_error:
            return []
        if self._is_decided(node):
            self._told.add(node.id)
            return self._result(value_after(code, node) or node, depth)
        if node.type == "list":
            return self._chained(node, depth)
        if left := self._left(node, plain):
            return [self._with_exits(node, step) for step in left]
        return [self._with_exits(node, step) for step in self._simple(node, kind, plain, scope)]

    def _is_decided(self, node: Node) -> bool:
        """Whether a `return` hands over what a branch or several cases give, too long to repeat."""
        value = value_after(self._code, node) if jump_of(self._code, node) is Kind.RETURN else None
        value = self._code.bare(value) if value is not None else None
        return self._code.kind(value) in (Kind.IF, Kind.SWITCH) and value is not None and not self._code.text(value)

    def _chained(self, node: Node, depth: int) -> list[Step]:
        """A shell's `a && b` and `a || b`: the second runs when the first succeeds, or when it fails."""
        code, inside = self._code, self._code.children(node)
        if len(inside) != 2 or code.kind(inside[1]) is not Kind.CALL:
            return []
        test = condition_of(code, inside[0])
        test = test if any(child.type == "&&" for child in node.children) else opposite_of(test)
        return guarded(self._step(inside[1], depth, None), test, otherwise=False)

    def _simple(self, node: Node, kind: Kind | None, plain: Step, scope: Scope) -> list[Step]:
        code = self._code
        if kind is Kind.DECLARATOR:
            return self._declared(node, plain)
        if kind is Kind.DECLARE:
            inside = [one for one in code.own(node) if code.kind(one) is Kind.DECLARATOR]
            return [step for one in inside for step in self._declared(one, plain)]
        if kind in (Kind.AWAIT, Kind.TRIED) and code.children(node):
            inner = code.children(node)[-1]
            return self._simple(inner, code.kind(inner), plain, scope)
        step: Step | None = None
        if kind in (Kind.ASSIGN, Kind.AUGMENT):
            step = assigned(scope, node, plain)
        elif kind is Kind.CALL:
            step = called(scope, node, plain)
        elif node.type == "goto_statement" and (label := code.part(node, "label")) is not None:
            step = replace(plain, act=Act.JUMP, target=code.raw(label))
        elif kind is Kind.DEFER:
            step = deferred(code, node, plain)
        elif kind is Kind.YIELD:
            step = yielded(code, node, plain)
        elif kind is Kind.CHECK:
            step = replace(plain, act=Act.CHECK, value=value_of(code, code.children(node)[0]))
        elif kind is Kind.REMOVE or (kind is Kind.UNARY and code.raw(node).startswith("delete ")):
            removed = code.text(code.children(node)[-1], 44)
            step = replace(plain, act=Act.REMOVE, target=removed) if removed else None
        return [step] if step is not None else []

    def _with_exits(self, node: Node, step: Step) -> Step:
        hidden = self._hidden(node)
        return replace(step, exits=tuple(hidden)) if hidden else step

    def _declared(self, node: Node, plain: Step) -> list[Step]:
        code = self._code
        target, value = declared(code, node)
        other = code.part(node, "alternative")
        if other is not None and value is not None:
            one, pattern = code.text(value), code.text(code.part(node, "pattern") or node, 40)
            known = bool(one and pattern)
            test = Condition(Test.NOT_MATCHES if known else Test.NOT_LONG, one, pattern, line=plain.start)
            return guarded(self.block(code.statements(other), plain.depth), test, otherwise=False)
        if value is None or not target:
            return []
        step = bound_to(self._scope, target, value, replace(plain, start=code.line(node), end=code.last_line(node)))
        return [step] if step is not None else []

    def _branches(self, node: Node, depth: int, before: Node | None, *, tail: bool = False) -> list[Step]:
        code = self._code
        arms: list[Arm] = []
        rest: list[Step] = []
        waiting = [node]
        while waiting:
            current = waiting.pop(0)
            if code.kind(current) in (Kind.IF, Kind.UNLESS):
                body = governed(code, current)
                test = asked(code, current, before if current is node else None)
                steps = self.block(body, depth, tail=tail)
                first = code.line(body[0]) if body else code.line(current)
                ends = any(exits_of(code, one) for one in body)
                asks = code.part(current, "condition")
                arms.append(Arm(test, steps, code.text(code.bare(asks)) if asks else "", first, ends))
                waiting += others(code, current)
            else:
                rest = self.block(code.statements(current), depth, tail=tail)
        ladder = Step(Act.LADDER, code.line(node), code.last_line(node), depth=depth)
        if len(arms) > 2 and code.fragment.is_cut(node):
            return []  # How many there are is not known.
        return branches(arms, rest, ladder)
