"""A task that no window holds, asked part by part; what the parts made is merged (PROTOCOL 3.3, strategy 3).

Findings are merged by code: nothing that a part found can get lost, and the worst verdict holds. Everything else
is one text that hangs together, so the same role merges it, several results at a time where they are many. Every
call keeps a transcript of its own; a part that was finished in an earlier run is found there by its prompt and is
not paid again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory_schema.contracts import CONTRACTS, Role
from memory_schema.findings import Verdict, parse_verdict, render_verdict, without_verdict
from memory_schema.markers import sealed, strip_marker
from memory_schema.notes import Confidence, StructuredNote
from memory_schema.pointers import PointerList
from prompts.file_block import ShownText
from tasks.agent.asking import Judged, best_reply, make_agent
from tasks.agent.assess import Assessment
from tasks.agent.loop import Agent, Outcome
from tasks.agent.part_call import prepare_part
from tasks.agent.parts import FINDINGS, WITH_VERDICT, Part, grouped, joined, result_of
from tasks.agent.prepared import Prepared, Split
from tasks.agent.runtime import Runtime
from tasks.agent.transcript import REPLY, Transcript

_SURE = (Confidence.HIGH, Confidence.MEDIUM, Confidence.LOW)


async def reply_in_parts(
    pointers: PointerList, prepared: Prepared, agent: Agent, runtime: Runtime
) -> tuple[Judged, str]:
    """Work a split task part by part and merge what they made.

    Returns the merged reply, and why one of the calls was asked again, "" when none was.

    Raises:
        LimitReached: a part with what stands beside it, or two results to merge, do not fit the window.
    """
    split = prepared.split
    assert split is not None, "the task fits one call"
    total, why = len(split.parts), ""

    async def ask(shown: Sequence[ShownText], *, piece: bool = True, **ticket: object) -> Judged:
        nonlocal why
        one = prepare_part(prepared, shown, piece=piece, **ticket)
        worker = make_agent(pointers, one, runtime)
        worker.process = agent.process
        judged, escalated = await best_reply(pointers, one, worker, runtime)
        agent.meter.charges += worker.meter.charges
        agent.model_milliseconds += worker.model_milliseconds
        why = why or escalated
        return judged

    runtime.workspace.audit("split", f"{agent.label}: {total} parts, since no window holds its files")
    made: list[tuple[Part, Judged]] = []
    for number, part in enumerate(split.parts, 1):
        runtime.journal.progress(agent.label, f"part {number} of {total}: {part.lines}")
        made.append((part, await ask(part.shown, part=f"{number} of {total}")))
    if Role(pointers.role) in FINDINGS:
        return _put_together(pointers, made, runtime), why
    results = [
        result_of(f"part {number} of {total}", part.lines, _reply(judged), judged.assessment.body)
        for number, (part, judged) in enumerate(made, 1)
    ]
    judged = made[-1][1]
    while len(results) > 1:
        merged: list[ShownText] = []
        for group in grouped(results, _room(split)):
            if len(group) == 1:
                merged += group
                continue
            judged = await ask(group, piece=len(group) < len(results), parts=len(group))
            lines = joined(item.pointer.part for item in group)
            merged.append(result_of(_span(group, total), lines, _reply(judged), judged.assessment.body))
        results = merged
    return judged, why


def merged_findings(role: Role, parts: Sequence[tuple[str, str]]) -> str:
    """The findings of all parts as one text with its marker, each once; of verdicts the worst holds.

    Args:
        parts: what each part read, and its text.
    """
    contract = CONTRACTS[role]
    rows = [f"# {contract.output.value[:1].upper()}{contract.output.value[1:]}, in {len(parts)} parts"]
    told: set[str] = set()
    for number, (lines, text) in enumerate(parts, 1):
        # Without its verdict: where the whole has none that can be read, a part's must not stand for it.
        rows += ["", f"## Part {number}: {lines}", "", _new(_without_title(without_verdict(strip_marker(text))), told)]
    if role in WITH_VERDICT:
        said = {parse_verdict(text) for _, text in parts}
        worst = next(word for word in (Verdict.REVISE, Verdict.NONE, Verdict.PASS) if word in said)
        rows += ["", "## All parts", "", render_verdict(worst)]
    return sealed("\n".join(rows), contract.marker)


def merged_note(notes: Sequence[StructuredNote]) -> StructuredNote:
    """One note of several: the first conclusion speaks, the least confidence holds, no open issue is lost."""
    return StructuredNote(
        conclusion=f"{len(notes)} parts: {notes[0].conclusion}",
        evidence=tuple(dict.fromkeys(item for note in notes for item in note.evidence[:1])),
        file_refs=tuple(dict.fromkeys(ref for note in notes for ref in note.file_refs)),
        open_issues=tuple(dict.fromkeys(issue for note in notes for issue in note.open_issues)),
        confidence=max((note.confidence for note in notes), key=_SURE.index),
    )


def _put_together(pointers: PointerList, made: Sequence[tuple[Part, Judged]], runtime: Runtime) -> Judged:
    """The merged findings as a reply with a call folder of its own, where a restart finds what was stored."""
    body = merged_findings(Role(pointers.role), [(part.lines, judged.assessment.body) for part, judged in made])
    note = merged_note([judged.assessment.best_note for _, judged in made])
    text = f"{body}\n{note.model_dump_json(indent=1)}\n"
    last = made[-1][1].assessment.outcome
    transcript = Transcript.open(runtime.workspace, pointers)
    transcript.record("merged", parts=[_reply(judged) for _, judged in made])
    transcript.flush()
    transcript.store(REPLY, text)
    outcome = Outcome(text, last.stop_reason, last.model, ())
    return Judged(Assessment(outcome, body, note, "", usable=True), transcript)


def _span(group: Sequence[ShownText], total: int) -> str:
    """The name of what was merged: from the first part of the first result to the last one of the last."""
    numbers = [int(number) for item in group for number in re.findall(r"\d+", item.pointer.name.partition(" of ")[0])]
    return f"part {numbers[0]} to {numbers[-1]} of {total}"


def _reply(judged: Judged) -> str:
    return f"{judged.transcript.folder}/{REPLY}"


def _room(split: Split) -> int:
    """What the results that one call merges may take, beside what every part reads if there is room for that."""
    return max(split.budget.files - split.taken, 2 * split.result_room)


def _new(text: str, told: set[str]) -> str:
    """The text without findings that an earlier part has word for word: what stands beside every part, all may find."""
    kept = []
    for block in re.split(r"^(?=### )", text, flags=re.MULTILINE):
        if not block.startswith("### ") or block.strip() not in told:
            kept.append(block)
        told.add(block.strip())
    return "".join(kept).strip()


def _without_title(text: str) -> str:
    first, _, rest = text.lstrip().partition("\n")
    return rest if first.startswith("# ") else text
