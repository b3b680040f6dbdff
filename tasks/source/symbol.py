"""What one definition in a source is called, where it stands and what it says of itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SymbolKind = Literal[
    "class", "struct", "interface", "trait", "enum", "union", "type", "module",
    "function", "method", "property", "macro",
    "constant", "variable", "attribute",
    "table", "view", "index", "trigger",
    "definition",
]  # fmt: skip
"""`definition`: something that the plain outline found and no parser has named."""
ParameterKind = Literal["positional-only", "positional-or-keyword", "var-positional", "keyword-only", "var-keyword"]


@dataclass(frozen=True)
class Parameter:
    """One parameter as written; `name` without stars ("" where a prototype names none), the rest as source text."""

    name: str
    annotation: str | None
    default: str | None
    kind: ParameterKind


@dataclass(frozen=True)
class Symbol:
    """A definition. `start` and `end` are 1-based inclusive lines, decorators included.

    `signature` is one line (`def f(x: int = 3) -> str`, `class A(B)`, `LIMIT = 3`), clipped when very long.
    `doc` is the cleaned docstring or leading comment, "" where there is none. `parent` is the qualified name
    of the type that it belongs to: the enclosing one, a Go receiver's, the one a Rust `impl` is for, the class
    in `void A::b()`. Qualified names are joined by dots in every language. Namespaces and packages are no
    parents. `public` is what the language lets others use (`export`, `pub`, a capital in Go, no `private`).
    `parameters` leave out the bound first one of a method. `raises` and `calls` are dotted names in order of
    appearance, each once. Qualified names may repeat in a file (a property and its setter, definitions in both
    branches of an `if`): the first is the one to look up.
    """

    name: str
    qualified_name: str
    kind: SymbolKind
    signature: str
    doc: str
    start: int
    end: int
    parent: str | None = None
    public: bool = True
    bases: tuple[str, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    returns: str | None = None
    decorators: tuple[str, ...] = ()
    raises: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    is_async: bool = False
    is_generator: bool = False
