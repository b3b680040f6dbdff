"""A book from Prefect's UI, in a real browser, on a real `sourcebook serve` (issue 3, must show 1)."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.browser import CHROMIUM, Ui, browsing
from tests.e2e.model_server import Fault, ModelServer, model_server
from tests.e2e.served import ROOT, Api, free_port, serving, until
from tests.flows.small_book import book_toml
from tests.flows.small_source import write_small_source

PICTURES = Path(os.environ.get("SOURCEBOOK_E2E_OUT") or ROOT / "build/e2e")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.e2e,
    pytest.mark.skipif(not Path(CHROMIUM).exists(), reason="Debian's chromium is not installed"),
]


def make_book(folder: Path, *, approve: str, model: str = "") -> Path:
    """A book of two chapters over a small package of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    source, book = write_small_source(folder / "source"), folder / "book"
    book.mkdir()
    text = book_toml(
        source, title="Inside Ledgerlite", language="en", approve=approve, chapters=2, words=600, more=model
    )
    (book / "book.toml").write_text(text, encoding="utf-8")
    return book


def stumbling(who: str, number: int) -> Fault:
    """The researcher's first three requests fail in three ways; the writer is never answered."""
    if who == "researcher ch01" and number <= 3:
        return (429, 529, "reset")[number - 1]
    return "hang" if who == "writer ch01" else None


def test_a_book_from_the_ui(tmp_path: Path) -> None:
    """Whatever a person does with a book in Prefect's UI works, and the page asks no outside host."""
    folder, port = tmp_path / "serve", free_port()
    book = make_book(tmp_path / "one", approve="person")
    with model_server(stumbling) as model, browsing(f"http://127.0.0.1:{port}", PICTURES) as ui:
        other = make_book(tmp_path / "two", approve="auto", model=model.table())
        with serving(folder, port=port, ANTHROPIC_API_KEY="") as served:
            write_a_book(ui, served.api, book)
            rerun_a_chapter(ui, served.api, book)
            see_retries_and_cancel(ui, served.api, other, model)
            schedule_a_chapter(ui, served.api, book)
        with serving(folder, "--at-once", "2", port=port) as served:
            see_the_redeployed(ui, served.api)
        assert not ui.outside, "the page asked an outside host"


def write_a_book(ui: Ui, api: Api, book: Path) -> None:
    """Form, approval, green tasks, an artifact, a finished book."""
    with ui.step("find the deployment and fill its form"):
        ui.custom_run("write")
        ui.fill("Book folder", str(book))
    with ui.step("start it"):
        ui.submit()
        run = ui.run_id()
    with ui.step("see the run wait for the outline's approval"):
        api.wait(run, "Suspended")
        ui.open(f"/runs/flow-run/{run}")
        ui.state("Suspended")
        assert not (book / "output/memory/outline.md").exists()
    with ui.step("approve the outline in the UI"):
        ui.button("Resume").click()
        expect(ui.modal().get_by_text("The outline waits for your approval")).to_be_visible()
        ui.picture("form-of-the-approval")
        ui.modal().get_by_role("button", name="Submit").click()
        api.wait(run, "Running", "Completed")
    with ui.step("see tasks turn green"):
        chapter = until(lambda: api.flow_runs(name={"any_": [f"chapter 1 · {book}"]}), "chapter 1 begins")[0]["id"]
        until(
            lambda: any(t["name"] == "ch01 · merged review" for t in api.task_runs(book)), "chapter 1 is reviewed", 300
        )
        ui.open(f"/runs/flow-run/{chapter}")
        ui.tab("Task Runs")
        expect(ui.page.get_by_text("ch01 · draft").first).to_be_visible()
        expect(ui.page.get_by_text("Completed").first).to_be_visible()
    with ui.step("open a task's artifact and see the note"):
        task = next(t["id"] for t in api.task_runs(book) if t["name"] == "ch01 · R1 code review")
        ui.open(f"/runs/task-run/{task}")
        ui.tab("Artifacts")
        ui.page.get_by_text("r1-code-review").first.click()
        expect(ui.page.get_by_text("Confidence").first).to_be_visible()
    with ui.step("see the run complete"):
        api.wait(run, "Completed", seconds=900)
        ui.open(f"/runs/flow-run/{run}")
        ui.state("Completed")
        assert (book / "output/publish/index.html").is_file()
    with ui.step("see what the book cost and where it lies"):
        ui.tab("Artifacts")
        expect(ui.page.get_by_text("book-cost").first).to_be_visible()
        expect(ui.page.get_by_text("book-pages").first).to_be_visible()


