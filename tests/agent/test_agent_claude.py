"""Every way in which a call fails, over a real socket: one line, no key, the right `retryable`."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field

import pytest

from memory_schema.errors import ConfigError
from tasks.agent.claude import ClaudeClient
from tasks.agent.model import ModelCallFailed, ModelReply, build_request, user_turn
from tests.agent.scripted_book import Said, events

KEY = "sk-test-0123456789-abcdefghijklmnop"
GOOD = events(Said("All is well."))
HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n"
Answer = Callable[[asyncio.StreamWriter], Awaitable[None]]


@dataclass
class Server:
    """A TCP server that answers the n-th request as scripted, the last answer for ever."""

    answers: list[Answer] = field(default_factory=list)
    requests: int = 0
    url: str = ""

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(
            int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length")
        )
        await reader.readexactly(length)
        answer = self.answers[min(self.requests, len(self.answers) - 1)]
        self.requests += 1
        try:
            await answer(writer)
        finally:
            writer.close()


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    made = Server()
    listening = await asyncio.start_server(made.handle, "127.0.0.1", 0)
    made.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    async with listening:
        yield made


def stream(body: bytes, *, claimed: int | None = None, reset: bool = False) -> Answer:
    """An event stream; `claimed` more bytes are promised than sent, `reset` cuts the connection hard."""

    async def answer(writer: asyncio.StreamWriter) -> None:
        length = f"content-length: {claimed or len(body)}\r\n".encode()
        writer.write(HEAD + length + b"\r\n" + body)
        await writer.drain()
        if reset:
            await asyncio.sleep(0.05)
            writer.transport.abort()

    return answer


def status(code: int, kind: str, message: str = "", headers: str = "", details: str = "") -> Answer:
    """An error in the form of the API."""

    async def answer(writer: asyncio.StreamWriter) -> None:
        error: dict[str, object] = {"type": kind, "message": message}
        if details:
            error["details"] = {"error_code": details}
        body = json.dumps({"type": "error", "error": error}).encode()
        writer.write(
            f"HTTP/1.1 {code} X\r\ncontent-type: application/json\r\nconnection: close\r\n{headers}"
            f"content-length: {len(body)}\r\n\r\n".encode()
            + body
        )
        await writer.drain()

    return answer


async def stall(writer: asyncio.StreamWriter) -> None:
    writer.write(HEAD + b"\r\n" + GOOD[:200])
    await writer.drain()
    await asyncio.sleep(30)


async def html(writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\ncontent-length: 5\r\n\r\n<html")
    await writer.drain()


CUT = GOOD[: GOOD.index(b"event: message_delta")]
ERROR_EVENT = (
    CUT + b'event: error\ndata: {"type": "error", "error": {"type": "overloaded_error", "message": "busy"}}\n\n'
)
BAD_JSON = CUT + b"event: message_delta\ndata: {not json\n\n"


async def ask(server: Server, deadline: float = 20.0, retries: int = 2) -> ModelReply:
    client = ClaudeClient(KEY, server.url, deadline=deadline, max_retries=retries)
    try:
        return await client.send(build_request(model="m", system="s", messages=[user_turn("hello")], max_tokens=64_000))
    finally:
        await client.close()


async def test_a_good_reply_comes_back_with_text_usage_and_stop_reason(server: Server) -> None:
    """A call is streamed and collected; 64,000 output tokens are no reason to refuse it."""
    server.answers = [stream(GOOD)]
    reply = await ask(server)
    assert (reply.text, reply.stop_reason, server.requests) == ("All is well.", "end_turn", 1)
    assert (reply.usage.input, reply.usage.output, reply.usage.calls) == (100, 50, 1)


@pytest.mark.parametrize(
    ("answer", "attempts", "says"),
    [
        (stream(CUT, claimed=len(GOOD), reset=True), 3, "connection failed"),
        (stream(CUT), 3, "ended before"),
        (stream(ERROR_EVENT), 3, "overloaded_error: busy"),
        (stream(BAD_JSON), 3, "cannot be read"),
        (status(529, "overloaded_error", "busy"), 3, "overloaded"),
        (status(500, "api_error", "oops"), 3, "500"),
        (status(429, "rate_limit_error", "slow", "retry-after: 0\r\n"), 3, "too many requests"),
        (status(403, "permission_error", "Too many requests, throttled"), 1, "throttles"),
    ],
    ids=["reset", "early end", "error event", "bad json", "529", "500", "429", "403 throttling"],
)
async def test_what_may_get_better_is_repeated_at_most_twice(
    server: Server, answer: Answer, attempts: int, says: str
) -> None:
    """FACTS: the SDK's retries and ours together are at most two; the failure is retryable later."""
    server.answers = [answer]
    with pytest.raises(ModelCallFailed, match=says) as caught:
        await ask(server)
    assert caught.value.retryable
    assert server.requests == attempts
    message = str(caught.value)
    assert message.startswith(server.url)
    assert "\n" not in message
    assert KEY not in message


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (status(401, "authentication_error", f"invalid x-api-key {KEY}"), "check ANTHROPIC_API_KEY"),
        (status(403, "permission_error", "your key may not use this model"), "rights"),
        (status(404, "not_found_error", "model: m"), r"model\.name"),
        (status(400, "invalid_request_error", "prompt is too long: 300000 tokens"), "too long"),
        (status(400, "invalid_request_error", "max_tokens: bad"), "refused"),
        (status(413, "request_too_large", "big"), "too long"),
        (status(402, "billing_error", "Your credit balance is too low"), "spend limit"),
        (
            status(429, "rate_limit_error", "limit", "x-should-retry: false\r\n", "enforced_spend_limit_reached"),
            "spend",
        ),
        (html, r"text/html.*base_url"),
    ],
    ids=["401", "403", "404", "400 long", "400", "413", "402", "429 spend", "html"],
)
async def test_a_fault_of_configuration_is_final(server: Server, answer: Answer, says: str) -> None:
    """HOUSE, absorb 6: what waiting cannot mend is not retryable, and the line says what to do."""
    server.answers = [answer]
    with pytest.raises(ModelCallFailed, match=says) as caught:
        await ask(server)
    assert not caught.value.retryable
    assert server.requests == 1
    assert KEY not in str(caught.value)


