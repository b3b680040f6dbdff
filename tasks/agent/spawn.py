"""`spawn`: one agent, once; the only door to a model (PROTOCOL 3).

Fresh? -> select, fit, render -> loop -> complete and usable? (one escalation) -> note, receipt, output.
What goes in is a pointer list, what comes out is a note; everything between is on disk.
"""

from __future__ import annotations

from memory_schema.binding import declared
from memory_schema.book import BookConfig
from memory_schema.contracts import CONTRACTS, Role
from memory_schema.inheritance import inherit, inheritable
from memory_schema.notes import Confidence, StructuredNote
from memory_schema.pointers import PointerList
from memory_schema.progress import output_standing
from memory_schema.selection import Selector, meaning_now
from tasks.agent.asking import best_reply, make_agent
from tasks.agent.conclude import Clock, conclude, restore, settle
from tasks.agent.exact import prepare_exactly
from tasks.agent.in_parts import reply_in_parts
from tasks.agent.prepared import label_of
from tasks.agent.redo import made_otherwise
from tasks.agent.runtime import Runtime


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
        judged, escalated = await reply_in_parts(pointers, prepared, agent, runtime)
    note = conclude(pointers, prepared, judged.assessment, agent, judged.transcript, runtime, clock, escalated)
    if Role(pointers.role) is Role.EDITOR:
        _log_decision(pointers, selector, runtime, label)
    runtime.pace.measured(pointers.role, clock.milliseconds)
    runtime.journal.agent(
        label, pointers.role, note, len(pointers.reads), clock.milliseconds, agent.model_milliseconds,
        agent.process.tokens,
    )  # fmt: skip
    return note


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


def _log_decision(pointers: PointerList, selector: Selector, runtime: Runtime, label: str) -> None:
    """How many notes, in how many characters, the orchestrator's own call put together."""
    texts = [selector.select(pointer).text for pointer in pointers.reads if pointer.part == "notes"]
    notes = sum(line.startswith("## ") for text in texts for line in text.split("\n"))
    runtime.journal.decision(label, notes, sum(map(len, texts)))
