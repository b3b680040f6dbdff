"""What a reader does, in a real browser, from a server and from a folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.press.browsing import CHROMIUM, DESKTOP, PHONE, Visit, served, write_site
from tests.press.torture_book import torture_book

pytestmark = [
    pytest.mark.skipif(not CHROMIUM.exists(), reason=f"{CHROMIUM} is not installed"),
    pytest.mark.slow,
    pytest.mark.xdist_group("browser"),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The torture book, printed once."""
    return write_site(torture_book(), tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="module", params=["http", "file"])
def base(request: pytest.FixtureRequest, folder: Path) -> Iterator[str]:
    """The torture book, served and as a folder."""
    if request.param == "file":
        yield f"file://{folder}/"
    else:
        with served(folder) as address:
            yield address


@pytest.fixture
def visit(chromium: Any, base: str, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """A reader at a desk, or on a phone; no request may leave the book and nothing may go wrong."""
    phone = getattr(request, "param", "") == "phone"
    context = chromium.new_context(viewport=PHONE if phone else DESKTOP, has_touch=phone)
    if base.startswith("http"):
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=base.rstrip("/"))
    visited = Visit(context, base)
    yield visited
    context.close()
    assert visited.outside == []
    assert visited.complaints == []


@pytest.mark.parametrize(
    ("query", "heading", "page"),
    [
        ("quotation", "Lists in lists", "ch01.html"),
        ("词法分析", "图", "ch02.html"),
        ("Lexer.tabbed", "Lexer.tabbed", "symbols.html"),
        ("tabbed()", "Lexer.tabbed", "symbols.html"),
        ("token stre", "token stream", "glossary.html"),
    ],
)
def test_search(visit: Visit, query: str, heading: str, page: str) -> None:
    """An English word, a Chinese word, a symbol and the beginning of a word are found, by keyboard alone."""
    opened = visit.open()
    opened.keyboard.press("/")
    opened.keyboard.type(query)
    first = opened.locator("dialog a").first
    first.wait_for()
    found = "links => links.map(a => [a.querySelector('.hit').textContent, a.href])"
    texts = opened.locator("dialog a").evaluate_all(found)
    assert any(text.startswith(heading) and f"/{page}" in href for text, href in texts[:3]), texts
    opened.keyboard.press("ArrowDown")
    target = first.get_attribute("href")
    opened.keyboard.press("Enter")
    opened.wait_for_url(f"**/{target.split('#')[0]}**")


def test_search_closes_and_finds_nothing(visit: Visit) -> None:
    """Escape closes the search; what is not there is said to be not there."""
    opened = visit.open()
    opened.get_by_role("button", name="Search").click()
    opened.keyboard.type("zzzqqq")
    opened.get_by_text("Nothing found").wait_for()
    opened.keyboard.press("Escape")
    assert not opened.locator("dialog").is_visible()


def test_dark_is_remembered(visit: Visit) -> None:
    """The switch goes auto, light, dark; the choice holds on the next page."""
    opened = visit.open()
    light = opened.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    switch = opened.locator("button.theme")
    switch.click()
    switch.click()
    assert opened.evaluate("getComputedStyle(document.documentElement).backgroundColor") != light
    opened.goto(visit.base + "ch01.html")
    assert opened.locator("html").get_attribute("data-theme") == "dark"
    assert "Dark" in (opened.locator("button.theme").get_attribute("aria-label") or "")


def test_arrow_keys_turn_pages(visit: Visit) -> None:
    """Right and left turn pages, but not while a listing has the focus."""
    opened = visit.open("ch01.html")
    opened.keyboard.press("ArrowRight")
    opened.wait_for_url("**/ch02.html")
    opened.keyboard.press("ArrowLeft")
    opened.wait_for_url("**/ch01.html")
    opened.locator("pre").first.focus()
    opened.keyboard.press("ArrowRight")
    opened.wait_for_timeout(200)
    assert opened.url.endswith("ch01.html")


def test_copy_leaves_line_numbers_out(visit: Visit) -> None:
    """The button copies the code as it stands in the source."""
    opened = visit.open("ch01.html")
    listing = opened.locator("figure.listing").nth(1)
    listing.get_by_role("button", name="Copy").click()
    listing.get_by_role("button", name="Copied").wait_for()
    if visit.base.startswith("http"):
        copied = opened.evaluate("navigator.clipboard.readText()")
        assert "\n\tdef tabbed(self):   \n" in copied
        assert "999" not in copied


