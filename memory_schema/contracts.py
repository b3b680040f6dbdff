"""The contract table (PROTOCOL 2): for every role, what it reads, writes and must never see.

The table is data. `memory_schema.binding` turns a row into real paths, `prompts` shows it to the
agent, the gate enforces it, docs/protocol.md is generated from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from memory_schema.markers import Marker
from memory_schema.paths import Output
from memory_schema.pointers import Need


class Role(StrEnum):
    """Who acts. The three that are code alone are marked so in the table."""

    ARCHITECT = "architect"
    ADVOCATE = "reader-advocate"
    OUTLINE_R3 = "outline-r3"
    ARCHITECT_REVISING = "architect-revising"
    STYLIST = "stylist"
    RESEARCHER = "researcher"
    WRITER = "writer"
    WRITER_REVISING = "writer-revising"
    CHECKER = "checker"
    R1 = "r1"
    R2 = "r2"
    R3 = "r3"
    REVIEW_MERGER = "review-merger"
    RS = "rs"
    RE = "re"
    RH = "rh"
    PANEL_MERGER = "panel-merger"
    EDITOR = "editor"
    WRITER_FINALISING = "writer-finalising"
    FINAL_CHECKER = "final-checker"
    KEEPER = "memory-keeper"
    AUDIT_CHECKER = "audit-checker"
    AUDITOR = "auditor"
    BOOKBINDER = "bookbinder"


class RoleKind(StrEnum):
    """What a role is made of (S2 5.2): code, a model with everything in the prompt, or with tools."""

    CODE = "code"
    GENERAL = "general"
    EXPLORE = "explore"


class Resource(StrEnum):
    """What a contract can name as read; bound to real paths by `memory_schema.binding`."""

    SOURCE_TREE = "source tree"
    SOURCE_FILES = "the source files that the source map names"
    PROPOSAL = "outline proposal"
    PREVIOUS_PROPOSAL = "outline proposal of the round before"
    READER_FEEDBACK = "reader feedback of the round before"
    OUTLINE_R3 = "content review of the round before"
    OUTLINE = "outline"
    SOURCE_MAP = "source map"
    STYLE_GUIDE = "style guide"
    SUMMARIES = "chapter summaries"
    GLOSSARY = "glossary"
    METAPHORS = "metaphor registry"
    CROSS_REFERENCES = "cross references"
    REPORT = "research report"
    DRAFT = "draft"
    PREVIOUS_DRAFT = "draft of the round before"
    PREVIOUS_REVIEW = "review of the round before"
    GUIDANCE = "a person's guidance"
    CHECKS = "checks"
    R1 = "code review"
    R2 = "consistency review"
    R3 = "content review"
    REVIEW = "merged review"
    RS = "student reader"
    RE = "engineer reader"
    RH = "expert reader"
    PANEL = "reader panel"
    DECISION = "decision"
    NOTES = "notes of the chapter"
    FINAL = "final"
    PREVIOUS_FINAL = "final of the try before"
    PREVIOUS_FINAL_CHECKS = "checks of the final before"
    ALL_FINALS = "finals of all chapters"
    ALL_CHECKS = "checks of all chapters"
    AUDIT_CHECKS = "checks of the book"


class Forbidden(StrEnum):
    """What a role must never see, whatever its pointers say."""

    SOURCE = "source"
    MEMORY = "append-only memory"
    STYLE_GUIDE = "style guide"
    OTHER_DRAFTS = "other chapters' drafts and reports"
    EVERYTHING_ELSE = "everything else"


class Access(StrEnum):
    """Which part of a resource is read."""

    WHOLE = "whole"
    CHAPTER = "this chapter's part"
    AS_OF = "as of this chapter"
    FIDELITY = "fidelity"
    CONSISTENCY = "consistency"
    STYLE = "style"


@dataclass(frozen=True)
class Read:
    """One row of a contract's reading list, in order of priority."""

    resource: Resource
    purpose: str
    access: Access = Access.WHOLE
    need: Need = Need.MUST
    optional: bool = False
    """Bound only when it exists (a person's guidance, the try before)."""


