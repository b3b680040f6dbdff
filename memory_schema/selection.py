"""From a pointer to its text and hash: the part that a role reads, as selected before any cut.

Freshness compares these hashes (PROTOCOL 4). Source files are compared by the manifest's hash and
need no reading here; their text is the SourceView's business.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from dataclasses import dataclass

from memory_schema.answers import Answer
from memory_schema.contracts import CONTRACTS, Role
from memory_schema.ledger import Ledger
from memory_schema.markers import strip_marker
from memory_schema.memory_view import MemoryView
from memory_schema.notes import render_note
from memory_schema.outline import Outline, SourceMap
from memory_schema.outline_markdown import outline_part, parse_outline
from memory_schema.paths import OUTLINE, SOURCE_MAP, Kind
from memory_schema.pointers import Pointer, PointerList, Scope
from memory_schema.receipts import Meaning, ReadReceipt, config_meaning, sha256
from memory_schema.source_map_markdown import parse_source_map, source_map_part
from memory_schema.views import render_view
from memory_schema.works import read_receipt, works
from memory_schema.workspace import Workspace

_outline_of = functools.lru_cache(maxsize=2)(parse_outline)
_source_map_of = functools.lru_cache(maxsize=2)(parse_source_map)
"""Every agent reads the two frozen texts anew, so that an edit is seen; the same text is parsed once."""

SourceHash = Callable[[str], str]
"""The content hash of a source path, or of the whole tree for ""; "" for an unknown path."""


@dataclass(frozen=True)
class Selected:
    """The text of a pointer and the hash that freshness compares."""

    text: str
    hash: str


class Selector:
    """Selects texts of one book; caches by content, so one is made for each question, not for ever."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.ledger = Ledger(workspace)
        self._selected: dict[tuple[Scope, str, str], Selected] = {}
        self._outline: Outline | None = None
        self._source_map: SourceMap | None = None

    def outline(self) -> Outline:
        """The frozen outline. Raises FileNotFoundError or OutlineError."""
        if self._outline is None:
            self._outline = _outline_of(self.workspace.read(OUTLINE))
        return self._outline

    def source_map(self) -> SourceMap:
        """The frozen source map. Raises FileNotFoundError or OutlineError."""
        if self._source_map is None:
            self._source_map = _source_map_of(self.workspace.read(SOURCE_MAP))
        return self._source_map

    def view(self, chapter: int) -> MemoryView:
        """The memory as of a chapter, dropped chapters left out."""
        dropped = frozenset(plan.number for plan in self.outline().chapters if plan.dropped)
        return self.ledger.view(chapter, dropped)

    def select(self, pointer: Pointer) -> Selected:
        """The text of a pointer of scope BOOK or MEMORY. Raises FileNotFoundError, ValueError for others."""
        key = (pointer.scope, pointer.path, pointer.part)
        if key not in self._selected:
            self._selected[key] = self._select(pointer)
        return self._selected[key]

    def _select(self, pointer: Pointer) -> Selected:
        if pointer.scope is Scope.MEMORY:
            text = render_view(Kind(pointer.path), self.view(pointer.chapter))
            return Selected(text, sha256(text))
        if pointer.scope is not Scope.BOOK:
            raise ValueError(f"{pointer.name}: source texts are selected by the source view")
        if pointer.part == "notes":
            return self._notes(pointer.path)
        if pointer.part == "guidance":
            guidance = Answer.model_validate_json(self.workspace.read(pointer.path)).guidance
            return Selected(guidance, sha256(guidance))
        if pointer.path == OUTLINE and pointer.part.startswith("chapter "):
            text = outline_part(self.outline(), pointer.chapter)
        elif pointer.path == SOURCE_MAP and pointer.part.startswith("chapter "):
            text = source_map_part(self.source_map(), pointer.chapter)
        elif pointer.part in _SECTIONS:
            text = section(self.workspace.read(pointer.path), pointer.part)
        else:
            text = strip_marker(self.workspace.read(pointer.path))
        return Selected(text, sha256(text))

    def _notes(self, path: str) -> Selected:
        """The notes of an attempt's agents so far; paths that code added are outside the hash."""
        match = re.search(r"/ch(\d+)/a(\d+)$", path)
        assert match is not None
        rows: list[str] = []
        meant: list[str] = []
        for work in works(self.workspace, int(match[1]), int(match[2]), complete=False):
            receipt = read_receipt(self.workspace, work.path, self.workspace.read_or(work.path))
            if receipt is None or not CONTRACTS[work.role].per_chapter or work.role in _AFTER_EDITOR:
                continue
            head = f"## {CONTRACTS[work.role].title}, round {work.round}\n"
            rows.append(f"{head}\n{render_note(receipt.note)}\n")
            meant.append(head + receipt.note.model_dump_json(exclude={"file_refs"}))
        return Selected("\n".join(rows), sha256("\n".join(meant)))


def meaning_now(
    pointers: PointerList, selector: Selector, config: dict[str, object], source_hash: SourceHash
) -> Meaning:
    """What the contract means now: revision, declared config, the hash of every pointer (PROTOCOL 4).

    A text that does not exist hashes as "" so that the comparison says what changed.
    """
    contract = CONTRACTS[Role(pointers.role)]
    reads = []
    for pointer in pointers.reads:
        if pointer.scope in (Scope.SOURCE, Scope.TREE):
            digest = source_hash(pointer.path)
        else:
            try:
                digest = selector.select(pointer).hash
            except FileNotFoundError:
                digest = ""
        reads.append(ReadReceipt(name=pointer.name, scope=pointer.scope.value, part=pointer.part, hash=digest))
    return Meaning(revision=contract.revision, config=config_meaning(config), reads=tuple(reads))


def section(text: str, title: str) -> str:
    """The part of a text below the H2 of this title (case ignored); "" when there is none."""
    match = re.search(
        rf"^## {re.escape(title)}[ \t]*\n(?P<body>.*?)(?=^## |\Z)",
        text,
        re.MULTILINE | re.DOTALL | re.IGNORECASE,
    )
    return strip_marker(match["body"]).strip() + "\n" if match else ""


_SECTIONS = ("fidelity", "consistency", "style")
_AFTER_EDITOR = (Role.EDITOR, Role.WRITER_FINALISING, Role.FINAL_CHECKER, Role.KEEPER)
