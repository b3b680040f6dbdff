"""The plan of a book: proposals and their rounds, approval, and freezing (PROTOCOL 6.1).

The outline is frozen once, by a person's approval or `approve = "auto"`. After that chapters may be
appended at the end or marked dropped; inserting or reordering is refused (PROTOCOL 1).
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Collection

from pydantic import BaseModel, ConfigDict

from memory_schema.answers import Answer, Decision, read_answer
from memory_schema.attempts import human_receipt
from memory_schema.contracts import Role
from memory_schema.errors import OutlineError
from memory_schema.outline import Outline, Proposal
from memory_schema.outline_markdown import parse_outline, render_outline
from memory_schema.outputs import is_edited, publish_copy
from memory_schema.paths import (
    APPROVED,
    MANIFEST,
    OUTLINE,
    PLAN_NOTES,
    SOURCE_MAP,
    Output,
    public_name,
    work_path,
)
from memory_schema.receipts import Author, Receipt, sha256
from memory_schema.source_map_markdown import parse_proposal, parse_source_map, render_source_map
from memory_schema.works import read_receipt, work_of
from memory_schema.workspace import Workspace

PROPOSAL = public_name(Output.PROPOSAL)
_FROZEN_OUTLINE = f"{PLAN_NOTES}/frozen-outline.md"


class Approval(BaseModel):
    """What was approved: the proposal's hash, by whom, over which source."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    proposal: str
    by: str
    manifest_digest: str


def plan_attempt(workspace: Workspace) -> int:
    """The number of the newest attempt at a plan, from 1."""
    number = 1
    while workspace.exists(f"{PLAN_NOTES}/a{number + 1}/attempt.json"):
        number += 1
    return number


def plan_again(workspace: Workspace, why: str) -> int:
    """Begin another attempt at the plan; the former proposal is kept in its own folder."""
    number = plan_attempt(workspace) + 1
    workspace.replace(f"{PLAN_NOTES}/a{number}/attempt.json", json.dumps({"why": why}) + "\n")
    workspace.audit("plan again", f"attempt {number}: {why}")
    return number


def last_proposal_round(workspace: Workspace, attempt: int) -> int:
    """The newest round whose proposal exists; 0 before the first."""
    number = 0
    while workspace.exists(work_path(Output.PROPOSAL, None, attempt, number + 1)):
        number += 1
    return number


def settle_proposal(workspace: Workspace, attempt: int, number: int) -> None:
    """Make the public proposal the copy of its newest round, as after a kill between the two writes.

    Without it an outline could be approved that its last revision has replaced. A person's edit stays.
    """
    path = work_path(Output.PROPOSAL, None, attempt, number)
    text = workspace.read_or(path)
    receipt = read_receipt(workspace, path, text)
    if receipt is not None and not is_edited(workspace, PROPOSAL):
        publish_copy(workspace, receipt, text, PROPOSAL)


def is_frozen(workspace: Workspace) -> bool:
    """Whether the outline has been approved and frozen."""
    return workspace.exists(APPROVED)


def proposal_answer(workspace: Workspace) -> Answer | None:
    """What a person answered to the proposal as it now lies on disk."""
    text = workspace.read_or(PROPOSAL)
    return read_answer(workspace, proposal_subject(workspace), sha256(text)) if text else None


def proposal_subject(workspace: Workspace) -> str:
    """What an answer to the proposal names: a later attempt is answered anew, though its text be the same."""
    attempt = plan_attempt(workspace)
    return PROPOSAL if attempt == 1 else f"{PROPOSAL}--a{attempt}"


def approval_of(text: str, by: str, subject: str = PROPOSAL) -> Answer:
    """The answer that approves exactly this text of a proposal."""
    return Answer(subject=subject, answers=sha256(text), decision=Decision.APPROVE, by=by)


