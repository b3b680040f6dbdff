"""The append-only memory on disk: entries, and the four files rendered from them (PROTOCOL 8).

An entry is created once; its receipt lies beside the others, so a changed or torn entry is found.
The four Markdown files are the rendering of the entries in order of sequence: good to read, rebuildable
at any time, and an edit in them is an error that names the entry.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, ValidationError

from memory_schema.entries import Correction, Entry, MemoryProposal, correction_name, entry_name
from memory_schema.errors import DamagedMemory, InputError
from memory_schema.memory_view import MemoryView, latest_attempts, view_before
from memory_schema.paths import ENTRIES, NOTES, Kind
from memory_schema.receipts import receipt_path, sha256
from memory_schema.rendered_memory import block, header
from memory_schema.workspace import Workspace

_NAME = re.compile(r"^(?P<sequence>\d{4,})-(?:ch(?P<chapter>\d{2,})-a(?P<attempt>\d+)|correction)\.json$")


class EntryReceipt(BaseModel):
    """The receipt of an entry: that code created exactly this text."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    output: str
    sha256: str


@dataclass(frozen=True)
class Damage:
    """Something wrong with the memory: which file, which entry, what."""

    name: str
    entry: str
    problem: str


class Ledger:
    """Reads and extends the memory of one book."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._parsed: dict[str, Entry | Correction] = {}
        self._whole: dict[tuple[str, ...], tuple[Entry | Correction, ...]] = {}
        self._views: dict[tuple[int, frozenset[int], tuple[str, ...]], MemoryView] = {}

    def records(self) -> tuple[Entry | Correction, ...]:
        """Everything remembered, in order of sequence. Raises DamagedMemory.

        An entry never changes, so what the same names hold is put in order once.
        """
        names = self._workspace.list(ENTRIES)
        if names not in self._whole:
            self._whole = {names: self._in_order(names)}
        return self._whole[names]

    def _in_order(self, listed: tuple[str, ...]) -> tuple[Entry | Correction, ...]:
        names = [name for name in listed if _NAME.match(name.rsplit("/", 1)[-1])]
        records = tuple(sorted((self._record(name) for name in names), key=lambda record: record.sequence))
        for expected, record in enumerate(records, start=1):
            if record.sequence > expected:
                raise DamagedMemory(f"memory entry {expected:04d} is missing from {ENTRIES}: restore it from a backup")
            if record.sequence < expected:
                raise DamagedMemory(f"{_label(record)}: its number is given twice in {ENTRIES}; keep the right one")
        return records

    def entries(self) -> tuple[Entry, ...]:
        """The chapters' entries, in order of sequence."""
        return tuple(record for record in self.records() if isinstance(record, Entry))

    def entry(self, chapter: int, attempt: int) -> Entry | None:
        """The entry of one attempt, or None."""
        found = (e for e in self.entries() if (e.chapter, e.attempt) == (chapter, attempt))
        return next(found, None)

    def view(self, chapter: int, dropped: frozenset[int] = frozenset()) -> MemoryView:
        """view(N): the memory as of a chapter."""
        key = (chapter, dropped, self._workspace.list(ENTRIES))
        if key not in self._views:
            records = self.records()
            corrections = (record for record in records if isinstance(record, Correction))
            entries = (record for record in records if isinstance(record, Entry))
            self._views[key] = view_before(chapter, entries, corrections, dropped)
        return self._views[key]

    def remember(self, chapter: int, attempt: int, title: str, final_hash: str, proposal: MemoryProposal) -> Entry:
        """Create the entry of an attempt, once, and render it.

        Returns the entry that stands: an existing one is returned unchanged.
        """
        standing = self.entry(chapter, attempt)
        if standing is None:
            before = latest_attempts(self.entries()).get(chapter)
            entry = Entry(
                sequence=self._next(),
                chapter=chapter,
                attempt=attempt,
                title=title,
                final_hash=final_hash,
                supersedes=before.sequence if before else None,
                proposal=proposal,
            )
            self._create(f"{ENTRIES}/{entry_name(entry.sequence, chapter, attempt)}", entry)
            standing = entry
        self.render()
        return standing

    def correct(self, kind: Kind, key: str, value: dict[str, str] | None, why: str) -> Correction:
        """Store a person's correction as an entry of its own and render it."""
        correction = Correction(sequence=self._next(), kind=kind, key=key, value=value, why=why)
        self._create(f"{ENTRIES}/{correction_name(correction.sequence)}", correction)
        self.render()
        return correction

    def render(self) -> None:
        """Append to the four files what they lack. Raises DamagedMemory when one was edited."""
        for kind in Kind:
            text, expected = self._workspace.read_or(kind.file), self._expected(kind)
            if text == expected:
                continue
            if not expected.startswith(text):
                damage = self._damage(kind, text)
                raise DamagedMemory(f"{damage.name}: {damage.problem} ({damage.entry}); {_ADVICE}")
            self._workspace.replace(kind.file, expected)

    def rebuild(self) -> tuple[str, ...]:
        """Render the four files anew; an edited one is first kept below notes/. Returns the names."""
        changed = []
        for kind in Kind:
            text, expected = self._workspace.read_or(kind.file), self._expected(kind)
            if text and not expected.startswith(text):
                self._workspace.replace(f"{NOTES}/edits/{kind.value}-{sha256(text)[:12]}.md", text)
                changed.append(kind.file)
            if text != expected:
                self._workspace.replace(kind.file, expected)
        return tuple(changed)

    def damage(self) -> tuple[Damage, ...]:
        """Everything wrong with the memory; empty when it is whole. Reads only."""
        try:
            self.records()
        except DamagedMemory as error:
            return (Damage(ENTRIES, str(error).split(":", 1)[0], str(error)),)
        texts = ((kind, self._workspace.read_or(kind.file)) for kind in Kind)
        return tuple(self._damage(kind, text) for kind, text in texts if not self._expected(kind).startswith(text))

    def _record(self, name: str) -> Entry | Correction:
        if name not in self._parsed:
            try:
                text = self._workspace.read(name)
            except InputError as error:
                raise DamagedMemory(f"memory entry {name} was changed or torn: {error}") from None
            if not self._workspace.exists(receipt_path(name, sha256(text))):
                raise DamagedMemory(
                    f"memory entry {name} was changed or torn: it has no receipt; restore the file from a backup"
                )
            kind = Correction if name.endswith("-correction.json") else Entry
            try:
                self._parsed[name] = kind.model_validate_json(text)
            except ValidationError as error:
                raise DamagedMemory(f"memory entry {name} cannot be read: {error.errors()[0]['msg']}") from None
        return self._parsed[name]

    def _create(self, name: str, record: Entry | Correction) -> None:
        text = record.model_dump_json(indent=1) + "\n"
        receipt = EntryReceipt(output=name, sha256=sha256(text))
        self._workspace.replace(receipt_path(name, receipt.sha256), receipt.model_dump_json(indent=1) + "\n")
        if not self._workspace.create(name, text):
            raise DamagedMemory(f"memory entry {name} exists already: another run wrote it; run again")

    def _next(self) -> int:
        return max((record.sequence for record in self.records()), default=0) + 1

    def _expected(self, kind: Kind) -> str:
        return header(kind) + "".join(block(kind, record) for record in self.records())

    def _damage(self, kind: Kind, text: str) -> Damage:
        at = header(kind)
        if not text.startswith(at):
            return Damage(kind.file, "header", "its head was edited")
        for record in self.records():
            piece = block(kind, record)
            if not text.startswith(at + piece) and not (at + piece).startswith(text):
                return Damage(kind.file, _label(record), "it was edited by hand or is torn")
            at += piece
        removed = re.findall(r"^Entry (\d+)[,.]", text[len(at) :], re.MULTILINE)
        if removed:
            return Damage(kind.file, f"entry {int(removed[0]):04d}", f"it is missing from {ENTRIES}")
        return Damage(kind.file, "after the last entry", "text was added by hand")


_ADVICE = (
    "corrections are made with: sourcebook correct BOOK ...; "
    "restore the file with: sourcebook memory BOOK --rebuild (your text is kept)"
)


def _label(record: Entry | Correction) -> str:
    if isinstance(record, Entry):
        return f"entry {entry_name(record.sequence, record.chapter, record.attempt)}"
    return f"entry {correction_name(record.sequence)}"
