"""Types that a type fits by its members alone, without a word where it is declared."""

from __future__ import annotations

from collections import abc

from tasks.checks.definitions import Definition
from tasks.checks.source_index import SourceIndex

_WITHOUT_A_WORD = (".go", ".ts", ".tsx")
"""Endings of languages whose interfaces nobody need name (https://go.dev/ref/spec#Implementing_an_interface)."""

_PYTHON = (".py", ".pyi")
_OF_PYTHON = frozenset(name for name in abc.__all__ if "__subclasshook__" in vars(getattr(abc, name)))
"""Those that look at members alone (https://docs.python.org/3/library/collections.abc.html)."""


def may_fit(owner: Definition, wanted: str, index: SourceIndex) -> bool:
    """Whether a type has every member that an interface of Go or TypeScript, or a `Protocol` of Python, asks for.

    So has every type where the interface is not known to ask for any, and where it is none of the source's:
    `io.Closer`, `Sized`.
    """
    known = index.definitions.types(wanted)
    if not known:
        return wanted in _OF_PYTHON if owner.path.endswith(_PYTHON) else owner.path.endswith(_WITHOUT_A_WORD)
    return any(_has_all(owner, one, index) for one in known if _is_structural(one))


def _is_structural(one: Definition) -> bool:
    if one.path.endswith(_PYTHON):
        return any(base.partition("[")[0].rpartition(".")[2] == "Protocol" for base in one.symbol.bases)
    return one.symbol.kind == "interface" and one.path.endswith(_WITHOUT_A_WORD)


def _has_all(owner: Definition, interface: Definition, index: SourceIndex) -> bool:
    return all(
        index.definitions.has_member(owner, member.name)
        for one in index.definitions.ancestors(interface)[0]
        for member in index.symbols(one.path)
        if member.parent == one.symbol.qualified_name
    )
