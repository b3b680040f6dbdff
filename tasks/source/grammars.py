"""Tree-sitter grammars, loaded when a file of their language is first seen.

A grammar that is missing or does not fit the library means "not parsed": the caller falls back to the plain outline.
"""

from __future__ import annotations

import importlib
from functools import cache

from tree_sitter import Language, Node, Query, QueryError

# language: (distribution's module, its function). The wheels carry the compiled grammar: nothing is fetched.
_GRAMMARS: dict[str, tuple[str, str]] = {
    "python": ("tree_sitter_python", "language"),
    "javascript": ("tree_sitter_javascript", "language"),
    "jsx": ("tree_sitter_javascript", "language"),
    "typescript": ("tree_sitter_typescript", "language_typescript"),
    "tsx": ("tree_sitter_typescript", "language_tsx"),
    "go": ("tree_sitter_go", "language"),
    "rust": ("tree_sitter_rust", "language"),
    "java": ("tree_sitter_java", "language"),
    "c": ("tree_sitter_c", "language"),
    "cpp": ("tree_sitter_cpp", "language"),
    "csharp": ("tree_sitter_c_sharp", "language"),
    "ruby": ("tree_sitter_ruby", "language"),
    "php": ("tree_sitter_php", "language_php"),
    "kotlin": ("tree_sitter_kotlin", "language"),
    "swift": ("tree_sitter_swift", "language"),
    "bash": ("tree_sitter_bash", "language"),
    "sql": ("tree_sitter_sql", "language"),
}


def parsed_languages() -> tuple[str, ...]:
    """The languages with a grammar, sorted."""
    return tuple(sorted(_GRAMMARS))


def text_of(node: Node, data: bytes) -> str:
    """The source text of a node."""
    return data[node.start_byte : node.end_byte].decode("utf-8", "replace")


@cache
def grammar_of(language: str) -> Language | None:
    """The grammar of a language; None where there is none, or where it does not load."""
    place = _GRAMMARS.get(language)
    if place is None:
        return None
    try:
        return Language(getattr(importlib.import_module(place[0]), place[1])())
    except (ImportError, AttributeError, OSError, ValueError, TypeError, SystemError):
        return None


@cache
def compiled_query(language: str, source: str) -> Query | None:
    """A query of our own; None where the grammar has renamed what it asks for."""
    grammar = grammar_of(language)
    try:
        return None if grammar is None else Query(grammar, source)
    except QueryError:
        return None
