"""`spawn`: one agent, once; the only door to a model (PROTOCOL 3).

Fresh? -> select, fit, render -> loop -> complete and usable? (one escalation) -> note, receipt, output.
What goes in is a pointer list, what comes out is a note; everything between is on disk.
"""

from __future__ import annotations

from collections.abc import Sequence

from memory_schema.binding import declared
from memory_schema.book import BookConfig
from memory_schema.contracts import CONTRACTS, Role
from memory_schema.inheritance import inherit, inheritable
from memory_schema.notes import Confidence, StructuredNote
from memory_schema.pointers import PointerList
from memory_schema.progress import output_standing
from memory_schema.selection import Selector, meaning_now
from prompts.file_block import ShownText
from tasks.agent.asking import Judged, best_reply
from tasks.agent.conclude import Clock, conclude, restore, settle
from tasks.agent.exact import prepare_exactly
from tasks.agent.limits import AgentMeter
from tasks.agent.loop import Agent
from tasks.agent.parts import grouped, result_of
from tasks.agent.prepare import Prepared, cache_marks, label_of, prepare_part
from tasks.agent.redo import made_otherwise
from tasks.agent.runtime import Runtime
from tasks.agent.scopes import scopes_of
from tasks.agent.transcript import REPLY


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
        judged, escalated = await best_reply(pointers, prepared, agent, runtime)
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


async def _in_parts(pointers: PointerList, prepared: Prepared, agent: Agent, runtime: Runtime) -> tuple[Judged, str]:
    """Work a split task part by part and merge what they made (PROTOCOL 3.3, strategy 3).

    Every call keeps a transcript of its own. A part that was finished in an earlier run is found there by its
    prompt and is not paid again. Returns the merged reply, and why one of the calls was asked again.
    """
    split = prepared.split
    assert split is not None
    total, why = len(split.parts), ""

    async def ask(shown: Sequence[ShownText], **ticket: object) -> Judged:
        nonlocal why
        one = prepare_part(prepared, shown, **ticket)
        worker = make_agent(pointers, one, runtime)
        worker.process = agent.process
        judged, escalated = await best_reply(pointers, one, worker, runtime)
        agent.meter.charges += worker.meter.charges
        agent.model_milliseconds += worker.model_milliseconds
        why = why or escalated
        return judged

    runtime.workspace.audit("split", f"{agent.label}: {total} parts, since no window holds its source files")
    results: list[ShownText] = []
    judged: Judged | None = None
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


def _log_decision(pointers: PointerList, selector: Selector, runtime: Runtime, label: str) -> None:
    """How many notes, in how many characters, the orchestrator's own call put together."""
    texts = [selector.select(pointer).text for pointer in pointers.reads if pointer.part == "notes"]
    notes = sum(line.startswith("## ") for text in texts for line in text.split("\n"))
    runtime.journal.decision(label, notes, sum(map(len, texts)))
