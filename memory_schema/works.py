"""The outputs of one attempt at a chapter: which role makes which file in which round.

The loop's state is which round files exist, nothing else (PROTOCOL 5).
"""

from __future__ import annotations

import functools
import re

from pydantic import BaseModel, ConfigDict

from memory_schema.contracts import CONTRACTS, Role
from memory_schema.paths import Output, chapter_notes, public_name, work_path
from memory_schema.receipts import Receipt, receipt_path, sha256
from memory_schema.steps import PANEL_ROLES, REVIEW_ROLES
from memory_schema.workspace import Workspace


class Work(BaseModel):
    """One output of an attempt: which role makes it in which round, and where."""

    model_config = ConfigDict(frozen=True)

    role: Role
    round: int
    path: str
    public: str


def current_attempt(workspace: Workspace, chapter: int) -> int:
    """The number of the newest attempt; 1 before anything was written."""
    numbers = [
        int(match[1])
        for folder in workspace.folders(chapter_notes(chapter))
        if (match := re.search(r"/a(\d+)$", folder)) and workspace.exists(f"{folder}/attempt.json")
    ]
    return max(numbers, default=1)


def last_round(workspace: Workspace, chapter: int, attempt: int) -> int:
    """The newest round whose draft exists; 0 before the first draft."""
    return highest_round(workspace, Output.DRAFT, chapter, attempt)


def last_final(workspace: Workspace, chapter: int, attempt: int) -> int:
    """The newest try at a final that exists; 0 before the first."""
    return highest_round(workspace, Output.FINAL, chapter, attempt)


def works(workspace: Workspace, chapter: int, attempt: int, *, complete: bool = True) -> tuple[Work, ...]:
    """The outputs of an attempt in the order in which they are made.

    Args:
        complete: also name what must still come (round 1, panel, editor, a first final, the keeper).
    """
    rounds = last_round(workspace, chapter, attempt)
    finals = last_final(workspace, chapter, attempt)
    if complete:
        rounds, finals = max(rounds, 1), max(finals, 1)
    plan: list[tuple[Role, int]] = [(Role.RESEARCHER, 1)]
    for number in range(1, rounds + 1):
        plan.append((Role.WRITER if number == 1 else Role.WRITER_REVISING, number))
        plan += [(role, number) for role in REVIEW_ROLES]
    plan += [(role, 1) for role in PANEL_ROLES] + [(Role.EDITOR, 1)]
    for number in range(1, finals + 1):
        plan += [(Role.WRITER_FINALISING, number), (Role.FINAL_CHECKER, number)]
    plan.append((Role.KEEPER, 1))
    return tuple(work_of(role, chapter, attempt, number) for role, number in plan)


def work_of(role: Role, chapter: int | None, attempt: int = 1, number: int = 1) -> Work:
    """Where one role writes in one round."""
    output = CONTRACTS[role].output
    return Work(
        role=role,
        round=number,
        path=work_path(output, chapter, attempt, number),
        public=public_name(output, chapter),
    )


def read_receipt(workspace: Workspace, output: str, text: str) -> Receipt | None:
    """The receipt for exactly this text of an output, or None when it is missing or unreadable."""
    found = workspace.read_or(receipt_path(output, sha256(text)))
    try:
        return _parsed(found) if found else None
    except ValueError:
        return None


@functools.lru_cache(maxsize=512)
def _parsed(text: str) -> Receipt:
    """One receipt is asked for as a work, as a public copy, as a note of the chapter: parsed once."""
    return Receipt.model_validate_json(text)


def highest_round(workspace: Workspace, output: Output, chapter: int, attempt: int) -> int:
    number = 0
    while workspace.exists(work_path(output, chapter, attempt, number + 1)):
        number += 1
    return number
