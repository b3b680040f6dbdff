"""Python's import statements and the files that they mean, without importing anything."""

from __future__ import annotations

import ast
import sys
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from tasks.source.python_syntax import dotted_name, parse

_INIT = "__init__.py"
_SUFFIXES = (".py", ".pyi")
_BLOCKS = ("body", "orelse", "handlers", "finalbody", "cases")
# Folders that are put on sys.path by convention.
_IMPORT_ROOTS = frozenset({"", "src", "lib", "python"})


@dataclass(frozen=True)
class PythonImport:
    """`import a.b` gives module "a.b" and no names; `from ..x import y` module "x", level 2, names ("y",)."""

    line: int
    module: str
    level: int
    names: tuple[str, ...]
    type_checking: bool
    deferred: bool


def python_imports(text: str) -> tuple[PythonImport, ...]:
    """Every import of a text in order of appearance; empty for text that does not parse."""
    tree = parse(text)
    if tree is None:
        return ()
    lines = [number for number, line in enumerate(text.split("\n"), 1) if "import" in line]
    return tuple(sorted(_imports(tree, lines), key=lambda one: one.line))


class PythonResolver:
    """Maps modules to files.

    A file's own name is found by walking up while the folder is a package; from there up to the root every
    longer name counts too, for namespace packages. Several files may bear one name (scripts, examples): the
    one nearest to the importing file is meant.
    """

    def __init__(self, paths: Iterable[str], root_name: str) -> None:
        self._paths = frozenset(paths)
        self._root_name = root_name
        self._by_name: dict[str, list[tuple[str, str]]] = {}
        for path in sorted(self._paths):
            for name, import_root in self._names(path):
                self._by_name.setdefault(name, []).append((path, import_root))

    def resolve(self, path: str, found: PythonImport) -> tuple[str, ...]:
        """The files of this source that a statement in `path` imports, each once; never `path` itself."""
        targets: list[str] = []
        for name in found.names or ("",):
            dotted = ".".join(part for part in (found.module, name) if part and part != "*")
            target = self._relative(path, dotted, found) if found.level else self._absolute(path, dotted)
            if target is not None and target != path and target not in targets:
                targets.append(target)
        return tuple(targets)

    def _names(self, path: str) -> Iterator[tuple[str, str]]:
        """Every dotted name of a file with the folder that must be on sys.path for it."""
        pure = PurePosixPath(path)
        parts = list(pure.parent.parts) + ([] if pure.stem == "__init__" else [pure.stem])
        folders = list(pure.parent.parts)
        while folders and self._is_package("/".join(folders)):
            folders.pop()
        if not folders and self._is_package(""):
            # The root is a package itself: its files are imported by its name.
            yield ".".join((self._root_name, *parts)), ""
            return
        for depth in range(len(folders), -1, -1):
            if parts[depth:]:
                yield ".".join(parts[depth:]), "/".join(parts[:depth])

    def _is_package(self, folder: str) -> bool:
        prefix = folder + "/" if folder else ""
        return any(f"{prefix}__init__{suffix}" in self._paths for suffix in _SUFFIXES)

    def _absolute(self, path: str, dotted: str) -> str | None:
        while dotted:
            candidates = [
                (candidate, import_root)
                for candidate, import_root in self._by_name.get(dotted, ())
                if self._reaches(path, candidate, import_root)
            ]
            if candidates:
                return min(candidates, key=lambda one: (-_shared(one[0], path), one[0].count("/"), one[0]))[0]
            dotted = dotted.rpartition(".")[0]
        return None

    def _reaches(self, path: str, candidate: str, import_root: str) -> bool:
        """Whether a name is likely meant: a loose script is importable only from beside or below it."""
        folder = path.rpartition("/")[0]
        beside = import_root == folder or folder.startswith(import_root + "/")
        top = candidate[len(import_root) + 1 if import_root else 0 :].partition("/")[0].removesuffix(".py")
        if top in sys.stdlib_module_names:
            return import_root == folder and not self._is_package(folder)
        in_package = "/" in candidate[len(import_root) + 1 if import_root else 0 :]
        return in_package or beside or import_root in _IMPORT_ROOTS

    def _relative(self, path: str, dotted: str, found: PythonImport) -> str | None:
        folders = path.split("/")[:-1]
        up = found.level - 1
        if up > len(folders):
            return None
        base = folders[: len(folders) - up]
        parts = dotted.split(".") if dotted else []
        # The last part may be a module or a name within one; nothing before it may be guessed away.
        shortest = len(found.module.split(".")) if found.module else 0
        for length in range(len(parts), shortest - 1, -1):
            stem = "/".join((*base, *parts[:length]))
            for candidate in self._files(stem):
                if candidate in self._paths:
                    return candidate
        return None

    @staticmethod
    def _files(stem: str) -> Iterator[str]:
        prefix = stem + "/" if stem else ""
        for suffix in _SUFFIXES:
            if stem:
                yield stem + suffix
            yield f"{prefix}__init__{suffix}"


def _imports(tree: ast.Module, lines: list[int]) -> Iterator[PythonImport]:
    """`lines` are those that hold the word: a block without one of them is not entered."""
    stack: list[tuple[ast.AST, bool, bool]] = [(child, False, False) for child in tree.body]
    while stack:
        node, type_checking, deferred = stack.pop()
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield PythonImport(node.lineno, alias.name, 0, (), type_checking, deferred)
        elif isinstance(node, ast.ImportFrom):
            names = tuple(alias.name for alias in node.names)
            yield PythonImport(node.lineno, node.module or "", node.level, names, type_checking, deferred)
        elif not _holds(node, lines):
            continue
        elif isinstance(node, ast.If) and _is_type_checking(node.test):
            stack.extend((child, True, deferred) for child in node.body)
            stack.extend((child, type_checking, deferred) for child in node.orelse)
        elif isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case):
            inside = deferred or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            # Imports are statements: no expression is worth entering.
            for field in _BLOCKS:
                stack.extend((child, type_checking, inside) for child in getattr(node, field, ()))


def _holds(node: ast.AST, lines: list[int]) -> bool:
    """Whether one of the lines lies within a node; `match_case` alone does not say where it stands."""
    start = getattr(node, "lineno", None)
    if start is None:
        return True
    at = bisect_left(lines, start)
    return at < len(lines) and lines[at] <= getattr(node, "end_lineno", start)


def _is_type_checking(test: ast.expr) -> bool:
    return (dotted_name(test) or "").rpartition(".")[2] == "TYPE_CHECKING"


def _shared(one: str, other: str) -> int:
    """How many leading folders two paths share."""
    count = 0
    for left, right in zip(one.split("/")[:-1], other.split("/")[:-1], strict=False):
        if left != right:
            break
        count += 1
    return count
