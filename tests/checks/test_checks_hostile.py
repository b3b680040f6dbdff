"""Laws of cost and safety: a hostile text is checked in bounded time and never by way of an exception."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from memory_schema.findings import Severity
from memory_schema.memory_view import MemoryView, SeenTerm
from tasks.checks.chapter_text import MOST_CHARACTERS
from tasks.checks.consistency import check_consistency
from tasks.checks.documents import verify_document
from tasks.checks.fidelity import check_fidelity
from tasks.checks.report_sections import check_report
from tasks.checks.result import MOST_FINDINGS
from tasks.checks.source_index import index_of
from tasks.checks.style import check_style

SECONDS = 12.0
"""Generous for a shared, noisy machine; a quadratic check would take minutes."""

HOSTILE = {
    "a long line of prose": lambda: "# T\n\n" + "word " * 1_000_000,
    "brackets": lambda: "# T\n\n" + "[" * 5_000_000,
    "many lines of brackets": lambda: "# T\n\n" + ("[" * 4_000 + "\n") * 60,
    "backticks": lambda: "# T\n\n" + " ".join("`" * n for n in range(1, 2_000)),
    "stars": lambda: "# T\n\n" + ("*" * 3_999 + "\n") * 60,
    "fences": lambda: "# T\n\n" + "```python lexer.py:1-3\nx = 1\ny\n```\n" * 10_000,
    "unplaced fences": lambda: "# T\n\n" + "```python\nx = 1 + 2 + 3 + 4\ny\n```\n" * 2_000,
    "fences in fences": lambda: "# T\n\n" + "".join("`" * n + "python lexer.py:1-2\n" for n in range(3, 1_000)),
    "places": lambda: "# T\n\n" + "`nope/a.py:1-2` `Foo{0}.bar()`\n".replace("{0}", "X") * 4_000,
    "names": lambda: "# T\n\n" + "".join(f"`LexName{n}()`\n" for n in range(4_000)),
    "headings": lambda: "# T\n\n" + "## a\n" * 20_000,
    "dots": lambda: "```python lexer.py:1-31\n" + "}\n...\n" * 5_000 + "```\n",
    "huge numbers": lambda: "```python lexer.py:" + "9" * 5_000 + "-3\nx\n```\n`lexer.py:" + "9" * 5_000 + "`\n",
    "controls": lambda: "# \x00\x0b\x0c\u2028\n\n```python le\x00xer.py:1-2\n\x00\n```\n`\u202e/a.py:3`\n",
    "tags that never end": lambda: "# T\n\n" + "[a]: <b\n" * 30_000,
    "headings that never end": lambda: "# T\n\n" + "<h1>\n" * 30_000,
    "statements without an end": lambda: "# T\n\n" + "`a` defaults to\n" * 15_000,
    "captions": lambda: "# T\n\n" + "`lexer.py:1-2`\n\n```python\nx\n```\n\n" * 8_000,
    "open fence": lambda: "# T\n\n```python lexer.py:1-2\n" + "x\n" * 20_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_bounded_time(name: str, source: dict[str, str], memory: MemoryView) -> None:
    """Every check of a hostile text ends within seconds with a bounded number of findings."""
    make: Callable[[], str] = HOSTILE[name]
    text = make()
    source["big.py"] = "}\n" * 5_000 + "value = compute(value)\n" * 20_000
    start = time.process_time()
    results = [
        check_fidelity(text, source),
        check_consistency(text, 2, memory, {1, 2}),
        check_style(text, "en", 1_000),
    ]
    check_report(text)
    assert time.process_time() - start < SECONDS
    assert all(len(result.findings) <= MOST_FINDINGS + 1 for result in results)


@pytest.mark.parametrize("signs", ["`a`[^a] ", "`a`[^b] "])
def test_footnotes_of_one_paragraph(signs: str, source: dict[str, str]) -> None:
    """Code and signs in turns, with notes or without, in one paragraph of half a megabyte."""
    text = "[^a]: x y\n\n" + (signs * 50 + "\n") * 1_200
    start = time.process_time()
    verify_document("a.md", text, index_of(source))
    assert time.process_time() - start < SECONDS


def test_what_is_not_checked_is_said(source: dict[str, str]) -> None:
    """A text beyond the limit cannot pass unseen: the end that is not checked is ❌, a long line ⚠️."""
    beyond = "# T\n\n" + "x\n" * MOST_CHARACTERS
    assert check_fidelity(beyond, source).failed
    found = check_fidelity("# T\n\n" + "word " * 2_000, source).findings
    assert [finding.severity for finding in found] == [Severity.SHOULD]


def test_hostile_terms(source: dict[str, str]) -> None:
    """Terms are text, not patterns, and a thousand of them cost no more than seconds."""
    terms = tuple(SeenTerm(f"a+ (b|c)* term{n} [x]", "", 1, "d", "") for n in range(1_000))
    start = time.process_time()
    check_consistency("# T\n\n" + "a b c term5 x aaaa aaaa\n" * 2_000, 2, MemoryView(glossary=terms), {1, 2})
    assert time.process_time() - start < SECONDS


def test_book_of_300_pages(chapter: str, source: dict[str, str]) -> None:
    """A 300-page book is verified in seconds."""
    text = chapter * 60
    start = time.process_time()
    for _ in range(6):
        check_fidelity(text, source)
    assert time.process_time() - start < SECONDS
