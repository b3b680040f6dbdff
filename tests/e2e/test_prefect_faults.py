"""Faults of the model server, seen from Prefect: bounded, visible, survived; and what it all weighs (3 and 6)."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from pathlib import Path

import pytest

from tests.e2e.books import make_long_book
from tests.e2e.conftest import House
from tests.e2e.model_server import Fault, model_server
from tests.e2e.served import ROOT, Served

pytestmark = [pytest.mark.slow, pytest.mark.e2e]
CHAPTERS = 10
NOTE_BYTES = 4096
BOOK_BYTES = 5_000_000


def faults(who: str, number: int) -> Fault:
    """The researcher stumbles in three ways; R3 is refused twice inside one call."""
    if who == "researcher ch01" and number <= 3:
        return (429, 529, "reset")[number - 1]
    if who == "r3 ch01" and number <= 2:
        return 529
    return None


def test_faults_are_bounded_visible_and_survived(tmp_path: Path, house: House) -> None:
    """429 with retry-after, 529, a reset, then success: the task shows two dispatches and why; the book completes.

    The book has ten chapters: no result of a task is above 4 KB, and Prefect's database grows by 5 MB at most.
    """
    dispatches, attempts = documented_bounds()
    api = house.served.api
    with model_server(faults) as model:
        book = make_long_book(tmp_path, model=model.table())
        before = _database_bytes(house.served)
        run = api.start("book/write", book=str(book))
        api.wait(run, "Completed", seconds=900)
        asked = Counter(who for who, _ in model.asked)
    tasks = {task["name"]: task for task in api.task_runs(book)}
    assert len(list((book / "output/chapters/final").glob("*.md"))) == CHAPTERS
    assert asked["researcher ch01"] == 4
    assert tasks["ch01 · research report"]["run_count"] == 2 <= dispatches
    assert asked["r3 ch01"] == 3 == attempts, "two repetitions inside one call"
    assert tasks["ch01 · R3 content review"]["run_count"] == 1
    assert max(asked.values()) <= dispatches * attempts
    lines = api.post("logs/filter", {"logs": {"task_run_id": {"any_": [tasks["ch01 · research report"]["id"]]}}})
    assert any("dispatch 1 failed" in line["message"] and "CallFailed" in line["message"] for line in lines)
    grown, largest = _database_bytes(house.served) - before, _largest_result(house.served)
    print(f"  {len(tasks)} tasks; Prefect's database grew by {grown / 1e6:.1f} MB; largest result {largest} bytes")
    assert largest <= NOTE_BYTES
    assert grown <= BOOK_BYTES


def documented_bounds() -> tuple[int, int]:
    """Dispatches of a task and HTTP attempts of a call at most, as docs/operations.md promises them."""
    text = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
    found = re.search(r"makes at most (\d) HTTP attempts, one task with a single turn at most (\d+)", text)
    assert found is not None
    return int(found[2]) // int(found[1]), int(found[1])


def _home(served: Served) -> Path:
    return Path(served.env["XDG_CACHE_HOME"], "sourcebook/serve")


def _database_bytes(served: Served) -> int:
    with sqlite3.connect(f"file:{_home(served)}/prefect.db?mode=ro", uri=True) as database:
        (pages,), (size,) = (database.execute(f"pragma {name}").fetchone() for name in ("page_count", "page_size"))
    return int(pages * size)


def _largest_result(served: Served) -> int:
    """Bytes of the largest result of a task, wherever Prefect may have kept it; 0 where it kept none."""
    files = [path.stat().st_size for path in (_home(served) / "storage").rglob("*") if path.is_file()]
    with sqlite3.connect(f"file:{_home(served)}/prefect.db?mode=ro", uri=True) as database:
        rows = database.execute("select coalesce(max(length(data)), 0) from task_run_state").fetchall()
    return max([*files, rows[0][0]])