@dataclass(frozen=True)
class Contract:
    """One row of PROTOCOL 2.

    `revision` is raised by hand when the meaning of the role changes; `config` names the book.toml
    fields that the role depends on. Both are part of freshness (PROTOCOL 4).
    """

    role: Role
    title: str
    kind: RoleKind
    output: Output
    marker: Marker
    reads: tuple[Read, ...]
    forbids: tuple[Forbidden, ...] = ()
    config: tuple[str, ...] = ()
    per_chapter: bool = True
    tools: bool = False
    open_budget: int = 0
    output_reserve: int = 8_000
    """Tokens kept free for the reply (S2 5.3)."""
    revision: int = 1


_R, _A, _F = Resource, Access, Forbidden
_IF_ROOM = Need.IF_ROOM

_PERSON = Read(_R.GUIDANCE, "what a person asks for; obey it first", optional=True)


def _reader(role: Role, title: str, output: Output, persona: str) -> Contract:
    return Contract(
        role=role,
        title=title,
        kind=RoleKind.EXPLORE,
        output=output,
        marker=Marker.READER,
        reads=(
            Read(_R.DRAFT, "the chapter as you would read it"),
            Read(_R.OUTLINE, "what this chapter promises", _A.CHAPTER),
            Read(_R.REVIEW, "what the reviewers already found; do not repeat it", need=_IF_ROOM),
        ),
        forbids=(_F.SOURCE, _F.MEMORY),
        config=("language", "readers.audience", persona),
        output_reserve=3_000,
    )


