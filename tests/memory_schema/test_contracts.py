"""The contract table against PROTOCOL 2, whose rows are copied here by hand."""

from __future__ import annotations

from collections import Counter

import pytest

from memory_schema.binding import bind
from memory_schema.contracts import CONTRACTS, Access, Forbidden, Resource, Role, RoleKind
from memory_schema.findings import Severity
from memory_schema.markers import Marker
from memory_schema.paths import (
    PLACES,
    SOURCE_MAP,
    STYLE_GUIDE,
    Kind,
    Output,
    chapter_notes,
    public_name,
    receipt_folder,
    two,
    work_path,
)
from memory_schema.pointers import Need, Scope
from memory_schema.steps import STEP_OF

S, M, G = Forbidden.SOURCE, Forbidden.MEMORY, Forbidden.STYLE_GUIDE
D, ALL = Forbidden.OTHER_DRAFTS, Forbidden.EVERYTHING_ELSE

TABLE = {
    Role.ARCHITECT: ("reviews/outline-proposal.md", {M}, "ARCHITECTURE_COMPLETE", "general"),
    Role.ADVOCATE: ("reviews/outline-reader-feedback.md", {S}, "READER_FEEDBACK_COMPLETE", "general"),
    Role.OUTLINE_R3: ("reviews/outline-r3.md", {S}, "R3_CONTENT_REVIEW_COMPLETE", "general"),
    Role.ARCHITECT_REVISING: ("reviews/outline-proposal.md", {M}, "ARCHITECTURE_COMPLETE", "general"),
    Role.STYLIST: ("memory/style-guide.md", {S}, "STYLE_GUIDE_COMPLETE", "general"),
    Role.RESEARCHER: ("research/ch07-report.md", {M, D}, "RESEARCH_COMPLETE", "explore"),
    Role.WRITER: ("chapters/draft/ch07-draft.md", {S, D}, "DRAFT_COMPLETE", "general"),
    Role.WRITER_REVISING: ("chapters/draft/ch07-draft.md", {S, D}, "DRAFT_COMPLETE", "general"),
    Role.CHECKER: ("reviews/ch07-checks.md", set(), "CHECKS_COMPLETE", "code"),
    Role.R1: ("reviews/ch07-r1.md", {M, G}, "R1_CODE_REVIEW_COMPLETE", "explore"),
    Role.R2: ("reviews/ch07-r2.md", {S, G}, "R2_CONSISTENCY_REVIEW_COMPLETE", "explore"),
    Role.R3: ("reviews/ch07-r3.md", {S, M}, "R3_CONTENT_REVIEW_COMPLETE", "general"),
    Role.REVIEW_MERGER: ("reviews/ch07-review.md", set(), "REVIEW_COMPLETE", "code"),
    Role.RS: ("reviews/ch07-rs.md", {S, M}, "READER_COMPLETE", "explore"),
    Role.RE: ("reviews/ch07-re.md", {S, M}, "READER_COMPLETE", "explore"),
    Role.RH: ("reviews/ch07-rh.md", {S, M}, "READER_COMPLETE", "explore"),
    Role.PANEL_MERGER: ("reviews/ch07-panel.md", set(), "READER_PANEL_COMPLETE", "code"),
    Role.EDITOR: ("notes/ch07/a2/decision.md", {ALL}, "DECISION_COMPLETE", "general"),
    Role.WRITER_FINALISING: ("chapters/final/ch07-final.md", {S, D}, "CHAPTER_FINAL", "general"),  # stricter
    Role.FINAL_CHECKER: ("reviews/ch07-final-checks.md", set(), "CHECKS_COMPLETE", "code"),
    Role.KEEPER: ("notes/ch07/a2/memory-proposal.md", {S}, "MEMORY_COMPLETE", "general"),
    Role.AUDIT_CHECKER: ("reviews/final-audit-checks.md", set(), "CHECKS_COMPLETE", "code"),
    Role.AUDITOR: ("reviews/final-audit.md", {S}, "AUDIT_COMPLETE", "general"),
    Role.BOOKBINDER: ("publish/index.html", set(), "HTML_COMPLETE", "code"),
}
READS = {
    Role.ARCHITECT: {"SOURCE_TREE"},
    Role.ADVOCATE: {"PROPOSAL"},
    Role.OUTLINE_R3: {"PROPOSAL"},
    Role.ARCHITECT_REVISING: {"PREVIOUS_PROPOSAL", "GUIDANCE", "READER_FEEDBACK", "OUTLINE_R3", "SOURCE_TREE"},
    Role.STYLIST: {"OUTLINE"},
    Role.RESEARCHER: {"SOURCE_MAP", "OUTLINE", "SOURCE_FILES"},
    Role.WRITER: {"REPORT", "STYLE_GUIDE", "SUMMARIES", "GLOSSARY", "METAPHORS", "OUTLINE"},
    Role.WRITER_REVISING: {
        "REPORT", "STYLE_GUIDE", "SUMMARIES", "GLOSSARY", "METAPHORS", "OUTLINE", "PREVIOUS_DRAFT",
        "PREVIOUS_REVIEW", "GUIDANCE",
    },
    Role.R1: {"DRAFT", "CHECKS", "SOURCE_MAP", "SOURCE_FILES"},
    Role.R2: {"DRAFT", "CHECKS", "SUMMARIES", "GLOSSARY", "METAPHORS", "CROSS_REFERENCES"},
    Role.R3: {"DRAFT", "CHECKS", "STYLE_GUIDE"},
    Role.REVIEW_MERGER: {"CHECKS", "R1", "R2", "R3"},
    Role.RS: {"DRAFT", "REVIEW", "OUTLINE"},
    Role.RE: {"DRAFT", "REVIEW", "OUTLINE"},
    Role.RH: {"DRAFT", "REVIEW", "OUTLINE"},
    Role.PANEL_MERGER: {"RS", "RE", "RH"},
    Role.EDITOR: {"NOTES"},
    Role.WRITER_FINALISING: {
        "DRAFT", "REVIEW", "PANEL", "DECISION", "REPORT", "STYLE_GUIDE", "GLOSSARY", "METAPHORS", "GUIDANCE",
        "PREVIOUS_FINAL", "PREVIOUS_FINAL_CHECKS",
    },
    Role.KEEPER: {"FINAL", "GLOSSARY", "METAPHORS", "CROSS_REFERENCES"},
}  # fmt: skip
ROUNDS = dict.fromkeys(Role, (1,)) | {
    Role.WRITER_REVISING: (2, 3),
    Role.ARCHITECT_REVISING: (2, 3),
    **dict.fromkeys((Role.ADVOCATE, Role.OUTLINE_R3), (1, 2, 3)),
    **dict.fromkeys((Role.CHECKER, Role.R1, Role.R2, Role.R3, Role.REVIEW_MERGER), (1, 2, 3)),
    **dict.fromkeys((Role.WRITER_FINALISING, Role.FINAL_CHECKER), (1, 2, 3)),
}
MEMORY = {Resource.SUMMARIES, Resource.GLOSSARY, Resource.METAPHORS, Resource.CROSS_REFERENCES}
SOURCE = {Resource.SOURCE_FILES, Resource.SOURCE_TREE}


