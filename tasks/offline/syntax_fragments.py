"""A quote as a syntax tree, although it is a fragment: a method without its class, or lines that end too early.

What is open is closed behind the last line, and what needs something around it is put into it on the first line, so
that every node keeps its line. Whatever reaches behind the quoted text is known to be cut.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from tasks.offline.syntax_kinds import Kind, Syntax
from tasks.source.syntax_tree import parse_tree

_PAIRS = {"(": ")", "[": "]", "{": "}", "${": "}", "#{": "}", "#[": "]", "@{": "}"}
_HANDLED = {"cpp": "}catch(...){}", "rust": "}", "swift": "}"}
_AT_LINE_START = frozenset(("if", "unless", "while", "until"))
"""In Ruby the same words behind a statement open nothing."""


@dataclass(frozen=True)
class Fragment:
    """A parsed quote.

    Args:
        units: the outermost nodes of the quoted lines.
        data: the text that was parsed.
        end: where in it the quoted text ends.
    """

    units: tuple[Node, ...]
    data: bytes
    end: int

    def is_cut(self, node: Node) -> bool:
        """Whether a node goes on behind the quoted text."""
        return node.end_byte > self.end


def fragment_of(text: str, language: str, syntax: Syntax) -> Fragment | None:
    """The quote put into what fits it best; None where no way makes sense of its first and its last line."""
    around = (("", ""),) if text.lstrip().startswith("<?") else syntax.around
    best: tuple[int, Fragment] | None = None
    for closing in _closings(text, language, syntax):
        for before, after in around:
            tried = _parsed(text, language, before, closing + after, syntax)
            if tried is not None and (best is None or tried[0] < best[0]):
                best = tried
            if tried is not None and tried[0] == 0:
                return tried[1]
    return best[1] if best is not None else None


def _parsed(text: str, language: str, before: str, after: str, syntax: Syntax) -> tuple[int, Fragment] | None:
    """How many bytes were not understood, and the fragment."""
    whole = before + text + after
    tree = parse_tree(whole, language)
    if tree is None:
        return None
    first, last = len(before.encode()), len((before + text.rstrip()).encode())
    units = tuple(_units(tree.root_node, first, last, syntax))
    unread = sum(max(1, node.end_byte - node.start_byte) for node in _errors(tree.root_node))
    return unread, Fragment(units, whole.encode(), last)


def _errors(node: Node) -> Iterator[Node]:
    if node.is_error or node.is_missing:
        yield node
    elif node.has_error:
        for child in node.children:
            yield from _errors(child)


def _units(node: Node, first: int, last: int, syntax: Syntax) -> Iterator[Node]:
    """The outermost nodes that begin inside the quoted text; what was put around it is looked through."""
    for child in node.named_children:
        if syntax.kinds.get(child.type) is Kind.COMMENT or child.end_byte <= first or child.start_byte >= last:
            continue
        if child.start_byte < first:
            yield from _units(child, first, last, syntax)
        else:
            yield child


def _closings(text: str, language: str, syntax: Syntax) -> Iterator[str]:
    """Nothing; then what closes the text, without and with an end for the statement that was cut."""
    yield ""
    opened = _opened(text, language, syntax)
    if opened:
        yield "\n" + "\n".join(opened)
        yield "\n" + "\n".join(opened).replace("\n}", "\n;}", 1).replace(")\n;", ");\n")


def _opened(text: str, language: str, syntax: Syntax) -> list[str]:
    """What closes the brackets and blocks that are open at the end, read off the words and marks of the tree."""
    tree = parse_tree(text if language != "php" else f"<?php {text}", language)
    opened: list[str] = []
    before = ""
    for leaf, starts in _leaves(tree.root_node) if tree is not None else ():
        word = leaf.type
        if word in _PAIRS:
            # A `try` needs something behind its block.
            opened.append(_HANDLED.get(language, "}finally{}") if before == "try" and word == "{" else _PAIRS[word])
        elif word in syntax.ends and (starts or word not in _AT_LINE_START):
            opened.append(syntax.ends[word])
        elif opened and opened[-1][:1] == word[:1] and (opened[-1] == word or word == "}"):
            opened.pop()
        before = word
    return opened[::-1]


def _leaves(node: Node, line: int = -1) -> Iterator[tuple[Node, bool]]:
    """The marks and key words of a tree, each with whether it begins its line."""
    row = line
    stack = [node]
    while stack:
        current = stack.pop()
        if current.child_count:
            stack += reversed(current.children)
            continue
        starts = current.start_point.row != row
        row = current.end_point.row
        if not current.is_named and not current.is_missing:
            yield current, starts
