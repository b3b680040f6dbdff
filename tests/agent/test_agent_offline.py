"""`spawn` with the offline author in every fault mode of a single call."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memory_schema.binding import bind
from memory_schema.contracts import Role
from memory_schema.errors import CallFailed, IncompleteReply
from memory_schema.notes import NOTE_UNPARSED
from memory_schema.works import read_receipt
from tasks.agent.claude import ClaudeClient
from tasks.agent.spawn import spawn
from tasks.offline.app import offline_app
from tasks.offline.faults import FaultPlan
from tests.agent.scripted_book import Book


async def stylist(book: Book, faults: str, deadline: float = 20.0) -> tuple[Book, object]:
    """Run the stylist with a fault plan; returns the book and the receipt of what stands."""
    client = ClaudeClient("offline", "http://offline", app=offline_app(FaultPlan.parse(faults)), deadline=deadline)
    try:
        pointers = bind(Role.STYLIST, book.workspace)
        runtime = replace(book.runtime, client=client)
        await spawn(pointers, None, book.config, runtime)
        return book, read_receipt(book.workspace, pointers.output, book.workspace.read(pointers.output))
    finally:
        await client.close()


@pytest.mark.parametrize(
    ("fault", "calls", "escalated"),
    [
        ("thinking_first", 1, False),
        ("text_after_marker", 1, False),
        ("marker_in_code", 1, False),
        ("note_in_prose", 1, False),
        ("note_in_fence", 1, False),
        ("two_notes", 1, False),
        ("braces_in_note", 1, False),
        ("long_note", 1, False),
        ("cut", 2, False),
        ("unreadable_note", 2, True),
        ("note_cut_short", 2, True),
        ("low_confidence", 2, True),
        ("no_marker", 2, True),
        ("marker_in_middle", 2, True),
        ("marker_twice", 2, True),
        ("open_fence", 2, True),
        ("refusal", 2, True),
        ("empty", 2, True),
    ],
)
async def test_one_fault_is_taken_as_normal_continued_or_escalated_once(
    book: Book, fault: str, calls: int, escalated: bool
) -> None:
    """PROTOCOL 3.5 and 3.7, against the model that ships with the product."""
    _, receipt = await stylist(book, f"stylist#1:{fault}")
    assert receipt.usage.calls == calls
    assert bool(receipt.escalated) is escalated
    assert receipt.note.readable
    assert "<!-- STYLE_GUIDE_COMPLETE -->" in book.workspace.read("output/memory/style-guide.md")


@pytest.mark.parametrize("fault", ["no_marker", "marker_in_middle", "open_fence", "refusal", "empty", "cut_always"])
async def test_a_fault_that_stays_leaves_nothing_behind(book: Book, fault: str) -> None:
    """PROTOCOL 3.5: incomplete replaces no file, under neither of its names."""
    with pytest.raises(IncompleteReply):
        await stylist(book, f"stylist:{fault}")
    assert not book.workspace.exists("output/memory/style-guide.md")
    assert not book.workspace.exists(bind(Role.STYLIST, book.workspace).output)


async def test_a_note_that_stays_unreadable_is_recorded_as_such(book: Book) -> None:
    """PROTOCOL 3.7: NOTE_UNPARSED, and the text stands."""
    _, receipt = await stylist(book, "stylist:unreadable_note; stylist:unreadable_note_again")
    assert NOTE_UNPARSED in receipt.note.open_issues


@pytest.mark.parametrize("fault", ["http_429", "http_500", "http_529", "early_end", "stream_error"])
async def test_a_fault_of_transport_is_repeated_within_the_call(book: Book, fault: str) -> None:
    """FACTS: repeated at once, at most twice; the agent is one call."""
    _, receipt = await stylist(book, f"stylist#1:{fault}")
    assert receipt.usage.calls == 1
    assert not receipt.escalated


async def test_a_request_that_is_refused_is_not_repeated(book: Book) -> None:
    """HOUSE, absorb 6."""
    with pytest.raises(CallFailed) as caught:
        await stylist(book, "stylist:http_400")
    assert not caught.value.retryable
