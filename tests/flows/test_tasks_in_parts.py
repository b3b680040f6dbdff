"""Strategy 3 for every role: a task that no window holds is worked in parts and merged (PROTOCOL 3.3)."""

from __future__ import annotations

import asyncio
import functools
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import jinja2
import pytest

from memory_schema.binding import bind
from memory_schema.book import BookConfig, load_book
from memory_schema.contracts import CONTRACTS, Role, RoleKind
from memory_schema.conventions import headings, normal_term
from memory_schema.findings import Verdict, parse_findings, parse_verdict
from memory_schema.markers import Completeness, Marker, judge, sealed, strip_marker
from memory_schema.outline import ChapterPlan, Outline, Proposal, SourceFile, SourceMap
from memory_schema.outline_markdown import render_outline
from memory_schema.planning import checked_proposal
from memory_schema.pointers import PointerList
from memory_schema.proposals import parse_memory_proposal
from memory_schema.receipts import Receipt
from memory_schema.selection import Selector
from memory_schema.source_map_markdown import render_proposal
from memory_schema.works import read_receipt
from memory_schema.workspace import Workspace
from tasks.agent.claude import ClaudeClient
from tasks.agent.exact import prepare_exactly
from tasks.agent.journal import Journal
from tasks.agent.parts import FINDINGS
from tasks.agent.pricing import free_of_charge
from tasks.agent.runtime import Runtime
from tasks.agent.spawn import spawn
from tasks.agent.validate import validate
from tasks.offline.app import offline_app
from tasks.offline.merge_parts import MERGERS
from tasks.source.book_source import view_of_book
from tests.flows.small_book import plain_engine, run_book
from tests.flows.small_toml import book_toml

pytestmark = pytest.mark.slow

SPLIT = tuple(
    role for role, contract in CONTRACTS.items() if contract.kind is not RoleKind.CODE and role is not Role.ARCHITECT
)
"""The architect reads a map that is drawn into the room that there is."""


SOURCES = ("lexer.py", "parser.py", "runtime.py", "sandbox.py")


