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

_EXTENSION = re.compile(
    r"(?am)(?:(?<=[{};])|^)[ \t]{0,200}(?P<word>extension)(?:<[\w, ]{1,200}>)?\s?"
    r"\((?:(?:ref|in|readonly|scoped)\s)*(?:\w{1,100}\.){0,9}(?P<name>\w{1,200})"
    r"[ -'*-~\t]{0,200}\)[ -:<-z|~\t]{0,200}(?=\s{0,200}\{)"
)
"""ASCII alone: a character is a byte."""
_CLOSED_ON_ONE_LINE = re.compile(r"(?<=[\w)\]\"'}?]) (?=\})")


def _kotlin(text: str, _: Tree) -> str:
    """Kotlin's grammar wants an end of statement before the brace of a one-line body: `interface I { fun a() }`."""
    return _CLOSED_ON_ONE_LINE.sub(";", text)


def _macros(text: str, _: Tree) -> str:
    return without_macros(text)


def _branches(text: str, tree: Tree) -> str:
    return without_torn_branches(text, faults_of(tree.root_node).lines)


def _with_plain_extensions(text: str) -> str:
    """C# 14's `extension(Type one) { ... }`, which the grammar takes for a constructor, as a class of that name."""
    return _EXTENSION.sub(_plain_extension, text) if "extension" in text else text


def _plain_extension(found: re.Match[str]) -> str:
    before = " " * (found.start("word") - found.start()) + "class"
    # A keyword such as `string` is no name of a class.
    return f"{before:{found.start('name') - found.start()}}_{found['name'][1:]}".ljust(found.end() - found.start())


_REWRITTEN: dict[str, Callable[[str], str]] = {
    "c": with_plain_heads, "cpp": with_plain_heads, "csharp": _with_plain_extensions,
}  # fmt: skip
"""Before the first look: what these grammars take for something else without an error."""
_C = (_macros, _branches)
_SPELLINGS: dict[str, tuple[Callable[[str, Tree], str], ...]] = {
    "kotlin": (_kotlin,), "c": _C, "cpp": _C, "csharp": (_branches,),
}  # fmt: skip


def best_tree(text: str, language: str) -> Tree | None:
    """The tree with the smaller part that is not understood; None without a grammar."""
    text = _REWRITTEN[language](text) if language in _REWRITTEN else text
    tree = parse_tree(text, language)
    for spelling in _SPELLINGS.get(language, ()):
        if tree is None or not tree.root_node.has_error:
            return tree
        spelt = spelling(text, tree)
        other = parse_tree(spelt, language) if spelt != text else None
        if other is not None and faults_of(other.root_node).weight < faults_of(tree.root_node).weight:
            text, tree = spelt, other
    return tree
