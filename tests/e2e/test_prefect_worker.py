"""Server, PostgreSQL, workers and deployments as docs/operations.md has a user type them (must show 2, 4 and 5)."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.e2e.books import make_book
from tests.e2e.cluster import Cluster, kill_all
from tests.e2e.model_server import Fault, model_server
from tests.e2e.served import START_SECONDS, until

pytestmark = [pytest.mark.slow, pytest.mark.e2e]


def test_many_books_on_two_workers(tmp_path: Path, cluster: Cluster) -> None:
    """Four books at once on two workers are all written; a second run on a book that is held says by whom, and ends."""
    api = cluster.api
    with ExitStack() as running:
        # All four are held where their writer is asked, so that they are at work at the same time.
        models = [running.enter_context(model_server(writer_held)) for _ in range(4)]
        running.enter_context(cluster.server())
        for name in ("one", "two"):
            running.enter_context(cluster.worker(name, most=3))
        books = [
            make_book(tmp_path / str(number), approve="auto", chapters=1, model=model.table())
            for number, model in enumerate(models)
        ]
        runs = [api.start("book/write", book=str(book)) for book in books]
        until(lambda: all(model.count("writer ch01") for model in models), "four writers are asked", START_SECONDS)
        second = api.start("book/rewrite-stale", book=str(books[0]))
        assert api.wait(second, "Failed", "Completed", seconds=START_SECONDS) == "Failed"
        message = api.run(second)["state"]["message"]
        assert f"is being written by run {runs[0]}" in message
        for model in models:
            model.released.set()
        for run in runs:
            assert api.wait(run, "Completed", "Failed", "Crashed", seconds=600) == "Completed", api.why(run)
    assert all((book / "output/publish/index.html").is_file() for book in books)
    fences = [json.loads((book / ".lock.json").read_text())["fence"] for book in books]
    assert fences == [1, 1, 1, 1], "each book was held by one run only"
    for name in ("one", "two"):
        assert "submitting flow run" in (cluster.folder / f"{name}.log").read_text().lower(), "both workers worked"


def writer_held(who: str, _number: int) -> Fault:
    """The writer's reply comes when the test releases it."""
    return "hold" if who == "writer ch01" else None


def test_a_killed_worker_and_server_are_survived(tmp_path: Path, cluster: Cluster) -> None:
    """Killed in the middle of a chapter: the old run does not claim to go on, no finished agent is asked again.

    A run that waits for a person outlives both: approved after the restart, it goes on.
    """
    hanging, api = True, cluster.api

    def faults(who: str, _number: int) -> Fault:
        return "hang" if hanging and who == "r1 ch01" else None

    with model_server(faults) as model:
        book = make_book(tmp_path / "killed", approve="auto", model=model.table())
        asking = make_book(tmp_path / "asking", approve="person", chapters=1)
        with cluster.server() as server, cluster.worker("first") as worker:
            waiting = api.start("book/write", book=str(asking))
            cluster.type(["prefect", "deployment", "run", "book/write", "-p", f"book={book}"])
            until(lambda: all(model.count(f"r{n} ch01") for n in (1, 2, 3)), "the reviews are asked", START_SECONDS)
            (old,) = (run["id"] for run in api.flow_runs(name={"any_": [f"book · {book}"]}))
            api.wait(waiting, "Suspended")
            kill_all(worker)
            kill_all(server)
        hanging, before = False, Counter(who for who, _ in model.asked)
        with cluster.server(), cluster.worker("second"):
            new = api.start("book/write", book=str(book))
            told = cluster.type(["python", "-m", "deployments.cli", "approve", str(asking)])
            assert "resumed 1 waiting run" in told
            api.wait(new, "Completed", seconds=600)
            api.wait(waiting, "Completed", seconds=600)
            until(lambda: api.state(old) == "Crashed", "the old run is Crashed", 240, lambda: api.why(old))
        after = Counter(who for who, _ in model.asked)
    unfinished = {"r1 ch01", "r2 ch01", "r3 ch01", "researcher ch02"}
    assert {who for who in before if after[who] > before[who]} <= unfinished
    assert (book / "output/publish/index.html").is_file()
    assert (asking / "output/publish/index.html").is_file()
