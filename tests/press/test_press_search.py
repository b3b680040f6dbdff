"""The search index: what a book's words are, and that every word finds its section."""

from __future__ import annotations

import json

import pytest

from tasks.press.search_index import Entry, search_index
from tasks.press.search_words import words_of


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The lexer", ["the", "lexer"]),
        ("TokenStream.expect", ["tokenstream.expect", "tokenstream", "token", "stream", "expect"]),
        ("parse_HTMLBody2", ["parse_htmlbody2", "parse", "html", "body"]),
        ("词法分析", ["词法", "法分", "分析"]),
        ("用Lexer类", ["用", "lexer", "类"]),
        ("Ｆｕｌｌ", ["full"]),
        ("x" * 100, []),
        ("_", []),
        ("", []),
    ],
)
def test_words(text: str, words: list[str]) -> None:
    """Names whole and in parts, scripts without spaces in pairs, all in lower case."""
    assert list(words_of(text)) == words


def test_index_is_a_script_of_data() -> None:
    """One assignment of JSON: pages, entries, postings; script ends and line separators cannot break it."""
    hostile = "</script>\u2028\u2029'\"\\"
    text = search_index([Entry("ch01.html", "a", "1 · One", "Heading", f"token {hostile}", "def token(): pass")])
    assert "\u2028" not in text
    assert "\u2029" not in text
    value = json.loads(text.removeprefix("globalThis.sourcebookIndex = ").removesuffix(";\n"))
    assert value["pages"] == [["ch01.html", "1 · One"]]
    assert value["entries"][0][:3] == [0, "a", "Heading"]
    assert value["words"]["token"][0] == 0


def test_headings_weigh_more_than_prose() -> None:
    """A word in a heading scores higher than the same word in a text."""
    entries = [Entry("a.html", "x", "A", "token", "other words"), Entry("b.html", "y", "B", "other", "token words")]
    value = json.loads(search_index(entries).removeprefix("globalThis.sourcebookIndex = ").removesuffix(";\n"))
    scores = dict(zip(value["words"]["token"][::2], value["words"]["token"][1::2], strict=True))
    assert scores[0] > scores[1]


def test_empty_book() -> None:
    """No entries make an index without words."""
    assert '"words":{}' in search_index([])
