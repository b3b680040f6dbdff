"""Faults of the model server, seen from Prefect: bounded, visible, and survived (issue 3, must show 3 and 6)."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from tests.e2e.model_server import Fault, model_server
from tests.e2e.served import serving
from tests.e2e.test_prefect_ui import make_book

pytestmark = [pytest.mark.slow, pytest.mark.e2e]
DISPATCHES, REPEATS = 3, 3
"""A task is dispatched at most three times, a call makes at most three HTTP attempts (docs/operations.md)."""
NOTE_BYTES = 4096


def faults(who: str, number: int) -> Fault:
    """The researcher stumbles in three ways; R1 of chapter 2 is refused for good."""
    if who == "researcher ch01" and number <= 3:
        return (429, 529, "reset")[number - 1]
    if who == "r3 ch01" and number <= 2:
        return 529
    return None


def test_faults_are_bounded_visible_and_survived(tmp_path: Path) -> None:
    """429 with retry-after, 529, a reset, then success: the task shows two dispatches and why; the book completes."""
    with model_server(faults) as model, serving(tmp_path / "serve") as served:
        api, book = served.api, make_book(tmp_path, approve="auto", model=model.table())
        run = api.start("book/write", book=str(book))
        api.wait(run, "Completed", seconds=900)
        tasks = {task["name"]: task for task in api.task_runs(book)}
        asked = [who for who, _ in model.asked]
        assert asked.count("researcher ch01") == 4
        assert tasks["ch01 · research report"]["run_count"] == 2
        assert asked.count("r3 ch01") == 3, "two repetitions inside one call"
        assert tasks["ch01 · R3 content review"]["run_count"] == 1
        assert all(asked.count(who) <= DISPATCHES * REPEATS for who in asked)
        lines = api.post("logs/filter", {"logs": {"task_run_id": {"any_": [tasks["ch01 · research report"]["id"]]}}})
        assert any("dispatch 1 failed" in line["message"] and "CallFailed" in line["message"] for line in lines)
        _is_small(served.env["XDG_CACHE_HOME"], api.task_runs(book))


def _is_small(cache: str, tasks: list[dict[str, object]]) -> None:
    """No note is stored with Prefect at all: it would be at most 4 KB, and the receipt has it."""
    assert tasks
    storage = Path(cache, "sourcebook/serve/storage")
    assert all(path.stat().st_size <= NOTE_BYTES for path in storage.rglob("*") if path.is_file())
    with sqlite3.connect(f"file:{cache}/sourcebook/serve/prefect.db?mode=ro", uri=True) as database:
        sizes = [row[0] for row in database.execute("select coalesce(length(data), 0) from task_run_state")]
    assert max(sizes) <= NOTE_BYTES