def rerun_a_chapter(ui: Ui, api: Api, book: Path) -> None:
    """Chapter 2 anew from a step that the form offers."""
    with ui.step("fill the form of a rerun of chapter 2"):
        ui.custom_run("rerun")
        ui.fill("Book folder", str(book))
        ui.fill("Chapter", "2")
        ui.choose("Write anew from step", "review")
    with ui.step("see the rerun complete"):
        ui.submit()
        run = ui.run_id()
        api.wait(run, "Completed")
        assert api.run(run)["parameters"]["from_step"] == "review"
        assert {"chapter:2", f"book:{book.resolve()}"} <= set(api.run(run)["tags"])
        ui.open(f"/runs/flow-run/{run}")
        ui.state("Completed")
        assert (book / "output/notes/ch02/a2/attempt.json").exists()


def see_retries_and_cancel(ui: Ui, api: Api, book: Path, model: ModelServer) -> None:
    """A task that was tried again, with its reason; then the run is cancelled."""
    with ui.step("start another book, whose model server stumbles"):
        ui.custom_run("write")
        ui.fill("Book folder", str(book))
        ui.submit()
        run = ui.run_id()
    with ui.step("see a retry's count, reason and log"):
        until(lambda: any(who == "writer ch01" for who, _ in model.asked), "the writer is asked", 300)
        task = until(lambda: _dispatched_again(api, book), "the server knows of the second dispatch", 60)
        assert sum(who == "researcher ch01" for who, _ in model.asked) == 4
        ui.open(f"/runs/task-run/{task['id']}")
        expect(ui.page.get_by_text("dispatch 1 failed").first).to_be_visible()
        expect(ui.page.get_by_text("Run Count").first).to_be_visible()
    with ui.step("cancel the run and see it stop"):
        ui.open(f"/runs/flow-run/{run}")
        ui.button("Cancel").click()
        ui.modal().get_by_role("button", name="Cancel", exact=True).first.click()
        began = time.monotonic()
        api.wait(run, "Cancelled", seconds=120)
        ui.state("Cancelled", 60)
        print(f"  cancelled after {time.monotonic() - began:.0f} s")
        assert not [path for path in book.rglob("*.tmp") if "watch" not in path.name]
        assert not (book / "output/chapters/draft/ch01-draft.md").exists()


def schedule_a_chapter(ui: Ui, api: Api, book: Path) -> None:
    """A schedule made in the UI, and its first run."""
    deployment = api.deployment("chapter/rerun")["id"]
    with ui.step("make a schedule for chapter 2"):
        ui.open(f"/deployments/deployment/{deployment}")
        ui.button("Schedule").click()
        dialog = ui.modal()
        dialog.locator("input[type=number]").fill("1")
        ui.use_json(dialog, {"book": str(book), "number": 2, "from_step": "remember"})
        dialog.get_by_role("button", name="Save").click()
        until(lambda: api.deployment("chapter/rerun")["schedules"], "the schedule is stored", 30)
    with ui.step("see it fire"):
        fired = until(lambda: _fired(api, deployment), "a scheduled run completes", 400)
        ui.open(f"/runs/flow-run/{fired}")
        ui.state("Completed")
        schedule = api.deployment("chapter/rerun")["schedules"][0]
        assert schedule["parameters"] == {"book": str(book), "number": 2, "from_step": "remember"}
        reply = api.client.patch(
            f"{api.url}/deployments/{deployment}/schedules/{schedule['id']}", json={"active": False}
        )
        assert reply.is_success


def see_the_redeployed(ui: Ui, api: Api) -> None:
    """The deployments are registered anew with another setting; what a person made in the UI stays."""
    with ui.step("see the changed setting after a redeploy, and the schedule kept"):
        found = api.deployment("chapter/rerun")
        assert found["global_concurrency_limit"]["limit"] == 2
        assert len(found["schedules"]) == 1
        ui.open(f"/deployments/deployment/{found['id']}")
        expect(ui.page.get_by_text("Concurrency Limit").first).to_be_visible()


def _fired(api: Api, deployment: str) -> str:
    runs = api.flow_runs(deployment_id={"any_": [deployment]}, state={"name": {"any_": ["Completed"]}})
    return next((str(run["id"]) for run in runs if run["auto_scheduled"]), "")


def _dispatched_again(api: Api, book: Path) -> dict[str, Any] | None:
    runs = (run for run in api.task_runs(book) if run["name"] == "ch01 · research report")
    return next((run for run in runs if run["run_count"] > 1), None)
