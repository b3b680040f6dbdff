"""Waiting for a person without holding anything: a deployment run is suspended and asks by a form.

The run that waits has no process and no lock; resumed, it starts again from the top and finds everything
by the receipts. What the form brings becomes the same file that `sourcebook approve` and `sourcebook
answer` write, before anything else is done. Where there is no deployment nothing waits: the error goes
on to the caller, as ever.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from prefect.client.orchestration import get_client
from prefect.client.schemas.objects import State
from prefect.context import FlowRunContext
from prefect.input import aread_flow_run_input, keyset_from_base_key
from prefect.states import Completed, Failed
from pydantic import ValidationError

from memory_schema.answers import Decision
from memory_schema.book import load_book
from memory_schema.errors import CapReached, ChapterStopped, OutlineError, SourcebookError, WaitingForPerson
from memory_schema.planning import PROPOSAL, checked_proposal
from memory_schema.questions import Question, answer_question, open_questions
from memory_schema.source_map_markdown import parse_proposal
from memory_schema.workspace import Workspace
from tasks.answer_forms import form_of
from tasks.page_text import code, plain
from tasks.run_page import artifact_key, in_flow_run, outermost, show_text, tell
from tasks.run_parameters import BlockedMode, Overrides
from tasks.run_starts import dispatch, question_of
from tasks.sending import sent_beside
from tasks.source.book_source import view_of_book
from tasks.suspension import suspend
from tasks.waiting_at_cap import KEY, take_caps, wait_at_cap

_BY = "Prefect"
_SUSPENDED = "suspended"


Waited = State[Any] | None
"""What a flow returns: nothing, or inside another flow the state in which it waits for a person."""
WAITING = "Waiting"


async def until_answered(
    work: Callable[[], Awaitable[None]], book: str, overrides: Overrides, chapter: int | None = None
) -> Waited:
    """Run `work`; where it needs a person and this is a deployment's own run, suspend until there is an answer.

    Args:
        work: the whole of the flow; it opens and closes the book's runtime, so that nothing is held here.
        book: the folder of the book.
        overrides: what this run decides otherwise than book.toml; an unattended run never waits.
        chapter: the only chapter that this flow writes; None for the book.

    Returns:
        None, or for a flow inside another one a completed state named Waiting: it did what it could, and
        the outer flow finds the open question on the disk (`raise_if_waiting`).

    Raises:
        WaitingForPerson: nobody can be asked here. As a flow of Prefect it fails with that one line, as with
            every error of `memory_schema.errors`.
    """
    try:
        problem = await _take_answer(book) if _can_suspend() else ""
        if problem:
            await _suspend(book, problem, chapter=chapter)
        async with sent_beside():
            await work()
    except WaitingForPerson as waiting:
        if not outermost() and open_questions(Workspace(Path(book)), chapter):
            return Completed(name=WAITING, message=str(waiting))
        if _can_suspend() and _attended(book, overrides, chapter):
            await _suspend(book, chapter=chapter)
        return _failed(waiting)
    except CapReached as reached:
        if _can_suspend() and reached.raise_to and _waits(book, overrides):
            await wait_at_cap(reached, book)
        return _failed(reached)
    except SourcebookError as error:
        return _failed(error)
    return None


def _failed(error: SourcebookError) -> State[Any]:
    """One line, no traceback: the message says what is wrong and what to do. Awaited, it is raised again."""
    if not in_flow_run():
        raise error
    return Failed(message=str(error), data=error)


def raise_if_waiting(workspace: Workspace, chapter: int | None = None) -> None:
    """Raise WaitingForPerson when the book asks a person something; what an inner flow leaves to the outer one."""
    questions = open_questions(workspace, chapter)
    if questions:
        raise WaitingForPerson(questions[0].line(str(workspace.root)))


def _can_suspend() -> bool:
    """Whether this is the outermost flow of a run that a deployment can start again."""
    context = FlowRunContext.get()
    run = context.flow_run if context is not None else None
    return run is not None and run.deployment_id is not None and run.parent_task_run_id is None


def _attended(book: str, overrides: Overrides, chapter: int | None) -> bool:
    questions = open_questions(Workspace(Path(book)), chapter)
    return bool(questions) and (questions[0].block is None or _waits(book, overrides))


def _waits(book: str, overrides: Overrides) -> bool:
    """Whether somebody looks after this run."""
    return overrides.applied(load_book(Path(book))).on_blocked == BlockedMode.WAIT.value


async def _suspend(book: str, problem: str = "", *, chapter: int | None) -> None:
    """Ask the first open question and end this process; the server starts the run again with the answer."""
    workspace = Workspace(Path(book))
    questions = open_questions(workspace, chapter)
    if not questions:
        return
    question = questions[0]
    text = _explained(question, workspace, problem)
    tell(f"{question.title}; answer with Resume on this page, or with: {question.command(book)}")
    await show_text(artifact_key(book, "waits"), text, question.title)
    form = form_of(question).with_initial_data(description=text)
    await suspend(form, question.key)


async def _take_answer(book: str) -> str:
    """Turn what the last form brought into the answer's file; returns why it could not be one, or "".

    Done before anything else, so that the flow finds the answer as if the command line had written it.
    """
    key, given = await _last_form()
    workspace = Workspace(Path(book))
    if given and key == KEY:
        take_caps(given, dispatch(), workspace, _BY)
        return ""
    question = next((asked for asked in open_questions(workspace) if given and asked.key == key), None)
    if question is None:
        return ""
    try:
        form = form_of(question).model_validate(given)
    except ValidationError as error:
        return f"the form cannot be read: {error.errors()[0]['msg']}"
    decision = Decision(form.decision.value)
    if question.block is not None and question.tries_again:
        if decision is Decision.STOP:
            raise ChapterStopped(f"chapter {question.block.chapter} stays blocked: a person stopped the run")
        return ""
    if decision is Decision.APPROVE:
        try:
            view = view_of_book(workspace.root, load_book(workspace.root))
            checked_proposal(workspace.read(PROPOSAL), view.manifest.files.keys())
        except OutlineError as error:
            return f"it cannot be approved as it is: {error}"
    answer_question(workspace, question, decision, form.words, _BY)
    tell(f"a person answered: {decision.value}{f' ({form.words})' if form.words else ''}")
    return ""


async def _last_form() -> tuple[str, object]:
    """The question's key and the content of the form that resumed this run; ("", None) when none did."""
    context = FlowRunContext.get()
    assert context is not None
    assert context.flow_run is not None
    async with get_client() as client:
        run = await client.read_flow_run(context.flow_run.id)
    keys = sorted(run.empirical_policy.pause_keys or ())
    if not keys:
        return "", None
    # Read as it is: loading it through the form's class would take a missing answer for the form's defaults.
    response = keyset_from_base_key(f"{_SUSPENDED}-{keys[-1]}")["response"]
    given = await aread_flow_run_input(response, flow_run_id=context.flow_run.id)
    return question_of(keys[-1]), given


def _explained(question: Question, workspace: Workspace, problem: str) -> str:
    rows = [f"**{plain(question.title)}**", ""]
    if problem:
        rows += [f"Your answer could not be taken: {plain(problem)}", ""]
    rows += [f"Book: {code(str(workspace.root))}", "", "Read first:", ""]
    rows += [f"- {code(name)}" for name in question.read if workspace.exists(name)]
    if question.block is None:
        rows += ["", *_chapters(workspace)]
        rows += ["", "You may edit the file; what you approve is the text as it then lies on disk."]
    rows += ["", "By command line:", ""]
    rows += [f"- {code(command)}" for command in question.commands(str(workspace.root))]
    return "\n".join(rows)


def _chapters(workspace: Workspace) -> list[str]:
    """The proposed chapters, a line each; none where the text cannot be read."""
    try:
        outline = parse_proposal(workspace.read(PROPOSAL)).outline
    except OutlineError:
        return []
    return [f"{plan.number}\\. {plain(plan.title)}: {plain(plan.promise)}  " for plan in outline.kept]