_CONTRACTS = (
    Contract(
        role=Role.ARCHITECT,
        title="architect",
        kind=RoleKind.GENERAL,
        output=Output.PROPOSAL,
        marker=Marker.ARCHITECTURE,
        reads=(Read(_R.SOURCE_TREE, "the map of the repository; read files by tool where the map is not enough"),),
        forbids=(_F.MEMORY,),
        config=("title", "language", "chapters.most", "chapters.words", "readers.audience"),
        per_chapter=False,
        tools=True,
    ),
    Contract(
        role=Role.ADVOCATE,
        title="reader advocate",
        kind=RoleKind.GENERAL,
        output=Output.READER_FEEDBACK,
        marker=Marker.READER_FEEDBACK,
        reads=(Read(_R.PROPOSAL, "the outline to judge as its reader"),),
        forbids=(_F.SOURCE,),
        config=("language", "readers.audience"),
        per_chapter=False,
        output_reserve=4_000,
    ),
    Contract(
        role=Role.OUTLINE_R3,
        title="content reviewer of the outline",
        kind=RoleKind.GENERAL,
        output=Output.OUTLINE_R3,
        marker=Marker.R3,
        reads=(Read(_R.PROPOSAL, "the outline to review"),),
        forbids=(_F.SOURCE,),
        config=("language", "review.sensitivity", "chapters.words"),
        per_chapter=False,
        output_reserve=4_000,
    ),
    Contract(
        role=Role.ARCHITECT_REVISING,
        title="architect, revising",
        kind=RoleKind.GENERAL,
        output=Output.PROPOSAL,
        marker=Marker.ARCHITECTURE,
        reads=(
            Read(_R.PREVIOUS_PROPOSAL, "the outline to revise"),
            _PERSON,
            Read(_R.READER_FEEDBACK, "what its reader misses", optional=True),
            Read(_R.OUTLINE_R3, "what the content reviewer found", optional=True),
            Read(_R.SOURCE_TREE, "the map of the repository, to check every path against", need=_IF_ROOM),
        ),
        forbids=(_F.MEMORY,),
        config=("title", "language", "chapters.most", "chapters.words", "readers.audience"),
        per_chapter=False,
        tools=True,
    ),
    Contract(
        role=Role.STYLIST,
        title="stylist",
        kind=RoleKind.GENERAL,
        output=Output.STYLE_GUIDE,
        marker=Marker.STYLE_GUIDE,
        reads=(Read(_R.OUTLINE, "the book whose voice you set"),),
        forbids=(_F.SOURCE,),
        config=("language", "chapters.words", "readers.audience"),
        per_chapter=False,
        output_reserve=4_000,
    ),
    Contract(
        role=Role.RESEARCHER,
        title="researcher",
        kind=RoleKind.EXPLORE,
        output=Output.REPORT,
        marker=Marker.RESEARCH,
        reads=(
            Read(_R.SOURCE_MAP, "which files this chapter explains", _A.CHAPTER),
            Read(_R.OUTLINE, "what this chapter must deliver", _A.CHAPTER),
            Read(_R.SOURCE_FILES, "the code itself"),
        ),
        forbids=(_F.MEMORY, _F.OTHER_DRAFTS),
        config=("language", "chapters.words"),
        tools=True,
        output_reserve=12_000,
    ),
    Contract(
        role=Role.WRITER,
        title="writer",
        kind=RoleKind.GENERAL,
        output=Output.DRAFT,
        marker=Marker.DRAFT,
        reads=(
            Read(_R.REPORT, "everything you may say about the code; quote only what it quotes"),
            Read(_R.STYLE_GUIDE, "how this book is written; obey it"),
            Read(_R.OUTLINE, "what this chapter must deliver", _A.CHAPTER),
            Read(_R.GLOSSARY, "terms already defined; use exactly these names", _A.AS_OF),
            Read(_R.METAPHORS, "metaphors already taken; use none of them for something else", _A.AS_OF),
            Read(_R.SUMMARIES, "what the reader already knows; link back to it", _A.AS_OF),
        ),
        forbids=(_F.SOURCE, _F.OTHER_DRAFTS),
        config=("language", "chapters.words", "readers.audience"),
        output_reserve=15_000,
    ),
    Contract(
        role=Role.WRITER_REVISING,
        title="writer, revising",
        kind=RoleKind.GENERAL,
        output=Output.DRAFT,
        marker=Marker.DRAFT,
        reads=(
            Read(_R.PREVIOUS_DRAFT, "the draft to revise"),
            Read(_R.PREVIOUS_REVIEW, "every finding must be applied or answered"),
            _PERSON,
            Read(_R.REPORT, "everything you may say about the code; quote only what it quotes"),
            Read(_R.STYLE_GUIDE, "how this book is written; obey it"),
            Read(_R.OUTLINE, "what this chapter must deliver", _A.CHAPTER),
            Read(_R.GLOSSARY, "terms already defined; use exactly these names", _A.AS_OF),
            Read(_R.METAPHORS, "metaphors already taken", _A.AS_OF, _IF_ROOM),
            Read(_R.SUMMARIES, "what the reader already knows", _A.AS_OF, _IF_ROOM),
        ),
        forbids=(_F.SOURCE, _F.OTHER_DRAFTS),
        config=("language", "chapters.words", "readers.audience"),
        output_reserve=15_000,
    ),
    Contract(
        role=Role.CHECKER,
        title="checks",
        kind=RoleKind.CODE,
        output=Output.CHECKS,
        marker=Marker.CHECKS,
        reads=(
            Read(_R.DRAFT, "the text to check"),
            Read(_R.SOURCE_FILES, "what quotes and places are checked against"),
            Read(_R.SUMMARIES, "consistency", _A.AS_OF),
            Read(_R.GLOSSARY, "consistency", _A.AS_OF),
            Read(_R.METAPHORS, "consistency", _A.AS_OF),
            Read(_R.CROSS_REFERENCES, "consistency", _A.AS_OF),
            Read(_R.OUTLINE, "chapters that a link may name", _A.CHAPTER),
            Read(_R.STYLE_GUIDE, "style"),
        ),
        config=("language", "chapters.words"),
    ),
    Contract(
        role=Role.R1,
        title="code reviewer R1",
        kind=RoleKind.EXPLORE,
        output=Output.R1,
        marker=Marker.R1,
        reads=(
            Read(_R.DRAFT, "the draft under review"),
            Read(_R.CHECKS, "what code has already proved; do not repeat it", _A.FIDELITY),
            Read(_R.SOURCE_MAP, "which files this chapter explains", _A.CHAPTER),
            Read(_R.SOURCE_FILES, "the code that the draft must be true to"),
        ),
        forbids=(_F.MEMORY, _F.STYLE_GUIDE),
        config=("language",),
        tools=True,
        output_reserve=4_000,
    ),
    Contract(
        role=Role.R2,
        title="consistency reviewer R2",
        kind=RoleKind.EXPLORE,
        output=Output.R2,
        marker=Marker.R2,
        reads=(
            Read(_R.DRAFT, "the draft under review"),
            Read(_R.CHECKS, "what code has already proved; do not repeat it", _A.CONSISTENCY),
            Read(_R.GLOSSARY, "terms and their definitions", _A.AS_OF),
            Read(_R.METAPHORS, "metaphors and their concepts", _A.AS_OF),
            Read(_R.CROSS_REFERENCES, "promises between chapters", _A.AS_OF),
            Read(_R.SUMMARIES, "what earlier chapters said", _A.AS_OF),
        ),
        forbids=(_F.SOURCE, _F.STYLE_GUIDE),
        config=("language",),
        output_reserve=4_000,
    ),
    Contract(
        role=Role.R3,
        title="content reviewer R3",
        kind=RoleKind.GENERAL,
        output=Output.R3,
        marker=Marker.R3,
        reads=(
            Read(_R.DRAFT, "the draft under review"),
            Read(_R.CHECKS, "what code has already proved; do not repeat it", _A.STYLE),
            Read(_R.STYLE_GUIDE, "the rules that this book set itself"),
        ),
        forbids=(_F.SOURCE, _F.MEMORY),
        config=("language", "review.sensitivity", "chapters.words"),
        output_reserve=4_000,
    ),
    Contract(
        role=Role.REVIEW_MERGER,
        title="merge of the reviews",
        kind=RoleKind.CODE,
        output=Output.REVIEW,
        marker=Marker.REVIEW,
        reads=(
            Read(_R.CHECKS, "findings of code, kept regardless"),
            Read(_R.R1, "code review"),
            Read(_R.R2, "consistency review"),
            Read(_R.R3, "content review"),
        ),
    ),
    _reader(Role.RS, "reader: student", Output.RS, "readers.student"),
    _reader(Role.RE, "reader: engineer", Output.RE, "readers.engineer"),
    _reader(Role.RH, "reader: expert", Output.RH, "readers.expert"),
    Contract(
        role=Role.PANEL_MERGER,
        title="merge of the panel",
        kind=RoleKind.CODE,
        output=Output.PANEL,
        marker=Marker.PANEL,
        reads=(Read(_R.RS, "student"), Read(_R.RE, "engineer"), Read(_R.RH, "expert")),
    ),
    Contract(
        role=Role.EDITOR,
        title="editor",
        kind=RoleKind.GENERAL,
        output=Output.DECISION,
        marker=Marker.DECISION,
        reads=(Read(_R.NOTES, "the notes of this chapter's agents"),),
        forbids=(_F.EVERYTHING_ELSE,),
        config=("language",),
        open_budget=3,
        output_reserve=2_000,
    ),
    Contract(
        role=Role.WRITER_FINALISING,
        title="writer, finalising",
        kind=RoleKind.GENERAL,
        output=Output.FINAL,
        marker=Marker.FINAL,
        reads=(
            Read(_R.DRAFT, "the draft to finish"),
            Read(_R.PREVIOUS_FINAL, "the try before, which the checks refused", optional=True),
            Read(_R.PREVIOUS_FINAL_CHECKS, "why it was refused", optional=True),
            Read(_R.REVIEW, "findings to apply or answer"),
            Read(_R.PANEL, "the readers' findings to apply or answer"),
            Read(_R.DECISION, "the editor's order of priority"),
            _PERSON,
            Read(_R.REPORT, "everything you may say about the code"),
            Read(_R.STYLE_GUIDE, "how this book is written; obey it"),
            Read(_R.GLOSSARY, "terms already defined", _A.AS_OF),
            Read(_R.METAPHORS, "metaphors already taken", _A.AS_OF, _IF_ROOM),
        ),
        forbids=(_F.SOURCE, _F.OTHER_DRAFTS),
        config=("language", "chapters.words"),
        output_reserve=15_000,
    ),
    Contract(
        role=Role.FINAL_CHECKER,
        title="checks of the final",
        kind=RoleKind.CODE,
        output=Output.FINAL_CHECKS,
        marker=Marker.CHECKS,
        reads=(
            Read(_R.FINAL, "the text to check"),
            Read(_R.SOURCE_FILES, "what quotes and places are checked against"),
            Read(_R.SUMMARIES, "consistency", _A.AS_OF),
            Read(_R.GLOSSARY, "consistency", _A.AS_OF),
            Read(_R.METAPHORS, "consistency", _A.AS_OF),
            Read(_R.CROSS_REFERENCES, "consistency", _A.AS_OF),
            Read(_R.OUTLINE, "chapters that a link may name", _A.CHAPTER),
            Read(_R.STYLE_GUIDE, "style"),
        ),
        config=("language", "chapters.words"),
    ),
    Contract(
        role=Role.KEEPER,
        title="memory keeper",
        kind=RoleKind.GENERAL,
        output=Output.MEMORY,
        marker=Marker.MEMORY,
        reads=(
            Read(_R.FINAL, "the chapter to remember"),
            Read(_R.GLOSSARY, "terms already remembered", _A.AS_OF),
            Read(_R.METAPHORS, "metaphors already remembered", _A.AS_OF),
            Read(_R.CROSS_REFERENCES, "references already remembered", _A.AS_OF),
        ),
        forbids=(_F.SOURCE,),
        config=("language",),
        output_reserve=4_000,
    ),
    Contract(
        role=Role.AUDIT_CHECKER,
        title="checks of the book",
        kind=RoleKind.CODE,
        output=Output.AUDIT_CHECKS,
        marker=Marker.CHECKS,
        reads=(
            Read(_R.ALL_FINALS, "the book"),
            Read(_R.GLOSSARY, "terms over the whole book", _A.AS_OF),
            Read(_R.CROSS_REFERENCES, "references over the whole book", _A.AS_OF),
        ),
        config=("language",),
        per_chapter=False,
    ),
    Contract(
        role=Role.AUDITOR,
        title="auditor",
        kind=RoleKind.GENERAL,
        output=Output.AUDIT,
        marker=Marker.AUDIT,
        reads=(
            Read(_R.AUDIT_CHECKS, "what code has proved over the whole book"),
            Read(_R.SUMMARIES, "what each chapter says", _A.AS_OF),
            Read(_R.GLOSSARY, "terms", _A.AS_OF),
            Read(_R.CROSS_REFERENCES, "references", _A.AS_OF),
            Read(_R.ALL_CHECKS, "the checks of every final", need=_IF_ROOM),
        ),
        forbids=(_F.SOURCE,),
        config=("language",),
        per_chapter=False,
        output_reserve=4_000,
    ),
    Contract(
        role=Role.BOOKBINDER,
        title="bookbinder",
        kind=RoleKind.CODE,
        output=Output.SITE,
        marker=Marker.HTML,
        reads=(
            Read(_R.ALL_FINALS, "the chapters"),
            Read(_R.STYLE_GUIDE, "style"),
            Read(_R.OUTLINE, "title, contents"),
            Read(_R.GLOSSARY, "glossary", _A.AS_OF),
        ),
        config=("title", "subtitle", "language", "publish.to", "publish.source_url"),
        per_chapter=False,
        revision=2,
    ),
)

CONTRACTS: dict[Role, Contract] = {contract.role: contract for contract in _CONTRACTS}
"""The whole table, by role."""

ASKING_ROLES = tuple(role.value for role, contract in CONTRACTS.items() if contract.kind is not RoleKind.CODE)
"""The names of the roles that ask a model, in the order of the table."""
