"""SIGKILL at a chosen write or call of a run, and what must hold after the second run.

A run is a forked child with everything imported. Every step that changes the book's files (a write that
is cut in half, a rename, a link, a new folder, a removal) and both ends of every model call are events;
an event's name says what it is about, so that one point of every kind can be chosen. fsync does nothing
here: SIGKILL loses no page of the system's cache, and power cuts are not what is tested.
"""

from __future__ import annotations

import json
import os
import re
import signal
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import tasks.options
from tasks.offline.app import offline_app
from tasks.offline.asgi import ASGIApp, giving, read_body
from tasks.offline.faults import FaultPlan
from tests.flows.small_book import plain_engine, run_book

Event = tuple[str, int]
"""The name of an event and which occurrence of it, from 1."""
_TICKET = re.compile(
    r"^- role: \"(?P<role>[^\"]+)\"$.*?^- chapter: (?P<chapter>\w+)$.*?^- attempt: (?P<attempt>\d+)$"
    r".*?^- round: (?P<round>\d+)$",
    re.MULTILINE | re.DOTALL,
)
_SORTS = (
    (r"\.lock\.json", "lock"),
    (r"output/receipts/memory/entries/.*", "entry receipt"),
    (r"output/receipts/notes/.*", "receipt"),
    (r"output/receipts/memory/.*", "frozen receipt"),
    (r"output/receipts/.*", "public receipt"),
    (r"output/memory/entries/.*", "entry"),
    (r"output/memory/(outline|source-map)\.md", r"frozen \1"),
    (r"output/memory/style-guide\.md", "public output"),
    (r"output/memory/(.*)\.md", r"rendering of \1"),
    (r"output/notes/.*/calls/.*/(prompt\.json|transcript\.jsonl|reply\.md|note\.json|overflow\.md)", r"\1"),
    (r"output/notes/plan/(source-manifest|approved|frozen-outline)\..*", r"\1"),
    (r"output/notes/plan/a\d+/(round-\d)/.*", r"plan of \1"),
    (r"output/notes/.*/(attempt)\.json", r"\1"),
    (r"output/notes/.*/(blocked|guidance)-.*\.json", r"\1"),
    (r"output/notes/.*/superseded/.*", "superseded"),
    (r"output/notes/.*/(round-\d|final-\d)/.*", r"output of \1"),
    (r"output/notes/.*", "output"),
    (r"output/answers/.*", "answer"),
    (r"output/logs/.*", "journal"),
    (r"output/audit-log\.md", "audit log"),
    (r"output/(publish|\.publish-(new|old)\.tmp)(/.*)?", "page"),
    (r"\.cache/.*", "cache"),
    (r"output/(chapters|reviews|research)/.*", "public output"),
)


def sort_of(name: str) -> str:
    """What a BOOK-relative name is, in one or two words."""
    for pattern, sort in _SORTS:
        match = re.fullmatch(pattern, name)
        if match:
            return match.expand(sort)
    return "folder or file"


