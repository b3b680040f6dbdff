"""The plan: architect, reader advocate and R3, revision, a person's approval, freeze (PROTOCOL 6)."""

from __future__ import annotations

from prefect import flow

from memory_schema.answers import Answer, Decision, write_answer
from memory_schema.binding import bind
from memory_schema.contracts import Role
from memory_schema.errors import StateError, WaitingForPerson
from memory_schema.ledger import Ledger
from memory_schema.notes import StructuredNote
from memory_schema.outputs import is_edited
from memory_schema.paths import OUTLINE, plan_guidance_name
from memory_schema.planning import (
    PROPOSAL,
    accept_static_changes,
    approval_of,
    checked_proposal,
    is_frozen,
    last_proposal_round,
    plan_again,
    plan_attempt,
    proposal_answer,
    proposal_subject,
    settle_proposal,
)
from tasks.agent.runtime import Runtime
from tasks.missing_parameters import say_what_is_missing
from tasks.options import running, runtime_of
from tasks.plan import freeze_outline, judge_outline, propose_outline, write_style_guide
from tasks.role import standing_acceptable, together
from tasks.run_page import book_tag, run_id, tag_run
from tasks.run_parameters import (
    NO_LIMITS,
    ApprovalMode,
    Approve,
    BookFolder,
    ModelName,
    Overrides,
    PlanAgain,
    RunLimit,
)
from tasks.run_starts import first_dispatch
from tasks.waiting import Waited, until_answered


@flow(name="plan", flow_run_name="plan · {book}", persist_result=False, on_crashed=[say_what_is_missing])
async def plan_book(
    book: BookFolder,
    again: PlanAgain = False,
    model: ModelName = "",
    approve: Approve = ApprovalMode.AS_IN_BOOK,
    limits: RunLimit = NO_LIMITS,
) -> Waited:
    """Propose an outline and freeze it once it is approved.

    Args:
        book: A folder with a book.toml, as the machine that runs this sees it.
        again: Begin another attempt at the plan, also when one was rejected.
        model: Who plans in this run, instead of model.name of book.toml. Empty = as in book.toml.
        approve: Whether a person approves the outline. With "person" the run waits here, and holds nothing.
        limits: Checked before each model call; 0 = as in book.toml.

    Raises:
        WaitingForPerson: the proposal waits for approval.
        OutlineError: an approved or edited outline cannot be read.
    """
    overrides = Overrides(model=model, approve=approve, limits=limits)

    async def work() -> None:
        await tag_run(book_tag(book))
        async with running(book, run=run_id(), overrides=overrides) as runtime:
            await _plan(runtime, book, again=again and first_dispatch())

    return await until_answered(work, book, overrides)


async def _plan(runtime: Runtime, book: str, *, again: bool) -> None:
    workspace = runtime.workspace
    if is_frozen(workspace):
        if again:
            raise StateError(f"{OUTLINE} is frozen; a new plan is a new book: sourcebook new FOLDER ...")
        accept_static_changes(workspace)
        await shared_resources(book)
        return
    if again:
        plan_again(workspace, "a person asked for it")
    while not is_frozen(workspace):
        await _next_step(runtime, book)
    await shared_resources(book)


async def _next_step(runtime: Runtime, book: str) -> None:
    """One step towards a frozen outline: propose, revise, freeze, or wait for a person."""
    workspace = runtime.workspace
    attempt = plan_attempt(workspace)
    number = last_proposal_round(workspace, attempt)
    settle_proposal(workspace, attempt, number)
    answer = proposal_answer(workspace)
    if answer is not None and answer.decision is Decision.APPROVE:
        await freeze_outline(answer, book)
    elif answer is not None and answer.decision is Decision.REVISE and not number:
        raise StateError(f"no architect has written this outline: edit {PROPOSAL} yourself and approve it")
    elif answer is not None and answer.decision is Decision.REVISE:
        await _revise(runtime, book, attempt, number + 1, answer)
    elif answer is not None:
        raise StateError(f"the outline was rejected; plan again: sourcebook plan {book} --again")
    elif not is_edited(workspace, PROPOSAL) and not _proposed(runtime, attempt, number):
        await propose(book, attempt)
    elif runtime.config.approve == "auto":
        text = workspace.read(PROPOSAL)
        checked_proposal(text, runtime.view.manifest.files.keys())
        write_answer(workspace, approval_of(text, 'approve = "auto"', proposal_subject(workspace)))
    else:
        raise WaitingForPerson(
            f"the outline waits for you: read and edit {workspace.path(PROPOSAL)}, then: sourcebook approve {book}"
        )


def _proposed(runtime: Runtime, attempt: int, number: int) -> bool:
    """Whether the proposal has been through its round of feedback and revision."""
    first = bind(Role.ARCHITECT, runtime.workspace, None, attempt, 1)
    return number >= 2 and standing_acceptable(runtime, first)


async def propose(book: str, attempt: int) -> None:
    """Round 1: the architect, then its two readers at once; round 2: the architect revises."""
    workspace = runtime_of(book).workspace
    await propose_outline(bind(Role.ARCHITECT, workspace, None, attempt, 1), book)
    await together(
        judge_outline(bind(Role.ADVOCATE, workspace, None, attempt, 1), book),
        judge_outline(bind(Role.OUTLINE_R3, workspace, None, attempt, 1), book),
    )
    await propose_outline(bind(Role.ARCHITECT_REVISING, workspace, None, attempt, 2), book)


async def _revise(runtime: Runtime, book: str, attempt: int, number: int, answer: Answer) -> StructuredNote:
    """A person's comments open another round; the architect finds them as a pointer."""
    workspace = runtime.workspace
    name = plan_guidance_name(attempt, number)
    if not workspace.exists(name):
        workspace.replace(name, answer.model_dump_json(indent=1) + "\n")
        workspace.audit("outline: revise", answer.guidance or "no comment given")
    return await propose_outline(bind(Role.ARCHITECT_REVISING, workspace, None, attempt, number), book)


async def shared_resources(book: str) -> None:
    """The style guide, and the four memory files with their headers (PROTOCOL 6.2)."""
    workspace = runtime_of(book).workspace
    Ledger(workspace).render()
    await write_style_guide(bind(Role.STYLIST, workspace), book)
