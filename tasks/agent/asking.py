"""One reply of a role, judged; asked once more where it is not good as it is (PROTOCOL 3.7)."""

from __future__ import annotations

from dataclasses import dataclass

from memory_schema.contracts import Role
from memory_schema.errors import AgentError, CapReached, IncompleteReply
from memory_schema.notes import parse_note
from memory_schema.pointers import PointerList
from tasks.agent.assess import NOTE_PROBLEM, Assessment, assess
from tasks.agent.limits import AgentMeter
from tasks.agent.loop import Agent
from tasks.agent.model import ModelRequest, user_turn
from tasks.agent.prepared import Prepared, cache_marks, label_of
from tasks.agent.replay import REFUSED, find_replay
from tasks.agent.runtime import Asked, Runtime
from tasks.agent.scopes import scopes_of
from tasks.agent.transcript import REPLY, Transcript, calls_folder

NOTE_AGAIN = (
    "NOTE AGAIN: the note after the marker could not be read. Reply with the note alone: one JSON object with the "
    "five fields conclusion, evidence, file_refs, open_issues, confidence, and nothing before or after it."
)
ATTENTION = (
    "ATTENTION: an earlier reply to this very task could not be used as it was: {problem}. "
    "Do the whole task again, without that fault: the whole file, the marker line, the note."
)


@dataclass(frozen=True)
class Judged:
    """A reply, judged, and the call that it belongs to."""

    assessment: Assessment
    transcript: Transcript


def make_agent(pointers: PointerList, prepared: Prepared, runtime: Runtime) -> Agent:
    """The agent of a prepared call; nothing is asked yet."""
    config = runtime.config
    return Agent(
        label=label_of(pointers),
        pointers=pointers,
        client=runtime.client,
        meter=AgentMeter(
            config.limits, runtime.meter, runtime.price, scopes_of(pointers.chapter, pointers.attempt, runtime)
        ),
        journal=runtime.journal,
        system=prepared.prompt.system,
        max_tokens=prepared.max_tokens,
        tools=prepared.tools,
        caches=runtime.caches,
        marks=lambda model: cache_marks(prepared, model, runtime),
        warmth=runtime.warmth,
        batches=runtime.batches,
    )


async def best_reply(pointers: PointerList, prepared: Prepared, agent: Agent, runtime: Runtime) -> tuple[Judged, str]:
    """Ask; where the reply is not good as it is, ask once more (PROTOCOL 3.7).

    Returns the reply to store and why it was asked again, "" when it was not.
    """
    role = Role(pointers.role)
    stronger = runtime.asks_again(role)
    first = await _ask(pointers, prepared, agent, runtime, runtime.asks(role, pointers.round))
    problem = first.assessment.problem
    if problem == NOTE_PROBLEM:
        again = await _note_again(first, agent, runtime)
        if again is not None and not again.assessment.problem:
            return again, NOTE_PROBLEM
        first = again or first
        problem = first.assessment.problem
    if not problem:
        return first, ""
    runtime.workspace.audit("escalated", f"{agent.label}: {problem}; asked again of {stronger.model}")
    try:
        second = await _ask(pointers, prepared, agent, runtime, stronger, problem)
    except AgentError as error:
        # At a cap the run ends here and goes on here: a reply that was to be bettered is not settled for.
        if isinstance(error, CapReached) or not first.assessment.usable:
            raise
        runtime.journal.warn(agent.label, f"the escalation failed: {error}")
        return first, problem
    if second.assessment.usable:
        return second, problem
    if first.assessment.usable:
        return first, problem
    for judged in (first, second):
        judged.transcript.record(REFUSED, why=judged.assessment.problem)
        judged.transcript.flush()
    runtime.workspace.audit("incomplete", f"{agent.label}: {second.assessment.problem}")
    raise IncompleteReply(
        f"{agent.label}: {second.assessment.problem}; the reply is kept in {second.transcript.folder}/{REPLY} "
        "and replaces nothing; run again"
    )


async def _ask(
    pointers: PointerList, prepared: Prepared, agent: Agent, runtime: Runtime, asked: Asked, problem: str = ""
) -> Judged:
    """One call of the role, judged; its final text is stored whatever it is worth."""
    agent.effort = asked.effort
    attention = (ATTENTION.format(problem=problem),) if problem else ()
    messages = [user_turn(*prepared.prompt.blocks, *attention)]
    transcript = _transcript(pointers, agent, runtime, agent.request(asked.model, messages))
    try:
        outcome = await agent.converse(asked.model, messages, transcript)
    except AgentError as error:
        runtime.workspace.audit("call failed", f"{agent.label}, call {transcript.number}: {error}")
        raise
    transcript.store(REPLY, outcome.text)
    return Judged(assess(prepared.contract, outcome, runtime.view.paths, piece=prepared.piece), transcript)


def _transcript(pointers: PointerList, agent: Agent, runtime: Runtime, request: ModelRequest) -> Transcript:
    """Where the call is kept: a new one, or the one that asked the same and was broken off."""
    found = find_replay(runtime.workspace, calls_folder(pointers), request)
    if found is None:
        return Transcript.open(runtime.workspace, pointers)
    number, agent.replay = found
    said = f"{agent.label}, call {number}: {len(agent.replay.replies)} replies were paid for and are used again"
    runtime.workspace.audit("continued", said)
    return Transcript.reopen(runtime.workspace, pointers, number)


async def _note_again(judged: Judged, agent: Agent, runtime: Runtime) -> Judged | None:
    """Ask for the note alone, of the stronger model; None when it stays unreadable."""
    runtime.workspace.audit("escalated", f"{agent.label}: {NOTE_PROBLEM}; the note is asked for again")
    if not agent.replay:
        judged.transcript.record("user", text=NOTE_AGAIN)
    stronger = runtime.asks_again(Role(agent.pointers.role))
    agent.effort = stronger.effort
    history = [*judged.assessment.outcome.messages, user_turn(NOTE_AGAIN)]
    try:
        outcome = await agent.converse(stronger.model, history, judged.transcript)
    except CapReached:
        raise
    except AgentError as error:
        runtime.journal.warn(agent.label, f"the note could not be asked for again: {error}")
        return None
    note = parse_note(outcome.text)
    return Judged(judged.assessment.with_note(note), judged.transcript) if note is not None else None
