"""A model server on a real socket: the offline author, behind faults that a script decides."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from tasks.offline.app import offline_app
from tasks.offline.asgi import giving
from tasks.offline.faults import FaultPlan

_ROLE = re.compile(r'^- role: "([^"]+)"$', re.MULTILINE)
_CHAPTER = re.compile(r"^- chapter: (\w+)$", re.MULTILINE)
_ERRORS = {
    429: ("rate_limit_error", ("retry-after: 1",)),
    529: ("overloaded_error", ()),
    400: ("invalid_request_error", ()),
}

Fault = int | str | None
"""An HTTP status, "reset" for a connection that breaks, "hang" for a reply that never comes, "hold" for a good one
that comes when the test releases it, None for a good one at once."""


@dataclass
class ModelServer:
    """Who asked, in order, and what each was given."""

    decide: Callable[[str, int], Fault]
    """From `role ch01` and which HTTP request of that kind this is, from 1, to what happens."""
    plan: FaultPlan = field(default_factory=FaultPlan)
    """What is wrong with the good replies; a test may change it between two runs."""
    port: int = 0
    asked: list[tuple[str, Fault]] = field(default_factory=list)
    released: threading.Event = field(default_factory=threading.Event)
    """What is held is answered once this is set."""

    def count(self, who: str) -> int:
        """How many HTTP requests `role ch01` has made."""
        return sum(name == who for name, _ in self.asked)

    @property
    def url(self) -> str:
        """What belongs into model.base_url."""
        return f"http://127.0.0.1:{self.port}"

    def table(self) -> str:
        """The [model] table of a book.toml that asks this server."""
        return f'[model]\nname = "offline-author"\nbase_url = "{self.url}"\n\n'

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one connection, request by request."""
        try:
            while await self._one(reader, writer):
                pass
        except (asyncio.IncompleteReadError, asyncio.CancelledError, ConnectionError):
            pass
        finally:
            writer.close()

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        if head.startswith("GET "):
            # What a model can do is asked first; a server that only speaks messages does not know.
            error = {"type": "error", "error": {"type": "not_found_error", "message": "no such page"}}
            _send(writer, 404, "application/json", json.dumps(error).encode())
            await writer.drain()
            return True
        length = int(re.search(r"content-length: (\d+)", head, re.IGNORECASE)[1])  # type: ignore[index]
        body = await reader.readexactly(length)
        who = _who(body)
        fault = self.decide(who, 1 + self.count(who))
        self.asked.append((who, fault))
        if fault == "hang":
            await asyncio.sleep(3600)
        if fault == "reset":
            # Linger 0: the connection breaks with a reset, not with a polite end.
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            return False
        if isinstance(fault, int):
            kind, more = _ERRORS[fault]
            text = json.dumps({"type": "error", "error": {"type": kind, "message": f"a planted {fault}"}}).encode()
            _send(writer, fault, "application/json", text, more)
        else:
            if fault == "hold":
                await asyncio.to_thread(self.released.wait, 3600)
            _send(writer, 200, "text/event-stream", await _answer(body, self.plan))
        await writer.drain()
        return True


def answered(_who: str, _number: int) -> Fault:
    """Every request is answered at once."""
    return None


@contextmanager
def model_server(decide: Callable[[str, int], Fault] = answered, plan: str = "") -> Iterator[ModelServer]:
    """Serve on a free port, in a thread of its own, until the body is over.

    Args:
        decide: what happens to a request; by default all are answered at once.
        plan: what is wrong with the answers, in the words of `tasks.offline.faults`.
    """
    server, ready, loop = ModelServer(decide, FaultPlan.parse(plan)), threading.Event(), asyncio.new_event_loop()

    async def run() -> None:
        listening = await asyncio.start_server(server.serve, "127.0.0.1", 0)
        server.port = listening.sockets[0].getsockname()[1]
        ready.set()
        with suppress(asyncio.CancelledError):
            await listening.serve_forever()
        left = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)

    work = loop.create_task(run())
    thread = threading.Thread(target=lambda: loop.run_until_complete(work), daemon=True)
    thread.start()
    assert ready.wait(10)
    try:
        yield server
    finally:
        server.released.set()
        loop.call_soon_threadsafe(work.cancel)
        thread.join(5)


def _send(writer: asyncio.StreamWriter, status: int, kind: str, body: bytes, more: tuple[str, ...] = ()) -> None:
    rows = (f"HTTP/1.1 {status} X", f"content-type: {kind}", f"content-length: {len(body)}", *more, "", "")
    writer.write("\r\n".join(rows).encode() + body)


async def _answer(body: bytes, plan: FaultPlan) -> bytes:
    sent = bytearray()

    async def send(message: Any) -> None:
        sent.extend(message.get("body", b""))

    scope = {"type": "http", "method": "POST", "path": "/v1/messages", "headers": [], "query_string": b""}
    await offline_app(plan)(scope, giving(body), send)
    return bytes(sent)


def _who(body: bytes) -> str:
    """`writer ch01`, by the ticket of a request."""
    for block in reversed(json.loads(body)["messages"][0]["content"]):
        role, chapter = _ROLE.search(block["text"]), _CHAPTER.search(block["text"])
        if role and chapter:
            return f"{role[1]} " + ("book" if chapter[1] == "null" else f"ch{int(chapter[1]):02d}")
    return "unknown"
