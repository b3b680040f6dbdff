"""The web edition as a whole."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.resources import files
from typing import Any
from urllib.parse import unquote

import pytest
from pydantic import ValidationError

from tasks.press.driver import print_book
from tasks.press.language import direction, load_labels
from tasks.press.manuscript import Book, Chapter, Making, Origin, SourceFile, SourceSymbol, Term
from tasks.press.web import ASSETS, WebRenderer

MakeBook = Callable[..., Book]
Read = Callable[[str], Any]


def render_site(book: Book) -> dict[str, str]:
    """The files of the web edition as text."""
    return {name: data.decode("utf-8") for name, data in print_book(book, WebRenderer()).files.items()}


TEXT = """# Opening

Text[^1] with [a link](ch02.md#parts), code and a table.

## Parts

```python a.py:1-2
x = 1
y = "</script>"
```

## Parts

| a | b |
|---|--:|
| 1 | 2 |

[^1]: Note.

<!-- CHAPTER_FINAL -->
"""
LANGUAGES = ["en", "zh", "fr", "ar"]


@pytest.fixture(params=LANGUAGES)
def site(request: pytest.FixtureRequest, make_book: MakeBook) -> dict[str, str]:
    """A book of three chapters, the last unfinished, in one language."""
    return render_site(make_book(TEXT, TEXT, None, language=str(request.param)))


def pages(site: dict[str, str], read: Read) -> dict[str, Any]:
    """The parsed pages of a site."""
    return {name: read(text) for name, text in site.items() if name.endswith(".html")}


def test_files_of_a_site(site: dict[str, str]) -> None:
    """A page a chapter, title page, glossary, assets; names are plain ASCII without a path."""
    matter = {f"{name}.html" for name in ("index", "preface", "glossary", "symbols", "coverage", "colophon")}
    assert set(site) == {"ch01.html", "ch02.html", "ch03.html", "search-index.js", *matter, *ASSETS}
    assert all(re.fullmatch(r"[a-z0-9-]+\.[a-z]+", name) for name in site)


def test_every_link_resolves_inside_the_site(site: dict[str, str], read: Read) -> None:
    """Each relative address names a file of the site, each fragment an id of that page."""
    parsed = pages(site, read)
    ids = {name: set(page.values("id")) for name, page in parsed.items()}
    for name, page in parsed.items():
        for address in page.values("href") + page.values("src"):
            path, _, fragment = unquote(address).partition("#")
            assert (path or name) in site, address
            assert not fragment or fragment in ids[path or name], address


def test_ids_are_unique_on_every_page(site: dict[str, str], read: Read) -> None:
    """No heading takes an id of the frame or of another heading."""
    for page in pages(site, read).values():
        assert len(page.values("id")) == len(set(page.values("id")))


def test_nothing_is_loaded_from_outside(site: dict[str, str], read: Read) -> None:
    """Pages work from file://: no address of a loaded resource leaves the folder, also not from CSS."""
    for page in pages(site, read).values():
        loaded = [e.attributes.get("href", "") for e in page.all("link")] + page.values("src")
        assert loaded
        assert all(re.fullmatch(r"[a-z0-9-]+\.[a-z]+", address) for address in loaded)
    assert not re.search(r"url\(|@import|https?:", site["style.css"])
    for script in ("book.js", "search.js"):
        assert not re.search(r"fetch|XMLHttpRequest|import\(|https?:|innerHTML|eval", site[script])


def test_pages_pass_their_own_policy(site: dict[str, str], read: Read) -> None:
    """The policy allows nothing by default; no page has an inline script, style or handler."""
    for page in pages(site, read).values():
        policy = next(e for e in page.all("meta") if e.attributes.get("http-equiv"))
        assert policy.attributes["content"].startswith("default-src 'none';")
        assert "unsafe" not in policy.attributes["content"]
        assert not page.all("style")
        assert all(e.attributes.get("src") and not e.text.strip() for e in page.all("script"))
        assert not [a for e in page.elements for a in e.attributes if a.startswith("on") or a == "style"]


def test_landmarks(site: dict[str, str], read: Read) -> None:
    """Each page has one main, one H1, a skip link to main, and named navigation that needs no script."""
    for page in pages(site, read).values():
        (main,) = page.all("main")
        assert len(page.all("h1")) == 1
        first_link = page.all("a")[0].attributes
        assert first_link == {"class": "skip", "href": f"#{main.attributes['id']}"}
        assert all(nav.attributes["aria-label"] for nav in page.all("nav"))
        (contents,) = (nav for nav in page.all("nav") if "popover" in nav.attributes)
        assert contents.attributes["id"] in page.values("popovertarget")


def test_marker_shows_nowhere(site: dict[str, str]) -> None:
    """No file of the site holds a completion marker."""
    assert not any("CHAPTER_FINAL" in text for text in site.values())


def test_sidebar_nests_the_current_chapter(make_book: MakeBook, read: Read) -> None:
    """The contents show the H2s of the chapter at hand and mark it as current."""
    page = read(render_site(make_book(TEXT, TEXT))["ch01.html"])
    assert "#parts-1" in page.values("href")
    assert page.values("aria-current") == ["page"]


def test_previous_and_next(make_book: MakeBook, read: Read) -> None:
    """Pages form one chain from title page to colophon; links and head agree."""
    site = render_site(make_book(TEXT, TEXT))
    chain = ["index", "preface", "ch01", "ch02", "glossary", "symbols", "coverage", "colophon"]
    names = [f"{name}.html" for name in chain]
    for before, name, after in zip([None, *names], names, [*names[1:], None], strict=False):
        page = read(site[name])
        for tag in ("a", "link"):
            turns = {e.attributes["rel"]: e.attributes["href"] for e in page.all(tag) if "rel" in e.attributes}
            assert (turns.get("prev"), turns.get("next")) == (before, after), name


def test_title_page(make_book: MakeBook, read: Read) -> None:
    """The title page says who wrote the book, about what, when, and what each chapter promises."""
    page = read(render_site(make_book(TEXT, None))["index.html"])
    for words in (
        "Written by the offline author",
        "content hash ab12cd34ab12",
        "2026-11-30",
        "Learn 1.",
        "not finished",
    ):
        assert words in page.words
    assert page.values("aria-label").count("Difficulty 2 of 5") == 2


def test_unfinished_chapter_says_so(make_book: MakeBook, read: Read) -> None:
    """A chapter without a text is an honest page; an empty text is a finished one."""
    site = render_site(make_book(None, ""))
    assert "This chapter is not finished" in read(site["ch01.html"]).words
    assert "This chapter is not finished" not in read(site["ch02.html"]).words


def test_same_book_same_bytes(make_book: MakeBook) -> None:
    """Nothing but the book decides the bytes: no clock, no order of a set."""
    assert render_site(make_book(TEXT, TEXT)) == render_site(make_book(TEXT, TEXT))


def test_language_and_direction(make_book: MakeBook, read: Read) -> None:
    """The page's language is the book's; borrowed English labels are marked as English."""
    french = read(render_site(make_book(TEXT, language="fr"))["ch01.html"])
    assert french.all("html")[0].attributes["lang"] == "fr"
    assert any(e.attributes.get("lang") == "en" and e.text == "Contents" for e in french.all("span"))
    chinese = read(render_site(make_book(TEXT, language="zh-Hans"))["ch01.html"])
    assert chinese.all("html")[0].attributes["lang"] == "zh-Hans"
    assert "目录" in chinese.words
    assert not [e for e in chinese.all("span") if "lang" in e.attributes]
    assert (direction("ar"), direction("zh")) == ("rtl", "ltr")


def flat(table: dict[str, Any], prefix: str = "") -> dict[str, str]:
    """Nested labels by dotted name."""
    found: dict[str, str] = {}
    for name, value in table.items():
        found |= flat(value, f"{prefix}{name}.") if isinstance(value, dict) else {f"{prefix}{name}": value}
    return found


def test_every_label_file_is_complete() -> None:
    """Each file in labels/ holds every label; a label with a placeholder keeps it in every language."""
    english = flat(load_labels("en").model_dump(exclude={"language"}))
    names = [file.name.removesuffix(".toml") for file in (files("tasks.press") / "labels").iterdir()]
    assert {"en", "zh"} <= set(names)
    for name in names:
        labels = load_labels(name)
        assert labels.language == name
        for key, words in flat(labels.model_dump(exclude={"language"})).items():
            assert words
            assert sorted(re.findall(r"\{\w+\}", words)) == sorted(re.findall(r"\{\w+\}", english[key])), (name, key)


def test_hostile_metadata_is_text(read: Read) -> None:
    """Titles, promises, terms and facts are data on every page, never markup or template."""
    evil = '<script>alert(1)</script>{{ 7*7 }}" onload="x'
    book = Book(
        title=evil, subtitle=evil, language="en", date=evil, authors=(evil,),
        origin=Origin(name=evil, commit=evil, url="https://e.example/{path}/{commit}"),
        chapters=(Chapter(number=1, title=evil, promise=evil, difficulty=1, markdown=f"## {evil}\n\n`{evil}`\n"),),
        glossary=(Term(term=evil, translation=evil, definition=evil, chapter=9),) * 2,
        symbols=(SourceSymbol(name=evil, kind=evil, path=evil, start=1, end=2),),
        files=(SourceFile(path=evil, lines=9),), making=Making(models=((evil, 1),)),
    )  # fmt: skip
    for page in pages(render_site(book), read).values():
        assert [e.attributes["src"] for e in page.all("script")] == ["book.js", "search.js"]
        assert not [a for e in page.elements for a in e.attributes if a.startswith("on")]
        assert "{{ 7*7 }}" in page.words
        assert len(page.values("id")) == len(set(page.values("id")))


@pytest.mark.parametrize("numbers", [(1, 1), (2, 1), (0,)])
def test_chapter_numbers_must_rise(numbers: tuple[int, ...]) -> None:
    """Two chapters on one page, or a chapter 0, are refused before anything is rendered."""
    with pytest.raises(ValidationError):
        Book(
            title="T", language="en",
            chapters=tuple(Chapter(number=n, title="t", difficulty=1) for n in numbers),
        )  # fmt: skip


@pytest.mark.parametrize("language", ["", "../etc", "en/../../x", "e", "zh_CN"])
def test_language_is_a_tag(make_book: MakeBook, language: str) -> None:
    """A language is a BCP 47 tag and can name no file outside labels/."""
    with pytest.raises(ValidationError):
        make_book(TEXT, language=language)


def test_book_without_chapters_or_terms(read: Read) -> None:
    """An empty book is a sound site that says what it lacks."""
    site = render_site(Book(title="T", language="en", chapters=()))
    assert "No chapter has defined a term yet" in read(site["glossary.html"]).words
