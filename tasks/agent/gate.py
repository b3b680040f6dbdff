"""The gate: which texts one agent may read, and the one file that it may write.

Trust model. The prompt builder and the tools ask the gate for everything; there is no other way from a
model to a file. What a model asks for is hostile: its request is a *name*, looked up exactly as it is
in the set of names that the agent's pointers (for the architect: the manifest) allow. It is never
opened, decoded, repaired or resolved as a path, so no spelling reaches anything that has no name here.
A pointer is trusted to name a text and not to be allowed to: a wrong binding is a bug that must not
leak, so the contract's `forbids` are checked again by category, on the pointer's path as written and as
it resolves on disk, both when the prompt is built and at every tool call. What a path resolves to must
lie inside the book (`Workspace.path`) or the source (`SourceView`). Every refusal is reported.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from memory_schema.contracts import Contract, Forbidden
from memory_schema.errors import AccessRefused
from memory_schema.paths import ENTRIES, STYLE_GUIDE, Kind, work_path
from memory_schema.pointers import Need, Pointer, PointerList, Scope, normalise_name
from memory_schema.workspace import Workspace

Refused = Callable[[str], None]
"""Told of every refusal, one line each; the runtime writes it to the audit log."""

_DRAFT_OR_REPORT = re.compile(
    r"^output/(?:chapters/draft/ch(?P<a>\d+)-draft\.md|research/ch(?P<b>\d+)-report\.md"
    r"|notes/ch(?P<c>\d+)/(?:.*/)?(?:draft|report)\.md)$"
)
_STYLE_WORK = re.compile(r"^output/notes/plan/style-a\d+/")


class Gate:
    """What one call of one role may touch.

    Args:
        contract: the role's row; its `forbids` hold whatever the pointers say.
        pointers: what the call was bound to.
        workspace: resolves book paths, and symbolic links in them, inside the book.
        tree: every path of the source, for a pointer to the source tree.
        openable: names found in the notes that the role reads; at most `open_budget` may be opened.
        refused: told of every refusal.

    Raises:
        AccessRefused: the output is not the one of this (role, chapter, attempt, round), or a pointer
            names what the contract forbids.
    """

    def __init__(
        self,
        contract: Contract,
        pointers: PointerList,
        workspace: Workspace,
        *,
        tree: Collection[str] = (),
        openable: Collection[str] = (),
        refused: Refused = lambda line: None,
    ) -> None:
        self._contract = contract
        self._pointers = pointers
        self._workspace = workspace
        self._refused = refused
        self._by_name = {pointer.name: pointer for pointer in pointers.reads}
        has_tree = any(pointer.scope is Scope.TREE for pointer in pointers.reads)
        self._tree = frozenset(tree) if has_tree else frozenset()
        self._openable = frozenset(openable) if pointers.open_budget else frozenset()
        self._opened: set[str] = set()
        self._check_output()
        for pointer in pointers.reads:
            self.admit(pointer)

    @property
    def names(self) -> tuple[str, ...]:
        """Every name that may be read, in order of priority, the source tree's files last."""
        return (*self._by_name, *sorted((self._tree | self._openable) - self._by_name.keys()))

    def resolve(self, requested: object) -> Pointer:
        """The pointer behind a requested name. Raises AccessRefused with the one line the model sees."""
        if not isinstance(requested, str):
            raise self._refusal(f"a name is a text, not {type(requested).__name__}")
        name = normalise_name(requested) if len(requested) <= 1024 else None
        if name is None:
            raise self._refusal(f"{requested[:120]!r} is no name of the list; give a name exactly as listed")
        pointer = self.peek(name)
        if pointer is not None:
            return pointer
        if name in self._openable:
            return self._open(name)
        raise self._refusal(f"{name[:120]!r} is not on your list of files; list_files shows what you may read")

    def peek(self, name: str) -> Pointer | None:
        """The pointer behind one of `names`; None for a reference, which only `resolve` opens."""
        pointer = self._by_name.get(name)
        if pointer is None and name in self._tree:
            pointer = _tree_file(name)
        if pointer is not None:
            self.admit(pointer)
        return pointer

    def admit(self, pointer: Pointer) -> None:
        """Check a pointer against the contract, whatever it was bound to. Raises AccessRefused."""
        if pointer.scope is Scope.BOOK and not all(p.startswith("output/") for p in self._spellings(pointer.path)):
            raise self._refusal(f"{pointer.name!r} does not lie below output/")
        chapter = self._pointers.chapter
        if pointer.scope is Scope.MEMORY and chapter is not None and pointer.part != f"as of chapter {chapter}":
            raise self._refusal(f"{pointer.name!r} ({pointer.part}) is not the memory as of chapter {chapter}")
        for forbidden in self._contract.forbids:
            if self._falls_under(pointer, forbidden):
                raise self._refusal(f"{pointer.name!r} is {forbidden.value}, which this role must not see")

    def _open(self, name: str) -> Pointer:
        if name not in self._opened and len(self._opened) >= self._pointers.open_budget:
            raise self._refusal(f"{name!r}: {self._pointers.open_budget} files are open already; that is all")
        self._opened.add(name)
        scope = Scope.BOOK if name.startswith("output/") else Scope.SOURCE
        pointer = Pointer(name=name, scope=scope, path=name, need=Need.IF_ROOM)
        if scope is Scope.BOOK and any(self._path_is(path, Forbidden.MEMORY) for path in self._spellings(name)):
            raise self._refusal(f"{name!r} is {Forbidden.MEMORY.value}, which no reference opens")
        self.admit(pointer)
        return pointer

    def _check_output(self) -> None:
        p = self._pointers
        expected = work_path(self._contract.output, p.chapter, p.attempt, p.round)
        if p.output != expected or p.role != self._contract.role.value:
            raise self._refusal(f"{p.output!r} is not the output of {p.role}: that is {expected!r}")

    def _falls_under(self, pointer: Pointer, forbidden: Forbidden) -> bool:
        if forbidden is Forbidden.SOURCE:
            return pointer.scope in (Scope.SOURCE, Scope.TREE)
        if forbidden is Forbidden.MEMORY and pointer.scope is Scope.MEMORY:
            return True
        if forbidden is Forbidden.EVERYTHING_ELSE:
            return pointer.part != "notes" and pointer.name not in self._opened
        if pointer.scope is not Scope.BOOK:
            return False
        return any(self._path_is(path, forbidden) for path in self._spellings(pointer.path))

    def _spellings(self, path: str) -> tuple[str, ...]:
        """The path as written and as it resolves inside the book. Raises AccessRefused outside it."""
        real = self._workspace.path(path).resolve().relative_to(self._workspace.root).as_posix()
        return (path, real)

    def _path_is(self, path: str, forbidden: Forbidden) -> bool:
        if forbidden is Forbidden.MEMORY:
            return path.startswith(f"{ENTRIES}/") or path in {kind.file for kind in Kind}
        if forbidden is Forbidden.STYLE_GUIDE:
            return path == STYLE_GUIDE or _STYLE_WORK.match(path) is not None
        if forbidden is Forbidden.OTHER_DRAFTS:
            match = _DRAFT_OR_REPORT.match(path)
            number = next((found for found in match.groups() if found), "") if match else ""
            return bool(number) and int(number) != self._pointers.chapter
        return False

    def _refusal(self, why: str) -> AccessRefused:
        self._refused(why)
        return AccessRefused(why)


def _tree_file(path: str) -> Pointer:
    return Pointer(name=path, scope=Scope.SOURCE, path=path, need=Need.IF_ROOM)
