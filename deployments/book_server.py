"""The published book over HTTP, on this machine only, pages reloading as chapters arrive.

A page is served as its file is, with one script added: it knows which edition of the page it stands in, and
asks every second, by loading another script, whether the file is still that one. So the page's own policy
(`default-src 'none'; script-src 'self'`) stays as strict as in the file, where neither fetch nor an event
stream would be allowed, and a page that did not change is left alone while someone reads it.

Trust: only names that the folder of pages lists are served, so no path leaves it; only requests that name this
machine as their host are answered, so no page of the web can read the book by a name that it made
resolve to 127.0.0.1. A server of every book serves the pages of folders that hold a book.toml, and nothing else
of them: who asks for it must know where the book lies.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from memory_schema.paths import PUBLISH

HOST = "127.0.0.1"
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
RELOAD_SCRIPT = "sourcebook-reload.js"
STATE_SCRIPT = "sourcebook-state.js"
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".epub": "application/epub+zip",
    ".pdf": "application/pdf",
    ".txt": "text/plain; charset=utf-8",
}
_RELOAD = """\
"use strict";

(() => {
  const page = decodeURIComponent(location.pathname.split("/").pop()) || "index.html";
  const shown = document.currentScript.dataset.state;

  globalThis.sourcebookState = (state) => {
    if (state !== shown) location.reload();
  };

  function ask() {
    const script = document.createElement("script");
    const again = () => { script.remove(); setTimeout(ask, 1000); };
    script.addEventListener("load", again);
    script.addEventListener("error", again); // the server is gone: it may come back
    script.src = `sourcebook-state.js?page=${encodeURIComponent(page)}&at=${Date.now()}`;
    document.head.append(script);
  }
  ask();
})();
"""
_WAITING = """\
<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>No page yet</title>
</head>
<body><main><h1>No page yet</h1>
<p>The book has no such page. This one fills in by itself as soon as it is published.</p>
<p><a href="index.html">To the title page</a></p></main></body>
</html>
"""


class BookServer(ThreadingHTTPServer):
    """Serves the pages that lie in a folder at the time of each request."""

    daemon_threads = True

    def __init__(self, folder: Path | None, port: int) -> None:
        """Serve one folder of pages, or with None each book of this machine below the path of its own folder."""
        super().__init__((HOST, port), _Handler)
        self.folder = folder

    @property
    def address(self) -> str:
        """Where the book is, ending in a slash."""
        return f"http://{HOST}:{self.server_port}/"

    def content(self, path: str) -> bytes | None:
        """A page or asset by its name, exactly as the folder lists it; None for no such file."""
        where, _, name = path.rpartition("/")
        try:
            folder = self._folder(where)
            if folder is None or name not in {item.name for item in folder.iterdir()}:
                return None
            found = folder / name
            return found.read_bytes() if found.is_file() and not found.is_symlink() else None
        except (OSError, ValueError):
            return None  # between two editions: the folder is swapped as a whole; or no file can have this name

    def _folder(self, where: str) -> Path | None:
        if self.folder is not None:
            return None if where else self.folder
        book = Path("/", where)
        pages = book / PUBLISH
        is_book = ".." not in book.parts and (book / "book.toml").is_file()
        return pages if is_book and pages.resolve().is_relative_to(book.resolve()) else None

    def state(self, path: str) -> str:
        """What tells one edition of a page from another; "none" while there is none."""
        return state_of(self.content(path))

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A reader that went away in the middle of an answer is no error."""


def state_of(content: bytes | None) -> str:
    """The SHA-256 of a page's file, in hexadecimal digits, or "none"."""
    return "none" if content is None else hashlib.sha256(content).hexdigest()


class _Handler(BaseHTTPRequestHandler):
    server: BookServer
    server_version = "Sourcebook"
    sys_version = ""

    def do_GET(self) -> None:
        """Answer with a page, an asset, or the reload scripts."""
        self._answer(body=True)

    def do_HEAD(self) -> None:
        """As GET, without the body."""
        self._answer(body=False)

    def log_message(self, *args: Any) -> None:
        """A reader's clicks are nobody's business."""

    def _answer(self, *, body: bool) -> None:
        host = (self.headers.get("Host") or "").rpartition(":")[0] or self.headers.get("Host", "")
        if host not in (HOST, "localhost"):
            self._send(HTTPStatus.MISDIRECTED_REQUEST, b"This server answers to 127.0.0.1 only.\n", ".txt", body=body)
            return
        parts = urlsplit(self.path)
        where, slash, name = unquote(parts.path).removeprefix("/").rpartition("/")
        path = f"{where}{slash}{name or 'index.html'}"
        if name == RELOAD_SCRIPT:
            self._send(HTTPStatus.OK, _RELOAD.encode(), ".js", body=body)
        elif name == STATE_SCRIPT:
            page = unquote(parts.query.partition("page=")[2].partition("&")[0])
            state = self.server.state(f"{where}{slash}{page}")
            self._send(HTTPStatus.OK, f'sourcebookState("{state}");\n'.encode(), ".js", body=body)
        elif (content := self.server.content(path)) is not None:
            suffix = Path(path).suffix
            shown = _asking(content, state_of(content)) if suffix == ".html" else content
            self._send(HTTPStatus.OK, shown, suffix, body=body)
        else:
            self._send(HTTPStatus.NOT_FOUND, _asking(_WAITING.encode(), state_of(None)), ".html", body=body)

    def _send(self, status: HTTPStatus, content: bytes, suffix: str, *, body: bool) -> None:
        self.send_response(status)
        self.send_header("Content-Type", _TYPES.get(suffix, "application/octet-stream"))
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        if body:
            self.wfile.write(content)


def _asking(page: bytes, state: str) -> bytes:
    """A page that asks whether it is still the one with this state.

    It is told by the server, which read it: a first answer to its question could already speak of the next edition.
    """
    tag = f'<script src="{RELOAD_SCRIPT}" data-state="{state}" defer></script>\n</head>'
    return page.replace(b"</head>", tag.encode(), 1)


@contextmanager
def serving(folder: Path | None, port: int = 0) -> Iterator[BookServer]:
    """A server of one folder of pages, or with None of every book, in a thread of its own, closed at the end.

    Raises:
        OSError: the port is taken.
    """
    with BookServer(folder, port) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def changes(folder: Path, wait: Callable[[float], bool]) -> Iterator[None]:
    """Yield whenever the title page of a folder becomes another; ends when `wait` returns True."""
    index = folder / "index.html"
    last = _stamp(index)
    while not wait(1.0):
        now = _stamp(index)
        if now != last and now:
            last = now
            yield


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_ino
