"""`make bench-flow`: what orchestration costs, against the critical path of the same calls.

A book of 6 chapters is written once to learn its replies. Then four machines carry out the same calls,
each taking the time that a model would take: the flows on Prefect with every write durable, the same flows as
the functions that they wrap, plain asyncio with nothing durable, and LangGraph with its SQLite checkpointer.
The replies come from memory, so that what is over the critical path is not the offline author's time. Between the
first and the second lies what Prefect costs, between the second and the third Sourcebook's own work: prompts, checks,
receipts, pages.

Nothing is marked for a cache: a call that shares its beginning with another waits until the other's reply has
begun, which on a server is its first token; in process a reply comes only whole, so that it would wait for all of it.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.critical_path import LATENCY, Call, calls_of, critical_path, dumped  # noqa: E402
from deployments.new_book import new_book  # noqa: E402
from deployments.prefect_settings import settle_prefect  # noqa: E402

CHAPTERS = 6
GOAL = 1.05
_LANGGRAPH = ("langgraph", "langgraph-checkpoint-sqlite")


def main() -> int:
    """Measure and print; the last line is `makespan / critical path R`. Returns 1 when R is over the goal."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--scale", type=float, default=1.0, help="seconds of a simulated second")
    scale = float(options.parse_args().scale)
    settle_prefect()
    with tempfile.TemporaryDirectory(prefix="sourcebook-flow-") as folder:
        book, replies = _learned(Path(folder))
        names = list(replies.asked)
        calls = calls_of(names, scale)
        path, on_path = critical_path(calls)
        print(f"{len(calls)} calls of {CHAPTERS} chapters; critical path {path:.1f} s over {on_path} calls", flush=True)
        without = _Forked(Path(shutil.copytree(book, Path(folder) / "without")), replies, scale)
        prefect = _on_prefect(book, replies, scale)
        _print("flows on Prefect, everything durable", prefect, path, on_path)
        # These sleep almost all the time, so they may do it at once.
        with ThreadPoolExecutor(2) as beside:
            functions = beside.submit(without.seconds)
            graph = beside.submit(_langgraph, calls, Path(folder))
            plain, langgraph = asyncio.run(_plain(calls)), graph.result()
            _print("the same without Prefect, durable", functions.result(), path, on_path)
            _print("plain asyncio, nothing durable", plain, path, on_path)
        if langgraph is None:
            print("LangGraph + SQLite: not measured (uv could not install it)")
        else:
            _print("LangGraph + SQLite checkpointer", langgraph, path, on_path)
    ratio = prefect / path
    print(f"makespan / critical path {ratio:.3f}")
    return 0 if ratio <= GOAL else 1


def _print(what: str, seconds: float, path: float, on_path: int) -> None:
    price = (seconds - path) * 1000 / on_path
    print(f"{what:<40} {seconds:7.1f} s   {seconds / path:6.3f} x   {price:6.1f} ms an agent", flush=True)


def _learned(folder: Path) -> tuple[Path, Any]:
    """A book that is not begun yet, and the replies of one that was written from the same book.toml."""
    import pytest

    from tests.flows.killing import Injector, Replies
    from tests.flows.small_book import plain_engine, run_book

    book = folder / "book"
    new_book(
        book, source="package:jinja2", title="Inside Jinja2", language="en", approve="auto", most=CHAPTERS, words=900
    )
    with (book / "book.toml").open("a", encoding="utf-8") as settings:
        settings.write('\n[model]\ncache = "off"\n')
    replies, copy = Replies(), folder / "learned"
    shutil.copytree(book, copy)
    with pytest.MonkeyPatch.context() as patch:
        import tasks.options

        plain_engine(patch)
        injector = Injector(copy)
        patch.setattr(tasks.options, "offline_app", lambda plan: replies.app(plan, injector.event))
        run_book(copy)
    return book, replies


def _on_prefect(book: Path, replies: Any, scale: float) -> float:
    """Seconds of the real flow on the real engine, the server's start not counted."""
    from prefect import flow
    from prefect.testing.utilities import prefect_test_harness

    @flow
    async def nothing() -> None:
        """What a server imports at its first run belongs to its start."""

    with prefect_test_harness(server_startup_timeout=180):
        asyncio.run(nothing())
        return _written(book, replies, scale)


def _written(book: Path, replies: Any, scale: float) -> float:
    """Seconds in which the flow writes a book whose model takes its time."""
    import tasks.options
    from flows.book import write_book

    slow = _slow(replies.app(None, lambda _event: None), scale)
    tasks.options.offline_app = lambda plan: slow  # type: ignore[assignment,attr-defined,misc]
    started = time.perf_counter()
    asyncio.run(write_book(str(book)))
    return time.perf_counter() - started


def _slow(author: Any, scale: float) -> Any:
    """An author whose replies come whole, as late as a model's."""
    from tasks.offline.asgi import giving, read_body
    from tests.flows.killing import who_asks

    async def slow(scope: Any, receive: Any, send: Any) -> None:
        body = await read_body(receive)
        ends = time.perf_counter() + LATENCY[who_asks(body).split()[0]] * scale

        held: list[Any] = []

        async def hold(message: Any) -> None:
            held.append(message)

        await author(scope, giving(body), hold)
        await asyncio.sleep(max(0.0, ends - time.perf_counter()))
        for message in held:
            await send(message)

    return slow


class _Forked:
    """A child with everything imported and all replies learned, forked before Prefect starts a thread."""

    def __init__(self, book: Path, replies: Any, scale: float) -> None:
        fork = multiprocessing.get_context("fork")
        self._start, self._ended = fork.Event(), fork.SimpleQueue()
        fork.Process(target=self._child, args=(book, replies, scale), daemon=True).start()

    def seconds(self) -> float:
        """Let it write the book without Prefect; how long it took."""
        self._start.set()
        return float(self._ended.get())

    def _child(self, book: Path, replies: Any, scale: float) -> None:
        import pytest

        from tests.flows.small_book import plain_engine

        self._start.wait()
        with pytest.MonkeyPatch.context() as patch:
            plain_engine(patch)
            self._ended.put(_written(book, replies, scale))


async def _plain(calls: list[Call]) -> float:
    """Seconds of the same graph in plain asyncio."""
    ends = {call.name: asyncio.Event() for call in calls}

    async def carry_out(call: Call) -> None:
        for name in call.after:
            await ends[name].wait()
        await asyncio.sleep(call.seconds)
        ends[call.name].set()

    started = time.perf_counter()
    await asyncio.gather(*(carry_out(call) for call in calls))
    return time.perf_counter() - started


def _langgraph(calls: list[Call], folder: Path) -> float | None:
    """Seconds of the same graph in LangGraph, in an environment of its own; None where it cannot be made."""
    # `make setup` puts it beside the interpreter where the machine has none.
    uv = shutil.which("uv") or shutil.which("uv", path=str(Path(sys.executable).parent))
    if uv is None:
        return None
    wanted = [word for name in _LANGGRAPH for word in ("--with", name)]
    command = [uv, "run", "--quiet", "--no-project", "--python", sys.executable, *wanted, "python"]
    script = Path(__file__).with_name("flow_langgraph.py")
    done = subprocess.run(
        [*command, str(script), str(folder / "langgraph.sqlite")],
        input=dumped(calls),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        print(done.stderr[-600:], file=sys.stderr)
        return None
    return float(done.stdout.split()[-1])


if __name__ == "__main__":
    sys.exit(main())
