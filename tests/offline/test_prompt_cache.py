"""The offline server's prompt cache does what the documentation of the API says, asked by the real SDK."""

from __future__ import annotations

import anthropic
import pytest

from memory_schema.contracts import Role
from tasks.offline.app import offline_app
from tasks.offline.prompt_cache import PromptCache
from tasks.offline.wire import BadRequest
from tests.offline.test_offline_app import client_of

LONG = "word " * 1_200
"""About 2,100 tokens by the estimate."""


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def request(*texts: str, marks: dict[int, str] | None = None, **more: object) -> dict[str, object]:
    content: list[dict[str, object]] = [{"type": "text", "text": text} for text in texts]
    for position, life in (marks or {}).items():
        content[position]["cache_control"] = {"type": "ephemeral", "ttl": life}
    return {"model": "m", "system": "rules", "messages": [{"role": "user", "content": content}], **more}


def used(cache: PromptCache, body: dict[str, object]) -> tuple[int, int, int, int]:
    use, begun = cache.look(body)
    begun()
    assert use.total == cache.tokens(body)
    return use.uncached, use.read, use.written_5m, use.written_1h


def test_the_first_writes_and_the_next_reads() -> None:
    """The prefix up to the mark is written once; what follows it is never cached."""
    cache = PromptCache()
    uncached, read, written, _ = used(cache, request(LONG, "ask A", marks={0: "5m"}))
    assert read == 0
    assert written > 2_000
    assert used(cache, request(LONG, "ask B", marks={0: "5m"})) == (uncached, written, 0, 0)


def test_nothing_is_readable_before_the_response_begins() -> None:
    """Two requests at once both write: the reason why a fan-out must warm first."""
    cache = PromptCache()
    first, begun = cache.look(request(LONG, "A", marks={0: "5m"}))
    second, _ = cache.look(request(LONG, "B", marks={0: "5m"}))
    assert (first.read, second.read) == (0, 0)
    begun()
    assert cache.look(request(LONG, "C", marks={0: "5m"}))[0].read == first.written_5m


def test_below_the_minimum_nothing_is_cached_and_nothing_is_said() -> None:
    """By model; a short prefix costs the plain price."""
    cache = PromptCache({"m": 4_096})
    body = request(LONG, "A", marks={0: "5m"})
    assert used(cache, body)[1:] == (0, 0, 0)
    assert used(cache, body)[1:] == (0, 0, 0)


@pytest.mark.parametrize(("life", "seconds"), [("5m", 300), ("1h", 3600)])
def test_a_life_ends_unless_it_is_read(life: str, seconds: int) -> None:
    """Reading begins the life anew and costs nothing extra."""
    clock = Clock()
    cache = PromptCache(clock=clock)
    body = request(LONG, "A", marks={0: life})
    used(cache, body)
    clock.now += seconds - 1
    assert used(cache, body)[1] > 0
    clock.now += seconds - 1
    assert used(cache, body)[1] > 0
    clock.now += seconds + 1
    assert used(cache, body)[1] == 0


@pytest.mark.parametrize(
    "changed",
    [
        request("x" + LONG, "A", marks={0: "5m"}),
        request(LONG, "A", marks={0: "5m"}, tools=[{"name": "t", "input_schema": {}}]),
        request(LONG, "A", marks={0: "5m"}, system="other rules"),
        request(LONG, "A", marks={0: "5m"}, model="n"),
    ],
    ids=["text", "tools", "system", "model"],
)
def test_a_prefix_is_everything_from_the_first_byte(changed: dict[str, object]) -> None:
    """Tools come before the system text and that before the messages; a cache is one model's."""
    cache = PromptCache()
    used(cache, request(LONG, "A", marks={0: "5m"}))
    assert used(cache, changed)[1] == 0


def test_two_lives_are_charged_as_documented() -> None:
    """One hour up to the last mark of one hour, five minutes from there to the last mark."""
    cache = PromptCache()
    uncached, read, five, hour = used(cache, request(LONG, LONG + "2", "ask", marks={0: "1h", 1: "5m"}))
    assert (read, uncached > 0) == (0, True)
    assert hour > 2_000
    assert five > 2_000
    assert used(cache, request(LONG, "else", "ask", marks={0: "1h", 1: "5m"}))[1] == hour


def test_the_server_looks_back_twenty_blocks_and_no_further() -> None:
    """A turn that adds more blocks than that finds nothing behind its only mark."""
    for added, found in ((19, True), (20, False)):
        cache = PromptCache()
        used(cache, request(LONG, marks={0: "5m"}))
        more = [f"block {number}" for number in range(added)]
        assert (used(cache, request(LONG, *more, marks={added: "5m"}))[1] > 0) is found


@pytest.mark.parametrize(
    ("marks", "words"),
    [
        ({0: "5m", 1: "1h"}, "must not come after"),
        (dict.fromkeys(range(5), "5m"), "maximum of 4"),
        ({0: "2h"}, "ttl"),
    ],
)
def test_marks_that_the_api_refuses_are_refused(marks: dict[int, str], words: str) -> None:
    """A wrong request fails here as it would there."""
    with pytest.raises(BadRequest, match=words):
        PromptCache().look(request(*["a", "b", "c", "d", "e"], marks=marks))


async def test_the_sdk_is_told_both_counters_of_what_was_written(ask) -> None:  # type: ignore[no-untyped-def]
    """`cache_creation` splits the sum by life, also at the top level of a request."""
    client = client_of(offline_app(cache=PromptCache(minimum={"m": 1})))
    body = ask(Role.EDITOR) | {"cache_control": {"type": "ephemeral", "ttl": "1h"}}
    first = (await client.messages.create(**body)).usage
    second = (await client.messages.create(**body)).usage
    assert first.cache_creation is not None
    assert first.cache_creation.ephemeral_1h_input_tokens == first.cache_creation_input_tokens > 0
    assert (second.cache_read_input_tokens, second.input_tokens) == (first.cache_creation_input_tokens, 0)


async def test_five_marks_are_a_bad_request_over_the_wire(ask) -> None:  # type: ignore[no-untyped-def]
    """The SDK raises what the API would make it raise."""
    body = ask(Role.EDITOR)
    text = {"type": "text", "text": "x", "cache_control": {"type": "ephemeral"}}
    body["messages"][0]["content"] = [dict(text) for _ in range(5)] + body["messages"][0]["content"]
    with pytest.raises(anthropic.BadRequestError, match="maximum of 4"):
        await client_of(offline_app()).messages.create(**body)