def checked_proposal(text: str, sources: Collection[str]) -> Proposal:
    """Read a proposal and hold every path in it against the source.

    Raises:
        OutlineError: it cannot be read, contradicts itself, or names a file that is not there.
    """
    proposal = parse_proposal(text)
    for number, files in proposal.source_map.chapters.items():
        for file in files:
            if file.path not in sources:
                near = difflib.get_close_matches(file.path, list(sources), n=1, cutoff=0.4)
                hint = f"; did you mean `{near[0]}`?" if near else ""
                raise OutlineError(f"source map: chapter {number}: there is no source file `{file.path}`{hint}")
    return proposal


def freeze(
    workspace: Workspace, text: str, by: str, sources: Collection[str], manifest_json: str, digest: str
) -> Proposal:
    """Turn an approved proposal into outline.md and source-map.md, pinned to the source's manifest.

    `approved.json` is written last: until it exists nothing is frozen and the call can be repeated.
    """
    proposal = checked_proposal(text, sources)
    outline = render_outline(proposal.outline)
    workspace.replace(MANIFEST, manifest_json)
    for name, body in ((OUTLINE, outline), (SOURCE_MAP, render_source_map(proposal.source_map))):
        receipt = _approved_receipt(workspace, name, body)
        workspace.replace(receipt.path, receipt.model_dump_json(indent=1) + "\n")
        workspace.replace(name, body)
    workspace.replace(_FROZEN_OUTLINE, outline)
    approval = Approval(proposal=sha256(text), by=by, manifest_digest=digest)
    workspace.replace(APPROVED, approval.model_dump_json(indent=1) + "\n")
    workspace.audit("outline approved", f"{len(proposal.outline.chapters)} chapters, by {by}")
    return proposal


def accept_static_changes(workspace: Workspace) -> tuple[str, ...]:
    """Notice and log a person's change of a static file after the freeze; returns the changed names.

    Raises:
        OutlineError: the file cannot be read, or chapters were inserted, reordered or removed.
    """
    changed = tuple(name for name in (OUTLINE, SOURCE_MAP) if is_edited(workspace, name))
    if not changed:
        return ()
    outline = parse_outline(workspace.read(OUTLINE))
    check_identities(parse_outline(workspace.read(_FROZEN_OUTLINE)), outline)
    source_map = parse_source_map(workspace.read(SOURCE_MAP))
    for plan in outline.kept:
        if not source_map.files(plan.number):
            raise OutlineError(f"source map: chapter {plan.number} has no source file; name at least one")
    for name in changed:
        text = workspace.read(name)
        work = work_of(Role.ARCHITECT, None).model_copy(update={"path": name})
        receipt = human_receipt(work, 0, 0, text)
        workspace.replace(receipt.path, receipt.model_dump_json(indent=1) + "\n")
        workspace.audit("static file changed", f"{name}: a person's decision; what reads it becomes stale")
    return changed


def check_identities(frozen: Outline, now: Outline) -> None:
    """Chapter numbers are identities: refuse what inserts, reorders or removes (PROTOCOL 1)."""
    again = "append chapters or mark them `- dropped: yes`; to reorder, plan again: sourcebook plan BOOK --again"
    if len(now.chapters) < len(frozen.chapters):
        missing = frozen.chapters[len(now.chapters)]
        raise OutlineError(f"outline: chapter {missing.number} ({missing.title}) was removed; {again}")
    numbers = {plan.title.casefold(): plan.number for plan in frozen.chapters}
    for plan in now.chapters:
        was = numbers.get(plan.title.casefold(), plan.number)
        if was != plan.number:
            raise OutlineError(f'outline: "{plan.title}" moved from chapter {was} to {plan.number}; {again}')


def _approved_receipt(workspace: Workspace, name: str, body: str) -> Receipt:
    proposal = workspace.read_or(PROPOSAL)
    made = read_receipt(workspace, PROPOSAL, proposal)
    work = work_of(Role.ARCHITECT, None).model_copy(update={"path": name})
    if made is None or made.author is Author.HUMAN:
        return human_receipt(work, 0, 1, body)
    return made.model_copy(update={"output": name, "sha256": sha256(body), "copy_of": PROPOSAL})
