"""Renew the pictures in docs/images: `make screenshots`.

Writes two books with the offline author below books/ (English and Chinese) unless they are there, and
photographs their pages in Chromium. Usage: make_screenshots.py [ENGLISH_BOOK CHINESE_BOOK].
"""

from __future__ import annotations

import io
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
CHROMIUM = "/usr/bin/chromium"
DESK = (1200, 860)
PHONE = (390, 780)
COLOURS = 128


@dataclass(frozen=True)
class Shot:
    """One picture: which page of which book, how large, how lit, and what to do before the shutter."""

    name: str
    page: str
    book: str = "en"
    size: tuple[int, int] = DESK
    dark: bool = False
    act: str = ""


SHOTS = (
    Shot("title", "index.html"),
    Shot("chapter", "ch03.html"),
    Shot("chapter-dark", "ch03.html", dark=True, act="listing"),
    Shot("diagram", "ch03.html", act="diagram"),
    Shot("term", "ch03.html", act="term"),
    Shot("search", "ch03.html", act="search"),
    Shot("symbols", "symbols.html"),
    Shot("coverage", "coverage.html"),
    Shot("preface", "preface.html"),
    Shot("chinese", "ch03.html", book="zh"),
    Shot("chinese-dark", "index.html", book="zh", dark=True),
    Shot("phone", "ch03.html", size=PHONE),
    Shot("phone-contents", "ch03.html", size=PHONE, dark=True, act="contents"),
)


def main(books: dict[str, Path]) -> int:
    """Make the books if they are missing, then every picture."""
    for language, book in books.items():
        _write_book(book, language)
    folder = ROOT / "docs/images"
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for shot in SHOTS:
            _take(browser, shot, books[shot.book] / "output/publish", folder)
        browser.close()
    return 0


def _write_book(book: Path, language: str) -> None:
    command = str(Path(sys.executable).parent / "sourcebook")
    if not (book / "book.toml").exists():
        title = {"en": "Inside Jinja2", "zh": "深入 Jinja2"}[language]
        options = ["--source", "package:jinja2", "--approve", "auto", "--language", language, "--title", title]
        subprocess.run([command, "new", str(book), *options], check=True)
    if not (book / "output/publish/index.html").exists():
        subprocess.run([command, "write", str(book)], check=True)


def _take(browser: Browser, shot: Shot, site: Path, folder: Path) -> None:
    width, height = shot.size
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme="dark" if shot.dark else "light"
    )
    page = context.new_page()
    page.goto(f"file://{site}/{shot.page}")
    _act(page, shot.act)
    _keep(page.screenshot(), folder / f"{shot.name}.png")
    context.close()


def _keep(picture: bytes, path: Path) -> None:
    """A page has few colours: with a palette its picture is a third as large, and looks the same."""
    with Image.open(io.BytesIO(picture)) as whole:
        whole.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)


def _act(page: Page, act: str) -> None:
    if act == "search":
        page.keyboard.press("/")
        page.keyboard.type("TokenStream.expect")
        page.locator("dialog a").first.wait_for()
    elif act == "contents":
        page.locator("button.menu").click()
    elif act == "term":
        page.evaluate("document.querySelector('.term').scrollIntoView({block: 'center', behavior: 'instant'})")
        page.locator(".term a").first.focus()
    elif act in {"diagram", "listing"}:
        page.evaluate(f"document.querySelector('.{act}').scrollIntoView({{block: 'center', behavior: 'instant'}})")
    page.wait_for_timeout(150)


if __name__ == "__main__":
    given = [Path(argument).resolve() for argument in sys.argv[1:3]]
    english, chinese = given if len(given) == 2 else (ROOT / "books/jinja2", ROOT / "books/jinja2-zh")
    sys.exit(main({"en": english, "zh": chinese}))
