"""What a run asks a person, answered in Prefect's UI: a blocked chapter, a cap, what a correction made stale."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.books import copy_finished_book, make_book
from tests.e2e.browser import Ui
from tests.e2e.conftest import House
from tests.e2e.model_server import model_server
from tests.e2e.served import Api, sourcebook, until

pytestmark = [pytest.mark.slow, pytest.mark.e2e]
GUIDANCE = "Say what the lexer refuses, with an example."
SUMMARY = "A person corrected this summary of the first chapter."


def test_blocked_chapters_are_answered_in_the_form(tmp_path: Path, house: House, ui: Ui) -> None:
    """One run asks four times and goes on after each answer; every chapter keeps its own inner run."""
    api = house.served.api
    with model_server(plan="r3:never_satisfied") as model:
        more = model.table() + "[review]\nmax_revisions = 0\n"
        book = make_book(tmp_path, approve="person", chapters=2, model=more)
        run = api.start("book/write", book=str(book))
        with ui.step("approve the outline"):
            open_form(ui, api, run, times=1)
            ui.send_answer()
        with ui.step("see a blocked chapter wait, and why"):
            open_form(ui, api, run, times=2)
            expect(ui.modal().get_by_text("Chapter 1 needs you").first).to_be_visible()
            expect(ui.modal().get_by_text("ch01-review.md").first).to_be_visible()
        with ui.step("have it written again with guidance"):
            ui.choose("Decision", "retry")
            ui.fill("Guidance", GUIDANCE)
            ui.picture("form-of-a-blocked-chapter")
            ui.send_answer()
        with ui.step("see it wait again, since the reviewer still says no"):
            open_form(ui, api, run, times=3)
            told = [path for path in book.glob("output/notes/ch01/**/prompt.json") if GUIDANCE in path.read_text()]
            assert told, "the writer was told what the person wrote"
        with ui.step("accept it with its open issues"):
            ui.choose("Decision", "accept")
            ui.send_answer()
        with ui.step("accept the next chapter, too, and see the run complete"):
            open_form(ui, api, run, times=4)
            expect(ui.modal().get_by_text("Chapter 2 needs you").first).to_be_visible()
            ui.choose("Decision", "accept")
            ui.send_answer()
            api.wait(run, "Completed")
            assert (book / "output/publish/index.html").is_file()
            inner = Counter(found["name"].split(" · ")[0] for found in api.of_book(book) if found["id"] != run)
            assert inner == {"plan": 1, "chapter 1": 1, "chapter 2": 1, "publish": 1}
        again = api.start("chapter/rerun", book=str(book), number=1, from_step="review")
        with ui.step("stop a rerun: it fails with one line, and the chapter stays open"):
            open_form(ui, api, again, times=1)
            ui.choose("Decision", "stop")
            ui.send_answer()
            api.wait(again, "Failed")
            ui.open(f"/runs/flow-run/{again}")
            ui.state("Failed")
            message = api.run(again)["state"]["message"]
            assert re.fullmatch(r"chapter 1 .*stop.*", message), message


def test_a_cap_is_raised_in_the_form(tmp_path: Path, house: House, ui: Ui) -> None:
    """A run with a cap waits where it would cross it, as often as that is; raised, it pays nothing twice."""
    api = house.served.api
    with model_server() as model:
        book = make_book(tmp_path, approve="auto", chapters=1, model=model.table())
        with ui.step("start a book that may make three calls"):
            ui.custom_run("write")
            ui.fill("Book folder", str(book))
            ui.fill("Model calls", "3")
            ui.picture("form-of-a-book")
            run = ui.submit()
        with ui.step("see it wait at the cap, and raise it as it is proposed"):
            open_form(ui, api, run, times=1)
            assert len(model.asked) == 3
            expect(ui.modal().get_by_text("max_calls").first).to_be_visible()
            ui.picture("form-of-a-cap")
            ui.send_answer()
        with ui.step("raise it again and see the run complete"):
            open_form(ui, api, run, times=2)
            assert len(model.asked) == 2 * 3 + 1, "twice the cap and one call is proposed"
            ui.fill("Model calls", "200")
            ui.send_answer()
            api.wait(run, "Completed")
            assert (book / "output/publish/index.html").is_file()
            assert {count for who, count in Counter(who for who, _ in model.asked).items()} == {1}, model.asked


def test_what_is_stale_is_rewritten_by_a_button(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, house: House, ui: Ui
) -> None:
    """`rewrite-stale` redoes what only memory made stale, and nothing else."""
    api, book = house.served.api, copy_finished_book(tmp_path, tmp_path_factory)
    done = sourcebook("correct", book, "chapter-summaries", "1", "--set", f"core={SUMMARY}", env=house.served.env)
    assert done.returncode == 0, done.stderr
    first = (book / "output/chapters/final/ch01-final.md").read_bytes()
    with ui.step("rewrite what a correction of memory made stale"):
        ui.custom_run("rewrite-stale")
        ui.fill("Book folder", str(book))
        run = ui.submit()
        api.wait(run, "Completed")
        ui.open(f"/runs/flow-run/{run}")
        ui.state("Completed")
    assert (book / "output/notes/ch02/a2/attempt.json").is_file()
    assert not (book / "output/notes/ch01/a2").exists()
    assert (book / "output/chapters/final/ch01-final.md").read_bytes() == first
    status = sourcebook("status", book, env=house.served.env)
    assert "stale" not in status.stdout, status.stdout


def open_form(ui: Ui, api: Api, run: str, *, times: int) -> None:
    """Open the form of a run that waits for the n-th time."""

    def waits() -> bool:
        states = [state["name"] for state in api.get(f"flow_run_states/?flow_run_id={run}")]
        return states[-1] == "Suspended" and states.count("Suspended") == times

    until(waits, f"the run waits for the {times}. time", 120, lambda: api.why(run))
    ui.open(f"/runs/flow-run/{run}")
    ui.state("Suspended")
    ui.button("Resume").click()
