"""Economy mode: batches that are sent once and paid once, whatever breaks."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from memory_schema.binding import bind
from memory_schema.caps import Caps
from memory_schema.contracts import CONTRACTS, Role
from memory_schema.errors import CallFailed, CapReached, LimitReached
from memory_schema.receipts import Receipt
from memory_schema.selection import Selector
from memory_schema.usage import usage_of
from memory_schema.works import read_receipt
from tasks.agent.batch_store import BATCHES, REPLIES, BatchStore
from tasks.agent.caps import Purse
from tasks.agent.claude import ClaudeClient
from tasks.agent.economy import ask_in_batch, first_request
from tasks.agent.limits import RunMeter
from tasks.agent.prepare import prepare
from tasks.agent.pricing import list_price
from tasks.agent.scopes import scopes_of
from tasks.agent.spawn import spawn
from tasks.agent.spending import logged, spending
from tasks.offline.app import offline_app
from tests.agent.scripted_book import Book

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Server:
    """The offline server; counts what is asked, and may lose the answer to a batch that it took."""

    batch_seconds: float = 0.0
    loses: str = ""
    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.app = offline_app(batch_seconds=self.batch_seconds)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        what = f"{scope['method']} {scope['path'].removeprefix('/v1/messages') or '/'}"
        self.asked.append(re.sub(r"msgbatch\w+", "ID", what))
        if what == "POST /batches" and self.loses == "request":
            raise ConnectionResetError("the request never arrived")
        if what == "POST /batches" and self.loses == "answer":

            async def nothing(_message: Any) -> None:
                return None

            await self.app(scope, receive, nothing)
            raise ConnectionResetError("the answer never arrived")
        await self.app(scope, receive, send)


@dataclass
class Run:
    """A book whose client looks for the replies of batches first."""

    book: Book
    server: Server

    async def ask(self) -> None:
        await ask_in_batch([bind(Role.RESEARCHER, self.book.workspace, number) for number in (1, 2, 3)], self.runtime)

    async def research(self, chapter: int) -> Receipt:
        pointers = bind(Role.RESEARCHER, self.book.workspace, chapter)
        await spawn(pointers, chapter, self.book.config, self.runtime)
        receipt = read_receipt(self.book.workspace, pointers.output, self.book.workspace.read(pointers.output))
        assert receipt is not None
        return receipt

    @property
    def runtime(self) -> Any:
        return self.book.runtime

    def records(self) -> list[dict[str, Any]]:
        names = [name for name in self.book.workspace.list(BATCHES) if name.endswith(".json")]
        return [json.loads(self.book.workspace.read(name)) for name in names]


@pytest.fixture
async def run(book: Book, request: pytest.FixtureRequest) -> AsyncIterator[Run]:
    server = Server(**getattr(request, "param", {}))
    client = ClaudeClient("offline-key", "http://offline", app=server, deadline=30)
    runtime = replace(book.runtime, client=client, batches=BatchStore(book.workspace))
    yield Run(replace(book, runtime=runtime), server)
    await client.close()


async def test_the_agents_find_the_replies_of_their_first_turns(run: Run) -> None:
    """One batch for three chapters, no single call; every receipt says that it was one, at half price."""
    await run.ask()
    assert run.server.asked.count("POST /batches") == 1
    receipts = [await run.research(number) for number in (1, 2, 3)]
    assert "POST /" not in run.server.asked
    assert all(charge.batch for receipt in receipts for charge in receipt.charges)
    usage = receipts[0].usage
    full, half = (list_price("claude-sonnet-5-5", usage, batch=batch).cost_usd for batch in (False, True))
    assert full is not None
    assert half == pytest.approx(full / 2)


async def test_what_is_here_is_not_sent_again_and_not_counted_again(run: Run) -> None:
    """A second run finds the replies; a reply that an agent has taken costs nothing the second time."""
    await run.ask()
    await run.ask()
    assert run.server.asked.count("POST /batches") == 1
    first = await run.research(1)
    assert first.usage.output > 0
    run.book.workspace.remove(bind(Role.RESEARCHER, run.book.workspace, 1).output)
    for name in list(run.book.workspace.list(first.path.rsplit("/", 1)[0])):
        run.book.workspace.remove(name)
    assert (await run.research(1)).usage.total in (0, first.usage.total)
    assert "POST /" not in run.server.asked


@pytest.mark.parametrize("run", [{"loses": "answer"}], indirect=True)
async def test_a_batch_whose_answer_was_lost_is_found_and_not_sent_again(run: Run) -> None:
    """The server had taken it: it is found by its time, its size and its custom ids."""
    await run.ask()
    assert run.server.asked.count("POST /batches") == 1
    assert [record["state"] for record in run.records()] == ["collected"]
    await run.research(1)
    assert "POST /" not in run.server.asked


@pytest.mark.parametrize("run", [{"loses": "request"}], indirect=True)
async def test_a_batch_that_never_arrived_is_given_up(run: Run) -> None:
    """The agents ask in the ordinary way; the next run may send a batch anew."""
    await run.ask()
    assert [record["state"] for record in run.records()] == ["lost"]
    await run.research(1)
    assert run.server.asked.count("POST /") == 1
    run.server.loses = ""
    await run.ask()
    assert sorted(record["state"] for record in run.records()) == ["collected", "lost"]


async def test_another_persons_batch_of_the_same_size_is_left_alone(run: Run) -> None:
    """A lost batch is known by its custom ids alone."""
    run.server.loses = "answer"
    pointers = bind(Role.RESEARCHER, run.book.workspace, 1)
    request = await first_request(pointers, Selector(run.book.workspace), run.runtime)
    assert request is not None
    with pytest.raises(CallFailed):
        await run.runtime.client.create_batch({f"foreign-{number}": request for number in range(3)})
    run.server.loses = "request"
    await run.ask()
    assert [record["state"] for record in run.records()] == ["lost"]


async def test_a_batch_that_the_server_forgot_is_sent_anew(run: Run) -> None:
    """After a restart of a server that keeps nothing."""
    run.server.app = offline_app(batch_seconds=3600)
    waiting = asyncio.create_task(run.ask())
    while not any(record["state"] == "out" for record in run.records()):  # noqa: ASYNC110 - a file is waited for
        await asyncio.sleep(0.02)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    run.server.app = offline_app()
    await run.ask()
    assert sorted(record["state"] for record in run.records()) == ["collected", "lost"]


async def test_what_is_collected_is_charged_at_once_and_once(run: Run) -> None:
    """Issue 4, accounting: cost and call log say the same before an agent takes a reply and after it."""
    workspace = run.book.workspace
    await run.ask()
    before, log = spending(workspace), logged(workspace).charges
    assert len(before) == len(log) == 3
    assert [(one.role, one.chapter) for one in before] == [("researcher", number) for number in (1, 2, 3)]
    for number in (1, 2, 3):
        await run.research(number)
    after = spending(workspace)
    assert usage_of(one.charge for one in after) == usage_of(logged(workspace).charges) == usage_of(log)
    assert len(after) == 3
    summary = run.runtime.journal.summary()
    assert summary.calls == 3
    assert summary.milliseconds.max == 0, "a batch may lie for hours: no call took that long"


async def test_a_kill_between_transcript_and_its_word_counts_nothing_twice(run: Run) -> None:
    """The transcript is written first; what it holds is known by its id."""
    await run.ask()
    await run.research(1)
    (taken,) = [name for name in run.book.workspace.list(REPLIES) if '"counted": true' in run.book.workspace.read(name)]
    text = run.book.workspace.read(taken)
    run.book.workspace.replace(taken, text.replace('"counted": true', '"counted": false'))
    assert len(spending(run.book.workspace)) == 3


async def test_a_batch_takes_no_more_than_the_caps_hold(run: Run) -> None:
    """Reserved before it goes out: two of three requests fit; the third waits for its turn, and meets the cap there."""
    purse = Purse(Caps(max_calls=2))
    run = replace(run, book=replace(run.book, runtime=replace(run.runtime, meter=RunMeter(purse))))
    await run.ask()
    assert [len(record["requests"]) for record in run.records()] == [2]
    assert (purse.run.calls, purse.run.reserved) == (2, [])
    await run.research(1)
    await run.research(2)
    assert purse.run.calls == 2, "what was collected is not counted again"
    with pytest.raises(CapReached, match="max_calls is 2"):
        await run.research(3)
    assert "POST /" not in run.server.asked


async def test_a_chapters_cap_counts_what_came_for_it(run: Run) -> None:
    """A reply that lies there counts in its chapter's cap also in the run after, whether taken or not."""
    for _ in range(2):
        purse = Purse(chapter_caps=Caps(max_calls=1))
        run = replace(run, book=replace(run.book, runtime=replace(run.runtime, meter=RunMeter(purse))))
        await run.ask()
        assert [scopes_of(number, 1, run.runtime)[1].calls for number in (1, 2, 3)] == [1, 1, 1]
    assert run.server.asked.count("POST /batches") == 1
    await run.research(2)


