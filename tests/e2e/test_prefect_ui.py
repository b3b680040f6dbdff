"""A book from Prefect's UI, in a real browser, on a real `sourcebook serve` (issue 3, must show 1)."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.books import copy_finished_book, make_book
from tests.e2e.browser import Ui
from tests.e2e.conftest import House
from tests.e2e.model_server import Fault, model_server
from tests.e2e.served import Api, until

pytestmark = [pytest.mark.slow, pytest.mark.e2e]


def test_a_book_from_the_form(tmp_path: Path, house: House, ui: Ui) -> None:
    """Form, approval, green tasks, a note, a finished book; then chapter 2 anew from a step."""
    api, book = house.served.api, make_book(tmp_path, approve="person")
    with ui.step("find the deployment and fill its form"):
        ui.custom_run("write")
        ui.fill("Book folder", str(book))
    with ui.step("start it"):
        run = ui.submit()
    with ui.step("see the run wait for the outline's approval"):
        api.wait(run, "Suspended")
        ui.open(f"/runs/flow-run/{run}")
        ui.state("Suspended")
        assert not (book / "output/memory/outline.md").exists()
    with ui.step("read the form of the approval"):
        ui.button("Resume").click()
        expect(ui.modal().get_by_text("The outline waits for your approval")).to_be_visible()
        expect(ui.modal().get_by_text("outline-proposal.md").first).to_be_visible()
    with ui.step("approve the outline"):
        ui.send_answer()
        api.wait(run, "Running", "Completed")
    with ui.step("see tasks turn green"):
        chapter = until(lambda: api.flow_runs(name={"any_": [f"chapter 1 · {book}"]}), "chapter 1 begins")[0]["id"]
        until(lambda: _task(api, book, "ch01 · merged review"), "chapter 1 is reviewed", 300)
        ui.open(f"/runs/flow-run/{chapter}")
        ui.tab("Task Runs")
        row = ui.page.locator(".state-list-item, .p-list-item").filter(has_text="ch01 · draft").first
        expect(row.get_by_text("Completed")).to_be_visible()
    with ui.step("open a task's artifact and see the note"):
        ui.open(f"/runs/task-run/{_task(api, book, 'ch01 · R1 code review')['id']}")
        ui.tab("Artifacts")
        ui.page.get_by_text("r1-code-review").first.click()
        expect(ui.page.get_by_text("Confidence").first).to_be_visible()
        expect(ui.page.get_by_text("transcript.jsonl").first).to_be_visible()
    with ui.step("see the run complete"):
        api.wait(run, "Completed", seconds=900)
        ui.open(f"/runs/flow-run/{run}")
        ui.state("Completed")
        assert (book / "output/publish/index.html").is_file()
        assert (book / "output/memory/outline.md").is_file()
    with ui.step("see what the book cost and where it lies"):
        ui.tab("Artifacts")
        expect(ui.page.get_by_text("book-cost").first).to_be_visible()
        expect(ui.page.get_by_text("book-pages").first).to_be_visible()
        keys = {artifact["key"] for artifact in api.post("artifacts/filter", {"limit": 200})}
        assert "book-book-published-book" in keys
        assert not [key for key in keys if not key.startswith("book-")], "keys begin with the name of the folder"
        for name, shown in (("cost", "tokens in"), ("progress", "2 of 2 chapters"), ("published", "sourcebook open")):
            ui.page.get_by_text(f"book-{name}", exact=True).first.click()
            ui.page.wait_for_url(re.compile("/artifacts/"))
            expect(ui.page.get_by_text(shown).first).to_be_visible()
            ui.picture(f"artifact-{name}")
            ui.page.go_back()
            ui.tab("Artifacts")
    with ui.step("follow the link to the published book"):
        ui.page.get_by_text("book-pages", exact=True).first.click()
        ui.page.wait_for_url(re.compile("/artifacts/"))
        with ui.page.expect_popup() as opened:
            ui.page.get_by_role("link", name="the published book").first.click()
        expect(opened.value.get_by_role("heading", level=1)).to_contain_text("Ledgerlite")
        opened.value.close()
    with ui.step("see the findings of the review"):
        ui.open(f"/runs/flow-run/{chapter}")
        ui.tab("Artifacts")
        ui.page.get_by_text("book-ch01-reader-panel-findings").first.click()
        expect(ui.page.get_by_text("problem").first).to_be_visible()
    rerun_a_chapter(ui, api, book)


def rerun_a_chapter(ui: Ui, api: Api, book: Path) -> None:
    """Chapter 2 anew from a step that the form offers; a chapter that cannot be is refused by the form."""
    with ui.step("see a wrong value refused by the form"):
        ui.custom_run("rerun")
        ui.fill("Book folder", str(book))
        ui.fill("Chapter", "0")
        before = len(api.flow_runs())
        ui.button("Submit").click()
        expect(ui.page.get_by_text("0 is less than the minimum of 1").first).to_be_visible()
        assert len(api.flow_runs()) == before
    with ui.step("fill the form of a rerun of chapter 2"):
        ui.fill("Chapter", "2")
        ui.choose("Write anew from step", "review")
    with ui.step("see the rerun complete"):
        run = ui.submit()
        api.wait(run, "Completed")
        assert api.run(run)["parameters"]["from_step"] == "review"
        assert {"chapter:2", f"book:{book.resolve()}"} <= set(api.run(run)["tags"])
        ui.open(f"/runs/flow-run/{run}")
        ui.state("Completed")
        assert (book / "output/notes/ch02/a2/attempt.json").exists()


def stumbling(who: str, number: int) -> Fault:
    """The researcher's first three requests fail in three ways; the writer is never answered."""
    if who == "researcher ch01" and number <= 3:
        return (429, 529, "reset")[number - 1]
    return "hang" if who == "writer ch01" else None


