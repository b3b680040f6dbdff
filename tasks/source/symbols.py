"""The definitions of one file, from its text alone: no file is opened and nothing is imported or run."""

from __future__ import annotations

from tasks.source import plain_blocks as plain
from tasks.source import python_symbols as python
from tasks.source.python_fragments import fragment_symbols
from tasks.source.python_syntax import parses
from tasks.source.symbol import Parameter, ParameterKind, Symbol, SymbolKind
from tasks.source.tree_symbols import tree_symbols

__all__ = [
    "Parameter",
    "ParameterKind",
    "Symbol",
    "SymbolKind",
    "module_doc",
    "module_exports",
    "plain_blocks",
    "symbols_of",
]

plain_blocks = plain.plain_blocks


def symbols_of(text: str, language: str) -> tuple[Symbol, ...]:
    """The definitions of a text in order of appearance; empty where the language or the syntax is unknown.

    Python is parsed by its own parser, piece by piece where that refuses the whole; JavaScript, TypeScript,
    Go, Rust, Java, C, C++, C#, Ruby, PHP, Kotlin, Swift, shell and SQL by tree-sitter; what has no grammar gets
    the plain outline of its top-level definitions. Never raises for bad source.
    """
    if language == "python":
        return python.python_symbols(text) if parses(text) else fragment_symbols(text)
    found = tree_symbols(text, language)
    return plain.plain_blocks(text, language) if found is None else found


def module_doc(text: str, language: str) -> str:
    """What a file says of itself: the module docstring, the leading comment, a document's heading."""
    if language == "python" and parses(text):
        return python.python_module_doc(text)
    return plain.leading_text(text, language)


def module_exports(text: str) -> tuple[str, ...] | None:
    """The names in a Python module's `__all__`; None where there is none or it is not literal."""
    return python.python_exports(text)
