"""Trees for text that a grammar misreads although it is right: parsed once more in an equivalent spelling.

The spelling keeps every byte's place, so a tree of it is a tree of the text.
"""

from __future__ import annotations

import re

from tree_sitter import Node, Tree

from tasks.source.grammars import parse_tree

# language: (pattern, replacement of the same length). Kotlin's grammar wants an end of statement before the
# brace that closes a one-line body: `interface I { fun a() }`.
_SPELLINGS: dict[str, tuple[re.Pattern[str], str]] = {
    "kotlin": (re.compile(r"(?<=[\w)\]\"'}?]) (?=\})"), ";"),
}


def best_tree(text: str, language: str) -> Tree | None:
    """The tree with the smaller part that is not understood; None without a grammar."""
    tree = parse_tree(text, language)
    spelling = _SPELLINGS.get(language)
    if tree is None or spelling is None or not tree.root_node.has_error:
        return tree
    pattern, replacement = spelling
    other = parse_tree(pattern.sub(replacement, text), language)
    return other if other is not None and _unread(other.root_node) < _unread(tree.root_node) else tree


def _unread(root: Node) -> int:
    """The bytes below error nodes, as deep as a class in a class."""
    if root.is_error:
        return root.end_byte - root.start_byte
    total, level = 0, [root]
    for _ in range(6):
        level = [child for node in level for child in node.named_children if child.has_error]
        total += sum(node.end_byte - node.start_byte for node in level if node.is_error)
        level = [node for node in level if not node.is_error]
    return total
