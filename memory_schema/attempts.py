"""Attempts and rounds, read off the files that exist (PROTOCOL 5: nothing else is state).

An attempt is one writing of a chapter. It begins with `attempt.json`, written last, which says from
which step it writes anew; everything before that step was carried over with its receipts.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from memory_schema.answers import Answer
from memory_schema.blocks import carry_decisions, guidance_name
from memory_schema.contracts import CONTRACTS, Role
from memory_schema.notes import Confidence, StructuredNote
from memory_schema.paths import Output, attempt_notes, chapter_notes, public_name, receipt_folder, work_path
from memory_schema.receipts import Author, Meaning, Receipt, receipt_path, sha256
from memory_schema.workspace import Workspace


class Step(StrEnum):
    """The steps of a chapter, in order; what `chapter N --from STEP` accepts."""

    RESEARCH = "research"
    DRAFT = "draft"
    REVIEW = "review"
    PANEL = "panel"
    EDIT = "edit"
    FINALISE = "finalise"
    REMEMBER = "remember"

    @property
    def rank(self) -> int:
        """Position in the chapter, from 0."""
        return list(Step).index(self)


STEP_OF: dict[Role, Step] = {
    Role.RESEARCHER: Step.RESEARCH,
    Role.WRITER: Step.DRAFT,
    Role.WRITER_REVISING: Step.DRAFT,
    Role.CHECKER: Step.REVIEW,
    Role.R1: Step.REVIEW,
    Role.R2: Step.REVIEW,
    Role.R3: Step.REVIEW,
    Role.REVIEW_MERGER: Step.REVIEW,
    Role.RS: Step.PANEL,
    Role.RE: Step.PANEL,
    Role.RH: Step.PANEL,
    Role.PANEL_MERGER: Step.PANEL,
    Role.EDITOR: Step.EDIT,
    Role.WRITER_FINALISING: Step.FINALISE,
    Role.FINAL_CHECKER: Step.FINALISE,
    Role.KEEPER: Step.REMEMBER,
}
"""The step of every role that works on a chapter."""

REVIEW_ROLES = (Role.CHECKER, Role.R1, Role.R2, Role.R3, Role.REVIEW_MERGER)
PANEL_ROLES = (Role.RS, Role.RE, Role.RH, Role.PANEL_MERGER)


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


class Work(BaseModel):
    """One output of an attempt: which role makes it in which round, and where."""

    model_config = ConfigDict(frozen=True)

    role: Role
    round: int
    path: str
    public: str


def read_attempt(workspace: Workspace, chapter: int, attempt: int) -> Attempt:
    """How an attempt began; the first one may not have been recorded yet."""
    text = workspace.read_or(f"{attempt_notes(chapter, attempt)}/attempt.json")
    return Attempt.model_validate_json(text) if text else Attempt(chapter=chapter, number=attempt)


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
    return _highest(workspace, Output.DRAFT, chapter, attempt)


def last_final(workspace: Workspace, chapter: int, attempt: int) -> int:
    """The newest try at a final that exists; 0 before the first."""
    return _highest(workspace, Output.FINAL, chapter, attempt)


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
        number = _highest(workspace, Output.DRAFT, chapter, attempt) + 1
        return work_of(Role.WRITER if number == 1 else Role.WRITER_REVISING, chapter, attempt, number)
    if output is Output.FINAL:
        number = _highest(workspace, Output.FINAL, chapter, attempt) + 1
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


def retire_superseded(workspace: Workspace, chapter: int) -> None:
    """Move public copies that only an older attempt stands behind to notes/chXX/superseded/."""
    attempt = current_attempt(workspace, chapter)
    if attempt == 1:
        return
    for work in {w.public: w for w in works(workspace, chapter, attempt) if w.public}.values():
        text = workspace.read_or(work.public)
        receipt = read_receipt(workspace, work.public, text) if text else None
        if receipt and receipt.attempt < attempt and not _stands_in(workspace, chapter, attempt, work, text):
            workspace.move(work.public, _superseded(chapter, receipt.attempt, work.public))
        if not workspace.exists(work.public):
            _retire_receipts(workspace, chapter, attempt, work.public)


def _retire_receipts(workspace: Workspace, chapter: int, attempt: int, public: str) -> None:
    """Move the receipts of older attempts after their text; a killed call leaves the rest to the next."""
    for name in workspace.list(receipt_folder(public)):
        receipt = Receipt.model_validate_json(workspace.read(name))
        if receipt.attempt < attempt:
            workspace.move(name, _superseded(chapter, receipt.attempt, name))


def _superseded(chapter: int, attempt: int, name: str) -> str:
    return f"{chapter_notes(chapter)}/superseded/a{attempt}/{name.removeprefix('output/')}"


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


def _stands_in(workspace: Workspace, chapter: int, attempt: int, work: Work, text: str) -> bool:
    """Whether the present attempt carried this very text over as the newest of its kind."""
    output = CONTRACTS[work.role].output
    newest = max(
        (w for w in works(workspace, chapter, attempt, complete=False) if CONTRACTS[w.role].output is output),
        key=lambda w: w.round,
        default=None,
    )
    return newest is not None and workspace.read_or(newest.path) == text


def _highest(workspace: Workspace, output: Output, chapter: int, attempt: int) -> int:
    number = 0
    while workspace.exists(work_path(output, chapter, attempt, number + 1)):
        number += 1
    return number
