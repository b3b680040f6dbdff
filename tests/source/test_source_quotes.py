"""A quotation stands in the source as it is quoted, or the check says how it differs."""

import time

import pytest

from tasks.source.quotes import Match, locate, match_at, nearest

TEXT = """\
def one():
    x = 1

    return x


def two():
    x = 1

    return x + 1
"""


@pytest.mark.parametrize(
    ("quote", "expected"),
    [
        ("def one():\n    x = 1\n", Match("exact", 1, 2, 1)),
        ("\n    x = 1\n\n    return x\n\n", Match("exact", 2, 4, 1)),
        ("def two():\r\n    x = 1\r\n", Match("exact", 7, 8, 1)),
        ("x = 1", Match("exact", 2, 2, 2)),
        ("x = 1\n\nreturn x", Match("whitespace", 2, 4, 1)),
        ("def two():\n  x  =  1", Match("whitespace", 7, 8, 1)),
        ("def one():\n    # ...\n    return x", Match("elided", 1, 4, 1)),
        ("def one():\n    …\n    return x + 1", Match("elided", 1, 10, 1)),
        ("...\nx = 1\n...", Match("elided", 2, 2, 2)),
        ("return x + 1\n...\ndef one():", Match("missing")),
        ("def one():\n    return x", Match("missing")),
        ("...", Match("missing")),
        ("", Match("missing")),
        ("\n \n", Match("missing")),
    ],
)
def test_the_strictest_comparison_that_holds_is_named(quote: str, expected: Match) -> None:
    """Exact, then white space, then elided; several lines must be whole lines."""
    assert locate(quote, TEXT) == expected
    assert bool(expected) == (expected.kind != "missing")


def test_a_claimed_range_is_held_against_the_text() -> None:
    """The second place of an ambiguous quote is found by its claim; a false claim is missing."""
    assert match_at("    x = 1\n", TEXT, 7, 10) == Match("exact", 8, 8, 1)
    assert match_at("def one():\n...\nreturn x", TEXT, 1, 4) == Match("elided", 1, 4, 1)
    assert not match_at("def one():", TEXT, 2, 10)
    for start, end in ((0, 1), (3, 2), (1, 99)):
        assert not match_at("def one():", TEXT, start, end)


def test_an_ellipsis_that_is_code_is_matched_as_code() -> None:
    """`...` as a body is tried literally before it may stand for something left out."""
    assert locate("def f():\n    ...", "def f():\n    ...\nx = 1\n") == Match("exact", 1, 2, 1)


def test_the_nearest_lines_of_an_altered_quote() -> None:
    """A planted error is traced to the lines it was made from; likeness is 1 only for the same text."""
    assert nearest("def two():\n    y = 1", TEXT)[:2] == (7, 8)
    start, end, ratio = nearest("def one():\n    x = 1", TEXT)
    assert (start, end, ratio) == (1, 2, 1.0)
    assert nearest("x", "") == nearest("", "x") == (0, 0, 0.0)


def test_hostile_quotes_are_bounded_in_time() -> None:
    """Long, repetitive and bracket-ridden texts stay cheap."""
    text = "x = 1\n" * 20_000 + "y" * 20_000 + "\n"
    begun = time.perf_counter()
    assert locate("x = 1\n...\nx = 1\n...\nzz", text).kind == "missing"
    assert locate("x = 1\n...\n" + "y" * 20_000, text).kind == "elided"
    nearest("x = 1\n" * 500 + "z" * 20_000, text)
    locate("." * 50_000 + "\n(((" + "…" * 50_000, text)
    assert time.perf_counter() - begun < 10  # seconds; a fraction of one on a free machine
