"""The editor: notes only, and up to three of the files that they refer to."""

from __future__ import annotations

import json

from memory_schema.binding import bind
from memory_schema.contracts import Role
from memory_schema.works import read_receipt
from tasks.agent.spawn import spawn
from tests.agent.scripted_book import GOOD, Book, note, tool_use, whole

DECISION = whole("# Decision\n\nNo open issues.\n\nDecision: go on", "DECISION_COMPLETE", note("go on"))


async def test_the_editor_sees_notes_and_opens_what_they_refer_to(book: Book) -> None:
    """PROTOCOL 2: the notes of the chapter; references are opened by tool, counted; nothing else is reachable."""
    book.model.says(GOOD)
    report = bind(Role.RESEARCHER, book.workspace, 1)
    await spawn(report, 1, book.config, book.runtime)
    book.model.says(
        tool_use("read_file", path=report.output), tool_use("read_file", path="output/memory/outline.md"), DECISION
    )
    pointers = bind(Role.EDITOR, book.workspace, 1)
    await spawn(pointers, 1, book.config, book.runtime)
    first, opened, refused = (request["messages"] for request in book.model.requests[1:])
    files = [block["text"] for block in first[0]["content"] if block["text"].startswith("FILE ")]
    assert len(files) == 1
    assert "the text stands" in files[0]
    assert "Research report" in opened[-1]["content"][0]["content"]
    assert refused[-1]["content"][0]["is_error"] is True
    receipt = read_receipt(book.workspace, pointers.output, book.workspace.read(pointers.output))
    assert receipt is not None
    assert [read.name for read in receipt.meaning.reads if read.by_tool] == [report.output]


async def test_the_orchestrators_context_is_counted(book: Book) -> None:
    """PROTOCOL 3, Logs: per decision, notes and characters put together."""
    book.model.says(GOOD, DECISION)
    await spawn(bind(Role.RESEARCHER, book.workspace, 1), 1, book.config, book.runtime)
    await spawn(bind(Role.EDITOR, book.workspace, 1), 1, book.config, book.runtime)
    (name,) = book.workspace.list("output/logs")
    records = [json.loads(line) for line in book.workspace.read(name).splitlines()]
    decision = next(record for record in records if record["event"] == "decision")
    assert decision["notes"] == 1
    assert 0 < decision["characters"] < 2_000
