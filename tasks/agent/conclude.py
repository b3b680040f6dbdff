"""Steps 6 and 7 of an agent (PROTOCOL 3): the note inside its limits, the receipt, the output, the copy."""

from __future__ import annotations

import datetime
import re
import time
from dataclasses import dataclass, field

from memory_schema.contracts import CONTRACTS, Role
from memory_schema.markers import split_reply
from memory_schema.notes import StructuredNote, limit_note
from memory_schema.outputs import publish_copy, store_output
from memory_schema.paths import receipt_folder, work_path
from memory_schema.pointers import PointerList
from memory_schema.receipts import Author, Meaning, Receipt, State, compare, sha256
from tasks.agent.assess import Assessment
from tasks.agent.loop import Agent
from tasks.agent.prepared import Prepared
from tasks.agent.references import reference_exists
from tasks.agent.runtime import Runtime
from tasks.agent.transcript import NOTE, OVERFLOW, REPLY, Transcript

_PLACE = re.compile(r":\d+(?:-\d+)?$")


@dataclass(frozen=True)
class Clock:
    """When an agent began."""

    started: datetime.datetime = field(default_factory=lambda: datetime.datetime.now(datetime.UTC))
    _counter: float = field(default_factory=time.perf_counter)

    @property
    def milliseconds(self) -> int:
        """Since then."""
        return round((time.perf_counter() - self._counter) * 1000)


def stored_text(body: str) -> str:
    """The text that is stored of a reply's body: from its first line to the marker line."""
    return body.strip("\n").rstrip() + "\n"


def conclude(
    pointers: PointerList,
    prepared: Prepared,
    judged: Assessment,
    agent: Agent,
    transcript: Transcript,
    runtime: Runtime,
    clock: Clock,
    escalated: str,
) -> StructuredNote:
    """Store a usable reply: note, receipt, output, public copy, in this order; returns the note."""
    workspace = runtime.workspace
    body = stored_text(judged.body)
    note = _limited(pointers, judged, transcript, runtime, agent.label)
    tool_reads = prepared.tools.reads if prepared.tools is not None else ()
    receipt = Receipt(
        output=pointers.output,
        sha256=sha256(body),
        role=pointers.role,
        chapter=pointers.chapter,
        attempt=pointers.attempt,
        round=pointers.round,
        call=transcript.number,
        marker=pointers.marker.value,
        author=Author.MODEL,
        meaning=prepared.meaning.model_copy(update={"reads": (*prepared.meaning.reads, *tool_reads)}),
        note=note,
        stop_reason=judged.outcome.stop_reason,
        model=judged.outcome.model,
        escalated=escalated,
        prompt_hash=prepared.prompt.hash,
        source_manifest=runtime.source_hash(""),
        usage=agent.meter.usage,
        cost_usd=agent.meter.cost_usd,
        charges=tuple(agent.meter.charges),
        started=clock.started.isoformat(timespec="milliseconds"),
        ended=datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds"),
        milliseconds=clock.milliseconds,
        process_tokens=agent.process.tokens,
        log=transcript.log,
    )
    # The note says that the call was concluded: it is written after the receipt, by which a killed one is restored.
    beside = {f"{transcript.folder}/{NOTE}": note.model_dump_json(indent=1) + "\n"}
    store_output(workspace, receipt, body, public_name_now(pointers, runtime), beside)
    return note


def public_name_now(pointers: PointerList, runtime: Runtime) -> str:
    """The public name that a call's output is copied to; "" where a later round has taken it over."""
    output = CONTRACTS[Role(pointers.role)].output
    later = work_path(output, pointers.chapter, pointers.attempt, pointers.round + 1)
    taken = later != pointers.output and runtime.workspace.exists(later)
    return "" if taken else pointers.publish_as


def settle(pointers: PointerList, receipt: Receipt, runtime: Runtime) -> None:
    """Make the public copy of an output that stands, as after a kill before the copy was made."""
    public = public_name_now(pointers, runtime)
    if public:
        publish_copy(runtime.workspace, receipt, runtime.workspace.read(pointers.output), public)


def restore(pointers: PointerList, now: Meaning, runtime: Runtime) -> Receipt | None:
    """Finish what a kill between receipt and output left: the reply is on disk, so nothing is asked again.

    Returns the receipt of the output that now stands, or None when no stored reply is fresh.
    """
    workspace = runtime.workspace
    for name in workspace.list(receipt_folder(pointers.output)):
        try:
            receipt = Receipt.model_validate_json(workspace.read(name))
        except ValueError:
            continue
        if receipt.author is not Author.MODEL or receipt.output != pointers.output:
            continue
        reply = workspace.read_or(f"{receipt.log.rsplit('/', 1)[0]}/{REPLY}")
        body = stored_text(split_reply(reply, pointers.marker)[0])
        if sha256(body) == receipt.sha256 and compare(receipt.meaning, now).state is State.FRESH:
            store_output(workspace, receipt, body, public_name_now(pointers, runtime))
            workspace.audit("restored", f"{pointers.output}: its reply was stored and its receipt is fresh")
            return receipt
    return None


def _limited(
    pointers: PointerList, judged: Assessment, transcript: Transcript, runtime: Runtime, label: str
) -> StructuredNote:
    """The note inside its limits; what did not fit is stored beside the transcript."""
    workspace = runtime.workspace
    sources = frozenset(runtime.view.paths)

    def exists(ref: str) -> bool:
        name = _PLACE.sub("", ref)
        return name in sources or reference_exists(name, workspace)

    overflow = f"{transcript.folder}/{OVERFLOW}"
    note = judged.best_note
    # The public copy of the own output is named by code under its work path.
    note = note.model_copy(update={"file_refs": tuple(r for r in note.file_refs if r != pointers.publish_as)})
    limited = limit_note(note, (pointers.output, transcript.log), exists, overflow)
    if limited.overflow:
        transcript.store(OVERFLOW, limited.overflow)
    for warning in limited.warnings:
        runtime.journal.warn(label, warning)
        workspace.audit("note", f"{label}: {warning}")
    return limited.note
