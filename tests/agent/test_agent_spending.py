"""What a book cost: every call once, in the transcripts, the log and the receipts alike."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from memory_schema.binding import bind
from memory_schema.contracts import Role
from memory_schema.errors import CallFailed
from memory_schema.usage import Usage, usage_of
from memory_schema.works import read_receipt
from tasks.agent.pricing import list_price, price_table
from tasks.agent.spawn import spawn
from tasks.agent.spending import GROUPS, accounts, logged, spending
from tests.agent.scripted_book import GOOD, Book, Said, tool_use

CACHED = {
    "cache_read_input_tokens": 40,
    "cache_creation_input_tokens": 30,
    "cache_creation": {"ephemeral_5m_input_tokens": 20, "ephemeral_1h_input_tokens": 10},
    "output_tokens_details": {"thinking_tokens": 25},
    "service_tier": "batch",
}


async def researched(book: Book) -> Book:
    """A report that took a tool call, a failed call and a good one, of a model with a price."""
    priced = book.with_config('[model]\nname = "claude-opus-5-5"\n')
    runtime = replace(priced.runtime, price=list_price)
    pointers = bind(Role.RESEARCHER, book.workspace, 1)
    book.model.says(tool_use("list_files"), Said(status=400))
    with pytest.raises(CallFailed):
        await spawn(pointers, 1, priced.config, runtime)
    book.model.says(tool_use("list_files"), Said(GOOD, usage=CACHED))
    await spawn(pointers, 1, priced.config, runtime)
    return priced


async def test_every_kind_of_token_arrives_from_the_wire(book: Book) -> None:
    """Issue 4, accounting: uncached, read, written 5m and 1h, output, thinking, and the batch."""
    await researched(book)
    last = spending(book.workspace)[-1]
    assert last.charge.usage == Usage(
        uncached=100, cache_read=40, cache_written_5m=20, cache_written_1h=10, output=50, thinking=25, calls=1
    )
    assert last.charge.batch
    assert last.charge.cost_usd == pytest.approx((100 * 4 + 40 * 0.2 + 20 * 5 + 10 * 8 + 50 * 20) / 1e6 / 2)


async def test_sums_agree_with_the_call_log_to_the_token(book: Book) -> None:
    """Issue 4: transcripts and log say the same, whatever they are put together by; failed calls are in both."""
    await researched(book)
    spent, log = spending(book.workspace), logged(book.workspace)
    assert len(spent) == len(log.charges) == 4
    assert log.failed == 1
    for group in GROUPS:
        parts = accounts(spent, group)
        assert usage_of(charge for part in parts for charge in part.charges) == log.usage
        assert sum(part.cost_usd or 0 for part in parts) == pytest.approx(log.cost_usd)
    assert [one.charge.estimated_input for one in spent] == [charge.estimated_input for charge in log.charges]
    assert all(one.charge.estimated_input for one in spent)


async def test_a_receipt_holds_the_charges_of_its_own_calls(book: Book) -> None:
    """Issue 4: every call's usage and dated price in the receipt; its sums are the receipt's."""
    await researched(book)
    pointers = bind(Role.RESEARCHER, book.workspace, 1)
    receipt = read_receipt(book.workspace, pointers.output, book.workspace.read(pointers.output))
    assert receipt is not None
    assert usage_of(receipt.charges) == receipt.usage
    # The first turn was paid for before the failure, and is given again to the second dispatch.
    assert receipt.charges == tuple(one.charge for one in spending(book.workspace) if not one.charge.failed)
    assert {charge.prices for charge in receipt.charges} == {price_table()}
    assert receipt.cost == f"${receipt.cost_usd:.4f}"


def test_transcripts_of_the_first_form_are_counted_with_an_unknown_price(book: Book) -> None:
    """A book written before charges were kept shows its tokens; a torn line is passed over."""
    usage = {"uncached": 7, "cache_read": 0, "cache_written": 2, "output": 3, "calls": 1}
    line = json.dumps({"event": "reply", "model": "m", "stop_reason": "end_turn", "usage": usage})
    name = "output/notes/ch01/a2/calls/writer-revising-round-2/call-3/transcript.jsonl"
    book.workspace.append(name, f'{line}\n{{"event": "reply", "mod')
    (spent,) = spending(book.workspace)
    assert (spent.role, spent.chapter, spent.attempt, spent.round, spent.call) == ("writer-revising", 1, 2, 2, 3)
    assert spent.charge.usage.input == 9
    assert spent.charge.cost_usd is None
