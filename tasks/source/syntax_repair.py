"""Trees for text that a grammar misreads although it is right: parsed once more in an equivalent spelling.

The spelling keeps every byte's place, so a tree of it is a tree of the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tree_sitter import Tree

from tasks.source.preprocessor import with_plain_heads, without_macros, without_torn_branches
from tasks.source.syntax_errors import faults_of
from tasks.source.syntax_tree import parse_tree

_CLOSED_ON_ONE_LINE = re.compile(r"(?<=[\w)\]\"'}?]) (?=\})")


def _kotlin(text: str, _: Tree) -> str:
    """Kotlin's grammar wants an end of statement before the brace of a one-line body: `interface I { fun a() }`."""
    return _CLOSED_ON_ONE_LINE.sub(";", text)


def _macros(text: str, _: Tree) -> str:
    return without_macros(text)


def _branches(text: str, tree: Tree) -> str:
    return without_torn_branches(text, faults_of(tree.root_node).lines)


_C = (_macros, _branches)
_SPELLINGS: dict[str, tuple[Callable[[str, Tree], str], ...]] = {
    "kotlin": (_kotlin,), "c": _C, "cpp": _C, "csharp": (_branches,),
}  # fmt: skip


def best_tree(text: str, language: str) -> Tree | None:
    """The tree with the smaller part that is not understood; None without a grammar."""
    text = with_plain_heads(text) if language in ("c", "cpp") else text
    tree = parse_tree(text, language)
    for spelling in _SPELLINGS.get(language, ()):
        if tree is None or not tree.root_node.has_error:
            return tree
        spelt = spelling(text, tree)
        other = parse_tree(spelt, language) if spelt != text else None
        if other is not None and faults_of(other.root_node).weight < faults_of(tree.root_node).weight:
            text, tree = spelt, other
    return tree