async def test_what_failed_once_may_succeed(server: Server) -> None:
    """A reset, then an early end, then a reply: one call, and what all attempts used is counted."""
    server.answers = [stream(CUT, claimed=len(GOOD), reset=True), stream(CUT), stream(GOOD)]
    reply = await ask(server)
    assert reply.text == "All is well."
    assert server.requests == 3
    assert reply.usage.calls == 1
    assert reply.usage.input >= 200


async def test_retries_of_the_sdk_and_ours_share_one_limit(server: Server) -> None:
    """A 529 that the SDK retries and a reset that we retry: three attempts in all, not nine."""
    server.answers = [status(529, "overloaded_error"), stream(CUT)]
    with pytest.raises(ModelCallFailed):
        await ask(server)
    assert server.requests == 3


async def test_a_stall_ends_at_our_own_deadline(server: Server) -> None:
    """FACTS: the SDK's timeout is per read; the deadline is around the whole call, partial text kept."""
    server.answers = [stall]
    began = time.monotonic()
    with pytest.raises(ModelCallFailed, match=r"within 1 seconds \(limits\.seconds\)") as caught:
        await ask(server, deadline=1.0)
    assert time.monotonic() - began < 5
    assert caught.value.retryable


async def test_usage_is_counted_before_the_failure_is_raised(server: Server) -> None:
    """FACTS: a truncated reply has cost its tokens all the same."""
    server.answers = [stream(CUT)]
    with pytest.raises(ModelCallFailed) as caught:
        await ask(server, retries=0)
    assert caught.value.usage.input == 100
    assert caught.value.usage.calls == 1
    assert caught.value.partial == "All is well."


async def test_nobody_listens() -> None:
    """A refused connection is retryable and names the address."""
    client = ClaudeClient(KEY, "http://127.0.0.1:9", deadline=10, max_retries=0)
    with pytest.raises(ModelCallFailed, match=r"http://127\.0\.0\.1:9") as caught:
        await client.send(build_request(model="m", system="s", messages=[user_turn("x")], max_tokens=10))
    assert caught.value.retryable
    await client.close()


def test_a_key_is_needed_and_only_its_end_is_ever_shown() -> None:
    """PROTOCOL 3, Logs: at most the last 6 characters of the key, none of a short one."""
    with pytest.raises(ConfigError, match="ANTHROPIC_API_KEY"):
        ClaudeClient("")
    assert ClaudeClient(KEY).key_hint == KEY[-6:]
    assert ClaudeClient("offline").key_hint == ""