def test_the_table_is_exhaustive() -> None:
    """Every role has a row here and there; every output, marker and resource is used (HOUSE, absorb 7)."""
    rows = CONTRACTS.values()
    assert set(CONTRACTS) == set(Role) == set(TABLE) == set(ROUNDS)
    assert {row.output for row in rows} == set(Output) == set(PLACES)
    assert {row.marker for row in rows} == set(Marker)
    assert {read.resource for row in rows for read in row.reads} == set(Resource)
    assert {read.access for row in rows for read in row.reads} == set(Access)
    assert {item for row in rows for item in row.forbids} == set(Forbidden)
    assert {row.kind for row in rows} == set(RoleKind)
    assert {role for role in Role if CONTRACTS[role].per_chapter} == set(STEP_OF)
    assert [severity.value for severity in Severity] == ["must", "should", "could", "ok"]


@pytest.mark.parametrize("role", Role)
def test_a_row_says_what_the_protocol_says(role: Role) -> None:
    """Output, forbids, marker and kind of every role, against the copy of PROTOCOL 2."""
    row, (path, forbids, marker, kind) = CONTRACTS[role], TABLE[role]
    name = public_name(row.output, 7) or work_path(row.output, 7, 2)
    assert name == f"output/{path}"
    assert set(row.forbids) == forbids
    assert row.marker.value == marker
    assert row.kind.value == kind
    assert row.revision >= 1
    if role in READS:
        assert {read.resource.name for read in row.reads} == READS[role]


def test_only_explorers_and_architects_have_tools() -> None:
    """PROTOCOL 2: read-only tools for explore roles whose pointers are source, and the architect."""
    assert {role for role in Role if CONTRACTS[role].tools} == {
        Role.ARCHITECT,
        Role.ARCHITECT_REVISING,
        Role.RESEARCHER,
        Role.R1,
    }
    assert {role: row.open_budget for role, row in CONTRACTS.items() if row.open_budget} == {Role.EDITOR: 3}


