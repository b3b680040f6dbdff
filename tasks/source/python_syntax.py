"""Parsing hostile Python: no exception, no warning, no recursion limit reaches the caller."""

from __future__ import annotations

import ast
import threading
import warnings
from functools import lru_cache

# warnings.catch_warnings changes a process-wide list; two threads must not nest it the wrong way round.
_PARSING = threading.Lock()
_UNPARSABLE = "..."
_PLAIN = frozenset({str, int, bool, type(None)})


# Symbols, imports and docstring of one file are asked for one after the other.
@lru_cache(maxsize=4)
def parse(text: str) -> ast.Module | None:
    """The syntax tree, or None for text that this Python cannot parse (also: too deep, NUL, too large).

    The tree is shared between callers: it is read, never changed.
    """
    try:
        with _PARSING, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError):
        return None


def parses(text: str) -> bool:
    """Whether this Python can parse the text."""
    return parse(text) is not None


def source_of(node: ast.AST, limit: int) -> str:
    """An expression as one line of source, clipped to `limit` characters."""
    try:
        text = dotted_name(node) or " ".join((_constant(node) or ast.unparse(node)).split())
    except (RecursionError, ValueError):
        # ValueError: an integer literal too long to be printed.
        return _UNPARSABLE
    return text if len(text) <= limit else text[: limit - len(_UNPARSABLE)] + _UNPARSABLE


def _constant(node: ast.AST) -> str | None:
    """A plain literal as `ast.unparse` writes it: names and literals are most of what a signature holds."""
    if node.__class__ is not ast.Constant or node.kind is not None:
        return None
    value: object = node.value
    return repr(value) if value.__class__ in _PLAIN else None


def dotted_name(node: ast.AST) -> str | None:
    """`a.b.c` for a chain of attributes on a name, else None."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return None
    return ".".join((node.id, *reversed(parts)))


def literal_text(node: ast.AST) -> str | None:
    """The value of a plain string literal, else None."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
