"""The two loops of a chapter: rounds of draft and review, and tries at the final (PROTOCOL 5)."""

from __future__ import annotations

from flows.chapter_blocks import ask_person
from memory_schema.answers import Decision
from memory_schema.binding import bind
from memory_schema.blocks import BlockReason
from memory_schema.contracts import Role
from memory_schema.findings import Severity, parse_findings
from memory_schema.merging import Outcome, outcome_of
from memory_schema.paths import Output, work_path
from memory_schema.receipts import Author
from memory_schema.works import last_final, last_round, read_receipt, work_of
from tasks.agent.runtime import Runtime
from tasks.draft import draft, revise
from tasks.finalise import finalise
from tasks.review import check, merge, review
from tasks.role import together

FINAL_TRIES = 2
"""A final that the checks refuse is finalised once more, then the chapter is blocked (PROTOCOL 5)."""


async def write_rounds(runtime: Runtime, book: str, number: int, attempt: int) -> None:
    """Rounds of draft and review until the reviews pass, a person decides, or the chapter is blocked."""
    workspace = runtime.workspace
    current = max(1, last_round(workspace, number, attempt))
    while True:
        write, role = (draft, Role.WRITER) if current == 1 else (revise, Role.WRITER_REVISING)
        await write(bind(role, workspace, number, attempt, current), book)
        outcome = await _review(runtime, book, number, attempt, current)
        if outcome is Outcome.PASS:
            return
        place, reason = f"round-{current}", BlockReason.REVISIONS
        if outcome is Outcome.NO_VERDICT:
            reason = BlockReason.VERDICT
        elif _revisions(runtime, number, attempt, current) < runtime.config.review.max_revisions:
            current += 1
            continue
        if ask_person(runtime, number, attempt, place, reason, "see the merged review") is Decision.ACCEPT:
            return
        current += 1


async def _review(runtime: Runtime, book: str, number: int, attempt: int, current: int) -> Outcome:
    """Checks, the three reviews at once, their merge; what it decides."""
    workspace = runtime.workspace
    await check(bind(Role.CHECKER, workspace, number, attempt, current), book)
    reviewers = (Role.R1, Role.R2, Role.R3)
    await together(*(review(bind(role, workspace, number, attempt, current), book) for role in reviewers))
    await merge(bind(Role.REVIEW_MERGER, workspace, number, attempt, current), book)
    return outcome_of(workspace.read(work_path(Output.REVIEW, number, attempt, current)))


async def write_finals(runtime: Runtime, book: str, number: int, attempt: int) -> None:
    """The final and its checks; one more try when they refuse it, then a person decides."""
    workspace = runtime.workspace
    current = max(1, last_final(workspace, number, attempt))
    while True:
        await finalise(bind(Role.WRITER_FINALISING, workspace, number, attempt, current), book)
        await check(bind(Role.FINAL_CHECKER, workspace, number, attempt, current), book)
        if not _refused(runtime, number, attempt, current):
            return
        if current >= FINAL_TRIES:
            detail = "see the checks of the final"
            if ask_person(runtime, number, attempt, f"final-{current}", BlockReason.FINAL, detail) is Decision.ACCEPT:
                return
        current += 1


def _refused(runtime: Runtime, number: int, attempt: int, current: int) -> bool:
    """Whether code found an error in a final; what a person wrote is kept, with a line in the log."""
    workspace = runtime.workspace
    checks = workspace.read(work_path(Output.FINAL_CHECKS, number, attempt, current))
    errors = [finding for finding in parse_findings(checks) if finding.severity is Severity.MUST]
    if not errors:
        return False
    final = work_of(Role.WRITER_FINALISING, number, attempt, current)
    receipt = read_receipt(workspace, final.path, workspace.read(final.path))
    if receipt is not None and receipt.author is Author.HUMAN:
        workspace.audit("edit kept", f"chapter {number}: a person's final has an error: {errors[0].problem}")
        return False
    return True


def _revisions(runtime: Runtime, number: int, attempt: int, current: int) -> int:
    """How many revisions the model has made; a person's rounds do not count."""
    workspace = runtime.workspace
    counted = 0
    for earlier in range(2, current + 1):
        path = work_path(Output.DRAFT, number, attempt, earlier)
        receipt = read_receipt(workspace, path, workspace.read_or(path))
        counted += receipt is None or receipt.author is not Author.HUMAN
    return counted
