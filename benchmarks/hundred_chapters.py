"""A finished book of many chapters, made of real receipts through the functions that a run uses.

The texts are short; what `status` has to do is the same as for long ones: bind every contract, hash
every part, compare every receipt.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from unittest.mock import patch

from memory_schema.attempts import open_first_attempt
from memory_schema.binding import bind, declared
from memory_schema.book import BookConfig, load_book
from memory_schema.contracts import CONTRACTS, Role, RoleKind
from memory_schema.entries import MemoryProposal, Summary, Term
from memory_schema.findings import Verdict, render_verdict
from memory_schema.markers import sealed
from memory_schema.notes import StructuredNote
from memory_schema.outline import ChapterPlan, Outline, Proposal, SourceFile, SourceMap
from memory_schema.outputs import store_output
from memory_schema.planning import freeze
from memory_schema.progress import SHARED_ROLES
from memory_schema.receipts import Author, Receipt, sha256
from memory_schema.selection import Selector, meaning_now
from memory_schema.source_map_markdown import render_proposal
from memory_schema.steps import PANEL_ROLES, REVIEW_ROLES
from memory_schema.workspace import Workspace
from tasks.source.manifest import Manifest, take_manifest

_CHAPTER_ROLES = (
    Role.RESEARCHER,
    Role.WRITER,
    *REVIEW_ROLES,
    *PANEL_ROLES,
    Role.EDITOR,
    Role.WRITER_FINALISING,
    Role.FINAL_CHECKER,
    Role.KEEPER,
)
_WORDS = "It says what the part does, why it is there, and where it stops holding. " * 12


def build_book(folder: Path, chapters: int) -> int:
    """Make a finished book below `folder`; returns how many outputs it has.

    fsync is idle meanwhile: the book is thrown away, and only reading it is measured.
    """
    manifest = write_parts(folder, chapters)
    workspace = Workspace(folder)
    with patch.object(os, "fsync", lambda _descriptor: None), workspace.hold("benchmark"):
        numbers = range(1, chapters + 1)
        plans = [ChapterPlan(number=n, title=f"Part {n}", promise=f"You know part {n}.") for n in numbers]
        freeze_parts(workspace, manifest, plans)
        made = _make(workspace, load_book(folder), manifest, Role.STYLIST, None)
        for number in range(1, chapters + 1):
            made += _finish(workspace, load_book(folder), manifest, number)
        for role in SHARED_ROLES[1:]:
            made += _make(workspace, load_book(folder), manifest, role, None)
    return made


def write_parts(folder: Path, chapters: int) -> Manifest:
    """Make a source of one small module a chapter in `folder/source`, and the book.toml over it."""
    source = folder / "source"
    source.mkdir(parents=True)
    for number in range(1, chapters + 1):
        (source / f"part_{number:03d}.py").write_text(f'"""Part {number}."""\n\nVALUE = {number}\n', encoding="utf-8")
    (folder / "book.toml").write_text('title = "A Hundred Parts"\n[source]\npath = "source"\n', encoding="utf-8")
    return take_manifest(source)


def freeze_parts(workspace: Workspace, manifest: Manifest, plans: Sequence[ChapterPlan]) -> None:
    """Freeze an outline whose chapters explain a module each."""
    outline = Outline(title="A Hundred Parts", thesis="Small parts, told whole.", chapters=tuple(plans))
    files = {plan.number: (SourceFile(path=f"part_{plan.number:03d}.py", purpose="it"),) for plan in plans}
    text = render_proposal(Proposal(outline=outline, source_map=SourceMap(chapters=files)))
    json_text = manifest.model_dump_json(indent=1) + "\n"
    freeze(workspace, text, "benchmark", manifest.files.keys(), json_text, manifest.digest)


def _finish(workspace: Workspace, config: BookConfig, manifest: Manifest, number: int) -> int:
    open_first_attempt(workspace, number)
    made = sum(_make(workspace, config, manifest, role, number) for role in _CHAPTER_ROLES)
    proposal = MemoryProposal(
        summary=Summary(core=_WORDS, terms=(f"term {number}",)),
        glossary=(Term(term=f"term {number}", definition=f"what part {number} is about"),),
    )
    Selector(workspace).ledger.remember(number, 1, f"Part {number}", sha256(str(number)), proposal)
    return made


def _make(workspace: Workspace, config: BookConfig, manifest: Manifest, role: Role, chapter: int | None) -> int:
    selector, contract = Selector(workspace), CONTRACTS[role]
    pointers = bind(role, workspace, chapter, selector=selector)
    verdict = render_verdict(Verdict.PASS) if role in (Role.R1, Role.R2, Role.R3) else ""
    text = sealed(f"# {contract.title} {chapter or ''}\n\n{_WORDS}\n\nNo findings.\n\n{verdict}", contract.marker)

    def source_hash(path: str) -> str:
        return manifest.files[path].sha256 if path else manifest.digest

    receipt = Receipt(
        output=pointers.output,
        sha256=sha256(text),
        role=role.value,
        chapter=chapter,
        marker=contract.marker.value,
        author=Author.CODE if contract.kind is RoleKind.CODE else Author.MODEL,
        meaning=meaning_now(pointers, selector, declared(contract, config), source_hash),
        note=StructuredNote(conclusion=f"{contract.title} is done", file_refs=(pointers.output,)),
    )
    store_output(workspace, receipt, text, pointers.publish_as)
    return 1