async def test_near_the_window_a_batch_asks_what_the_agent_will_ask(run: Run) -> None:
    """What the ceiling refuses and the server counts as fitting goes out in the batch, as from the agent."""
    pointers, selector = bind(Role.RESEARCHER, run.book.workspace, 1), Selector(run.book.workspace)
    reserve = CONTRACTS[Role.RESEARCHER].output_reserve
    window = round(prepare(pointers, selector, run.runtime, "ch01").ceiling * 0.95) + reserve
    model = f'[model]\nname = "mine"\nwindow = {window}\nmax_output = {reserve}\n'
    run = replace(run, book=run.book.with_config(model))
    with pytest.raises(LimitReached):
        prepare(pointers, selector, run.runtime, "ch01")
    await ask_in_batch([pointers], run.runtime)
    receipt = await run.research(1)
    assert run.server.asked.count("POST /batches") == 1
    assert [charge.batch for charge in receipt.charges] == [True, False], "what was left out is paged in a second turn"


def test_sigkill_while_a_batch_is_out(tmp_path: Path) -> None:
    """Must show 5: over a socket, with three processes: after the restart it is collected, not sent again."""
    command = [sys.executable, "-m", "tasks.offline.serve", "--batch-seconds", "8"]
    server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        sender = [sys.executable, "-m", "tests.agent.economy_run", str(tmp_path / "book"), url]
        first = subprocess.Popen(sender, cwd=ROOT)
        folder = tmp_path / "book" / BATCHES
        deadline = time.monotonic() + 120
        while not any('"out"' in path.read_text() for path in folder.glob("*.json")):
            assert first.poll() is None, "it ended before its batch was out"
            assert time.monotonic() < deadline
            time.sleep(0.02)
        first.send_signal(signal.SIGKILL)
        assert first.wait() == -signal.SIGKILL
        assert not list(folder.glob("replies/*"))
        subprocess.run(sender, cwd=ROOT, check=True, timeout=200)
        with urllib.request.urlopen(f"{url}/v1/messages/batches") as answer:
            batches = json.loads(answer.read())["data"]
        assert [batch["request_counts"]["succeeded"] for batch in batches] == [3]
        assert len(list((tmp_path / "book/output/research").glob("*.md"))) == 3
    finally:
        server.kill()
        server.wait()
