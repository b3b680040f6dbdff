"""The Messages API of the offline author, asked by the real SDK."""

from __future__ import annotations

import json

import anthropic
import httpx2
import pytest
from anthropic import AsyncAnthropic

from memory_schema.contracts import CONTRACTS, Role
from memory_schema.lengths import estimate_tokens
from memory_schema.markers import Completeness, Marker, judge, split_reply
from memory_schema.notes import parse_note
from tasks.offline.app import offline_app
from tasks.offline.faults import FaultPlan
from tasks.offline.roles import ROLES
from tasks.offline.serve import start


def client_of(app, **kwargs):
    """The real SDK in front of an app."""
    transport = httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app))
    return AsyncAnthropic(api_key="offline", base_url="http://offline", http_client=transport, **kwargs)


async def said(client, body):
    """The final message of a streamed call."""
    async with client.messages.stream(**body) as stream:
        return await stream.get_final_message()


async def test_a_stream_is_a_complete_reply(ask):
    """The SDK collects a message whose body ends with its marker and whose note parses."""
    message = await said(
        client_of(offline_app()), ask(Role.STYLIST, [("output/memory/outline.md", "# B\n\n## Chapter 1: A\n")])
    )
    assert message.stop_reason == "end_turn"
    body, note = split_reply(message.content[0].text, Marker.STYLE_GUIDE)
    assert judge(body, Marker.STYLE_GUIDE) is Completeness.COMPLETE
    assert parse_note(note) is not None
    assert message.usage.output_tokens == estimate_tokens(message.content[0].text)
    assert message.usage.input_tokens > 500


async def test_stream_and_plain_reply_are_the_same(ask):
    """Streaming changes the transport and nothing else; the same request gives the same bytes."""
    client, body = client_of(offline_app()), ask(Role.EDITOR)
    plain = await client.messages.create(**body)
    streamed = await said(client, body)
    assert plain.content[0].text == streamed.content[0].text
    assert plain.id == streamed.id


async def test_max_tokens_cuts_and_continue_goes_on_exactly(ask, draft):
    """A reply cut by max_tokens is continued without a gap or an overlap."""
    files = [("output/chapters/draft/ch02-draft.md", draft)]
    whole = (await said(client_of(offline_app()), ask(Role.RS, files))).content[0].text
    client, body, text = client_of(offline_app()), ask(Role.RS, files, max_tokens=120), ""
    for _ in range(60):
        message = await said(client, body)
        text += message.content[0].text
        if message.stop_reason == "end_turn":
            break
        assert message.usage.output_tokens <= 120
        body["messages"] += [
            {"role": "assistant", "content": message.content[0].text},
            {"role": "user", "content": "CONTINUE"},
        ]
    assert text == whole


async def test_note_again_is_the_note_alone(ask):
    """After NOTE AGAIN the reply is one JSON note."""
    body = ask(Role.EDITOR)
    body["messages"] += [{"role": "assistant", "content": "text"}, {"role": "user", "content": "NOTE AGAIN"}]
    message = await said(client_of(offline_app()), body)
    assert json.loads(message.content[0].text)["conclusion"]


async def test_count_tokens_and_models(ask):
    """The two free resources answer in the shapes of the SDK."""
    client, body = client_of(offline_app()), ask(Role.EDITOR)
    counted = await client.messages.count_tokens(model=body["model"], messages=body["messages"], system=body["system"])
    assert counted.input_tokens > 300
    assert (await client.models.retrieve("offline-author")).max_tokens == 128_000
    assert [model.id async for model in client.models.list()] == ["offline-author"]


async def test_a_foreign_request_is_a_400(ask):
    """A request without a ticket, and one for a role of code, are invalid_request_error in one line."""
    client = client_of(offline_app())
    with pytest.raises(anthropic.BadRequestError, match="Ticket"):
        await client.messages.create(model="m", max_tokens=10, messages=[{"role": "user", "content": "hello"}])
    body = ask(Role.EDITOR)
    last = body["messages"][0]["content"][-1]
    last["text"] = last["text"].replace('- role: "editor"', '- role: "bookbinder"')
    with pytest.raises(anthropic.BadRequestError, match="bookbinder"):
        await client.messages.create(**body)


async def test_the_same_over_a_real_socket(ask):
    """Over TCP the author answers as in process, and a reset in the middle of a stream is a transport error."""
    server, port = await start(offline_app(FaultPlan.parse("editor#2:reset")))
    async with server:
        client = AsyncAnthropic(api_key="x", base_url=f"http://127.0.0.1:{port}", max_retries=0)
        body = ask(Role.EDITOR)
        inside = await said(client_of(offline_app()), body)
        assert (await said(client, body)).content[0].text == inside.content[0].text
        with pytest.raises((httpx2.TransportError, anthropic.APIConnectionError)):
            await said(client, body)


def test_every_agent_role_has_an_author():
    """The dispatch table covers exactly the roles of the contract table that ask a model."""
    assert set(ROLES) == {role for role, contract in CONTRACTS.items() if contract.kind != "code"}
