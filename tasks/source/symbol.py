"""What one definition in a source is called, where it stands and what it says of itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SymbolKind = Literal["class", "function", "method", "property", "constant", "attribute", "definition"]
ParameterKind = Literal["positional-only", "positional-or-keyword", "var-positional", "keyword-only", "var-keyword"]


@dataclass(frozen=True)
class Parameter:
    """One parameter as written; `name` without stars, `annotation` and `default` as source text."""

    name: str
    annotation: str | None
    default: str | None
    kind: ParameterKind


@dataclass(frozen=True)
class Symbol:
    """A definition. `start` and `end` are 1-based inclusive lines, decorators included.

    `signature` is one line (`def f(x: int = 3) -> str`, `class A(B)`, `LIMIT = 3`), clipped when very long.
    `doc` is the cleaned docstring or leading comment, "" where there is none. `parent` is the qualified name
    of the enclosing class. `parameters` leave out the bound first one of a method. `raises` and `calls` are
    dotted names in order of appearance, each once. Qualified names may repeat in a file (a property and its
    setter, definitions in both branches of an `if`): the first is the one to look up.
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
