"""Which files Java and Kotlin packages, PHP and C# namespaces mean: by what files declare, else by folders."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Protocol, TypeAlias

from tasks.source.resolve_modules import Read
from tasks.source.tree_references import Reference

_JVM_SUFFIXES = (".java", ".kt", ".scala", ".groovy")
_WORD = re.compile(r"[A-Za-z_]\w*")
_MOST_TARGETS = 40


class Declares(Protocol):
    """What is needed of a parsed file: its namespace and the names of its top-level definitions."""

    @property
    def namespace(self) -> str: ...
    @property
    def top_names(self) -> tuple[str, ...]: ...


Declared: TypeAlias = Callable[[str], Declares]


class JvmResolver:
    """`import a.b.C` is a file `a/b/C.java`, or one that declares package a.b and defines C."""

    def __init__(self, paths: Iterable[str], declared: Declared | None) -> None:
        self._files = [path for path in sorted(paths) if path.endswith(_JVM_SUFFIXES)]
        self._declared = declared
        self._by_name: dict[str, list[str]] = {}
        for path in self._files:
            self._by_name.setdefault(path.rpartition("/")[2], []).append(path)
        self._names: dict[str, str] | None = None
        self._members: dict[str, list[str]] = {}

    def resolve(self, reference: Reference) -> tuple[str, ...]:
        """One file, or with a star all files of the package."""
        target = reference.target
        if target.endswith(".*"):
            package = target.removesuffix(".*")
            self._read()
            return tuple(self._members.get(package, ())[:_MOST_TARGETS]) or self._one(package)
        return self._one(target)

    def _one(self, target: str) -> tuple[str, ...]:
        """A member or an inner class stands in the file of what encloses it."""
        name = target
        for _ in range(3):
            if found := self._by_path(name) or self._by_declaration(name):
                return (found,)
            name = name.rpartition(".")[0]
            if "." not in name:
                break
        return ()

    def _by_path(self, name: str) -> str | None:
        stem = name.replace(".", "/")
        for suffix in _JVM_SUFFIXES:
            candidate = stem + suffix
            found = [
                one
                for one in self._by_name.get(candidate.rpartition("/")[2], ())
                if one == candidate or one.endswith("/" + candidate)
            ]
            if len(found) == 1:
                return found[0]
        return None

    def _by_declaration(self, name: str) -> str | None:
        self._read()
        return (self._names or {}).get(name)

    def _read(self) -> None:
        if self._names is not None:
            return
        self._names = {}
        for path in self._files if self._declared is not None else ():
            if self._declared is not None and (facts := self._declared(path)).namespace:
                self._members.setdefault(facts.namespace, []).append(path)
                for name in facts.top_names:
                    self._names.setdefault(f"{facts.namespace}.{name}", path)


class PhpResolver:
    """`use App\\A` by PSR-4 of composer.json; without it the only file whose path ends in the name."""

    def __init__(self, paths: Iterable[str], read: Read | None) -> None:
        self._paths = frozenset(paths)
        self._prefixes: list[tuple[str, str]] = []
        self._by_name: dict[str, list[str]] = {}
        for path in sorted(self._paths):
            folder, _, name = path.rpartition("/")
            self._by_name.setdefault(name, []).append(path)
            if name == "composer.json" and read is not None:
                self._prefixes += _psr4(read(path), folder)
        self._prefixes.sort(key=lambda one: (-len(one[0]), one))

    def resolve(self, reference: Reference) -> tuple[str, ...]:
        """The file of a class; functions and constants have none of their own."""
        name = reference.target
        for prefix, folder in self._prefixes:
            if name.startswith(prefix):
                candidate = "/".join(one for one in (folder, name[len(prefix) :].replace("\\", "/")) if one) + ".php"
                if candidate in self._paths:
                    return (candidate,)
        parts = name.split("\\")
        for start in range(len(parts)):
            ending = "/".join(parts[start:]) + ".php"
            named = self._by_name.get(parts[-1] + ".php", ())
            found = [one for one in named if one == ending or one.endswith("/" + ending)]
            if found:
                return (found[0],) if len(found) == 1 else ()
        return ()


def _psr4(text: str, folder: str) -> list[tuple[str, str]]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return []
    found: list[tuple[str, str]] = []
    for section in ("autoload", "autoload-dev"):
        part = data.get(section) if isinstance(data, dict) else None
        rules = part.get("psr-4") if isinstance(part, dict) else None
        for prefix, places in rules.items() if isinstance(rules, dict) else ():
            for place in places if isinstance(places, list) else [places]:
                if isinstance(place, str):
                    found.append((str(prefix), "/".join(one for one in (folder, place.strip("./")) if one)))
    return found


class CsharpResolver:
    """`using A.B` means the files that declare A.B and define a type that the importing text names."""

    def __init__(self, paths: Iterable[str], declared: Declared | None) -> None:
        self._files = [path for path in sorted(paths) if path.endswith(".cs")]
        self._declared = declared
        self._members: dict[str, list[tuple[str, tuple[str, ...]]]] | None = None
        self._words: tuple[str, frozenset[str]] = ("", frozenset())

    def resolve(self, path: str, reference: Reference, text: str) -> tuple[str, ...]:
        """Best effort: extension methods and inferred types are not named."""
        if self._members is None:
            self._members = {}
            for one in self._files if self._declared is not None else ():
                if self._declared is not None and (facts := self._declared(one)).namespace:
                    self._members.setdefault(facts.namespace, []).append((one, facts.top_names))
        if self._words[0] != path:
            self._words = (path, frozenset(_WORD.findall(text)))
        target, words = reference.target, self._words[1]
        members = self._members.get(target, [])
        if members:
            return tuple(one for one, names in members if words.intersection(names))[:_MOST_TARGETS]
        # `using static A.B.Type` and `using X = A.B.Type`
        namespace, _, name = target.rpartition(".")
        return tuple(one for one, names in self._members.get(namespace, []) if name in names)
