"""The budget of every role as figures, for docs/protocol.md (PROTOCOL 3.3)."""

from __future__ import annotations

from dataclasses import dataclass

from memory_schema.book import BookConfig
from memory_schema.contracts import CONTRACTS, Contract, Role, RoleKind
from memory_schema.lengths import ceiling_tokens, counts_characters
from memory_schema.outline import ChapterPlan
from memory_schema.paths import work_path
from memory_schema.pointers import PointerList
from prompts.render import render_system, render_task
from tasks.agent.budget import Budget
from tasks.agent.ticket import make_ticket
from tasks.agent.tools import DEFINITIONS

POINTER_TOKENS = 60
"""What a line of the pointer list and a FILE header take, at most."""

MEMORY_SHARE = 4
"""The memory is shown whole up to a quarter of the context target."""
_RULES_AND_REPLY = 22_000
"""What the researcher's rules, task and reply take at most, so that its window and R1's leave the same room."""
_DRAFT_WORD, _DRAFT_CHARACTER = 4.5, 2.8
"""Ceiling tokens of a draft for each word or character of its target, code and a fifth too much included."""
_BESIDE_THE_DRAFT = 2_500
"""Checks, source map and outline part."""


@dataclass(frozen=True)
class BudgetRow:
    """Tokens of one role's call: rules and task, reply, files."""

    role: Role
    title: str
    system: int
    output_reserve: int
    files: int


def call_budget(
    contract: Contract, ticket: dict[str, object], config: BookConfig, pointers: int, words: int | None = None
) -> Budget:
    """The room of a call whose prompt lists so many pointers; tools are counted whether sent or not.

    Args:
        words: the length of the chapter where its plan sets one of its own.
    """
    rules = (render_system(), render_task(contract, ticket, tools=True), str(DEFINITIONS))
    return Budget(
        window=config.model.window,
        system=sum(map(ceiling_tokens, rules)) + POINTER_TOKENS * pointers,
        output_reserve=contract.output_reserve,
        target=config.limits.context_target,
        sources=source_room(config, words or config.chapters.words),
        memory=config.limits.context_target // MEMORY_SHARE,
    )


def source_room(config: BookConfig, words: int) -> int:
    """Tokens of source files that the researcher and R1 are both shown: R1 needs room for the draft too.

    At least half of what the window leaves, so that a long chapter does not push the code out.
    """
    files = min(config.limits.context_target, config.model.window - _RULES_AND_REPLY)
    draft = round(words * (_DRAFT_CHARACTER if counts_characters(config.language) else _DRAFT_WORD))
    return max(files // 2, files - draft - _BESIDE_THE_DRAFT)


def budget_table(config: BookConfig) -> tuple[BudgetRow, ...]:
    """One row for each role that asks a model, in the order of the contract table."""
    asking = (contract for contract in CONTRACTS.values() if contract.kind is not RoleKind.CODE)
    return tuple(_row(contract, config) for contract in asking)


def call_budget_of(contract: Contract, config: BookConfig) -> Budget:
    """The room of a role's call before there is any: of its first chapter, with all that it may read."""
    chapter = 1 if contract.per_chapter else None
    pointers = PointerList(
        role=contract.role.value, chapter=chapter, output=work_path(contract.output, chapter), marker=contract.marker
    )
    plan = ChapterPlan(number=1, title="A chapter") if contract.per_chapter else None
    return call_budget(contract, make_ticket(contract, pointers, config, plan), config, len(contract.reads))


def _row(contract: Contract, config: BookConfig) -> BudgetRow:
    room = call_budget_of(contract, config)
    return BudgetRow(contract.role, contract.title, room.system, room.output_reserve, room.files)
