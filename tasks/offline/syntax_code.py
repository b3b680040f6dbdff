"""Parsed lines with the table of their language: what every reader of a node asks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from tasks.offline.syntax_fragments import Fragment
from tasks.offline.syntax_kinds import Kind, Syntax
from tasks.offline.write_conditions import SHORT

_NESTED = frozenset((Kind.FUNCTION, Kind.MAKER, Kind.LAMBDA, Kind.CLASS, Kind.TYPE))
_ROWS = frozenset(("argument_list", "value_argument", "argument", "expression_list"))
_LAST_COMMA = re.compile(r",(?= ?[)\]}])")
_DOTTED = re.compile(r"[@$]{0,2}\w[\w$]*(?:(?:\??\.|!!\.|::|\??->|\\)[\w$#]+)*[?!]?")
_SEPARATOR = re.compile(r"\??\.|!!\.|::|\??->")
_LEAD = re.compile(r"\s+(?=[.,;)\]]|\?\.|->|::)|(?<=[(\[])\s+")


@dataclass(frozen=True)
class Code:
    """A fragment, its table, and the offset that makes a row of the tree a line of the source file."""

    language: str
    syntax: Syntax
    fragment: Fragment
    offset: int

    def kind(self, node: Node | None) -> Kind | None:
        """What a node is; None for what the table does not name."""
        return None if node is None else self.syntax.kinds.get(node.type)

    def line(self, node: Node) -> int:
        """The line of the source file in which a node begins."""
        return node.start_point.row + self.offset

    def last_line(self, node: Node) -> int:
        """The line in which it ends, as far as it is quoted."""
        end = node.end_point
        row = end.row - 1 if end.column == 0 and end.row > node.start_point.row else end.row
        quoted = self.fragment.data.count(b"\n", 0, self.fragment.end)
        return min(row, quoted) + self.offset

    def children(self, node: Node) -> list[Node]:
        """The named children that are no comments."""
        return [child for child in node.named_children if self.kind(child) is not Kind.COMMENT]

    def part(self, node: Node, *fields: str) -> Node | None:
        """The child under the first of these field names that the grammar uses."""
        for field in fields:
            found = node.child_by_field_name(field)
            if found is not None:
                return found
        return None

    def raw(self, node: Node, until: Node | None = None) -> str:
        """The source text of a node, or of all from it to the end of another."""
        return self.fragment.data[node.start_byte : (until or node).end_byte].decode("utf-8", "replace")

    def text(self, node: Node, limit: int = SHORT) -> str:
        """The source of a node on one line; "" when it is cut, longer than `limit`, or not to be repeated in a line."""
        if node.end_byte - node.start_byte > 6 * limit or node.has_error or self.fragment.is_cut(node):
            return ""
        raw = self.raw(node).strip().rstrip(";")
        if "\n" in raw:
            if any(self.kind(one) in (Kind.COMMENT, Kind.LAMBDA) for one in every_node(node)):
                return ""
            literals = [self.raw(one) for one in every_node(node) if self.kind(one) is Kind.TEXT]
            raw = _LEAD.sub("", _LAST_COMMA.sub("", " ".join(raw.split())))
            if any(literal not in raw for literal in literals):
                return ""
        return raw if len(raw) <= limit and "`" not in raw and raw.isprintable() else ""

    def bare(self, node: Node) -> Node:
        """The node inside brackets or another wrapping, or the only one of a row of values."""
        while self.kind(node) in (Kind.PAREN, Kind.WRAP) or node.type in _ROWS:
            inner = self.children(node)[-1:] if node.type == "labeled_statement" else self.children(node)
            if len(inner) != 1:
                break
            node = inner[0]
        return node

    def own(self, node: Node) -> Iterator[Node]:
        """A node and all below it, the insides of functions and classes that are written there left out."""
        yield node
        for child in node.named_children:
            if self.kind(child) not in _NESTED:
                yield from self.own(child)

    def name(self, node: Node) -> str:
        """A dotted name, "" for anything else."""
        if self.kind(node) not in (Kind.NAME, Kind.MEMBER) and node.type != "command_name":
            return ""
        return self._dotted(self.raw(node))

    def callee(self, call: Node) -> str:
        """The name of what is called; where it is a method of some longer expression, `(…).name`."""
        target = self._target(call)
        if target is None or self.kind(target[1]) is Kind.LAMBDA:
            return ""
        raw = self.raw(*target)
        known = self._dotted(raw)
        if known or len(raw) > 2000:
            return known
        last = _SEPARATOR.split(re.sub(r"<[\w\s,<>:&*.\[\]?]*>$", "", raw))[-1].strip()
        return f"(…).{last}" if re.fullmatch(r"[\w$]+[?!]?", last) else ""

    def _dotted(self, raw: str) -> str:
        text = _LEAD.sub("", " ".join(raw.split()))
        text = re.sub(r"(?:::)?<[\w\s,<>:&*.\[\]?]*>$", "", text)
        return text if len(text) <= 60 and _DOTTED.fullmatch(text) else ""

    def _target(self, call: Node) -> tuple[Node, Node] | None:
        """The nodes from which and to which the name of a call stands."""
        name = self.part(call, "function", "constructor", "macro", "method", "name")
        head = self.part(call, "object", "receiver", "scope")
        if name is not None:
            return (head or name, name)
        inner = self.children(call)
        if not inner:
            return None
        if self.kind(inner[0]) is Kind.CALL:
            return self._target(inner[0])
        return (inner[0], inner[0])

    def arguments(self, call: Node) -> list[Node] | None:
        """What is handed to a call; None where the grammar does not say."""
        found = self.part(call, "arguments")
        if found is None:
            suffix = [one for one in call.named_children if one.type in ("call_suffix", "value_arguments", "arguments")]
            found = suffix[0] if len(suffix) == 1 else None
        if found is not None and found.type == "call_suffix":
            inner = [one for one in found.named_children if one.type == "value_arguments"]
            if len(inner) != 1 or len(found.named_children) != 1:
                return None
            found = inner[0]
        if found is None or self.part(call, "block") is not None:
            return None
        return self.children(found)

    def statements(self, node: Node) -> list[Node]:
        """The statements of a block, or the one statement that stands in its place."""
        inside = self.children(node) if node.type == "function_body" else []
        if len(inside) == 1 and self.kind(inside[0]) is Kind.BLOCK:
            return self.statements(inside[0])
        if self.kind(node) is Kind.BLOCK or node.type in ("statement_list", "function_body"):
            return [one for child in self.children(node) for one in self._flat(child)]
        return [node]

    def _flat(self, node: Node) -> list[Node]:
        runs = ("statement_list", "statements", "body_statement", "block_body")
        return self.statements(node) if node.type in runs else [node]


def every_node(node: Node) -> Iterator[Node]:
    """A node and all below it."""
    yield node
    for child in node.named_children:
        yield from every_node(child)
