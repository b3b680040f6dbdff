"""Near the window the server counts: what fits is not refused, what overflows is not sent."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from memory_schema.binding import bind
from memory_schema.contracts import Role
from memory_schema.errors import LimitReached
from memory_schema.selection import Selector
from tasks.agent.claude import ClaudeClient
from tasks.agent.exact import prepare_exactly
from tasks.agent.part_call import prepare_part
from tasks.agent.prepared import Prepared
from tasks.offline.asgi import read_body
from tests.agent.scripted_book import Book


@dataclass
class CountingServer:
    """Answers count_tokens with a token for so many characters; 0 = it does not know the path."""

    characters: float
    counted: list[int] = field(default_factory=list)

    async def __call__(
        self, scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]
    ) -> None:
        body = await read_body(receive)
        known = bool(self.characters) and scope["path"] == "/v1/messages/count_tokens"
        status, answer = 404, {"type": "error", "error": {"type": "not_found_error", "message": "no such path"}}
        if known:
            self.counted.append(round(len(body) / self.characters))
            status, answer = 200, {"input_tokens": self.counted[-1]}  # type: ignore[dict-item]
        await send(
            {"type": "http.response.start", "status": status, "headers": [(b"content-type", b"application/json")]}
        )
        await send({"type": "http.response.body", "body": json.dumps(answer).encode()})


async def advocate(book: Book, server: CountingServer, *, window: int, characters: int) -> Prepared:
    """The reader advocate's call on a proposal of so many characters, in a window of so many tokens."""
    sized = book.with_config(f'[model]\nname = "mine"\nwindow = {window}\nmax_output = 2000\n')
    pointers = bind(Role.ADVOCATE, book.workspace)
    book.workspace.replace(pointers.reads[0].path, "word\n" * (characters // 5))
    client = ClaudeClient("a-key-of-a-test", "http://counting", app=server, deadline=20)
    try:
        runtime = replace(sized.runtime, client=client)
        return await prepare_exactly(pointers, Selector(book.workspace), runtime, "advocate")
    finally:
        await client.close()


async def test_far_from_the_window_nobody_is_asked(book: Book) -> None:
    """An exact count costs a request: it is made within 15 % of the ceiling only."""
    server = CountingServer(4.0)
    await advocate(book, server, window=100_000, characters=20_000)
    assert server.counted == []


async def test_what_the_ceiling_refuses_and_the_server_counts_as_fitting_is_let_through(book: Book) -> None:
    """The same prompt without a server that counts is worked in parts, since the ceiling holds there."""
    assert (await advocate(book, CountingServer(0), window=20_000, characters=34_000)).split is not None
    server = CountingServer(4.0)
    prepared = await advocate(book, server, window=20_000, characters=34_000)
    assert server.counted
    assert server.counted[-1] + prepared.max_tokens <= 20_000
    assert prepared.shown[0].text.count("word") == 34_000 // 5


async def test_what_the_server_counts_as_too_large_is_worked_in_parts_that_it_counts_as_fitting(book: Book) -> None:
    """A ceiling that underrates a text must not overflow the window: the parts are as small as the count wants."""
    server = CountingServer(1.2)
    prepared = await advocate(book, server, window=20_000, characters=26_000)
    assert prepared.split is not None
    assert "".join(item.text for part in prepared.split.parts for item in part.shown) == "word\n" * 5_200
    parts = [prepare_part(prepared, part.shown, part="1 of 9") for part in prepared.split.parts]
    sent = max(len(part.prompt.system) + sum(map(len, part.prompt.blocks)) for part in parts)
    assert sent / 1.2 + parts[0].max_tokens <= 20_000
    assert len(server.counted) <= 6


async def test_what_no_part_can_hold_is_refused_before_the_call(book: Book) -> None:
    """Where the rules alone overflow the window by the server's count, no splitting helps: one clear line."""
    server = CountingServer(0.2)
    with pytest.raises(LimitReached, match=r"raise model\.window"):
        await advocate(book, server, window=20_000, characters=26_000)
