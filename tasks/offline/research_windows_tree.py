"""The windows of a definition in a language that is read by its syntax tree, best first.

A window begins and ends at a whole statement, and not with an attribute, whose statement it would cut off. What was
cut out of a `case` or of a function that is written down inside would lose the test that it stands under, or be told
of the wrong function: there a window may end, but none begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tree_sitter import Node, Tree

from tasks.offline.report_facts import SymbolFacts
from tasks.offline.research_windows import (
    BRANCHES,
    CALLS,
    GOOD_LINES,
    LOOPS,
    MAX_LINES,
    MIN_CORE,
    RAISES,
    RETURNS,
    TRIES,
    YIELDS,
    Mark,
    Part,
    Window,
    by_worth,
    opening,
    runs,
    worth,
)
from tasks.offline.syntax_code import Code, every_node
from tasks.offline.syntax_fragments import Fragment, fragment_of
from tasks.offline.syntax_heads import body_of
from tasks.offline.syntax_kinds import Kind
from tasks.offline.syntax_scope import ends_program, jump_of
from tasks.offline.syntax_tables_other import SYNTAX

_FUNCTIONS = (Kind.FUNCTION, Kind.MAKER, Kind.LAMBDA)
_DEFINITIONS = (*_FUNCTIONS, Kind.CLASS, Kind.TYPE)
_CASES = (Kind.CASE, Kind.DEFAULT)
_FOLLOWING = (*_CASES, Kind.CATCH, Kind.FINALLY)
"""What goes on with the statement before it."""
_UNASKED = (Kind.BLOCK, Kind.TRY, Kind.HOLD)
"""What runs its statements under no test."""
_ATTRIBUTES = ("attribute_item", "decorator")
_DOCS = ("///", "//!", "/**")
_MOST_COMMENT = 6
_LINE_END = re.compile(rb"[ \t]*[;,]?[ \t]*(?://.*|#.*|/\*.*\*/[ \t]*)?\r?")
_MAKES = 2.5
_LOOP_KINDS = (Kind.EACH, Kind.COUNTED, Kind.WHILE, Kind.UNTIL, Kind.ENDLESS)
_WEIGHTS = {
    Kind.IF: BRANCHES, Kind.UNLESS: BRANCHES, Kind.GUARD: BRANCHES, Kind.SWITCH: BRANCHES, Kind.TRY: TRIES,
    Kind.YIELD: YIELDS, Kind.CALL: CALLS, Kind.NEW: CALLS, Kind.MACRO: CALLS, Kind.TRIED: RETURNS,
    Kind.MAKER: _MAKES, **dict.fromkeys(_LOOP_KINDS, LOOPS),
}  # fmt: skip
_LEAVING = {Kind.RETURN: RETURNS, Kind.THROW: RAISES}


def code_of(tree: Tree, text: str, language: str) -> Code:
    """A whole file with the table of its language, which must have one."""
    data = text.encode()
    return Code(language, SYNTAX[language], Fragment((tree.root_node,), data, len(data)), 1)


def tree_windows(symbol: SymbolFacts, code: Code) -> list[Window]:
    """Candidate windows of a large definition, best first; none where the tree has no such definition.

    Of a class that is its head, and where this shows no method, before it some members in a row.
    """
    node = _definition(code, code.fragment.units[0], symbol)
    if node is None:
        return []
    if code.kind(node) in _FUNCTIONS:
        body = _parts(code, body_of(code, node))
        last = opening(body, symbol.start)
        head = Window(symbol.start, last or symbol.start + MAX_LINES)
        return by_worth(head, body, _marks(code, node))
    return _class_windows(code, node, symbol)


def _class_windows(code: Code, node: Node, symbol: SymbolFacts) -> list[Window]:
    members = body_of(code, node)
    parts = _parts(code, members)
    last = opening(parts, symbol.start)
    head = [Window(symbol.start, last)] if last else []
    works = [part for part, one in zip(parts, members, strict=True) if code.kind(code.bare(one)) in _FUNCTIONS]
    if any(part.end <= last for part in works) or code.kind(node) is Kind.TYPE or symbol.kind != "class":
        return head
    marks = _marks(code, node)
    whole = [replace(part, blocks=(), opens=False) for part in parts]
    rows = [w for w, _ in runs(whole) if w.lines >= MIN_CORE and any(w.start <= one.start <= w.end for one in works)]
    return [*sorted(rows, key=lambda window: -worth(window, marks)), *head]


def reads_as_code(text: str, language: str) -> bool:
    """Whether the lines of a language with a table can be read again, and hold more than comments."""
    fragment = fragment_of(text, language, SYNTAX[language])
    return fragment is not None and bool(fragment.units) and not any(one.has_error for one in fragment.units)


def _definition(code: Code, root: Node, symbol: SymbolFacts) -> Node | None:
    """The largest function or class that begins and ends in the lines of a symbol."""
    best: Node | None = None
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if code.line(node) > symbol.end or code.last_line(node) < symbol.start:
            continue
        inside = symbol.start <= code.line(node) and code.last_line(node) <= symbol.end
        if inside and code.kind(node) in _DEFINITIONS:
            size = node.end_byte - node.start_byte
            best = node if best is None or size > best.end_byte - best.start_byte else best
        else:
            waiting += node.named_children
    return best


def _parts(code: Code, nodes: Sequence[Node], *, closed: bool = False) -> tuple[Part, ...]:
    return tuple(_part(code, node, closed=closed) for node in nodes)


def _part(code: Code, node: Node, *, closed: bool) -> Part:
    start, end = code.line(node), code.last_line(node)
    long = end - start + 1 > GOOD_LINES
    blocks = tuple(_blocks(code, node, closed=closed)) if long else ()
    data = code.fragment.data
    line_start = data.rfind(b"\n", 0, node.start_byte) + 1
    before, above = data[line_start : node.start_byte], node.prev_named_sibling
    follows = code.kind(node) in _FOLLOWING or node.type.startswith(("else", "elsif", "elif"))
    attributed = above is not None and above.type in _ATTRIBUTES
    begins = not (closed or follows or attributed or before.strip())
    line_end = data.find(b"\n", node.end_byte)
    after = data[node.end_byte : line_end if line_end >= 0 else len(data)]
    ends = data[: node.end_byte].endswith(b"\n") or _LINE_END.fullmatch(after) is not None
    first = _with_comment(code, node) if begins else start
    return Part(first, end, blocks, begins, ends, leaves=_leaves(code, node), opens=True)


def _with_comment(code: Code, node: Node) -> int:
    """The line where the comment above a statement begins, or the statement; a definition stands for itself."""
    start = code.line(node)
    first, above = start, node.prev_named_sibling
    while above is not None and code.kind(above) is Kind.COMMENT and code.last_line(above) == first - 1:
        data = code.fragment.data
        line_start = data.rfind(b"\n", 0, above.start_byte) + 1
        if data[line_start : above.start_byte].strip() or code.raw(above).startswith(_DOCS):
            break
        first, above = code.line(above), above.prev_named_sibling
    inner = code.bare(node)
    return start if code.kind(inner) in _DEFINITIONS or start - first > _MOST_COMMENT else first


def _blocks(code: Code, node: Node, *, closed: bool) -> Iterator[tuple[Part, ...]]:
    """The rows of statements right inside a statement, in order."""
    cases: list[Part] = []
    for child in node.named_children:
        kind = code.kind(child)
        if kind in _CASES or child.type.endswith("_case"):
            cases.append(_case(code, child))
        elif kind in _FUNCTIONS:
            yield _parts(code, body_of(code, child), closed=True)
        elif kind is Kind.BLOCK or child.type in ("function_body", "statements", "body_statement"):
            yield _parts(code, code.statements(child), closed=closed)
        elif kind not in (Kind.CLASS, Kind.TYPE, Kind.COMMENT):
            yield from _blocks(code, child, closed=closed)
    if cases:
        yield tuple(cases)


def _case(code: Code, node: Node) -> Part:
    """A case of several: what it does begins on a line after its label."""
    part = _part(code, node, closed=True)
    inside = [one for child in code.children(node) if code.line(child) > part.start for one in code.statements(child)]
    return Part(part.start, part.end, (_parts(code, inside, closed=True),), begins=False, ends=part.ends)


def _leaves(code: Code, node: Node) -> bool:
    """Whether a statement ends the call or the round whenever it is reached."""
    node = code.bare(node)
    if jump_of(code, node) is not None or ends_program(code, node):
        return True
    return code.kind(node) in _UNASKED and any(_leaves(code, one) for one in code.children(node))


def _marks(code: Code, definition: Node) -> list[Mark]:
    found: list[Mark] = []
    for node in every_node(definition):
        kind = jump_of(code, node)
        weight = _LEAVING.get(kind, 0.0) if kind is not None else 0.0
        if kind is None:
            known = code.kind(node)
            weight = RAISES if ends_program(code, node) else _WEIGHTS.get(known, 0.0) if known is not None else 0.0
        if weight:
            found.append(Mark(code.line(node), code.last_line(node), weight))
    return found
