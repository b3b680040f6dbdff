"""Prefect's UI as a person uses it, in Debian's chromium."""

from __future__ import annotations

import json
import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect, sync_playwright

from tests.e2e.machine import PATIENCE

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
MILLISECONDS = 60_000 * PATIENCE
_MODAL = ".p-modal, [role=dialog]"


class Ui:
    """One browser page on one server; every step leaves a picture."""

    def __init__(self, page: Page, url: str, pictures: Path, name: str) -> None:
        self.page, self.url, self.pictures, self.name = page, url, pictures, name
        self.outside: list[str] = []
        self._number = 0
        page.set_default_timeout(MILLISECONDS)
        expect.set_options(timeout=MILLISECONDS)
        page.on("request", lambda request: self._watch(request.url))

    def _watch(self, address: str) -> None:
        if not address.startswith((self.url, "data:", "blob:")):
            self.outside.append(address)

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """One thing that a person does; a failure names it, and either way there is a picture."""
        self._number += 1
        label, began = f"{self._number:02d}-{re.sub(r'[^a-z0-9]+', '-', name.lower()).strip('-')}", time.monotonic()
        try:
            yield
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # the deadline of a test is no Exception
            self.picture(f"{label}-FAILED")
            raise AssertionError(f"step {self._number} failed: {name}: {error}") from error
        self.picture(label)
        print(f"step {self._number:2d}: {name} ({time.monotonic() - began:.0f} s)", flush=True)

    def picture(self, name: str) -> None:
        """Keep what the page shows now."""
        self.page.screenshot(path=self.pictures / f"{self.name}-{name}.png", animations="disabled")

    def open(self, path: str) -> None:
        """Go to a page of the UI."""
        self.page.goto(f"{self.url}{path}")

    def button(self, name: str) -> Locator:
        """A button by exactly its name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def tab(self, name: str) -> None:
        """Open a tab of the present page."""
        self.page.locator("main, body").last.get_by_text(name, exact=True).first.click()

    def state(self, name: str, seconds: float = 300) -> None:
        """Wait until the run of this page shows a state."""
        badge = self.page.locator(".state-badge, .p-tag, [class*=state-badge]").get_by_text(name, exact=True).first
        deadline = time.monotonic() + seconds * PATIENCE
        while not badge.is_visible():
            assert time.monotonic() < deadline, f"the page does not show {name} within {seconds:g} seconds"
            self.page.wait_for_timeout(1000)

    def value(self, label: str) -> Locator:
        """What stands under a label at the side of a page."""
        named = self.page.locator(".p-key-value").filter(has_text=label)
        return named.locator(".p-key-value__value").first

    def field(self, title: str) -> Locator:
        """The part of a form that stands under a title."""
        label = re.compile(rf"^\s*{re.escape(title)}(\s*\(Optional\))?\s*$")
        named = self.page.locator(".schema-form-property__label", has_text=label)
        return self.page.locator(".schema-form-property").filter(has=named).last

    def fill(self, title: str, value: str) -> None:
        """Fill the text or number field under a title."""
        self.field(title).locator("textarea, input").first.fill(value)

    def custom_run(self, deployment: str) -> None:
        """From the list of deployments to the form of a custom run."""
        self.open("/deployments")
        self.page.get_by_placeholder("Search deployments").fill(deployment)
        self.page.get_by_role("link", name=deployment, exact=True).first.click()
        self.button("Run").click()
        self.page.get_by_text("Custom run").click()
        expect(self.page.get_by_text("Book folder")).to_be_visible()

    def press(self, button: Locator, path: str) -> dict[str, Any]:
        """Press a button and wait for what the API says to it; returns that.

        SQLite refuses a write when another came between, the server then says 503, and a person presses again.

        Args:
            path: what the address of the request ends with, as a regular expression.
        """
        address = re.compile(rf"/api/.*{path}$")
        with self.page.expect_response(lambda reply: bool(address.search(reply.url))) as first:
            button.click()
        asked, status, text = first.value.request, first.value.status, first.value.text()
        if status == HTTPStatus.SERVICE_UNAVAILABLE:
            print(f"  {asked.url}: {status}; pressed again", flush=True)
            again = self.page.request.fetch(
                asked.url, method=asked.method, data=asked.post_data, headers={"content-type": "application/json"}
            )
            status, text = again.status, again.text()
        assert status < HTTPStatus.BAD_REQUEST, f"{asked.url}: {status}: {text} to {asked.post_data}"
        found = json.loads(text) if text else {}
        return found if isinstance(found, dict) else {"rows": found}

    def submit(self) -> str:
        """Send the form of a run and go to the page of the run that it made; returns the run's id."""
        run = str(self.press(self.button("Submit"), "/create_flow_run")["id"])
        self.page.wait_for_timeout(500)  # The form leaves for the deployment's page by itself.
        self.open(f"/runs/flow-run/{run}")
        return run

    def choose(self, title: str, value: str) -> None:
        """Choose from the select under a title."""
        self.field(title).locator(".p-select-button__control").press("ArrowDown")
        option = self.page.locator(".p-select-option__text").get_by_text(value, exact=True)
        option.click()

    def override(self, within: Locator, *names: str) -> None:
        """Take parameters into the form of a schedule, one by one; each then has its field."""
        for name in names:
            within.locator(".schema-input .p-select-button__control").first.press("ArrowDown")
            self.page.locator(".p-select-option__text").get_by_text(name, exact=True).first.click()
        self.page.keyboard.press("Escape")

    def send_answer(self) -> None:
        """Send the form by which a run that waits is resumed."""
        said = self.press(self.modal().get_by_role("button", name="Submit"), "/resume")
        assert said["status"] == "ACCEPT", said

    def modal(self) -> Locator:
        """The dialog that is open."""
        return self.page.locator(_MODAL).first


@contextmanager
def browsing(url: str, pictures: Path, name: str) -> Iterator[Ui]:
    """A browser on a server until the body is over; its pictures are named after the test."""
    pictures.mkdir(parents=True, exist_ok=True)
    for old in pictures.glob(f"{name}-*.png"):
        old.unlink()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1400, "height": 1000})
        try:
            yield Ui(page, url, pictures, name)
        finally:
            browser.close()
