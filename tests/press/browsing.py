"""A real browser over a published book: Debian's Chromium through Playwright, from http and from file."""

from __future__ import annotations

import functools
import http.server
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tasks.press.driver import print_book
from tasks.press.manuscript import Book
from tasks.press.web import WebRenderer

CHROMIUM = Path(os.environ.get("SOURCEBOOK_CHROMIUM", "/usr/bin/chromium"))
"""The browser; CI installs it."""
DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}


def write_site(book: Book, folder: Path) -> Path:
    """A book's web edition in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in print_book(book, WebRenderer()).files.items():
        (folder / name).write_bytes(data)
    return folder


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args: Any) -> None:
        """Say nothing."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder on this machine; yields the address, ending in a slash."""
    handler = functools.partial(_Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@dataclass
class Visit:
    """A browser context on one book, with everything that went out of it and everything that went wrong."""

    context: Any
    base: str
    outside: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def open(self, name: str = "index.html") -> Any:
        """A new page."""
        page = self.context.new_page()
        page.set_default_timeout(20_000)
        page.on("request", lambda request: self._outside(request.url))
        page.on("console", lambda message: self._complaint(message.type, message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(self.base + name)
        return page

    def _outside(self, url: str) -> None:
        if not url.startswith(self.base):
            self.outside.append(url)

    def _complaint(self, kind: str, text: str) -> None:
        if kind in {"error", "warning"}:
            self.complaints.append(text)


@contextmanager
def browser() -> Iterator[Any]:
    """A headless Chromium that resolves no name."""
    from playwright.sync_api import sync_playwright

    rules = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox", rules])
        yield opened
        opened.close()
