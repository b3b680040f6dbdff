"""Attempts, read off the files that exist (PROTOCOL 5: nothing else is state).

An attempt is one writing of a chapter. It begins with `attempt.json`, written last, which says from
which step it writes anew; everything before that step was carried over with its receipts.
"""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict

from memory_schema.answers import Answer
from memory_schema.blocks import carry_decisions, guidance_name
from memory_schema.contracts import CONTRACTS, Role
from memory_schema.notes import Confidence, StructuredNote
from memory_schema.paths import Output, attempt_notes, receipt_folder
from memory_schema.receipts import Author, Meaning, Receipt, sha256
from memory_schema.steps import STEP_OF, Step
from memory_schema.superseded import retire_superseded
from memory_schema.works import Work, current_attempt, highest_round, last_round, read_receipt, work_of, works
from memory_schema.workspace import Workspace


class Attempt(BaseModel):
    """How an attempt began."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    chapter: int
    number: int
    from_step: Step = Step.RESEARCH
    why: str = ""
    reuses: bool = False
    """Whether an output of the attempt before stands where its inputs come out the same: an attempt that
    only something stale has opened stops where nothing changes (PROTOCOL 4)."""


def read_attempt(workspace: Workspace, chapter: int, attempt: int) -> Attempt:
    """How an attempt began; the first one may not have been recorded yet."""
    text = workspace.read_or(f"{attempt_notes(chapter, attempt)}/attempt.json")
    return Attempt.model_validate_json(text) if text else Attempt(chapter=chapter, number=attempt)


def begin_attempt(
    workspace: Workspace,
    chapter: int,
    step: Step,
    why: str,
    human: Mapping[Work, str] | None = None,
    *,
    reuses: bool = False,
    guidance: Answer | None = None,
) -> int:
    """Raise the attempt: carry what comes before `step`, move the rest's public names away.

    Rounds before the newest are carried whole once the draft stands; of the newest, what comes before
    `step`. Killed anywhere, it can be called again: without its `attempt.json`, which is written last,
    the new attempt does not exist yet.

    Args:
        human: texts of a person that stand in the new attempt, by the work they take the place of;
            a draft or a final becomes the next round or try, so that its reviews are made anew.
        reuses: whether what comes out unchanged may be taken over from the attempt before.
        guidance: what a person asks of the first final of the new attempt.
    """
    before = current_attempt(workspace, chapter)
    number = before + 1
    _clear_unborn(workspace, chapter, number)
    texts = dict(human or {})
    adopted_outputs = {CONTRACTS[work.role].output for work in texts}
    newest = last_round(workspace, chapter, before)
    for work in works(workspace, chapter, before, complete=False):
        target = work_of(work.role, chapter, number, work.round).path
        if _is_carried(work, step, newest, whole=Output.DRAFT in adopted_outputs):
            carry(workspace, work, target)
    for work, text in texts.items():
        place = _human_place(workspace, work, chapter, number)
        receipt = human_receipt(place, chapter, number, text)
        workspace.replace(receipt.path, receipt.model_dump_json(indent=1) + "\n")
        workspace.replace(place.path, text)
    carry_decisions(workspace, chapter, before, number)
    if guidance is not None and guidance.guidance:
        workspace.replace(guidance_name(chapter, number, "final-0"), guidance.model_dump_json(indent=1) + "\n")
    attempt = Attempt(chapter=chapter, number=number, from_step=step, why=why, reuses=reuses)
    workspace.replace(f"{attempt_notes(chapter, number)}/attempt.json", attempt.model_dump_json(indent=1) + "\n")
    workspace.audit("attempt", f"chapter {chapter}: attempt {number} begins at {step.value}: {why}")
    retire_superseded(workspace, chapter)
    return number


def _clear_unborn(workspace: Workspace, chapter: int, number: int) -> None:
    """Remove what a killed `begin_attempt` left of an attempt that was never born."""
    folder = attempt_notes(chapter, number)
    for leftover in (*workspace.walk(folder), *workspace.walk(receipt_folder(folder))):
        workspace.remove(leftover)


def human_receipt(work: Work, chapter: int, attempt: int, text: str) -> Receipt:
    """The receipt of a text that a person wrote."""
    contract = CONTRACTS[work.role]
    return Receipt(
        output=work.path,
        sha256=sha256(text),
        role=work.role.value,
        chapter=chapter,
        attempt=attempt,
        round=work.round,
        marker=contract.marker.value,
        author=Author.HUMAN,
        meaning=Meaning(revision=contract.revision, config={}, reads=()),
        note=StructuredNote(conclusion=f"a person wrote the {contract.output.value}", confidence=Confidence.HIGH),
        model="human",
    )


def _is_carried(work: Work, step: Step, newest: int, *, whole: bool) -> bool:
    """Whether a new attempt that begins at `step` keeps this work of the attempt before."""
    at = STEP_OF[work.role]
    in_round = at in (Step.DRAFT, Step.REVIEW)
    if in_round and step.rank > Step.DRAFT.rank:
        return whole or work.round < newest or at.rank < step.rank
    return at.rank < step.rank


def _human_place(workspace: Workspace, work: Work, chapter: int, attempt: int) -> Work:
    """Where a person's text stands in a new attempt: drafts and finals as the next round or try."""
    output = CONTRACTS[work.role].output
    if output is Output.DRAFT:
        number = highest_round(workspace, Output.DRAFT, chapter, attempt) + 1
        return work_of(Role.WRITER if number == 1 else Role.WRITER_REVISING, chapter, attempt, number)
    if output is Output.FINAL:
        number = highest_round(workspace, Output.FINAL, chapter, attempt) + 1
        return work_of(Role.WRITER_FINALISING, chapter, attempt, number)
    return work_of(work.role, chapter, attempt, work.round)


def open_first_attempt(workspace: Workspace, chapter: int) -> None:
    """Record attempt 1 as begun; harmless when it is."""
    name = f"{attempt_notes(chapter, 1)}/attempt.json"
    if not workspace.exists(name):
        workspace.replace(name, Attempt(chapter=chapter, number=1).model_dump_json(indent=1) + "\n")


def carry(workspace: Workspace, work: Work, target: str) -> None:
    """Copy a work file and its receipt into a new attempt; a text without receipt is carried bare."""
    if not workspace.exists(work.path):
        return
    text = workspace.read(work.path)
    receipt = read_receipt(workspace, work.path, text)
    if receipt is not None:
        carried = receipt.model_copy(update={"output": target, "carried_from": receipt.carried_from or work.path})
        workspace.replace(carried.path, carried.model_dump_json(indent=1) + "\n")
    workspace.replace(target, text)