def test_preview_of_a_term(visit: Visit) -> None:
    """A term shows its definition on focus and on hover, and Escape puts it away."""
    opened = visit.open("ch01.html")
    term = opened.locator(".term", has_text="token stream").first
    preview = term.locator(".preview")
    assert not preview.is_visible()
    term.locator("a").focus()
    assert preview.is_visible()
    opened.keyboard.press("Escape")
    assert not preview.is_visible()
    opened.locator(".term").nth(2).hover()
    assert opened.locator(".term").nth(2).locator(".preview").is_visible()


@pytest.mark.parametrize("visit", ["phone"], indirect=True)
def test_phone_navigation(visit: Visit) -> None:
    """On a phone the contents open from the bar, lead to a chapter, and no page is wider than the screen."""
    opened = visit.open("ch01.html")
    contents = opened.locator("nav.sidebar")
    assert not contents.is_visible()
    opened.get_by_role("button", name="Contents").click()
    assert contents.is_visible()
    contents.locator('a[href="ch02.html"]').click()
    opened.wait_for_url("**/ch02.html")
    for name in ("index", "ch01", "ch02", "ch03", "symbols", "coverage"):
        opened.goto(f"{visit.base}{name}.html")
        over = opened.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert over <= 0, name


def test_contents_keep_their_place(visit: Visit) -> None:
    """The contents beside the text stay where they were scrolled to."""
    opened = visit.open("index.html")
    opened.set_viewport_size({"width": 1280, "height": 300})
    opened.evaluate("document.querySelector('.sidebar').scrollTop = 40")
    opened.goto(visit.base + "preface.html")
    assert opened.evaluate("document.querySelector('.sidebar').scrollTop") == 40


def test_contents_follow_the_reader(visit: Visit) -> None:
    """The section that is being read is marked in the contents, and opens there by its row."""
    opened = visit.open("ch01.html")
    row = opened.locator(".sidebar a", has_text="Fences in fences")
    row.click()
    marked = opened.locator(".sidebar [aria-current=location]")
    marked.and_(opened.locator("[href$='#fences-in-fences']")).wait_for(state="attached")
    opened.evaluate("scrollTo({top: 0, behavior: 'instant'})")
    marked.wait_for(state="detached")


def test_the_system_decides_until_the_reader_does(chromium: Any, base: str) -> None:
    """Auto is light or dark as the system is, without a script too; a choice holds against the system."""
    for script in (True, False):
        context = chromium.new_context(color_scheme="dark", java_script_enabled=script)
        page = Visit(context, base).open("ch01.html")
        grounds = []
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            grounds.append(page.locator("html").evaluate("root => getComputedStyle(root).backgroundColor"))
        assert grounds[0] != grounds[1]
        if script:
            page.locator("button.theme").click()
            page.emulate_media(color_scheme="dark")
            assert page.locator("html").evaluate("root => getComputedStyle(root).backgroundColor") == grounds[1]
        context.close()


def test_a_wide_diagram_keeps_its_size(visit: Visit) -> None:
    """A drawing wider than the text is not shrunk until nobody can read it: its frame scrolls, the page does not."""
    opened = visit.open("ch02.html")
    wide = opened.locator(".drawing.wide").first
    sizes = "frame => [frame.scrollWidth, frame.clientWidth, Number(frame.firstElementChild.getAttribute('width'))]"
    inner, outer, natural = wide.evaluate(sizes)
    assert inner > outer
    assert inner >= natural
    assert opened.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_arrow_keys_turn_the_other_way_in_hebrew(chromium: Any, tmp_path: Path) -> None:
    """In a book from right to left the left arrow leads on, and the contents stand on the right."""
    book = torture_book("he")
    folder = write_site(book, tmp_path)
    context = chromium.new_context(viewport=DESKTOP)
    page = Visit(context, f"file://{folder}/").open("ch01.html")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url("**/ch02.html")
    sidebar, main = (page.locator(name).bounding_box() for name in (".sidebar", "main"))
    assert sidebar["x"] > main["x"]
    context.close()


def test_without_script(chromium: Any, base: str) -> None:
    """Without JavaScript the pages read and navigate the same, and the phone's contents still open."""
    context = chromium.new_context(viewport=PHONE, java_script_enabled=False)
    page = Visit(context, base).open("ch01.html")
    page.get_by_role("button", name="Contents").click()
    page.locator('nav.sidebar a[href="glossary.html"]').click()
    page.wait_for_url("**/glossary.html")
    context.close()
