"""`sourcebook open`: what is served, to whom, and what is not."""

from __future__ import annotations

import hashlib
import http.client
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest

from deployments.book_server import POLICY, BookServer, changes, serving
from tasks.book_page import PAGES_VARIABLE, pages_link
from tasks.press.driver import print_book
from tasks.press.web import WebRenderer
from tests.press.torture_book import torture_book

ASKS = re.compile(rb'<script src="sourcebook-reload.js" data-state="([0-9a-f]{64}|none)" defer></script>\n')
SITE = dict(print_book(torture_book(), WebRenderer()).files)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A published book with a secret beside it."""
    (tmp_path / "secret.txt").write_text("secret", encoding="utf-8")
    pages = tmp_path / "publish"
    pages.mkdir()
    for name, data in SITE.items():
        (pages / name).write_bytes(data)
    return pages


@pytest.fixture
def server(folder: Path) -> Iterator[BookServer]:
    """The book, served."""
    with serving(folder) as opened:
        yield opened


def ask(server: BookServer, target: str, method: str = "GET", host: str = "") -> tuple[int, dict[str, str], bytes]:
    """One request with exactly this target; returns status, headers and body."""
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=10)
    connection.putrequest(method, target, skip_host=True)
    connection.putheader("Host", host or f"127.0.0.1:{server.server_port}")
    connection.endheaders()
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, dict(answer.getheaders()), body


@pytest.mark.parametrize("name", sorted(SITE))
def test_a_file_is_served_as_it_is(server: BookServer, name: str) -> None:
    """A page differs from its file by the reload script alone; everything else is the file."""
    status, headers, body = ask(server, f"/{name}")
    assert status == 200
    assert (ASKS.sub(b"", body, count=1) if name.endswith(".html") else body) == SITE[name]
    assert headers["Content-Security-Policy"] == POLICY
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cache-Control"] == "no-store"
    assert int(headers["Content-Length"]) == len(body)


def test_a_page_knows_which_edition_it_is(server: BookServer) -> None:
    """The page carries the state of what was served, so a chapter that arrives before its first question is seen."""
    _, _, served = ask(server, "/ch01.html")
    (server.folder / "ch01.html").write_bytes(b"<html><head></head>new</html>")
    asked = ask(server, "/sourcebook-state.js?page=ch01.html")[2]
    (told,) = ASKS.findall(served)
    assert told == hashlib.sha256(SITE["ch01.html"]).hexdigest().encode()
    assert told not in asked
    _, _, waiting = ask(server, "/ch77.html")
    assert ASKS.findall(waiting) == [b"none"]


def test_the_servers_policy_is_no_weaker_than_the_pages(server: BookServer) -> None:
    """Every rule of the policy that a page carries is in the header."""
    page = SITE["index.html"].decode()
    policy = page.partition('http-equiv="Content-Security-Policy" content="')[2].partition('"')[0]
    assert {rule.strip() for rule in policy.split(";")} <= {rule.strip() for rule in POLICY.split(";")}


@pytest.mark.parametrize(
    "target",
    [
        "/../secret.txt", "/..%2fsecret.txt", "/%2e%2e/secret.txt", "//etc/passwd", "/sub/../index.html",
        "/link.html", "/.", "/..", "/%00", "/sourcebook-state.js/../../secret.txt", "http://x/../secret.txt",
    ],
)  # fmt: skip
def test_only_listed_names_are_served(server: BookServer, folder: Path, target: str) -> None:
    """No spelling of a path leaves the folder, and a link that leaves it is not followed."""
    (folder / "link.html").symlink_to(folder.parent / "secret.txt")
    status, _, body = ask(server, target)
    assert status == 404
    assert b"secret" not in body


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "[::1]:1"])
def test_other_hosts_are_refused(server: BookServer, host: str) -> None:
    """A name of the web that resolves to this machine reads nothing (DNS rebinding)."""
    status, _, body = ask(server, "/index.html", host=host)
    assert status == 421
    assert b"Torture" not in body


def test_localhost_and_the_root_lead_to_the_title_page(server: BookServer) -> None:
    """The address without a name is the title page; HEAD gives its head alone."""
    assert ask(server, "/", host=f"localhost:{server.server_port}")[2] == ask(server, "/index.html")[2]
    status, headers, body = ask(server, "/", "HEAD")
    assert (status, body) == (200, b"")
    assert int(headers["Content-Length"]) > 1000
    assert ask(server, "/", "POST")[0] == 501


def test_a_pages_state_follows_that_page(server: BookServer, folder: Path) -> None:
    """The state changes when this page does, and only then; what is asked for is never echoed."""
    before = ask(server, "/sourcebook-state.js?page=ch01.html&at=1")[2]
    (folder / "ch02.html").write_text("another", encoding="utf-8")
    assert ask(server, "/sourcebook-state.js?page=ch01.html&at=2")[2] == before
    (folder / "ch01.html").write_text("another", encoding="utf-8")
    assert ask(server, "/sourcebook-state.js?page=ch01.html&at=3")[2] != before
    assert ask(server, '/sourcebook-state.js?page=");alert(1);("')[2] == b'sourcebookState("none");\n'


@pytest.fixture
def book(folder: Path, tmp_path: Path) -> Path:
    """A book, with a secret in its folder, beside one that is no book."""
    for name in ("my book (2)", "no book"):
        pages = tmp_path / name / "output/publish"
        pages.parent.mkdir(parents=True)
        shutil.copytree(folder, pages)
        (tmp_path / name / "output/secret.txt").write_text("secret", encoding="utf-8")
    (tmp_path / "my book (2)/book.toml").write_text("", encoding="utf-8")
    return tmp_path / "my book (2)"


def test_every_book_is_served_below_its_own_path(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The link of a run's page leads to the title page, from there to each page, and each knows its own edition."""
    with serving(None) as server:
        monkeypatch.setenv(PAGES_VARIABLE, server.address)
        link = urlsplit(pages_link(book))
        status, _, title = ask(server, link.path)
        assert status == 200
        assert ASKS.sub(b"", title, count=1) == SITE["index.html"]
        assert ask(server, link.path.removesuffix("index.html"))[2] == title
        assert ask(server, link.path.replace("index.html", "style.css"))[2] == SITE["style.css"]
        assert ask(server, link.path.replace("index.html", "sourcebook-reload.js"))[0] == 200
        asked = ask(server, link.path.replace("index.html", "sourcebook-state.js?page=index.html&at=1"))[2]
        assert ASKS.findall(title)[0] in asked


