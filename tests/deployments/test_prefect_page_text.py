"""What a page of Prefect's UI may hold: plain words, whatever a model or a source wrote."""

from __future__ import annotations

import pytest

from memory_schema.findings import Finding, Severity
from memory_schema.markers import Marker
from memory_schema.notes import StructuredNote
from memory_schema.pointers import PointerList
from memory_schema.receipts import Author, Meaning, ReadReceipt, Receipt
from memory_schema.usage import Usage
from tasks.page_text import MOST_ROWS, cost_line, cost_rows, finding_rows, note_markdown, plain, reads_line

HOSTILE = "![x](http://host/y.png) <img src=x onerror=alert(1)> [a](javascript:b) | `c` # d"


def receipt(**changes: object) -> Receipt:
    """A receipt of a model's work."""
    reads = (
        ReadReceipt(name="lexer.py", scope="source", hash="0", tokens=900, shown_tokens=400, cut="lines 1-20 of 90"),
        ReadReceipt(name="parser.py", scope="source", hash="1", tokens=100, by_tool=True),
    )
    made = Receipt(
        output="output/notes/ch01/a1/report.md",
        sha256="ab",
        role="researcher",
        chapter=1,
        marker=Marker.RESEARCH.value,
        author=Author.MODEL,
        meaning=Meaning(revision=1, config={}, reads=reads),
        note=StructuredNote(conclusion="done"),
        model="some-model",
        usage=Usage(uncached=10, cache_read=5, output=3, calls=1),
        cost_usd=0.5,
        milliseconds=1500,
        log="output/notes/ch01/a1/calls/researcher/call-1/transcript.jsonl",
    )
    return made.model_copy(update=changes)


def test_hostile_text_is_no_markup() -> None:
    """No tag, no link, no image, no cell boundary survives."""
    text = plain(HOSTILE)
    assert "<" not in text
    assert "![" not in text
    assert "](" not in text
    assert "://" not in text
    assert " | " not in text


def test_names_in_backticks_stay_code() -> None:
    """A pair of backticks is a code span, one that is left over is a character."""
    assert plain("`Store.add` keeps _all_") == "`Store.add` keeps \\_all\\_"
    assert plain("a ` b") == "a \\` b"


@pytest.mark.parametrize("name", ["a`b", "a|b", "a\nb"])
def test_a_code_span_cannot_be_left(name: str) -> None:
    """Names stand in code spans of one line."""
    note = StructuredNote(conclusion="x")
    markdown = note_markdown(note, None, receipt(log=name), fresh=False, folder="/b")
    line = next(line for line in markdown.split("\n") if line.startswith("- log"))
    assert line.count("`") == 2


def test_the_page_says_what_was_read_and_cut() -> None:
    """Pointers with tokens and cuts, output, log and receipt are named."""
    pointers = PointerList(
        role="researcher", chapter=1, output="output/notes/ch01/a1/report.md", marker=Marker.RESEARCH
    )
    note = StructuredNote(conclusion="done", evidence=("a.py:1",), open_issues=("b",))
    text = note_markdown(note, pointers, receipt(), fresh=False, folder="/books/b")
    for piece in ("**done**", "lexer.py", "900", "400", "paged by tool", "report.md", "transcript.jsonl", "$0.5000"):
        assert piece in text
    assert reads_line(receipt()) == "read 1 texts, 400 of 900 tokens shown, 1 cut for room, 1 more by tool"


def test_fresh_costs_nothing_and_says_so() -> None:
    """A fresh output names who made it and that nothing was spent."""
    assert cost_line(receipt(), fresh=True).startswith("nothing")
    assert "price unknown" in cost_line(receipt(cost_usd=None), fresh=False)
    assert cost_line(receipt(author=Author.CODE), fresh=False) == "made by code"


def test_findings_come_worst_first_and_are_not_endless() -> None:
    """A table shows the worst; the files hold the rest."""
    found = [Finding(severity=Severity.COULD, place="p", problem=HOSTILE)] * 50
    rows = finding_rows([*found, Finding(severity=Severity.MUST, place="q", problem="bad")])
    assert rows[0]["problem"] == "bad"
    assert len(rows) == MOST_ROWS


def test_the_cost_table_adds_up() -> None:
    """The last row is the sum; one unknown price makes the sum unknown."""
    *_, whole = cost_rows({"plan": [receipt()], "chapter 1": [receipt(), receipt(author=Author.CODE, usage=Usage())]})
    assert (whole["calls"], whole["tokens in"], whole["cost"]) == ("2", "30", "$1.0000")
    *_, unknown = cost_rows({"plan": [receipt(cost_usd=None)]})
    assert unknown["cost"] == "price unknown"
