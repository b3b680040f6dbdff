"""A frozen book of many chapters with a full memory: what a late chapter's agents are given to read.

Every chapter has a summary of 150 words, eight terms, a metaphor and two references; each also needs
terms of chapters far behind it, as its outline part says. Used by the context experiment and by tests.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from unittest.mock import patch

from benchmarks.hundred_chapters import freeze_parts, write_parts
from memory_schema.binding import bind
from memory_schema.book import BookConfig, load_book
from memory_schema.contracts import Role
from memory_schema.entries import CrossReference, Look, MemoryProposal, Metaphor, Summary, Term
from memory_schema.lengths import estimate_tokens
from memory_schema.outline import ChapterPlan
from memory_schema.paths import STYLE_GUIDE, Output, public_name, work_path
from memory_schema.receipts import sha256
from memory_schema.selection import Selector
from memory_schema.workspace import Workspace
from tasks.agent.claude import ClaudeClient
from tasks.agent.journal import Journal
from tasks.agent.prepare import prepare
from tasks.agent.runtime import Runtime
from tasks.offline.app import offline_app
from tasks.source.view import SourceView

TERMS = 8
_FIRST = ("torn", "open", "late", "shared", "silent", "borrowed", "frozen", "nested")
_SECOND = ("frame", "ledger", "token", "cursor", "window", "anchor", "barrier", "index", "lease", "segment")
_WORDS = (
    "It says what this part does with a record from the moment it arrives until it is safe on disk, why the order of "
    "the steps may not be changed, which errors a caller sees and which it never sees, and where the idea stops "
    "holding. "
)


def term(chapter: int, number: int) -> str:
    """The name of a term that a chapter defines; no two chapters define the same."""
    tens, units = divmod(chapter, 10)
    return f"{_FIRST[number]} {_SECOND[units]} of stage {'abcdefghijklmnopqrstuvwxyz'[tens]}"


def needed_terms(chapter: int) -> tuple[str, ...]:
    """Earlier terms that a chapter's outline part names: old ones and new ones alike."""
    earlier = {max(1, chapter // 10), max(1, chapter // 4), max(1, chapter // 2), max(1, chapter - 7), chapter - 1}
    return tuple(term(number, (chapter + number) % TERMS) for number in sorted(earlier) if 1 <= number < chapter)


def build_long_book(
    folder: Path, chapters: int, report: str, style_guide: str
) -> tuple[Workspace, BookConfig, SourceView]:
    """Make the book below `folder`, held by a run: outline, style guide, a report and a memory entry a chapter.

    Args:
        report: the report of every chapter; its marker line is the last.
        style_guide: the text of the frozen style guide.
    """
    manifest = write_parts(folder, chapters)
    workspace = Workspace(folder)
    with patch.object(os, "fsync", lambda _descriptor: None):
        workspace.hold("long-memory")
        plans = tuple(_plan(number) for number in range(1, chapters + 1))
        freeze_parts(workspace, manifest, plans)
        workspace.replace(STYLE_GUIDE, style_guide)
        ledger = Selector(workspace).ledger
        for number in range(1, chapters + 1):
            workspace.replace(work_path(Output.REPORT, number), report)
            ledger.remember(number, 1, plans[number - 1].title, sha256(str(number)), _remembered(number))
    return workspace, load_book(folder), SourceView(folder / "source", manifest)


def _plan(number: int) -> ChapterPlan:
    return ChapterPlan(
        number=number,
        title=f"Stage {number} and what it leaves behind",
        promise=f"The reader can follow a record through stage {number}.",
        topics=("what arrives", "what is checked", "what is left behind"),
        terms=needed_terms(number),
        builds_on=(number // 2,) if number > 1 else (),
    )


def _remembered(number: int) -> MemoryProposal:
    terms = [term(number, position) for position in range(TERMS)]
    return MemoryProposal(
        summary=Summary(
            core=_WORDS * 3,
            terms=tuple(terms),
            looks_back=(Look(chapter=number - 1, what="what it left behind"),) if number > 1 else (),
            reader_knows=(f"how stage {number} keeps its promise", "what a caller sees when it fails"),
        ),
        glossary=tuple(
            Term(term=name, definition=f"What stage {number} calls a record whose place is known and whose end is not.")
            for name in terms
        ),
        metaphors=(Metaphor(concept=terms[0], metaphor=f"a letter number {number} broken off", limits="a checksum"),),
        cross_references=(
            (CrossReference(from_heading="What arrives", to_chapter=number - 1, to_heading="What is left"),)
            if number > 1
            else ()
        ),
    )


def prompt_sizes(book: Path, folder: Path, chapters: int, roles: Iterable[str]) -> dict[tuple[str, int], int]:
    """Tokens of the prompts of roles that read memory, chapter by chapter, as they would be sent.

    Report, style guide and draft are those of chapter 1 of a written book; the memory is that of this module.
    """
    written = Workspace(book)
    texts = {output: written.read(public_name(output, 1)) for output in (Output.REPORT, Output.DRAFT, Output.FINAL)}
    texts |= {output: written.read(public_name(output, 1)) for output in (Output.REVIEW, Output.PANEL, Output.CHECKS)}
    workspace, config, view = build_long_book(folder, chapters + 1, texts[Output.REPORT], written.read(STYLE_GUIDE))
    with patch.object(os, "fsync", lambda _descriptor: None):
        for number in range(1, chapters + 1):
            for output, text in texts.items():
                workspace.replace(work_path(output, number), text)
            workspace.replace(work_path(Output.DECISION, number), "Decision: go on\n")
    client = ClaudeClient("never-asked", "http://offline", app=offline_app())
    runtime = Runtime(workspace, config, client, Journal(workspace, "sizes"), view)
    found: dict[tuple[str, int], int] = {}
    # Every chapter while the memory is young, then each tenth with a straight line between.
    measured = [*range(1, min(chapters, 10) + 1), *range(20, chapters + 1, 10)]
    for role in roles:
        for number in measured:
            selector = Selector(workspace)
            round_number = 2 if role == Role.WRITER_REVISING.value else 1
            pointers = bind(Role(role), workspace, number, 1, round_number, selector=selector)
            prompt = prepare(pointers, selector, runtime, role).prompt
            found[role, number] = sum(map(estimate_tokens, (prompt.system, *prompt.blocks)))
        for before, after in pairwise(measured):
            for number in range(before + 1, after):
                share = (number - before) / (after - before)
                found[role, number] = round(found[role, before] * (1 - share) + found[role, after] * share)
    workspace.release()
    return found
