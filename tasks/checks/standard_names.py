"""Names that a language or its library defines: a text may use them whatever the source calls alike."""

from __future__ import annotations

import builtins
import keyword
from collections.abc import Collection, Sequence
from functools import lru_cache

from pygments.lexers import get_lexer_by_name
from pygments.token import Keyword, Name
from pygments.util import ClassNotFound

from tasks.checks.definitions import Definition

_CORE = frozenset({
    "Array", "Date", "DateTime", "Dir", "File", "Float", "Hash", "Integer", "IO", "JSON", "Math", "Number", "Object",
    "Proc", "Process", "Promise", "RegExp", "Regexp", "String", "Struct", "Symbol", "Thread", "Time", "URI", "URL",
})  # fmt: skip
"""Types of the language that a source adds to rather than makes anew."""
_TYPES = _CORE | {
    "Buffer", "Class", "Console", "Duration", "Error", "Exception", "Function", "Iterator", "List", "Logger", "Map",
    "Module", "Path", "Random", "Response", "Request", "Set", "Socket", "Stream", "Vector",
}  # fmt: skip
"""What the libraries of many languages call a type."""


def is_of_language(name: str, languages: Collection[str]) -> bool:
    """Whether one of these languages has the name itself, by the lists that Pygments colours code with."""
    return any(_is_coloured(name, language) for language in languages)


def is_standard_too(name: str, types: Sequence[Definition]) -> bool:
    """Whether a type that the source adds to (`class String`), or defines within another (`Server::Response`) or
    several times, may be the library's own."""
    return name in _CORE or (name in _TYPES and (len(types) > 1 or bool(types[0].symbol.parent)))


@lru_cache(maxsize=2_000)
def _is_coloured(name: str, language: str) -> bool:
    try:
        tokens = get_lexer_by_name(language).get_tokens(name)
    except ClassNotFound:
        return False
    kind, text = next(iter(tokens))
    return text == name and any(one in kind.split() for one in (Name.Builtin, Name.Exception, Keyword))


@lru_cache(maxsize=1)
def python_names() -> frozenset[str]:
    """Names that any Python text may use: built-ins, keywords, `self`, and the methods of built-in types."""
    kinds = (str, bytes, int, float, list, tuple, dict, set, type, object, Exception)
    methods = {name for kind in kinds for name in dir(kind)}
    return frozenset({*dir(builtins), *keyword.kwlist, "self", "cls", "__init__", *methods})