def test_retries_show_and_a_run_is_cancelled(tmp_path: Path, house: House, ui: Ui) -> None:
    """A task that was tried again shows how often and why; a run that is cancelled stops and leaves nothing half."""
    api = house.served.api
    with model_server(stumbling) as model:
        book = make_book(tmp_path, approve="auto", model=model.table())
        with ui.step("start a book whose model server stumbles"):
            ui.custom_run("write")
            ui.fill("Book folder", str(book))
            run = ui.submit()
        with ui.step("see a retry's count, reason and log"):
            until(lambda: model.count("writer ch01"), "the writer is asked", 300)
            task = until(lambda: _dispatched_again(api, book), "the server knows of the second dispatch", 60)
            assert model.count("researcher ch01") == 4
            ui.open(f"/runs/task-run/{task['id']}")
            expect(ui.page.get_by_text(re.compile("dispatch 1 failed: .*CallFailed")).first).to_be_visible()
            expect(ui.value("Run Count")).to_have_text("2")
        with ui.step("cancel the run and see it stop"):
            ui.open(f"/runs/flow-run/{run}")
            ui.button("Cancel").click()
            began = time.monotonic()
            ui.press(ui.modal().get_by_role("button", name="Confirm", exact=True), "/set_state")
            api.wait(run, "Cancelled", seconds=120)
            ui.state("Cancelled", 60)
            print(f"  cancelled after {time.monotonic() - began:.0f} s")
            assert not [path for path in book.rglob("*.tmp") if "watch" not in path.name]
            assert not (book / "output/chapters/draft/ch01-draft.md").exists()


def test_a_schedule_fires_and_survives_a_redeploy(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, house: House, ui: Ui
) -> None:
    """A schedule made in the UI starts its run; served anew with another setting, that holds and the schedule stays."""
    api, book = house.served.api, copy_finished_book(tmp_path, tmp_path_factory)
    deployment = api.deployment("chapter/rerun")["id"]
    overrides = {"book": str(book), "number": 2, "from_step": "remember"}
    with ui.step("make a schedule for chapter 2"):
        ui.open(f"/deployments/deployment/{deployment}")
        ui.button("Schedule").click()
        dialog = ui.modal()
        dialog.locator("input[type=number]").fill("20")
        dialog.locator(".p-select-button__control").filter(has_text="Minute").press("ArrowDown")
        ui.page.locator(".p-select-option__text").get_by_text(re.compile("^Second")).click()
        ui.override(dialog, "book", "number", "from_step")
        ui.fill("Book folder", str(book))
        ui.fill("Chapter", "2")
        ui.choose("Write anew from step", "remember")
        ui.picture("form-of-the-schedule")
        ui.press(dialog.get_by_role("button", name="Save"), "/schedules")
    with ui.step("see it fire"):
        fired = until(lambda: _scheduled(api, deployment, "Completed"), "a scheduled run completes", 240)
        ui.open(f"/runs/flow-run/{fired}")
        ui.state("Completed")
        assert (book / "output/notes/ch02/a2/attempt.json").exists()
    with ui.step("switch the schedule off; its parameters stay"):
        ui.open(f"/deployments/deployment/{deployment}")
        ui.press(ui.page.get_by_role("switch").first, "/schedules/[^/]+")
        schedule = until(lambda: _schedule(api, active=False), "the schedule is off", 30)
        assert schedule["parameters"] == overrides
    with ui.step("see the changed setting after a redeploy, and the schedule kept"):
        house.start("--at-once", "2")
        found = api.deployment("chapter/rerun")
        assert found["global_concurrency_limit"]["limit"] == 2
        assert [kept["id"] for kept in found["schedules"]] == [schedule["id"]]
        assert found["schedules"][0]["parameters"] == overrides
        ui.open(f"/deployments/deployment/{deployment}")
        expect(ui.value("Concurrency Limit")).to_contain_text("2")
    with ui.step("see a run without parameters fail at once, and say what is missing"):
        # So Prefect 3.9 leaves a schedule that its command line switches off and on.
        path = f"{api.url}/deployments/{deployment}/schedules/{schedule['id']}"
        assert api.client.patch(path, json={"active": True, "parameters": {}}).is_success
        failed = until(lambda: _scheduled(api, deployment, "Failed"), "the run fails", 90)
        assert api.client.patch(path, json={"active": False}).is_success
        ui.open(f"/runs/flow-run/{failed}")
        ui.state("Failed")
        expected = "the run was given no book and no number; start it with them, or give them to its schedule anew"
        assert api.run(failed)["state"]["message"] == expected


def _task(api: Api, book: Path, name: str) -> dict[str, Any] | None:
    return next((task for task in api.task_runs(book) if task["name"] == name), None)


def _dispatched_again(api: Api, book: Path) -> dict[str, Any] | None:
    task = _task(api, book, "ch01 · research report")
    return task if task and task["run_count"] > 1 else None


def _scheduled(api: Api, deployment: str, state: str) -> str:
    """The id of a run that a schedule started and that ended so, or ""."""
    runs = api.flow_runs(deployment_id={"any_": [deployment]}, state={"name": {"any_": [state]}})
    return next((str(run["id"]) for run in runs if run["auto_scheduled"]), "")


def _schedule(api: Api, *, active: bool) -> dict[str, Any] | None:
    """The schedule of the rerun, once it is switched so."""
    schedule: dict[str, Any] = api.deployment("chapter/rerun")["schedules"][0]
    return schedule if schedule["active"] is active else None
