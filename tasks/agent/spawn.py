"""`spawn`: one agent, once; the only door to a model (PROTOCOL 3).

Fresh? -> select, fit, render -> loop -> complete and usable? (one escalation) -> note, receipt, output.
What goes in is a pointer list, what comes out is a note; everything between is on disk.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memory_schema.binding import declared
from memory_schema.book import BookConfig
from memory_schema.contracts import CONTRACTS, Role
from memory_schema.errors import AgentError, CapReached, IncompleteReply
from memory_schema.inheritance import inherit, inheritable
from memory_schema.notes import Confidence, StructuredNote, parse_note
from memory_schema.pointers import PointerList
from memory_schema.progress import output_standing
from memory_schema.selection import Selector, meaning_now
from prompts.file_block import ShownText
from tasks.agent.assess import NOTE_PROBLEM, Assessment, assess
from tasks.agent.conclude import Clock, conclude, restore, settle
from tasks.agent.exact import prepare_exactly
from tasks.agent.limits import AgentMeter
from tasks.agent.loop import Agent
from tasks.agent.model import ModelRequest, user_turn
from tasks.agent.parts import grouped, result_of
from tasks.agent.prepare import Prepared, cache_marks, label_of, prepare_part
from tasks.agent.redo import made_otherwise
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
class _Judged:
    """A reply, judged, and the call that it belongs to."""

    assessment: Assessment
    transcript: Transcript


async def spawn(pointers: PointerList, chapter: int | None, book: BookConfig, runtime: Runtime) -> StructuredNote:
    """Run one agent, or find that its output is fresh and spend nothing.

    Args:
        pointers: what it reads and the one file that it writes, from `memory_schema.binding.bind`.
        chapter: the chapter of the pointers, None for the whole book.
        book: the author's configuration.
        runtime: client, source view, journal and limits of the run.

    Raises:
        AccessRefused: the pointers are not the contract's.
        LimitReached: a limit would be crossed by the next call.
        CallFailed: the model could not be asked.
        IncompleteReply: the reply stayed incomplete or unusable after the escalation; nothing was replaced.
    """
    assert chapter == pointers.chapter, "the pointer list is bound to another chapter"
    clock, label = Clock(), label_of(pointers)
    selector = Selector(runtime.workspace)
    stored = stored_note(pointers, selector, book, runtime)
    if stored is not None:
        runtime.journal.agent(label, pointers.role, stored, len(pointers.reads), clock.milliseconds, 0, 0, fresh=True)
        return stored
    prepared = await prepare_exactly(pointers, selector, runtime, label)
    agent = make_agent(pointers, prepared, runtime)
    if prepared.split is None:
        judged, escalated = await _best_reply(pointers, prepared, agent, runtime)
    else:
        judged, escalated = await _in_parts(pointers, prepared, agent, runtime)
    note = conclude(pointers, prepared, judged.assessment, agent, judged.transcript, runtime, clock, escalated)
    if Role(pointers.role) is Role.EDITOR:
        _log_decision(pointers, selector, runtime, label)
    runtime.pace.measured(pointers.role, clock.milliseconds)
    runtime.journal.agent(
        label, pointers.role, note, len(pointers.reads), clock.milliseconds, agent.model_milliseconds,
        agent.process.tokens,
    )  # fmt: skip
    return note


def make_agent(pointers: PointerList, prepared: Prepared, runtime: Runtime) -> Agent:
    """The agent of a prepared call; nothing is asked yet."""
    config = runtime.config
    return Agent(
        label=label_of(pointers),
        pointers=pointers,
        client=runtime.client,
        meter=AgentMeter(config.limits, runtime.meter, runtime.price, scopes_of(pointers, runtime)),
        journal=runtime.journal,
        system=prepared.prompt.system,
        max_tokens=prepared.max_tokens,
        tools=prepared.tools,
        caches=runtime.caches,
        marks=lambda model: cache_marks(prepared, model, runtime),
        warmth=runtime.warmth,
    )


def stored_note(pointers: PointerList, selector: Selector, book: BookConfig, runtime: Runtime) -> StructuredNote | None:
    """The note of an output that stands, or None when the model must be asked."""
    standing, receipt = output_standing(pointers, selector, book, runtime.source_hash)
    if runtime.acceptable(standing) and not made_otherwise(receipt, selector, runtime):
        if receipt is None:
            return StructuredNote(
                conclusion=f"a person's text stands as {pointers.output}",
                file_refs=(pointers.output,),
                confidence=Confidence.HIGH,
            )
        settle(pointers, receipt, runtime)
        return receipt.note
    if runtime.redo_if:
        return None
    now = meaning_now(pointers, selector, declared(CONTRACTS[Role(pointers.role)], book), runtime.source_hash)
    former = inheritable(runtime.workspace, pointers, now)
    if former is not None and runtime.acceptable(former[1]):
        inherited = inherit(runtime.workspace, pointers)
        settle(pointers, inherited, runtime)
        return inherited.note
    restored = restore(pointers, now, runtime)
    return restored.note if restored is not None else None


async def _in_parts(pointers: PointerList, prepared: Prepared, agent: Agent, runtime: Runtime) -> tuple[_Judged, str]:
    """Work a split task part by part and merge what they made (PROTOCOL 3.3, strategy 3).

    Every call keeps a transcript of its own. A part that was finished in an earlier run is found there by its
    prompt and is not paid again. Returns the merged reply, and why one of the calls was asked again.
    """
    split = prepared.split
    assert split is not None
    total, why = len(split.parts), ""

    async def ask(shown: Sequence[ShownText], **ticket: object) -> _Judged:
        nonlocal why
        one = prepare_part(prepared, shown, **ticket)
        worker = make_agent(pointers, one, runtime)
        worker.process = agent.process
        judged, escalated = await _best_reply(pointers, one, worker, runtime)
        agent.meter.charges += worker.meter.charges
        agent.model_milliseconds += worker.model_milliseconds
        why = why or escalated
        return judged

    runtime.workspace.audit("split", f"{agent.label}: {total} parts, since no window holds its source files")
    results: list[ShownText] = []
    judged: _Judged | None = None
    for number, part in enumerate(split.parts, 1):
        runtime.journal.progress(agent.label, f"part {number} of {total}: {part.lines}")
        judged = await ask(part.shown, part=f"{number} of {total}")
        path = f"{judged.transcript.folder}/{REPLY}"
        results.append(result_of(f"part {number} of {total}", part.lines, path, judged.assessment.body))
    while len(results) > 1:
        merged: list[ShownText] = []
        for group in grouped(results, split.budget.files):
            if len(group) == 1:
                merged += group
                continue
            judged = await ask(group, parts=len(group))
            name = f"{group[0].pointer.name} to {group[-1].pointer.name.removeprefix('part ')}"
            lines = ", ".join(item.pointer.part for item in group)
            path = f"{judged.transcript.folder}/{REPLY}"
            merged.append(result_of(name, lines, path, judged.assessment.body))
        results = merged
    assert judged is not None
    return judged, why


async def _best_reply(pointers: PointerList, prepared: Prepared, agent: Agent, runtime: Runtime) -> tuple[_Judged, str]:
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
) -> _Judged:
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
    return _Judged(assess(prepared.contract, outcome, runtime.view.paths), transcript)


def _transcript(pointers: PointerList, agent: Agent, runtime: Runtime, request: ModelRequest) -> Transcript:
    """Where the call is kept: a new one, or the one that asked the same and was broken off."""
    found = find_replay(runtime.workspace, calls_folder(pointers), request)
    if found is None:
        return Transcript.open(runtime.workspace, pointers)
    number, agent.replay = found
    said = f"{agent.label}, call {number}: {len(agent.replay.replies)} replies were paid for and are used again"
    runtime.workspace.audit("continued", said)
    return Transcript.reopen(runtime.workspace, pointers, number)


async def _note_again(judged: _Judged, agent: Agent, runtime: Runtime) -> _Judged | None:
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
    return _Judged(judged.assessment.with_note(note), judged.transcript) if note is not None else None


def _log_decision(pointers: PointerList, selector: Selector, runtime: Runtime, label: str) -> None:
    """How many notes, in how many characters, the orchestrator's own call put together."""
    texts = [selector.select(pointer).text for pointer in pointers.reads if pointer.part == "notes"]
    notes = sum(line.startswith("## ") for text in texts for line in text.split("\n"))
    runtime.journal.decision(label, notes, sum(map(len, texts)))
