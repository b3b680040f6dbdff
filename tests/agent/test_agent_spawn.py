"""`spawn`, end to end: a real book, a real SDK, a scripted server."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from memory_schema.binding import bind
from memory_schema.contracts import Role
from memory_schema.errors import CallFailed, IncompleteReply, LimitReached
from memory_schema.notes import NOTE_UNPARSED, Confidence
from memory_schema.paths import AUDIT_LOG
from memory_schema.pointers import PointerList
from memory_schema.receipts import Receipt
from memory_schema.works import read_receipt
from tasks.agent.spawn import spawn
from tests.agent.scripted_book import GOOD, HOSTILE, REPORT, Book, Said, note, tool_use, whole


def researcher(book: Book, chapter: int = 1) -> PointerList:
    return bind(Role.RESEARCHER, book.workspace, chapter)


async def run(book: Book, pointers: PointerList | None = None) -> object:
    chosen = pointers or researcher(book)
    return await spawn(chosen, chosen.chapter, book.config, book.runtime)


def receipt_of(book: Book, pointers: PointerList) -> Receipt:
    receipt = read_receipt(book.workspace, pointers.output, book.workspace.read(pointers.output))
    assert receipt is not None
    return receipt


async def test_an_agent_leaves_output_copy_receipt_note_and_its_whole_process(book: Book) -> None:
    """PROTOCOL 3.6: what is done is on disk, under both names, with a receipt for exactly this text."""
    book.model.says(GOOD)
    pointers = researcher(book)
    result = await spawn(pointers, 1, book.config, book.runtime)
    text = book.workspace.read(pointers.output)
    assert text == REPORT + "\n\n<!-- RESEARCH_COMPLETE -->\n"
    assert book.workspace.read("output/research/ch01-report.md") == text
    receipt = receipt_of(book, pointers)
    assert receipt.note == result
    assert receipt.usage.calls == 1
    assert receipt.usage.input == 100
    assert receipt.usage.output == 50
    assert receipt.cost_usd == 0.0
    assert receipt.model == "offline-author"
    assert receipt.stop_reason == "end_turn"
    assert [read.name for read in receipt.meaning.reads] == [pointer.name for pointer in pointers.reads]
    folder = receipt.log.rsplit("/", 1)[0]
    assert folder == "output/notes/ch01/a1/calls/researcher/call-1"
    assert json.loads(book.workspace.read(f"{folder}/prompt.json")) | {"stream": True} == book.model.requests[0]
    assert book.workspace.read(f"{folder}/reply.md") == GOOD
    events = [json.loads(line)["event"] for line in book.workspace.read(receipt.log).splitlines()]
    assert events == ["reply"]


async def test_a_fresh_output_costs_nothing(book: Book) -> None:
    """PROTOCOL 3.1: fresh returns the stored note and asks nobody; the note is the same."""
    book.model.says(GOOD)
    first = await run(book)
    before = {name: book.workspace.read(name) for name in book.workspace.walk("output/notes")}
    assert await run(book) == first
    assert len(book.model.requests) == 1
    assert {name: book.workspace.read(name) for name in book.workspace.walk("output/notes")} == before


async def test_a_kill_between_receipt_and_output_is_finished_without_a_call(book: Book) -> None:
    """PROTOCOL 3.1 and 4: the receipt is fresh and the reply is stored, so nothing is asked again."""
    book.model.says(GOOD)
    pointers = researcher(book)
    first = await run(book)
    text = book.workspace.read(pointers.output)
    for name in (pointers.output, pointers.publish_as):
        book.workspace.remove(name)
    assert await run(book) == first
    assert book.workspace.read(pointers.output) == text == book.workspace.read(pointers.publish_as)
    assert len(book.model.requests) == 1


async def test_a_changed_source_file_asks_again(book: Book) -> None:
    """PROTOCOL 4: stale by source is redone."""
    book.model.says(GOOD, GOOD.replace("section 3", "section three"))
    await run(book)
    pinned = replace(book.view.manifest.files["lexer.py"], sha256="0" * 64)
    manifest = book.view.manifest.model_copy(update={"files": {**book.view.manifest.files, "lexer.py": pinned}})
    book.view._manifest = manifest
    await run(book)
    assert len(book.model.requests) == 2
    book.view._manifest = manifest


async def test_a_persons_text_stands(book: Book) -> None:
    """PROTOCOL 4: edited text is a source; spawn neither replaces it nor asks."""
    pointers = researcher(book)
    book.workspace.replace(pointers.output, "# My own report\n")
    result = await spawn(pointers, 1, book.config, book.runtime)
    assert "person" in result.conclusion
    assert book.workspace.read(pointers.output) == "# My own report\n"
    assert not book.model.requests


async def test_hostile_source_reaches_the_prompt_verbatim_and_as_data(book: Book) -> None:
    """PROTOCOL 3.2: braces, fences, markers and forged headers are content of a block of their own."""
    book.model.says(GOOD)
    await run(book, researcher(book, 3))
    blocks = [block["text"] for block in book.model.requests[0]["messages"][0]["content"]]
    shown = next(block for block in blocks if block.startswith('FILE {"name": "hostile.py"'))
    lines = shown.split("\n")[1:]
    assert [line.split("\t", 1)[1] for line in lines] == HOSTILE.rstrip("\n").split("\n")
    assert sum("## Ticket" in block.split("\n") for block in blocks) == 1


@pytest.mark.parametrize(
    "bad",
    [
        REPORT,
        REPORT.replace("Text of section 3.", "<!-- RESEARCH_COMPLETE -->") + "\n\n" + note(),
        REPORT + "\n\n```python\nopen\n\n<!-- RESEARCH_COMPLETE -->\n\n" + note(),
        REPORT + "\n\n<!-- RESEARCH_COMPLETE -->\n\n<!-- RESEARCH_COMPLETE -->\n\n" + note(),
        whole(REPORT.replace("## 4. Section", "### 4"), "RESEARCH_COMPLETE"),
        "",
    ],
    ids=["no marker", "marker in the middle", "open fence", "marker twice", "section missing", "empty"],
)
async def test_an_incomplete_reply_is_asked_again_once_and_then_replaces_nothing(book: Book, bad: str) -> None:
    """PROTOCOL 3.5: incomplete never replaces a file; the one escalation says what was wrong."""
    pointers = researcher(book)
    book.model.says(bad, bad)
    with pytest.raises(IncompleteReply):
        await run(book)
    assert not book.workspace.exists(pointers.output)
    assert len(book.model.requests) == 2
    last = book.model.requests[1]["messages"][0]["content"][-1]["text"]
    assert last.startswith("ATTENTION")
    book.model.says(GOOD)
    await run(book)
    assert receipt_of(book, pointers).call == 3


@pytest.mark.parametrize(
    "odd",
    [
        whole(REPORT, "RESEARCH_COMPLETE", f"Here is {{the}} note:\n\n{note()}\n\nThat is all."),
        whole(REPORT, "RESEARCH_COMPLETE", f"```json\n{note()}\n```"),
        whole(REPORT, "RESEARCH_COMPLETE", note() + "\n\n" + note("second", "low")),
        whole(REPORT, "RESEARCH_COMPLETE", note(evidence=['a "}" in {{ braces }}'])),
        whole(
            REPORT + "\n\n`<!-- RESEARCH_COMPLETE -->`\n\n```html\n<!-- RESEARCH_COMPLETE -->\n```", "RESEARCH_COMPLETE"
        ),
        whole(REPORT, "RESEARCH_COMPLETE", "One more thought.\n\n" + note()),
    ],
    ids=["prose around", "fenced", "two objects", "braces", "marker in code", "text after"],
)
async def test_what_is_normal_around_a_note_or_marker_is_accepted_at_once(book: Book, odd: str) -> None:
    """PROTOCOL 3.5 and 3.7: prose, fences, a second object and markers in code are no fault."""
    book.model.says(odd)
    result = await spawn(researcher(book), 1, book.config, book.runtime)
    assert result.confidence is Confidence.HIGH
    assert "One more thought" not in book.workspace.read(researcher(book).output)


async def test_a_cut_reply_is_continued_exactly(book: Book) -> None:
    """PROTOCOL 3.5: cut by max_tokens is continued and joined without a seam."""
    half = len(GOOD) // 2
    book.model.says(Said(GOOD[:half], "max_tokens"), GOOD[half:])
    await run(book)
    assert book.workspace.read(researcher(book).output).startswith(REPORT)
    turns = book.model.requests[1]["messages"]
    assert turns[-2]["role"] == "assistant"
    assert turns[-1]["content"][0]["text"].startswith("CONTINUE")


async def test_a_reply_that_is_always_cut_is_incomplete(book: Book) -> None:
    """PROTOCOL 3.5: at most three continuations; then the reply is incomplete."""
    book.model.says(*[Said("more ", "max_tokens") for _ in range(8)])
    with pytest.raises(IncompleteReply, match="max_tokens"):
        await run(book)
    assert len(book.model.requests) == 8


@pytest.mark.parametrize("reason", ["refusal", "model_context_window_exceeded"])
async def test_an_end_that_is_not_the_models_own_is_incomplete(book: Book, reason: str) -> None:
    """PROTOCOL 3.5: complete only if stop_reason says that the model ended by itself."""
    book.model.says(Said(GOOD, reason), Said(GOOD, reason))
    with pytest.raises(IncompleteReply):
        await run(book)


async def test_thinking_comes_first_and_a_pause_is_resumed(book: Book) -> None:
    """FACTS: blocks are chosen by type; pause_turn is no end."""
    thinking = {"type": "thinking", "thinking": "hm", "signature": "s"}
    text = [{"type": "text", "text": part} for part in (GOOD[:40], GOOD[40:])]
    book.model.says(Said(stop_reason="pause_turn", blocks=(thinking, text[0])), Said(blocks=(thinking, text[1])))
    await run(book)
    assert book.workspace.read(researcher(book).output).startswith(REPORT)


async def test_an_unreadable_note_is_asked_for_again_and_recorded(book: Book) -> None:
    """PROTOCOL 3.7: once more for the note alone, on the stronger model, and the receipt says so."""
    strong = book.with_config('[model]\nname = "weak"\nstronger = "strong"\n')
    strong.model.says(whole(REPORT, "RESEARCH_COMPLETE", "All well."), note("asked again"))
    result = await spawn(researcher(strong), 1, strong.config, strong.runtime)
    assert result.conclusion == "asked again"
    assert [request["model"] for request in strong.model.requests] == ["weak", "strong"]
    assert strong.model.requests[1]["messages"][-1]["content"][0]["text"].startswith("NOTE AGAIN")
    assert "note" in receipt_of(strong, researcher(strong)).escalated


async def test_a_note_that_stays_unreadable_is_replaced_by_a_stand_in(book: Book) -> None:
    """PROTOCOL 3.7: conclusion = first 200 characters, NOTE_UNPARSED, confidence low."""
    bad = whole(REPORT, "RESEARCH_COMPLETE", "All well.")
    book.model.says(bad, "still no note", bad)
    result = await spawn(researcher(book), 1, book.config, book.runtime)
    assert result.open_issues == (NOTE_UNPARSED,)
    assert result.confidence is Confidence.LOW
    assert len(result.conclusion) <= 200
    assert book.workspace.read(researcher(book).output).startswith(REPORT)


async def test_low_confidence_escalates_once_and_the_better_reply_stands(book: Book) -> None:
    """PROTOCOL 3.7: low confidence asks the stronger model once; the receipt says so."""
    strong = book.with_config('[model]\nname = "weak"\nstronger = "strong"\n')
    strong.model.says(whole(REPORT, "RESEARCH_COMPLETE", note("unsure", "low")), GOOD.replace("section 2", "part 2"))
    result = await spawn(researcher(strong), 1, strong.config, strong.runtime)
    receipt = receipt_of(strong, researcher(strong))
    assert result.confidence is Confidence.HIGH
    assert (receipt.model, receipt.call, receipt.usage.calls) == ("strong", 2, 2)
    assert "confidence" in receipt.escalated
    assert "escalated" in strong.workspace.read(AUDIT_LOG)


async def test_a_failed_escalation_does_not_lose_a_usable_reply(book: Book) -> None:
    """PROTOCOL 3.7: what was usable before the escalation is stored when the escalation fails."""
    book.model.says(whole(REPORT, "RESEARCH_COMPLETE", note("unsure", "low")), Said(status=400))
    result = await spawn(researcher(book), 1, book.config, book.runtime)
    assert result.confidence is Confidence.LOW
    assert book.workspace.exists(researcher(book).output)


async def test_a_note_is_held_to_its_limits_and_nothing_of_it_is_lost(book: Book) -> None:
    """PROTOCOL 3.7: clipped, referenced, dropped with a warning; invented and escaping paths never pass."""
    long = note(
        "x" * 400,
        evidence=[f"lexer.py:{n}" for n in range(20)],
        file_refs=["lexer.py:1-3", "no/such.py", "../../etc/passwd", "/etc/passwd", "output/audit-log.md"],
        open_issues=[f"issue {n}" for n in range(12)],
    )
    book.model.says(whole(REPORT, "RESEARCH_COMPLETE", long))
    result = await spawn(researcher(book), 1, book.config, book.runtime)
    assert len(result.conclusion) == 200
    assert len(result.evidence) <= 5
    assert len(result.open_issues) <= 8
    assert "lexer.py:1-3" in result.file_refs
    assert "output/audit-log.md" in result.file_refs
    assert not {"no/such.py", "../../etc/passwd", "/etc/passwd"} & set(result.file_refs)
    assert result.file_refs[0] == researcher(book).output
    overflow = book.workspace.read(next(ref for ref in result.file_refs if ref.endswith("overflow.md")))
    assert "issue 11" in overflow
    assert "lexer.py:19" in overflow
    assert "/etc/passwd" in book.workspace.read(AUDIT_LOG)


async def test_tools_are_carried_out_and_recorded(book: Book) -> None:
    """PROTOCOL 4: tool reads are in the receipt with the hash of the whole file; refusals are results."""
    book.model.says(
        tool_use("read_file", path="lexer.py", start=1, end=3), tool_use("read_file", path="parser.py"), GOOD
    )
    pointers = researcher(book)
    await run(book)
    results = [request["messages"][-1]["content"][0] for request in book.model.requests[1:]]
    assert results[0]["content"].split("\n")[1] == '1\t"""Turns text into tokens."""'
    assert results[1]["is_error"] is True
    assert "\n" not in results[1]["content"]
    by_tool = [read for read in receipt_of(book, pointers).meaning.reads if read.by_tool]
    assert [(read.name, read.hash) for read in by_tool] == [("lexer.py", book.view.content_hash("lexer.py"))]
    assert "refused" in book.workspace.read(AUDIT_LOG)
    await run(book)
    assert len(book.model.requests) == 3


async def test_limits_hold_before_the_call(book: Book) -> None:
    """PROTOCOL 3.4: what would cross a limit is not sent."""
    few = book.with_config("[limits]\nturns = 1\n")
    few.model.says(tool_use("list_files"))
    with pytest.raises(LimitReached, match=r"limits\.turns"):
        await run(few)
    assert len(few.model.requests) == 1
    tight = book.with_config("[limits]\ntokens = 50\n")
    with pytest.raises(LimitReached, match=r"limits\.tokens"):
        await run(tight)
    assert len(few.model.requests) == 1


async def test_a_failed_call_leaves_its_prompt_and_its_reason(book: Book) -> None:
    """PROTOCOL 3: the whole process is on disk, also when the call failed; a retry is a new call."""
    book.model.says(Said(status=400), GOOD)
    with pytest.raises(CallFailed, match="http://scripted"):
        await run(book)
    folder = "output/notes/ch01/a1/calls/researcher/call-1"
    assert book.workspace.exists(f"{folder}/prompt.json")
    assert "scripted" in book.workspace.read(f"{folder}/transcript.jsonl")
    await run(book)
    assert receipt_of(book, researcher(book)).call == 2


async def test_redo_if_model_redoes_what_another_model_made(book: Book) -> None:
    """PROTOCOL 4: model and prompt make nothing stale unless --redo-if asks."""
    book.model.says(GOOD, GOOD)
    await run(book)
    other = book.with_config('[model]\nname = "other"\n')
    await run(other)
    assert len(book.model.requests) == 1
    asked = replace(other, runtime=replace(other.runtime, redo_if=frozenset({"model"})))
    await run(asked)
    assert len(book.model.requests) == 2
    same = replace(other, runtime=replace(other.runtime, redo_if=frozenset({"prompt", "model"})))
    await run(same)
    assert len(book.model.requests) == 2


async def test_the_run_is_summed_up(book: Book) -> None:
    """PROTOCOL 3, Logs: calls, tokens, time, cost, confidence by role, process kept from the orchestrator."""
    book.model.says(GOOD)
    await run(book)
    await run(book)
    summary = book.runtime.journal.close()
    assert (summary.calls, summary.agents, summary.fresh_agents) == (1, 1, 1)
    assert summary.confidence == {"researcher": {"high": 1}}
    assert summary.cost_usd == 0.0
    assert summary.input.max == 100
    assert 0 < summary.note_tokens < summary.process_tokens
    log = "\n".join(book.workspace.read(name) for name in book.workspace.list("output/logs"))
    assert "test-key" not in log
    assert "-model" in log
    records = [json.loads(line) for line in log.splitlines()]
    assert [record["event"] for record in records] == ["call", "agent", "agent", "summary"]
    assert records[0]["base_url"] == "http://scripted"
    assert len(records[1]["conclusion"]) <= 40
