"""How far a book is: the state of every output with its cause, read off the disk (PROTOCOL 4).

The same functions decide what `status` lists and what `write` redoes, so the two cannot differ.
Nothing here calls a model or needs Prefect.
"""

from __future__ import annotations

from dataclasses import dataclass

from memory_schema.binding import bind, declared
from memory_schema.blocks import Block, open_block
from memory_schema.book import BookConfig
from memory_schema.contracts import CONTRACTS, Role
from memory_schema.edits import edited_works
from memory_schema.outline import ChapterPlan
from memory_schema.pointers import PointerList, Scope
from memory_schema.receipts import Author, Cause, Receipt, Standing, State, compare
from memory_schema.selection import Selector, SourceHash, meaning_now
from memory_schema.steps import STEP_OF, Step
from memory_schema.works import Work, current_attempt, read_receipt, work_of, works


@dataclass(frozen=True)
class OutputProgress:
    """One output of a chapter: who makes it, where it stands, and what it cost."""

    work: Work
    standing: Standing
    receipt: Receipt | None


@dataclass(frozen=True)
class ChapterProgress:
    """One chapter: its outputs in the order in which they are made."""

    plan: ChapterPlan
    attempt: int
    outputs: tuple[OutputProgress, ...]
    remembered: bool
    """Whether the entry of this attempt exists."""
    block: Block | None
    edited: tuple[Work, ...] = ()
    """Works that a person has edited and no attempt has taken up yet."""

    @property
    def finished(self) -> bool:
        """Written, remembered, and nothing to redo."""
        return self.remembered and self.block is None and not any(o.standing.needs_redo for o in self.outputs)

    def settled(self, *, memory: bool) -> bool:
        """Whether a run has nothing to do here: finished, no edit to take up, nothing stale."""
        return self.finished and not self.edited and self.redo_from(memory=memory) is None

    @property
    def state(self) -> State:
        """The chapter's state in one word: blocked, missing, edited, stale or fresh."""
        if self.block is not None:
            return State.BLOCKED
        states = {output.standing.state for output in self.outputs}
        if not self.remembered or State.MISSING in states:
            return State.MISSING
        return next((s for s in (State.STALE, State.EDITED) if s in states), State.FRESH)

    def redo_from(self, *, memory: bool) -> Step | None:
        """The earliest step with something stale; `memory` also counts what only the memory moved."""
        ranks = [
            STEP_OF[output.work.role].rank
            for output in self.outputs
            if output.standing.state is State.STALE and (memory or not output.standing.memory_only)
        ]
        return list(Step)[min(ranks)] if ranks else None

    @property
    def redo_tokens(self) -> int:
        """What the model calls of a memory redo cost last time, in tokens."""
        step = self.redo_from(memory=True)
        return sum(
            output.receipt.usage.input + output.receipt.usage.output
            for output in self.outputs
            if output.receipt and step and STEP_OF[output.work.role].rank >= step.rank
        )


def output_standing(
    pointers: PointerList, selector: Selector, config: BookConfig, source_hash: SourceHash
) -> tuple[Standing, Receipt | None]:
    """The state of one output by its own receipt, upstream outputs not considered."""
    workspace = selector.workspace
    text = workspace.read_or(pointers.output)
    if not text.strip():
        return Standing(state=State.MISSING), None
    receipt = read_receipt(workspace, pointers.output, text)
    if receipt is None or receipt.author is Author.HUMAN:
        return Standing(state=State.EDITED, reasons=("a person's text",)), receipt
    contract = CONTRACTS[Role(receipt.role)]
    now = meaning_now(pointers, selector, declared(contract, config), source_hash)
    standing = compare(receipt.meaning, now)
    if standing.memory_only and not contract.per_chapter:
        # Audit and pages follow the memory as it is: they cost at most one call, and no chapter follows them.
        standing = standing.model_copy(update={"causes": (Cause.UPSTREAM,)})
    return standing, receipt


def chapter_progress(
    plan: ChapterPlan, selector: Selector, config: BookConfig, source_hash: SourceHash
) -> ChapterProgress:
    """The state of every output of a chapter's current attempt, with what follows from upstream."""
    workspace, chapter = selector.workspace, plan.number
    attempt = current_attempt(workspace, chapter)
    moved: dict[str, str] = {}
    outputs: list[OutputProgress] = []
    edited = edited_works(workspace, chapter)
    for work in works(workspace, chapter, attempt):
        pointers = bind(work.role, workspace, chapter, attempt, work.round, selector)
        standing, receipt = output_standing(pointers, selector, config, source_hash)
        if work in edited:
            standing = Standing(state=State.EDITED, reasons=(f"{work.public or work.path} was edited",))
        if standing.state in (State.FRESH, State.STALE):
            standing = _with_upstream(standing, pointers, moved)
        if standing.needs_redo or work in edited:
            moved[work.path] = work.role.value
        outputs.append(OutputProgress(work, standing, receipt))
    return ChapterProgress(
        plan=plan,
        attempt=attempt,
        outputs=tuple(outputs),
        remembered=selector.ledger.entry(chapter, attempt) is not None,
        block=open_block(workspace, chapter, attempt),
        edited=edited,
    )


def book_progress(selector: Selector, config: BookConfig, source_hash: SourceHash) -> tuple[ChapterProgress, ...]:
    """Every chapter that is not dropped, in order."""
    return tuple(chapter_progress(plan, selector, config, source_hash) for plan in selector.outline().kept)


def shared_progress(
    selector: Selector, config: BookConfig, source_hash: SourceHash, chapters: tuple[ChapterProgress, ...]
) -> tuple[OutputProgress, ...]:
    """The outputs of the whole book: style guide, audit, published pages."""
    moved = {
        work.public: work.role.value
        for progress in chapters
        for work in (*(o.work for o in progress.outputs if o.standing.needs_redo), *progress.edited)
        if work.public
    }
    found: list[OutputProgress] = []
    for role in SHARED_ROLES:
        pointers = bind(role, selector.workspace, selector=selector)
        standing, receipt = output_standing(pointers, selector, config, source_hash)
        if standing.state in (State.FRESH, State.STALE):
            standing = _with_upstream(standing, pointers, moved)
        if standing.needs_redo:
            moved[pointers.output] = role.value
            moved[pointers.publish_as] = role.value
        found.append(OutputProgress(work_of(role, None), standing, receipt))
    return tuple(found)


SHARED_ROLES = (Role.STYLIST, Role.AUDIT_CHECKER, Role.AUDITOR, Role.BOOKBINDER)
"""The roles that work on the whole book once it has an outline, in order."""


def _with_upstream(standing: Standing, pointers: PointerList, moved: dict[str, str]) -> Standing:
    upstream = [p.name for p in pointers.reads if p.scope is Scope.BOOK and p.path in moved]
    if pointers.role == Role.EDITOR.value and moved:
        upstream = [f"notes of chapter {pointers.chapter}"]
    if not upstream:
        return standing
    causes = tuple(dict.fromkeys((*standing.causes, Cause.UPSTREAM)))
    reasons = (*standing.reasons, *(f"{name} will be made anew" for name in upstream))
    return Standing(state=State.STALE, causes=causes, reasons=tuple(dict.fromkeys(reasons)))
