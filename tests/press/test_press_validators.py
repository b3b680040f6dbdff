"""The validators of the trade over every page: vnu (HTML), axe (accessibility, in a real browser), EPUBCheck.

vnu and axe come from npm, so these tests run where `make check-press` has put them, and are skipped
elsewhere. The books: torture in three languages, and two real ones that the offline author wrote.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import zipfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import epubcheck
import pytest

from tasks.press.edition import NoStore
from tasks.press.formats import print_formats
from tests.flows.finished_book import finished_book
from tests.press.browsing import CHROMIUM, DESKTOP, PHONE, Visit, browser, served
from tests.press.torture_book import torture_book

_TOOLS = Path(os.environ.get("SOURCEBOOK_PRESS_TOOLS", ""))
"""The node_modules folder of .ci/press, set by `make check-press`."""
pytestmark = [
    pytest.mark.skipif("SOURCEBOOK_PRESS_TOOLS" not in os.environ, reason="run by: make check-press"),
    pytest.mark.slow,
]
_JAVA = ("java", "-Xss8m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar")
"""A short life: the machine compiles no more than it must."""
BOOKS = ("torture-en", "torture-zh", "torture-fr", "real-en", "real-zh")
"""French has no labels of its own, so that its pages mix two languages."""


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    """Every book as a published folder, the e-book beside its pages."""
    folders = {}
    for name in BOOKS:
        kind, language = name.split("-")
        folder = tmp_path_factory.mktemp(name)
        if kind == "torture":
            _write(folder, print_formats(torture_book(language), {"html", "epub"}, NoStore()).files)
        else:
            folder = _published(finished_book(folder, tmp_path_factory, language).book)
        folders[name] = folder
    return folders


@pytest.fixture(scope="module")
def chromium(books: Mapping[str, Path]) -> Iterator[Any]:
    """One browser for this file, started when the books are there: it keeps an event loop in this thread."""
    assert CHROMIUM.exists(), f"install {CHROMIUM}, or name another one with SOURCEBOOK_CHROMIUM"
    with browser() as opened:
        yield opened


def test_vnu_finds_no_error(books: Mapping[str, Path]) -> None:
    """Every page is valid HTML by the Nu checker, drawings and all."""
    pages = sorted(str(page) for folder in books.values() for page in folder.glob("*.html"))
    assert len(pages) > 40
    command = [*_JAVA, str(_TOOLS / "vnu-jar/build/dist/vnu.jar"), "--errors-only", "--exit-zero-always"]
    done = subprocess.run([*command, "--format", "json", *pages], capture_output=True, text=True, check=True)
    messages = json.loads(done.stderr or done.stdout)["messages"]
    assert [(m["url"], m.get("lastLine"), m["message"]) for m in messages] == []


def test_epubcheck_finds_nothing(books: Mapping[str, Path]) -> None:
    """Every e-book passes EPUBCheck without an error and without a warning."""
    jar = Path(epubcheck.__file__).parent / "epubcheck.jar"

    def checked(folder: Path) -> list[tuple[str, str]]:
        command = [*_JAVA, str(jar), str(folder / "book.epub"), "--json", "-", "--quiet"]
        report = json.loads(subprocess.run(command, capture_output=True, text=True, check=False).stdout)
        assert report["checker"]["nFatal"] == report["checker"]["nError"] == report["checker"]["nWarning"] == 0
        return [(message["ID"], message["message"]) for message in report["messages"]]

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(checked, books.values())) == [[] for _ in books]


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("name", [name for name in BOOKS if name != "torture-fr"])
def test_axe_finds_no_violation(chromium: Any, books: Mapping[str, Path], name: str, size: dict[str, int]) -> None:
    """Every page passes axe in light and in dark, and none asks for anything outside or complains."""
    with served(books[name]) as base:
        visit = Visit(chromium.new_context(viewport=size), base)
        found = []
        page = visit.open()
        for path in sorted(books[name].glob("*.html")):
            page.goto(base + path.name)
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                found += [(path.name, scheme, *one) for one in _violations(page)]
        visit.context.close()
    assert found == []
    assert visit.outside == []
    assert visit.complaints == []


@pytest.mark.parametrize("name", ["torture-en", "real-zh"])
def test_pages_of_the_e_book_render(
    chromium: Any, books: Mapping[str, Path], name: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """On a small screen, light and dark: legible, no wider than the screen, nothing from outside."""
    folder = tmp_path_factory.mktemp("unpacked")
    with zipfile.ZipFile(io.BytesIO((books[name] / "book.epub").read_bytes())) as archive:
        archive.extractall(folder)
    visit = Visit(chromium.new_context(viewport=PHONE), f"file://{folder}/EPUB/")
    found, wide = [], []
    page = visit.open("contents.xhtml")
    for path in sorted((folder / "EPUB").glob("*.xhtml")):
        page.goto(visit.base + path.name)
        for scheme, ground, ink in (("light", "#fff", "#111"), ("dark", "#111", "#ddd")):
            page.emulate_media(color_scheme=scheme)
            # As a reading system does it: on the root, by its own hand.
            page.evaluate(f"document.documentElement.style.cssText = 'background: {ground}; color: {ink}'")
            # Landmarks and the level-one heading are the reading system's frame, which is not here.
            frame = ("region", "landmark-one-main", "page-has-heading-one")
            found += [(path.name, scheme, *one) for one in _violations(page, *frame)]
        over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        wide += [path.name] if over > 0 else []
    visit.context.close()
    assert found == []
    assert wide == []
    assert visit.outside == []
    assert visit.complaints == []


def test_an_outside_request_is_seen(chromium: Any, tmp_path: Path) -> None:
    """The watch over requests does see one: a page with a picture from elsewhere fails it."""
    (tmp_path / "index.html").write_text('<!doctype html><title>x</title><img src="http://127.0.0.2:9/x.png" alt="">')
    with served(tmp_path) as base:
        visit = Visit(chromium.new_context(), base)
        visit.open()
        visit.context.close()
    assert visit.outside == ["http://127.0.0.2:9/x.png"]


def _violations(page: Any, *but: str) -> list[tuple[str, str]]:
    # Evaluated by the debugger, which the page's policy does not bind.
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate((_TOOLS / "axe-core/axe.min.js").read_text(encoding="utf-8"))
    rules = {name: {"enabled": False} for name in but}
    options = json.dumps({"resultTypes": ["violations"], "preload": False, "rules": rules})
    result = page.evaluate(f"axe.run(document, {options})")
    return [(one["id"], one["nodes"][0]["html"][:120]) for one in result["violations"]]


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, data in files.items():
        (folder / name).write_bytes(data)


def _published(book: Path) -> Path:
    """A finished book's folder, with the e-book too."""
    import asyncio

    from flows.publish import publish_book

    with pytest.MonkeyPatch.context() as patch:
        from tests.flows.small_book import plain_engine

        plain_engine(patch)
        asyncio.run(publish_book(str(book), ["html", "epub"]))
    return book / "output/publish"
