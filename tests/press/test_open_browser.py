"""A reader with the book open while it is written: the chapter arrives on the page that is being read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from deployments.book_server import BookServer, serving
from tests.press.browsing import CHROMIUM, Visit, write_site
from tests.press.conftest import MakeBook

pytestmark = [
    pytest.mark.skipif(not CHROMIUM.exists(), reason=f"{CHROMIUM} is not installed"),
    pytest.mark.slow,
    pytest.mark.xdist_group("browser"),
]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[BookServer]:
    """A book that has no page yet, served."""
    with serving(tmp_path / "publish") as opened:
        yield opened


def test_a_chapter_arrives(chromium: Any, server: BookServer, make_book: MakeBook) -> None:
    """No page, then an honest page, then the chapter, each by itself; nothing is asked outside the book."""
    context = chromium.new_context()
    visit = Visit(context, server.address)
    page = visit.open("ch02.html")
    page.get_by_text("No page yet").wait_for()
    write_site(make_book("# One\n\nFirst.\n", None), server.folder)
    page.get_by_text("This chapter is not finished").wait_for()
    write_site(make_book("# One\n\nFirst.\n", "# Two\n\nHere it is.\n"), server.folder)
    page.get_by_text("Here it is.").wait_for()
    assert page.locator(".unfinished").count() == 0
    assert visit.outside == []
    # The browser reports the page that was not there yet, and nothing else: the policy let every script through.
    assert [line for line in visit.complaints if "404" not in line] == []
    context.close()


def test_a_page_that_did_not_change_is_left_alone(chromium: Any, server: BookServer, make_book: MakeBook) -> None:
    """What is being read does not jump when another part of the book changes, and keeps its place when it does."""
    long = "# One\n\n" + "\n\n".join(f"Paragraph {n}." for n in range(200))
    write_site(make_book(long, "# Two\n\nOld.\n"), server.folder)
    context = chromium.new_context()
    page = Visit(context, server.address).open("ch01.html")
    page.evaluate("globalThis.untouched = true; scrollTo(0, 2000)")
    write_site(make_book(long, "# Two\n\nNew.\n"), server.folder)
    page.wait_for_timeout(2500)
    assert page.evaluate("globalThis.untouched") is True
    write_site(make_book(f"{long}\n\nThe end.", "# Two\n\nNew.\n"), server.folder)
    page.get_by_text("The end.").wait_for(state="attached")
    page.wait_for_timeout(300)
    assert page.evaluate("globalThis.untouched ?? false") is False
    assert abs(page.evaluate("scrollY") - 2000) < 100
    context.close()