@dataclass
class Injector:
    """Counts events of one book in this process; dies by SIGKILL at the one that is named."""

    book: Path
    kill_at: Event | None = None
    events: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def event(self, name: str) -> None:
        """One thing happened, or is about to."""
        self.events.append(name)
        self.counts[name] += 1
        if (name, self.counts[name]) == self.kill_at:
            os.kill(os.getpid(), signal.SIGKILL)

    def install(self, patch: pytest.MonkeyPatch) -> None:
        """Watch every system call that changes the book."""
        patch.setattr(os, "fsync", lambda _descriptor: None)
        for verb, position in (("replace", 1), ("rename", 1), ("link", 1), ("mkdir", 0), ("unlink", 0)):
            patch.setattr(os, verb, self._around(verb, getattr(os, verb), position))
        patch.setattr(os, "write", self._halved(os.write))

    def _around(self, verb: str, call: Callable[..., Any], position: int) -> Callable[..., Any]:
        def watched(*args: Any, **values: Any) -> Any:
            name = self._name(args[position])
            if name is None or (verb == "unlink" and name.endswith(".tmp")):
                return call(*args, **values)
            self.event(f"before {verb}: {sort_of(name)}")
            result = call(*args, **values)
            self.event(f"after {verb}: {sort_of(name)}")
            return result

        return watched

    def _halved(self, call: Callable[[int, Any], int]) -> Callable[[int, Any], int]:
        def watched(descriptor: int, data: Any) -> int:
            try:
                name = self._name(os.readlink(f"/proc/self/fd/{descriptor}"))
            except OSError:
                name = None
            if name is None:
                return call(descriptor, data)
            whole = re.sub(r"/?\.([^/]+)\.\d+\.[0-9a-f]+\.tmp$", r"/\1", name).lstrip("/")
            half = call(descriptor, bytes(data)[: len(data) // 2])
            self.event(f"half written: {sort_of(whole)}")
            return half + call(descriptor, bytes(data)[half:])

        return watched

    def _name(self, path: Any) -> str | None:
        text = os.fspath(path)
        below = f"{self.book}/"
        return text.removeprefix(below) if isinstance(text, str) and text.startswith(below) else None


@dataclass
class Replies:
    """The offline author behind a memory: it answers from the request alone, so equal requests are equal."""

    remembered: dict[bytes, list[MutableMapping[str, Any]]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def app(self, plan: FaultPlan | None, event: Callable[[str], None]) -> ASGIApp:
        """The app; it notes who asks, and reports both ends of a call."""
        author = offline_app(plan)

        async def answer(scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Any]) -> None:
            body = await read_body(receive)
            who = who_asks(body)
            self.asked.append(who)
            event(f"asked: {who.split()[0]}")
            if body not in self.remembered:
                self.remembered[body] = await _answered(author, scope, body)
            for message in self.remembered[body]:
                await send(message)
            event(f"answered: {who.split()[0]}")

        return answer


async def _answered(author: ASGIApp, scope: Any, body: bytes) -> list[MutableMapping[str, Any]]:
    said: list[MutableMapping[str, Any]] = []

    async def send(message: MutableMapping[str, Any]) -> None:
        said.append(message)

    await author(scope, giving(body), send)
    return said


def who_asks(body: bytes) -> str:
    """`writer ch01 a1 r1`: whose call a request is, by its ticket."""
    for block in reversed(json.loads(body)["messages"][0]["content"]):
        match = _TICKET.search(block["text"])
        if match:
            chapter = "book" if match["chapter"] == "null" else f"ch{int(match['chapter']):02d}"
            return f"{match['role']} {chapter} a{match['attempt']} r{match['round']}"
    return "unknown"


def run_here(book: Path, replies: Replies, injector: Injector, faults: str = "") -> None:
    """One run of the whole book in this process, watched; `faults` is a plan of `tasks.offline.faults`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCEBOOK_FAULTS", faults)
        plain_engine(patch)
        injector.install(patch)
        patch.setattr(tasks.options, "offline_app", lambda plan: replies.app(plan, injector.event))
        run_book(book)


@dataclass(frozen=True)
class Ended:
    """How a forked run ended: the signal that killed it or 0, what went wrong, who was asked."""

    signal: int
    trouble: str
    asked: tuple[str, ...]


def run_forked(book: Path, replies: Replies, kill_at: Event | None = None, faults: str = "") -> Ended:
    """One run of the whole book in a child that may be killed."""
    report = book.with_name(f"{book.name}.report.json")
    report.unlink(missing_ok=True)
    child = os.fork()
    if not child:
        _be_the_child(book, replies, kill_at, report, faults)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return Ended(os.WTERMSIG(status), "", ())
    said = json.loads(report.read_text())
    return Ended(0, said["trouble"], tuple(said["asked"]))


def _be_the_child(book: Path, replies: Replies, kill_at: Event | None, report: Path, faults: str) -> None:
    trouble = ""
    try:
        replies.asked.clear()
        run_here(book, replies, Injector(book, kill_at), faults)
    except BaseException:
        trouble = traceback.format_exc()
    report.write_text(json.dumps({"trouble": trouble, "asked": replies.asked}))
    os._exit(0)
