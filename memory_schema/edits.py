"""A person's edits: found, kept, and taken up as sources (PROTOCOL 4 and 5)."""

from __future__ import annotations

from memory_schema.attempts import begin_attempt
from memory_schema.contracts import CONTRACTS, Role
from memory_schema.markers import sealed
from memory_schema.outputs import is_edited, publish_copy
from memory_schema.paths import chapter_notes
from memory_schema.receipts import Author, sha256
from memory_schema.steps import STEP_OF, Step
from memory_schema.works import Work, current_attempt, read_receipt, works
from memory_schema.workspace import Workspace

_STEPS = list(Step)


def newest_works(workspace: Workspace, chapter: int) -> tuple[Work, ...]:
    """Of every public name the newest work of the current attempt, and the works without one."""
    attempt = current_attempt(workspace, chapter)
    return tuple({w.public or w.path: w for w in works(workspace, chapter, attempt, complete=False)}.values())


def settle_public(workspace: Workspace, chapter: int) -> None:
    """Make every public name the copy of its newest work, as after a kill between the two writes.

    A public file that holds a person's text which no attempt has taken up is left alone.
    """
    for work in newest_works(workspace, chapter):
        text = workspace.read_or(work.path)
        receipt = read_receipt(workspace, work.path, text)
        if not work.public or receipt is None:
            continue
        standing = workspace.read_or(work.public)
        if standing != text and is_edited(workspace, work.public) and _sealed(work, standing) == text:
            accepted = receipt.model_copy(update={"output": work.public, "sha256": sha256(standing)})
            workspace.replace(accepted.path, accepted.model_dump_json(indent=1) + "\n")
        if standing == text or not is_edited(workspace, work.public):
            publish_copy(workspace, receipt, text, work.public)


def edited_works(workspace: Workspace, chapter: int) -> tuple[Work, ...]:
    """The newest works whose public copy, or whose own file, holds a text that nobody has taken up."""
    return tuple(work for work in newest_works(workspace, chapter) if _edited_text(workspace, work) is not None)


def adopt_edits(workspace: Workspace, chapter: int) -> tuple[Work, ...]:
    """Take up every edit of a chapter: a new attempt in which the person's text is the source.

    An edited draft becomes the next round, an edited final the next try; any other text takes the
    place of the agent's. A marker that was deleted is put back in the work copy, so no text is lost.
    Returns the works whose text was taken up.
    """
    edited = edited_works(workspace, chapter)
    if not edited:
        return ()
    first = min(edited, key=lambda work: STEP_OF[work.role].rank)
    step = _next_step(first.role)
    human: dict[Work, str] = {}
    for work in edited:
        text = _edited_text(workspace, work) or ""
        kept = _keep(workspace, chapter, "edits", work, text)
        taken = STEP_OF[work.role].rank < step.rank or work is first or _stands_beside(first.role, work.role)
        fate = "taken up" if taken else "made anew, since an earlier text was edited too"
        workspace.audit("edit found", f"{work.public or work.path}: a person's text, kept as {kept}; {fate}")
        if taken:
            human[work] = _sealed(work, text)
        else:
            _set_aside(workspace, work)
    title = CONTRACTS[first.role].output.value
    begin_attempt(workspace, chapter, step, f"a person edited the {title}", human, reuses=True)
    settle_public(workspace, chapter)
    return edited


def standing_texts(workspace: Workspace, chapter: int, step: Step) -> dict[Work, str]:
    """A person's texts that a new attempt from `step` would write anew: they stand in it instead.

    Only `--discard-edits` regenerates what a person wrote (PROTOCOL 4).
    """
    return {
        work: workspace.read(work.path)
        for work in newest_works(workspace, chapter)
        if STEP_OF[work.role].rank >= step.rank and _is_human(workspace, work.path)
    }


def discard_edits(workspace: Workspace, chapter: int) -> tuple[Work, ...]:
    """Give up a person's texts; a copy of each is kept below notes.

    A text that was only edited in its public copy goes back to the agent's; one that was taken up, or
    edited in its work file, is written anew by a new attempt.
    """
    edited = edited_works(workspace, chapter)
    adopted = tuple(work for work in newest_works(workspace, chapter) if _is_human(workspace, work.path))
    gone = tuple(dict.fromkeys((*edited, *adopted)))
    for work in gone:
        text = _edited_text(workspace, work) or workspace.read_or(work.path)
        kept = _keep(workspace, chapter, "discarded", work, text)
        workspace.audit("edit discarded", f"{work.public or work.path}: a copy is kept as {kept}")
    for work in edited:
        _set_aside(workspace, work)
    again = [work for work in gone if work in adopted or not workspace.exists(work.path)]
    if again:
        step = min((STEP_OF[work.role] for work in again), key=lambda step: step.rank)
        begin_attempt(workspace, chapter, step, "a person's edits were discarded")
    settle_public(workspace, chapter)
    return gone


def _edited_text(workspace: Workspace, work: Work) -> str | None:
    public = workspace.read_or(work.public) if work.public else ""
    made = workspace.read_or(work.path)
    if public not in ("", made) and is_edited(workspace, work.public) and _sealed(work, public) != made:
        return public
    return workspace.read(work.path) if is_edited(workspace, work.path) else None


def _set_aside(workspace: Workspace, work: Work) -> None:
    if work.public and is_edited(workspace, work.public):
        workspace.remove(work.public)
    if is_edited(workspace, work.path):
        workspace.remove(work.path)


def _keep(workspace: Workspace, chapter: int, folder: str, work: Work, text: str) -> str:
    name = f"{chapter_notes(chapter)}/{folder}/{sha256(text)[:12]}-{work.path.rsplit('/', 1)[-1]}"
    workspace.replace(name, text)
    return name


def _sealed(work: Work, text: str) -> str:
    return sealed(text, CONTRACTS[work.role].marker)


def _is_human(workspace: Workspace, path: str) -> bool:
    receipt = read_receipt(workspace, path, workspace.read_or(path))
    return receipt is not None and receipt.author is Author.HUMAN


def _stands_beside(first: Role, other: Role) -> bool:
    """Whether both are single reviews, or both single readers: neither is made from the other."""
    return _is_single(first) and _is_single(other) and STEP_OF[first] is STEP_OF[other]


def _is_single(role: Role) -> bool:
    merged = (Role.REVIEW_MERGER, Role.PANEL_MERGER)
    return STEP_OF[role] in (Step.REVIEW, Step.PANEL) and role not in merged


def _next_step(role: Role) -> Step:
    """The first step to make anew after a person changed this role's output.

    Of the reviews and the panel only the merged text stands alone; an edited single review is merged
    again with the others.
    """
    step = STEP_OF[role]
    if _is_single(role):
        return step
    return _STEPS[min(step.rank + 1, len(_STEPS) - 1)]
