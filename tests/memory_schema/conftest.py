"""A real small book on a real disk: book.toml, a frozen outline, receipts, entries."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import settings

from memory_schema.attempts import human_receipt, open_first_attempt
from memory_schema.binding import bind, declared
from memory_schema.book import BookConfig, load_book
from memory_schema.contracts import CONTRACTS, Role, RoleKind
from memory_schema.entries import CrossReference, Entry, MemoryProposal, Metaphor, Summary, Term
from memory_schema.findings import Finding, Severity, Verdict, render_findings, render_verdict
from memory_schema.markers import sealed
from memory_schema.merging import merge_panel, merge_reviews
from memory_schema.notes import StructuredNote
from memory_schema.outline import ChapterPlan, Outline, SourceFile, SourceMap
from memory_schema.outline_markdown import render_outline
from memory_schema.outputs import store_output
from memory_schema.paths import OUTLINE, SOURCE_MAP
from memory_schema.progress import ChapterProgress, chapter_progress
from memory_schema.receipts import Author, Receipt, sha256
from memory_schema.selection import Selector, meaning_now
from memory_schema.source_map_markdown import render_source_map
from memory_schema.works import current_attempt, work_of
from memory_schema.workspace import Workspace

settings.register_profile("noisy cores", max_examples=40, deadline=None)
settings.load_profile("noisy cores")

BOOK_TOML = """\
title = "Inside Tiny"
[source]
path = "."
"""


@dataclass
class MadeBook:
    """A book under test; `sources` stands for the pinned manifest: path -> content."""

    root: Path
    workspace: Workspace
    sources: dict[str, str] = field(default_factory=lambda: {"a.py": "A = 1\n", "b.py": "B = 2\n", "c.py": "C = 3\n"})

    @property
    def config(self) -> BookConfig:
        return load_book(self.root)

    def source_hash(self, path: str) -> str:
        return sha256(self.sources[path]) if path in self.sources else sha256(str(sorted(self.sources.items())))

    def selector(self) -> Selector:
        return Selector(self.workspace)

    def freeze(self, outline: Outline, source_map: SourceMap) -> None:
        """Outline and source map as an approval leaves them: with receipts."""
        for name, text in ((OUTLINE, render_outline(outline)), (SOURCE_MAP, render_source_map(source_map))):
            work = work_of(Role.ARCHITECT, None).model_copy(update={"path": name})
            receipt = human_receipt(work, 0, 1, text)
            self.workspace.replace(receipt.path, receipt.model_dump_json(indent=1) + "\n")
            self.workspace.replace(name, text)

    def make(self, role: Role, chapter: int | None, body: str, *, attempt: int = 0, number: int = 1) -> Receipt:
        """Store one output as the role would: bound, hashed, receipt first, then text, then public copy."""
        attempt = attempt or (current_attempt(self.workspace, chapter) if chapter else 1)
        selector = self.selector()
        pointers = bind(role, self.workspace, chapter, attempt, number, selector)
        contract = CONTRACTS[role]
        text = sealed(body, contract.marker)
        receipt = Receipt(
            output=pointers.output,
            sha256=sha256(text),
            role=role.value,
            chapter=chapter,
            attempt=attempt,
            round=number,
            marker=contract.marker.value,
            author=Author.CODE if contract.kind is RoleKind.CODE else Author.MODEL,
            meaning=meaning_now(pointers, selector, declared(contract, self.config), self.source_hash),
            note=StructuredNote(conclusion=f"{contract.title} is done", file_refs=(pointers.output,)),
        )
        store_output(self.workspace, receipt, text, pointers.publish_as)
        return receipt

    def make_round(self, chapter: int, number: int, *, must: bool = False, **place: int) -> None:
        """Draft (round 1) or revision, checks, three reviews and their merge."""
        writer = Role.WRITER if number == 1 else Role.WRITER_REVISING
        self.make(writer, chapter, f"# Chapter {chapter}\n\nDraft of round {number}.", number=number, **place)
        self.make_reviews(chapter, number, must=must, **place)

    def make_reviews(self, chapter: int, number: int, *, must: bool = False, **place: int) -> None:
        found = [Finding(severity=Severity.MUST, place="line 3", problem="it is not true")] if must else []
        verdict = Verdict.REVISE if must else Verdict.PASS
        reviews = {
            name: f"# Review\n\n{render_findings(found if name == 'r1' else [])}\n\n{render_verdict(verdict)}\n"
            for name in ("r1", "r2", "r3")
        }
        checks = "# Checks\n\n## Fidelity\n\nNo findings.\n\n## Consistency\n\nNo findings.\n\n## Style\n\nNo findings."
        self.make(Role.CHECKER, chapter, checks, number=number, **place)
        for role in (Role.R1, Role.R2, Role.R3):
            self.make(role, chapter, reviews[role.value], number=number, **place)
        self.make(Role.REVIEW_MERGER, chapter, merge_reviews(checks, reviews), number=number, **place)

    def make_after_rounds(self, chapter: int, **place: int) -> None:
        """Panel, editor, final, its checks and the keeper."""
        readers = dict.fromkeys(("rs", "re", "rh"), "# Reader\n\nNo findings.\n")
        for role in (Role.RS, Role.RE, Role.RH):
            self.make(role, chapter, readers[role.value], **place)
        self.make(Role.PANEL_MERGER, chapter, merge_panel(readers), **place)
        self.make(Role.EDITOR, chapter, "# Decision\n\nDecision: go on", **place)
        self.make(Role.WRITER_FINALISING, chapter, f"# Chapter {chapter}\n\nFinal.", **place)
        self.make_after_final(chapter, 1, **place)

    def make_after_final(self, chapter: int, number: int, **place: int) -> None:
        self.make(Role.FINAL_CHECKER, chapter, "# Checks of the final\n\nNo findings.", number=number, **place)
        self.make(Role.KEEPER, chapter, "# Memory", **place)

    def finish(self, chapter: int) -> Entry:
        """A whole chapter, one round, remembered."""
        open_first_attempt(self.workspace, chapter)
        self.make(Role.RESEARCHER, chapter, f"# Research report: chapter {chapter}")
        self.make_round(chapter, 1)
        self.make_after_rounds(chapter)
        return self.remember(chapter)

    def remember(self, chapter: int, proposal: MemoryProposal | None = None) -> Entry:
        attempt = current_attempt(self.workspace, chapter)
        final = f"hash of chapter {chapter}"
        return self.selector().ledger.remember(
            chapter, attempt, f"Title {chapter}", final, proposal or proposal_for(chapter)
        )

    def progress(self, chapter: int) -> ChapterProgress:
        selector = self.selector()
        plan = selector.outline().chapter(chapter)
        assert plan is not None
        return chapter_progress(plan, selector, self.config, self.source_hash)

    def tree(self, below: str = "output") -> dict[str, str]:
        """Every file below a folder with its text, the audit log (which has times) left out."""
        names = (name for name in self.workspace.walk(below) if not name.endswith("audit-log.md"))
        return {name: self.workspace.read(name) for name in names}


def proposal_for(chapter: int, **changes: object) -> MemoryProposal:
    """A small memory proposal with all four kinds."""
    fields: dict[str, object] = {
        "summary": Summary(core=f"Chapter {chapter} explains part {chapter}.", terms=(f"term {chapter}",)),
        "glossary": (Term(term=f"term {chapter}", definition=f"what part {chapter} is"),),
        "metaphors": (Metaphor(concept=f"part {chapter}", metaphor=f"a drawer {chapter}", limits="it opens"),),
        "cross_references": (CrossReference(from_heading="Recap", to_chapter=1, to_heading="Start", why="base"),),
    }
    return MemoryProposal.model_validate(fields | changes)


def small_outline(chapters: int = 3) -> Outline:
    return Outline(
        title="Inside Tiny",
        thesis="Small parts, told whole.",
        chapters=tuple(
            ChapterPlan(number=n, title=f"Part {n}", promise=f"You know part {n}.") for n in range(1, chapters + 1)
        ),
    )


@pytest.fixture
def made_book(tmp_path: Path) -> Iterator[MadeBook]:
    """An approved book of three chapters, held for writing, with nothing written yet."""
    root = tmp_path / "book"
    root.mkdir()
    (root / "book.toml").write_text(BOOK_TOML, encoding="utf-8")
    workspace = Workspace(root)
    workspace.hold("test-run")
    book = MadeBook(root, workspace)
    files = {n: (SourceFile(path=f"{'abc'[n - 1]}.py", purpose="the part"),) for n in (1, 2, 3)}
    book.freeze(small_outline(), SourceMap(chapters=files))
    book.make(Role.STYLIST, None, "# Style guide\n\n## Rules\n\n- Be plain.")
    yield book
    workspace.release()