@pytest.mark.parametrize("role", Role)
def test_no_contract_reads_what_it_forbids(role: Role) -> None:
    """A row cannot contradict itself; an optional `if room` pointer counts too."""
    row = CONTRACTS[role]
    resources = {read.resource for read in row.reads}
    if S in row.forbids:
        assert not resources & SOURCE
    if M in row.forbids:
        assert not resources & MEMORY
    if G in row.forbids:
        assert Resource.STYLE_GUIDE not in resources
    if ALL in row.forbids:
        assert resources == {Resource.NOTES}
    assert all(read.purpose and read.need in Need for read in row.reads)


def test_memory_is_always_read_as_of_the_chapter() -> None:
    """PROTOCOL 8: agents get the view of their chapter, never the files."""
    for row in CONTRACTS.values():
        for read in row.reads:
            assert (read.access is Access.AS_OF) == (read.resource in MEMORY)


def test_one_writer_one_path() -> None:
    """Over chapters 1..3, attempts 1..2, rounds 1..3 no two (role, chapter, attempt, round) write one path."""
    paths: Counter[str] = Counter()
    for role, row in CONTRACTS.items():
        attempts = (1,) if role is Role.BOOKBINDER else (1, 2)
        paths.update(
            work_path(row.output, chapter, attempt, number)
            for chapter in ((1, 2, 3) if row.per_chapter else (None,))
            for attempt in attempts
            for number in ROUNDS[role]
        )
    assert [path for path, count in paths.items() if count > 1] == []


def test_public_names_belong_to_one_output() -> None:
    """No two outputs are copied to one name, and no public name is a work path."""
    names = [place.public for place in PLACES.values() if place.public]
    assert len(names) == len(set(names))
    assert not set(names) & {place.work for place in PLACES.values()}


def test_names_of_chapters() -> None:
    """Two digits, three from 100 on (PROTOCOL 1)."""
    assert [two(number) for number in (1, 10, 99, 100)] == ["01", "10", "99", "100"]
    assert chapter_notes(3) == "output/notes/ch03"
    assert receipt_folder("output/research/ch03-report.md") == "output/receipts/research/ch03-report.md"
    assert Kind.SUMMARIES.file == "output/memory/chapter-summaries.md"


@pytest.mark.parametrize("role", Role)
def test_what_is_bound_obeys_the_row(role: Role, made_book) -> None:  # type: ignore[no-untyped-def]
    """Bound to real paths, no pointer reaches what the row forbids, and every name is unique."""
    row = CONTRACTS[role]
    for chapter in (1, 2, 3) if row.per_chapter else (None,):
        for number in ROUNDS[role]:
            pointers = bind(role, made_book.workspace, chapter, 1, number)
            names = [(pointer.name, pointer.part) for pointer in pointers.reads]
            assert len(names) == len(set(names))
            scopes = {pointer.scope for pointer in pointers.reads}
            if S in row.forbids:
                assert not scopes & {Scope.SOURCE, Scope.TREE}
            if M in row.forbids:
                assert Scope.MEMORY not in scopes
            if G in row.forbids:
                assert STYLE_GUIDE not in {pointer.path for pointer in pointers.reads}
            if D in row.forbids:
                other = {f"ch{two(n)}" for n in (1, 2, 3) if n != chapter}
                assert not any(name in pointer.path for name in other for pointer in pointers.reads)
            memory = [pointer for pointer in pointers.reads if pointer.scope is Scope.MEMORY]
            assert all(pointer.part == f"as of chapter {chapter or 4}" for pointer in memory)
            assert pointers.output == work_path(row.output, chapter, 1, number)
            assert pointers.publish_as == public_name(row.output, chapter)
            assert pointers.output not in {pointer.path for pointer in pointers.reads}


def test_parts_are_those_of_the_chapter(made_book) -> None:  # type: ignore[no-untyped-def]
    """Outline and source map come in the chapter's part, checks in the reviewer's."""
    researcher = bind(Role.RESEARCHER, made_book.workspace, 2)
    parts = {pointer.path: pointer.part for pointer in researcher.reads}
    assert parts[SOURCE_MAP] == "chapter 2"
    assert [p.path for p in researcher.reads if p.scope is Scope.SOURCE] == ["b.py"]
    for role, part in ((Role.R1, "fidelity"), (Role.R2, "consistency"), (Role.R3, "style")):
        reads = bind(role, made_book.workspace, 2).reads
        assert [p.part for p in reads if p.name.endswith("checks.md")] == [part]