@pytest.mark.parametrize(
    "target",
    [
        "/no%20book/index.html", "/my%20book%20(2)/book.toml", "/my%20book%20(2)/../../secret.txt",
        "/my%20book%20(2)/output/secret.txt", "/no%20book/../my%20book%20(2)/index.html", "/my%20book%20(2)",
        "/my%20book%20(2)%00/index.html", "/my%20book%20(2)/link.html",
    ],
)  # fmt: skip
def test_of_every_book_only_its_pages_are_served(book: Path, target: str) -> None:
    """No folder without a book.toml, nothing of a book but its pages, no way round."""
    (book / "output/publish/link.html").symlink_to(book.parent / "secret.txt")
    with serving(None) as server:
        status, _, body = ask(server, quote(book.parent.as_posix()) + target)
    assert status == 404
    assert b"secret" not in body
    assert b"Torture" not in body


def test_pages_that_lie_elsewhere_are_not_served(book: Path) -> None:
    """A folder of pages that is a link out of its book opens no other folder."""
    shutil.rmtree(book / "output/publish")
    (book / "output/publish").symlink_to(book.parent)
    with serving(None) as server:
        assert ask(server, quote(book.as_posix()) + "/secret.txt")[0] == 404


def test_where_nobody_serves_the_link_names_the_file(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker without a server of pages still says where the book lies."""
    monkeypatch.delenv(PAGES_VARIABLE, raising=False)
    assert pages_link(book) == (book / "output/publish/index.html").as_uri()


def test_a_book_without_pages_says_so(tmp_path: Path) -> None:
    """Before the first publishing there is an honest page, and it reloads too."""
    with serving(tmp_path / "nothing") as server:
        status, headers, body = ask(server, "/")
        assert status == 404
        assert headers["Content-Type"].startswith("text/html")
        assert b"No page yet" in body
        assert ASKS.findall(body) == [b"none"]
        assert ask(server, "/sourcebook-state.js?page=index.html")[2] == b'sourcebookState("none");\n'


def test_only_this_machine_can_connect(server: BookServer) -> None:
    """The socket is bound to the loopback address."""
    assert server.server_address[0] == "127.0.0.1"


def test_changes_are_seen_once(folder: Path) -> None:
    """A new title page is told once; a waiter that says stop ends it."""
    turns = iter(["same", "new", "same", "gone", "stop"])

    def wait(_seconds: float) -> bool:
        turn = next(turns)
        if turn == "new":
            other = folder / "index.new"
            other.write_text("x", encoding="utf-8")
            other.replace(folder / "index.html")
        if turn == "gone":
            (folder / "index.html").unlink()
        return turn == "stop"

    assert len(list(changes(folder, wait))) == 1


def test_ctrl_c_ends_cleanly(tmp_path: Path) -> None:
    """`sourcebook open` prints the address, serves, and ends on Ctrl-C with code 0 and no traceback."""
    book = tmp_path / "book"
    book.mkdir()
    (book / "book.toml").write_text('title = "T"\n[source]\npath = "."\n', encoding="utf-8")
    command = [sys.executable, "-m", "deployments.cli", "open", str(book), "--no-browser"]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert running.stdout is not None
    line = running.stdout.readline()
    assert "no outline yet" in line
    assert "http://127.0.0.1:" in line
    time.sleep(0.3)
    os.kill(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=20)
    assert running.returncode == 0
    assert out == "closed\n"
    assert err == ""


def test_a_taken_port_is_one_line(server: BookServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A port that is taken is named, with what to do, exit code 2."""
    from deployments.cli import main

    (tmp_path / "book.toml").write_text('title = "T"\n[source]\npath = "."\n', encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["open", str(tmp_path), "--no-browser", "--port", str(server.server_port)])
    assert ended.value.code == 2
    assert f"--port {server.server_port}:" in capsys.readouterr().err