@functools.cache
def _library(base: Path) -> Path:
    """A finished book about four modules of Jinja2 in a folder with its source; written once a process."""
    library = base / "in-parts"
    source = library / "source"
    source.mkdir(parents=True)
    package = Path(jinja2.__file__).parent
    for name in SOURCES:
        shutil.copy(package / name, source / name)
    book = library / "book"
    book.mkdir()
    text = book_toml(Path("../source"), title="Inside", language="en", approve="auto", chapters=2, words=1200, more="")
    (book / "book.toml").write_text(text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        plain_engine(patch)
        run_book(book)
    return library


@dataclass
class Desk:
    """A finished book, and what a role makes of its task when its window is too small for it."""

    workspace: Workspace
    config: BookConfig

    def sized(self, window: int) -> Runtime:
        """A runtime whose models have this window."""
        model = self.config.model.model_copy(update={"window": window})
        chapters = self.config.chapters.model_copy(update={"most": 100})
        config = self.config.model_copy(update={"model": model, "chapters": chapters})
        client = ClaudeClient("offline", "http://offline", app=offline_app(), deadline=60)
        journal = Journal(self.workspace, "run")
        return Runtime(self.workspace, config, client, journal, view_of_book(self.workspace.root, config),
                       price=free_of_charge)  # fmt: skip

    def too_small(self, pointers: PointerList) -> int:
        """The largest window, in steps, that does not hold the task: by its ceiling, and by the server's count."""

        async def split_at(window: int) -> bool:
            runtime = self.sized(window)
            assert isinstance(runtime.client, ClaudeClient)
            prepared = await prepare_exactly(pointers, Selector(self.workspace), runtime, "a test")
            await runtime.client.close()
            return prepared.split is not None

        return next(window for window in range(60_000, 5_000, -1_000) if asyncio.run(split_at(window)))

    def work(self, pointers: PointerList, window: int) -> tuple[str, Receipt]:
        """Make the output anew; returns it with its receipt."""
        runtime = self.sized(window)
        name = pointers.output.removeprefix("output/")
        shutil.rmtree(self.workspace.path(f"output/receipts/{name}"), ignore_errors=True)
        self.workspace.path(pointers.output).unlink(missing_ok=True)

        async def run() -> None:
            await spawn(pointers, pointers.chapter, runtime.config, runtime)
            assert isinstance(runtime.client, ClaudeClient)
            await runtime.client.close()

        asyncio.run(run())
        text = self.workspace.read(pointers.output)
        receipt = read_receipt(self.workspace, pointers.output, text)
        assert receipt is not None
        return text, receipt


@pytest.fixture
def desk(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    shutil.copytree(_library(tmp_path_factory.getbasetemp()), tmp_path / "library")
    book = tmp_path / "library/book"
    workspace = Workspace(book)
    with workspace.hold("a test"):
        yield Desk(workspace, load_book(book))


def bound(role: Role, workspace: Workspace) -> PointerList:
    """The pointers of a role's call in chapter 2; of a writer who revises, a second round on the first."""
    if not CONTRACTS[role].per_chapter:
        return bind(role, workspace, number=2) if role is Role.ARCHITECT_REVISING else bind(role, workspace)
    return bind(role, workspace, 2, number=2) if role is Role.WRITER_REVISING else bind(role, workspace, 2)


def enlarge(workspace: Workspace, pointers: PointerList) -> str:
    """Give a role of the plan an outline of sixty chapters to read; returns it."""
    topics = tuple(f"what the code does in step {step}, and why it does so" for step in range(6))
    plans = [
        ChapterPlan(number=n, title=f"Step {n} of the lexer", promise=f"You can explain step {n}", topics=topics,
                    terms=(f"step {n}",), difficulty=2)
        for n in range(1, 61)
    ]  # fmt: skip
    files = (SourceFile(path="lexer.py", symbols=("Lexer", "Token"), purpose="turns text into tokens"),)
    proposal = Proposal(
        outline=Outline(title="Inside", audience="programmers", chapters=tuple(plans)),
        source_map=SourceMap(chapters={plan.number: files for plan in plans}),
    )
    text = sealed(render_proposal(proposal), Marker.ARCHITECTURE)
    for pointer in pointers.reads:
        if pointer.name.endswith(("outline-proposal.md", "outline.md")):
            shown = render_outline(proposal.outline) if pointer.name.endswith("outline.md") else text
            workspace.path(pointer.path).write_text(shown, encoding="utf-8")
    return text


@pytest.mark.parametrize("role", SPLIT)
def test_every_role_works_a_task_that_no_window_holds_in_parts(role: Role, desk: Desk) -> None:
    """The output is as complete and usable as that of one call; every line of what was cut is read, once, in order."""
    pointers = bound(role, desk.workspace)
    before = desk.workspace.read_or(pointers.output)
    if not CONTRACTS[role].per_chapter and role is not Role.AUDITOR:
        before = enlarge(desk.workspace, pointers)
    text, receipt = desk.work(pointers, desk.too_small(pointers))
    assert receipt.usage.calls >= (2 if role in FINDINGS else 3)
    assert judge(text, CONTRACTS[role].marker) is Completeness.COMPLETE
    assert validate(role, text, desk.sized(60_000).view.paths) is None
    cuts = [read.cut for read in receipt.meaning.reads if read.cut.startswith("read in ")]
    assert cuts
    for cut in cuts:
        runs = [tuple(map(int, pair)) for pair in re.findall(r"(\d+)-(\d+) \(part \d+\)", cut)]
        assert runs[0][0] == 1
        assert all(one[1] + 1 == following[0] for one, following in pairwise(runs))
    if role not in FINDINGS:
        assert "part 1 of" not in text or role is Role.RESEARCHER
    HOLDS.get(role, lambda old, new: None)(before, text)


def _same_decision(old: str, new: str) -> None:
    words = "Decision: "
    assert old.split(words)[1].split("\n")[0] == new.split(words)[1].split("\n")[0]
    issues = {line.partition(". ")[2] for line in old.split("\n") if re.match(r"\d+\. ", line)}
    assert len(issues & {line.partition(". ")[2] for line in new.split("\n")}) >= len(issues) * 0.8


def _same_memory(old: str, new: str) -> None:
    before, after = parse_memory_proposal(old), parse_memory_proposal(new)
    assert {normal_term(one.term) for one in after.glossary} == {normal_term(one.term) for one in before.glossary}
    assert [one.metaphor for one in after.metaphors] == [one.metaphor for one in before.metaphors]
    assert {one.to_chapter for one in after.cross_references} == {one.to_chapter for one in before.cross_references}
    assert 120 <= len(after.summary.core.split()) <= 190


def _same_chapter(old: str, new: str) -> None:
    """No section, quote or paragraph of the chapter got lost, and none stands twice."""
    assert [head.text for head in headings(new)] == [head.text for head in headings(old)]
    fences = re.compile(r"^```\S+ \S+:\d+-\d+$", re.MULTILINE)
    assert fences.findall(new) == fences.findall(old)
    assert abs(len(new) / len(old) - 1) < 0.1


def _whole_chapter(old: str, new: str) -> None:
    levels = [head.level for head in headings(new)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert 3 <= levels.count(2) <= 6
    assert "Recap" in new
    sentences = [one for one in re.split(r"(?<=\.)\s+", strip_marker(new)) if len(one) > 60 and "`" not in one]
    assert len(sentences) == len(set(sentences))


def _same_outline(old: str, new: str) -> None:
    def chapters(text: str) -> list[str]:
        return [plan.title for plan in checked_proposal(text, SOURCES).outline.chapters]

    assert chapters(new) == chapters(old)


def _six_sections(old: str, new: str) -> None:
    assert len(re.findall(r"^## \d\. ", new, re.MULTILINE)) == 6
    named = re.compile(r"^### class `(\w+)`", re.MULTILINE)
    assert len(set(named.findall(old)) & set(named.findall(new))) >= len(set(named.findall(old))) * 0.8


def _verdict(old: str, new: str) -> None:
    assert parse_verdict(new) is not Verdict.NONE
    assert all("opening" not in finding.place for finding in parse_findings(new)), "no part sees the whole's form"


def _guide(old: str, new: str) -> None:
    assert new.count("## Rules") == 1
    assert 'It begins at "Step 1 of the lexer"' in new


HOLDS = {
    Role.EDITOR: _same_decision,
    Role.KEEPER: _same_memory,
    Role.WRITER_FINALISING: _same_chapter,
    Role.WRITER: _whole_chapter,
    Role.ARCHITECT_REVISING: _same_outline,
    Role.RESEARCHER: _six_sections,
    Role.R3: _verdict,
    Role.STYLIST: _guide,
}


def test_who_merges_is_every_role_whose_results_code_does_not_put_together() -> None:
    """The table is whole: a role is merged by code, or by itself, or is never cut."""
    assert set(MERGERS) == set(SPLIT) - set(FINDINGS)


def test_a_book_whose_window_holds_no_chapters_texts_is_a_whole_book(tmp_path: Path) -> None:
    """Researcher, R1, writer and finalising writer work in parts, and every chapter passes as any other does."""
    package = Path(jinja2.__file__).parent
    (tmp_path / "source").mkdir()
    for name in SOURCES:
        shutil.copy(package / name, tmp_path / "source" / name)
    book = tmp_path / "book"
    book.mkdir()
    more = "[model]\nwindow = 30000\n"
    text = book_toml(
        tmp_path / "source", title="Inside", language="en", approve="auto", chapters=2, words=1200, more=more
    )
    (book / "book.toml").write_text(text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        plain_engine(patch)
        run_book(book)
    workspace = Workspace(book)
    split = re.findall(r"ch\d+ · ([a-z0-9-]+): \d+ parts, since", workspace.read("output/audit-log.md"))
    assert {"researcher", "r1", "writer", "writer-finalising"} <= set(split)
    for number in (1, 2):
        final = workspace.read(f"output/chapters/final/ch0{number}-final.md")
        _whole_chapter("", final)
        assert "part 1 of" not in final
        assert "must ·" not in workspace.read(f"output/reviews/ch0{number}-review.md")
    assert parse_verdict(workspace.read("output/reviews/final-audit.md")) is Verdict.PASS
