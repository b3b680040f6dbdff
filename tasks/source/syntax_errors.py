"""What a grammar did not understand of a text: where, and how much of it."""

from __future__ import annotations

from dataclasses import dataclass

from tree_sitter import Node

_MOST_NODES = 20_000
"""Looked at below nodes with an error: a hostile text may consist of nothing else."""


@dataclass(frozen=True)
class Faults:
    """The lines (1-based) on which an error begins or something is missing, and how bad it is: less is better.

    `weight` is the bytes below the outermost errors, then the number of errors.
    """

    lines: frozenset[int]
    weight: tuple[int, int]


def faults_of(root: Node) -> Faults:
    """Every error and every missing token of a tree."""
    lines: set[int] = set()
    unread = count = seen = 0
    pending = [(root, False)]
    while pending and seen < _MOST_NODES:
        node, is_below = pending.pop()
        seen += 1
        if node.is_error or node.is_missing:
            lines.add(node.start_point.row + 1)
            count += 1
            unread += 0 if is_below else node.end_byte - node.start_byte
        if node.has_error:
            pending += [(child, is_below or node.is_error) for child in node.children if child.has_error]
    return Faults(frozenset(lines), (unread, count))
