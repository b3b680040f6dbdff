"""What a reply must hold beyond being complete, by role; a complaint leads to the one escalation.

A proposal or report that cannot be used is as good as incomplete (`fatal`). A verdict or decision that
cannot be read is stored as it is: "no verdict" is a state of its own (PROTOCOL 5).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass

from memory_schema.contracts import Role
from memory_schema.errors import IncompleteReply, OutlineError
from memory_schema.findings import Verdict, parse_verdict
from memory_schema.planning import checked_proposal
from memory_schema.proposals import parse_memory_proposal

REPORT_SECTIONS = 6
_SECTION = re.compile(r"^## *(\d)\b.*\n((?:(?!## ).*(?:\n|\Z))*)", re.MULTILINE)
_DECISION = re.compile(r"^\W*Decision\W*[:：]\W*(?:go on|ask a person)\b", re.MULTILINE | re.IGNORECASE)


@dataclass(frozen=True)
class Complaint:
    """Why a complete reply cannot be used as it is, in words that its author understands."""

    message: str
    fatal: bool


Validator = Callable[[str, Collection[str]], Complaint | None]
"""(body, every path of the source) -> what is wrong, or None."""


def validate(role: Role, body: str, sources: Collection[str], *, piece: bool = False) -> Complaint | None:
    """Hold the body of a complete reply against what its readers need.

    Args:
        piece: whether it was made of some lines of its task, and is merged with others yet.
    """
    validator = VALIDATORS.get(role) if not (piece and role in WHOLE_ONLY) else None
    return validator(body, sources) if validator is not None else None


def _proposal(body: str, sources: Collection[str]) -> Complaint | None:
    try:
        checked_proposal(body, sources)
    except OutlineError as error:
        return Complaint(str(error), fatal=True)
    return None


def _memory(body: str, sources: Collection[str]) -> Complaint | None:
    try:
        parse_memory_proposal(body)
    except IncompleteReply as error:
        return Complaint(str(error), fatal=True)
    return None


def _report(body: str, sources: Collection[str]) -> Complaint | None:
    filled = {int(match[1]) for match in _SECTION.finditer(body) if match[2].strip()}
    missing = [str(number) for number in range(1, REPORT_SECTIONS + 1) if number not in filled]
    if not missing:
        return None
    return Complaint(f"the report lacks section {', '.join(missing)} of {REPORT_SECTIONS}, or it is empty", fatal=True)


def _verdict(body: str, sources: Collection[str]) -> Complaint | None:
    if parse_verdict(body) is not Verdict.NONE:
        return None
    return Complaint('the verdict cannot be read: end with "Verdict: pass" or "Verdict: revise"', fatal=False)


def _decision(body: str, sources: Collection[str]) -> Complaint | None:
    if _DECISION.search(body):
        return None
    return Complaint('the decision cannot be read: end with "Decision: go on" or "Decision: ask a person"', fatal=False)


VALIDATORS: dict[Role, Validator] = {
    Role.ARCHITECT: _proposal,
    Role.ARCHITECT_REVISING: _proposal,
    Role.RESEARCHER: _report,
    Role.KEEPER: _memory,
    Role.OUTLINE_R3: _verdict,
    Role.R1: _verdict,
    Role.R2: _verdict,
    Role.R3: _verdict,
    Role.AUDITOR: _verdict,
    Role.EDITOR: _decision,
}
"""The roles whose output other code reads."""

WHOLE_ONLY = (Role.ARCHITECT, Role.ARCHITECT_REVISING)
"""Whose output has its form only as a whole: a piece of an outline begins with any chapter, and may have no map."""
