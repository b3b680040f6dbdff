"""What a source defines, looked up by name: only the files that hold a name are parsed for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tasks.source.file_purpose import purpose_of
from tasks.source.languages import language_of
from tasks.source.symbol import Symbol

_MOST_FILES = 200
"""Files that one name is looked for in; a name in more of them is a common word."""
_MOST_ANCESTORS = 60
OPEN_TYPES = frozenset({"class", "struct", "interface", "trait", "enum", "union", "type"})
CALLABLES = frozenset({"function", "method", "macro"})
_OBJECT_BASES = frozenset({"object", "ABC", "Protocol", "Generic", "Object"})


@dataclass(frozen=True)
class Definition:
    """A symbol and the file that defines it."""

    path: str
    symbol: Symbol

    def __str__(self) -> str:
        return f"{self.path}:{self.symbol.start}"

    @property
    def shown(self) -> str:
        """Its place and its signature: the evidence of what contradicts it."""
        return f"{self}: {self.symbol.signature}"

    @property
    def is_beside(self) -> bool:
        """Whether it stands beside the code: in a test, an example, a copy of somebody else's. A document about the
        source may well mean another of this name."""
        return purpose_of(self.path, language_of(self.path)) is not None

    @property
    def is_constructor(self) -> bool:
        """Whether it is named as the type that it belongs to."""
        return (self.symbol.parent or "").rpartition(".")[2] == self.symbol.name


class Definitions:
    """Definitions of one source by their names, remembered once asked for.

    `files_with` gives the files that define a name, `symbols` the definitions of a file, `inner` the functions of a
    name that stand within other functions.
    """

    def __init__(
        self,
        files_with: Callable[[str], Sequence[str]],
        symbols: Callable[[str], Sequence[Symbol]],
        inner: Callable[[str], Sequence[Definition]] = lambda name: (),
    ) -> None:
        self._files_with = files_with
        self._symbols = symbols
        self._inner = inner
        self._named: dict[str, tuple[Definition, ...]] = {}
        self._callables: dict[str, tuple[Definition, ...]] = {}
        self._by_file: dict[str, dict[str, list[Symbol]]] = {}

    def named(self, dotted: str) -> tuple[Definition, ...]:
        """The definitions whose qualified name is, or ends with, a dotted name."""
        if dotted not in self._named:
            last = dotted.rpartition(".")[2]
            found = (Definition(path, one) for path in self._files(last) for one in self._in_file(path).get(last, ()))
            self._named[dotted] = tuple(one for one in found if f".{one.symbol.qualified_name}".endswith(f".{dotted}"))
        return self._named[dotted]

    def types(self, name: str) -> tuple[Definition, ...]:
        """The classes, structs and the like of this name."""
        return tuple(one for one in self.named(name) if one.symbol.kind in OPEN_TYPES)

    def callables(self, name: str) -> tuple[Definition, ...]:
        """The functions and methods of this name, also those that functions keep to themselves; for a type its
        constructor (`__init__`, `constructor`)."""
        if name not in self._callables:
            self._callables[name] = self._found_callables(name)
        return self._callables[name]

    def _found_callables(self, name: str) -> tuple[Definition, ...]:
        found = [one for one in self.named(name) if one.symbol.kind in CALLABLES]
        found += self._inner(name)
        for owner in self.types(name):
            for constructor in ("__init__", "constructor", owner.symbol.name):
                found += [
                    Definition(owner.path, one)
                    for one in self._in_file(owner.path).get(constructor, ())
                    if one.parent == owner.symbol.qualified_name
                ]
        return tuple(dict.fromkeys(found))

    def ancestors(self, owner: Definition) -> tuple[tuple[Definition, ...], bool]:
        """The types that a type builds on, itself first, and whether all of them are in this source."""
        found: dict[Definition, None] = {owner: None}
        complete = True
        pending = [owner]
        while pending and len(found) < _MOST_ANCESTORS:
            for base in pending.pop().symbol.bases:
                name = base.partition("[")[0].partition("<")[0].rpartition(".")[2].strip("&* ")
                if name in _OBJECT_BASES:
                    continue
                known = self.types(name)
                complete = complete and len(known) == 1
                fresh = [one for one in known if one not in found]
                found.update(dict.fromkeys(fresh))
                pending += fresh
        return tuple(found), complete and not pending

    def has_member(self, owner: Definition, name: str) -> bool:
        """Whether a type of this source, or one that it builds on, defines a member of this name."""
        lines, _ = self.ancestors(owner)
        parents = {one.symbol.qualified_name for one in lines}
        return any(one.symbol.parent in parents for one in self.named(name))

    def _files(self, name: str) -> Sequence[str]:
        files = self._files_with(name)
        return files if len(files) <= _MOST_FILES else ()

    def _in_file(self, path: str) -> dict[str, list[Symbol]]:
        if path not in self._by_file:
            names: dict[str, list[Symbol]] = {}
            for symbol in self._symbols(path):
                names.setdefault(symbol.name, []).append(symbol)
            self._by_file[path] = names
        return self._by_file[path]
