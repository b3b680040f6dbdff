"""Which files Go packages and Rust paths mean: by go.mod and Cargo.toml, else by folders."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable
from typing import TypeAlias

from tasks.source.tree_references import Reference

Read: TypeAlias = Callable[[str], str]
"""The text of a file of the source by its path; used for the few files that say how modules are named."""

_GO_MODULE = re.compile(r"^module\s+\"?([^\s\"]+)", re.MULTILINE)
_CRATE_NAME = re.compile(r"^\[(?:package|lib)\][^\[]*?^name\s*=\s*\"([\w-]+)\"", re.MULTILINE)


class GoResolver:
    """A package is a folder: its files but the tests."""

    def __init__(self, paths: Iterable[str], read: Read | None) -> None:
        self._by_folder: dict[str, list[str]] = {}
        self._modules: list[tuple[str, str]] = []
        for path in sorted(paths):
            folder, _, name = path.rpartition("/")
            if name.endswith(".go") and not name.endswith("_test.go"):
                self._by_folder.setdefault(folder, []).append(path)
            elif name == "go.mod" and read is not None and (found := _GO_MODULE.search(read(path))):
                self._modules.append((found.group(1), folder))
        # The longest module path that fits is the innermost module.
        self._modules.sort(key=lambda one: (-len(one[0]), one[1]))

    def resolve(self, target: str) -> tuple[str, ...]:
        """The files of the package that an import names."""
        for module, folder in self._modules:
            if target == module or target.startswith(module + "/"):
                return tuple(self._by_folder.get(posixpath.normpath(posixpath.join(folder, target[len(module) + 1 :]))
                                                 .removeprefix("."), ()))  # fmt: skip
        return () if self._modules else self._by_suffix(target)

    def _by_suffix(self, target: str) -> tuple[str, ...]:
        """Without a go.mod: the longest end of the path that is a folder here."""
        parts = target.split("/")
        if "." not in parts[0]:
            return ()  # the standard library: its names never hold a dot
        folders = ("/".join(parts[start:]) for start in range(1, len(parts)))
        return next((tuple(self._by_folder[folder]) for folder in folders if folder in self._by_folder), ())


class RustResolver:
    """`mod a;`, `use crate::a::b`, `use super::x`, and other crates of the same workspace."""

    def __init__(self, paths: Iterable[str], read: Read | None) -> None:
        self._paths = frozenset(paths)
        self._crates: dict[str, str] = {}
        for path in sorted(self._paths):
            if path.rpartition("/")[2] == "Cargo.toml" and read is not None:
                for found in _CRATE_NAME.finditer(read(path)):
                    folder = path.rpartition("/")[0]
                    self._crates.setdefault(found.group(1).replace("-", "_"), _joined(folder, "src"))

    def resolve(self, path: str, reference: Reference) -> tuple[str, ...]:
        """The one file that holds the module, or nothing."""
        folder, _, name = path.rpartition("/")
        is_root = name in ("mod.rs", "lib.rs", "main.rs")
        own = folder if is_root else _joined(folder, name.removesuffix(".rs"))
        if reference.kind == "mod":
            return self._first((own, folder), [reference.target])
        head, *parts = reference.target.split("::")
        if head == "crate":
            return self._within(self._crate_root(path), parts)
        if head in ("self", "super"):
            base = own
            climbed = [head, *parts]
            while climbed and climbed[0] in ("self", "super"):
                base = base.rpartition("/")[0] if climbed[0] == "super" else base
                climbed = climbed[1:]
            return self._within(base, climbed)
        if head in self._crates:
            return self._within(self._crates[head], parts)
        # Since 2018 a path may begin with a module beside it.
        return self._first((own,), [head, *parts])

    def _within(self, base: str, parts: list[str]) -> tuple[str, ...]:
        """A module below `base`, else the file of `base` itself: what is named is an item of it."""
        own = (f"{base}.rs", f"{base}/mod.rs")
        beside = next(((one,) for one in own if one in self._paths), ())
        return self._first((base,), parts) or beside or self._root_file(base)

    def _crate_root(self, path: str) -> str:
        folder = path.rpartition("/")[0]
        while True:
            if self._root_file(folder):
                return folder
            if not folder:
                return path.partition("src/")[0] + "src" if "src/" in path else ""
            folder = folder.rpartition("/")[0]

    def _root_file(self, folder: str) -> tuple[str, ...]:
        roots = (_joined(folder, name) for name in ("lib.rs", "main.rs"))
        return next(((root,) for root in roots if root in self._paths), ())

    def _first(self, bases: Iterable[str], parts: list[str]) -> tuple[str, ...]:
        """The longest leading part that is a file: what follows it is an item of that module."""
        for base in bases:
            for length in range(len(parts), 0, -1):
                stem = _joined(base, "/".join(parts[:length]))
                for candidate in (f"{stem}.rs", f"{stem}/mod.rs"):
                    if candidate in self._paths:
                        return (candidate,)
        return ()


def _joined(folder: str, target: str) -> str:
    return f"{folder}/{target}" if folder else target
