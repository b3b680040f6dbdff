"""What a function of any language does with names as a whole, and where it may end: no statement shows it alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tree_sitter import Node

from tasks.offline.syntax_code import Code, every_node
from tasks.offline.syntax_kinds import Kind

_OUT = (Kind.RETURN, Kind.THROW)
_WORDS = {"return": Kind.RETURN, "throw": Kind.THROW, "break": Kind.BREAK, "continue": Kind.CONTINUE}
_JUMPS = frozenset((*_OUT, Kind.BREAK, Kind.CONTINUE))
_LOOPS = (Kind.EACH, Kind.COUNTED, Kind.WHILE, Kind.UNTIL, Kind.ENDLESS)


@dataclass(frozen=True)
class Names:
    """Parameters of a function, names bound in it at least once, and those whose first value may not be the last."""

    parameters: frozenset[str]
    bound: frozenset[str]
    rebound: frozenset[str]


def names_of(code: Code, nodes: Iterable[Node], parameters: Node | None) -> Names:
    """The names of a function; what a closure binds counts, since it may run at any time."""
    bound: Counter[str] = Counter()
    changed: set[str] = set()
    for node in (one for statement in nodes for one in every_node(statement)):
        kind = code.kind(node)
        if kind in (Kind.ASSIGN, Kind.DECLARATOR, Kind.EACH, Kind.AUGMENT, Kind.UPDATE):
            for name in _targets(code, node):
                bound[name] += 1
                changed |= {name} if kind in (Kind.AUGMENT, Kind.UPDATE) else set()
        changed |= set(_reached(code, node, kind))
    given = (code.raw(one) for one in every_node(parameters)) if parameters is not None else ()
    rebound = {name for name, count in bound.items() if count > 1} | changed
    return Names(frozenset(given), frozenset(bound), frozenset(rebound))


def _targets(code: Code, node: Node) -> Iterator[str]:
    """The names that a statement binds, whatever its pattern looks like; for `a.b` of a value type, `a` as well."""
    target = code.part(node, "left", "name", "pattern", "target", "declarator", "item", "variable", "argument")
    yield from _roots(code, target if target is not None else (node.named_children or [node])[0])


def _roots(code: Code, node: Node) -> Iterator[str]:
    kind = code.kind(node)
    if kind is Kind.NAME or (kind is not Kind.MEMBER and node.type.endswith(("identifier", "identifier_pattern"))):
        yield code.raw(node)
    elif kind is not Kind.MEMBER:
        for child in node.named_children:
            yield from _roots(code, child)
    elif code.syntax.values:
        yield re.split(r"[.\->:]", code.raw(node), maxsplit=1)[0]


def _reached(code: Code, node: Node, kind: Kind | None) -> Iterator[str]:
    """Names whose value something else may change: its address is taken, or a method of it is called."""
    by_mark = node.type == "argument" and any(child.type in ("ref", "out") for child in node.children)
    if kind is Kind.ADDRESS or by_mark or (kind is Kind.UNARY and code.raw(node).startswith("&")):
        yield from (code.raw(one) for one in node.named_children)
    if kind is Kind.CALL:
        head, method, _ = code.raw(node)[:200].partition("(")[0].replace("->", ".").partition(".")
        yield from (head.strip(),) if method else ()
        yield from (code.raw(one) for one in code.arguments(node) or () if code.language == "cpp")
    if kind is Kind.BINARY and "<<" in (child.type for child in node.children):
        yield code.raw(node.children[0])


def jump_of(code: Code, node: Node) -> Kind | None:
    """Whether a node leaves: RETURN, THROW, BREAK or CONTINUE, also where the grammar calls all of them alike."""
    kind, language = code.kind(node), code.language
    if node.type == "control_transfer_statement":
        return _WORDS.get(code.raw(node.children[0]))
    if language == "kotlin" and kind is Kind.NAME:
        return _WORDS.get(code.raw(node))
    if language == "ruby" and kind in (Kind.CALL, Kind.NAME) and code.part(node, "receiver") is None:
        if kind is Kind.NAME and node.parent is not None and node.parent.type == "call":
            return None
        return Kind.THROW if code.raw(code.part(node, "method") or node) == "raise" else None
    if language == "bash" and kind is Kind.CALL:
        word = code.raw(node).partition(" ")[0]
        return _WORDS.get(word) if word != "throw" else None
    if node.type == "yield_statement" and any(child.type == "break" for child in node.children):
        return Kind.RETURN
    return kind if kind in _JUMPS else None


def ends_program(code: Code, node: Node) -> str:
    """The name of a function that does not come back, where a node calls one, else ""."""
    kind = code.kind(node)
    if code.language == "bash" and kind is Kind.CALL:
        return code.raw(node) if code.raw(node).partition(" ")[0] == "exit" else ""
    if kind not in (Kind.CALL, Kind.NAME) or (kind is Kind.NAME and code.language != "ruby"):
        return ""
    name = code.callee(node) if kind is Kind.CALL else code.raw(node)
    return name if name in code.syntax.never else ""


def exits_of(code: Code, node: Node, *, of_case: bool = False) -> list[Node]:
    """Every node in a statement that may end the call or the round of a loop around it.

    What stands inside functions that are made there is left out. `of_case`: a `break` ends only the case.
    """
    ends = [one for one in code.own(node) if _may_end(code, one)]
    switches = of_case and _breaks_switch(code)
    return [*ends, *_leaps(code, node, Kind.BREAK, inner=switches), *_leaps(code, node, Kind.CONTINUE, inner=False)]


def _may_end(code: Code, node: Node) -> bool:
    kind = code.kind(node)
    if kind is Kind.MACRO:
        return code.callee(node).rpartition("::")[2] not in code.syntax.pure
    if node.type == "expression_statement" and code.language in ("c", "cpp"):
        return re.match(r"[A-Z_][A-Z_\d]+\(", code.raw(node)) is not None  # By its name a macro, and it may return.
    return (
        node.is_error
        or node.type == "goto_statement"
        or kind is Kind.TRIED
        or jump_of(code, node) in _OUT
        or bool(ends_program(code, node))
    )


def ways_out(code: Code, body: Node) -> tuple[int, ...]:
    """The lines of all that ends a loop with this body: its `break`, and whatever ends the call."""
    found = {code.line(one) for one in code.own(body) if _may_end(code, one)}
    return tuple(sorted(found | {code.line(one) for one in _leaps(code, body, Kind.BREAK, inner=False)}))


def _breaks_switch(code: Code) -> bool:
    return code.language not in ("rust", "ruby", "kotlin", "bash")


def _leaps(code: Code, node: Node, word: Kind, *, inner: bool) -> Iterator[Node]:
    """The breaks of the loop around a node, or what goes on with its next round.

    Plain ones count outside of loops, and of switches that a `break` ends; those that name a label count anywhere.
    """
    if jump_of(code, node) is word:
        if not inner or (node.named_child_count and code.language != "bash"):
            yield node
        return
    kind = code.kind(node)
    closed = kind in _LOOPS or node.type in ("do_statement", "do_while_statement", "repeat_while_statement")
    if word is Kind.BREAK and _breaks_switch(code):
        closed = closed or node.type == "select_statement" or kind is Kind.SWITCH
    for child in node.named_children:
        if code.kind(child) not in (Kind.FUNCTION, Kind.MAKER, Kind.LAMBDA, Kind.CLASS, Kind.TYPE):
            yield from _leaps(code, child, word, inner=inner or closed)
