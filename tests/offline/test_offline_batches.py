"""Message Batches of the offline server, asked by the real SDK."""

from __future__ import annotations

from typing import Any

import anthropic
import pytest

from memory_schema.contracts import Role
from tasks.offline.app import offline_app
from tasks.offline.batches import BatchDesk, NotEnded
from tasks.offline.wire import BadRequest
from tests.offline.test_offline_app import client_of

OUTLINE = [("output/memory/outline.md", "# B\n\n## Chapter 1: A\n")]


async def test_a_batch_answers_each_request_as_a_single_call_would(ask: Any) -> None:
    """The same text; usage says that it was a batch. A request that is refused harms no other."""
    client, body = client_of(offline_app()), ask(Role.STYLIST, OUTLINE)
    batches = client.messages.batches
    wrong = body | {"messages": [{"role": "user", "content": "no ticket"}]}
    made = await batches.create(
        requests=[{"custom_id": "good-1", "params": body}, {"custom_id": "bad-1", "params": wrong}]
    )
    assert made.processing_status == "in_progress"
    assert made.request_counts.processing == 2
    ended = await batches.retrieve(made.id)
    assert (ended.processing_status, ended.request_counts.succeeded, ended.request_counts.errored) == ("ended", 1, 1)
    found = {row.custom_id: row.result async for row in await batches.results(made.id)}
    single = await client.messages.create(**body)
    assert found["good-1"].message.content[0].text == single.content[0].text
    assert found["good-1"].message.usage.service_tier == "batch"
    assert found["bad-1"].type == "errored"
    assert [batch.id async for batch in batches.list()] == [made.id]


async def test_results_wait_for_the_end_and_a_cancelled_batch_has_none(ask: Any) -> None:
    """In progress until its time has come; cancelled requests are said to be."""
    client, body = client_of(offline_app(batch_seconds=3600)), ask(Role.STYLIST, OUTLINE)
    made = await client.messages.batches.create(requests=[{"custom_id": "a", "params": body}])
    assert (await client.messages.batches.retrieve(made.id)).processing_status == "in_progress"
    with pytest.raises(anthropic.AnthropicError, match="results_url"):
        await client.messages.batches.results(made.id)
    assert (await client.messages.batches.cancel(made.id)).processing_status == "canceling"
    ended = await client.messages.batches.retrieve(made.id)
    assert (ended.processing_status, ended.request_counts.canceled) == ("ended", 1)
    assert [row.result.type async for row in await client.messages.batches.results(made.id)] == ["canceled"]


async def test_an_unknown_batch_is_not_found() -> None:
    """404, as everywhere."""
    with pytest.raises(anthropic.NotFoundError):
        await client_of(offline_app()).messages.batches.retrieve("msgbatch_none")


@pytest.mark.parametrize(
    ("requests", "words"),
    [
        ([], "between 1 and"),
        ([{"custom_id": "a b", "params": {}}], "custom_id"),
        ([{"custom_id": "a" * 65, "params": {}}], "custom_id"),
        ([{"custom_id": "a", "params": {}}, {"custom_id": "a", "params": {}}], "twice"),
    ],
)
def test_a_wrong_batch_is_refused_whole(requests: list[object], words: str) -> None:
    """Nothing of it is taken."""
    desk = BatchDesk(lambda _body: {})
    with pytest.raises(BadRequest, match=words):
        desk.create({"requests": requests})
    assert desk.list()["data"] == []


def test_results_before_the_end_are_an_error() -> None:
    """Asked without the SDK, which looks first."""
    desk = BatchDesk(lambda _body: {}, seconds=60)
    made = desk.create({"requests": [{"custom_id": "a", "params": {}}]})
    with pytest.raises(NotEnded):
        desk.results(str(made["id"]))
