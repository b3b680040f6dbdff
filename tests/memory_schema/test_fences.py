"""The fence scanner: CommonMark's rules for fenced code and code spans."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_schema.fences import fence_for, fences, inline_code, prose_lines, scan, without_inline_code

MARKDOWN = st.text(alphabet=st.sampled_from("`~ \n\tab#-<!>\r"), max_size=120)


def test_a_fence_holds_its_body_and_its_place() -> None:
    """Info, body and 1-based lines of a fence, delimiters not in the body."""
    (fence,) = fences("one\n```python a.py:1-2\nx = 1\n\ny\n```\nend")
    assert (fence.info, fence.body, fence.start, fence.end, fence.closed) == (
        "python a.py:1-2",
        "x = 1\n\ny",
        2,
        6,
        True,
    )


@pytest.mark.parametrize(
    ("text", "closed", "body"),
    [
        ("````\n```\n````", True, "```"),
        ("```\n~~~\n```", True, "~~~"),
        ("~~~\n```\n~~~~", True, "```"),
        ("````\n```", False, "```"),
        ("```\n``` x\n```", True, "``` x"),
        ("  ```\n  a\n    b\n   ```", True, "a\n  b"),
        ("```\r\na\r\n```\r\n", True, "a\r"),
        ("```", False, ""),
        ("~~~ a`b\nx\n~~~", True, "x"),
    ],
)
def test_closing_rules(text: str, closed: bool, body: str) -> None:
    """A fence closes with at least as many of the same character and nothing else, also with CRLF."""
    (fence,) = fences(text)
    assert (fence.closed, fence.body) == (closed, body)


@pytest.mark.parametrize("text", ["    ```\ncode", "``` a`b ```", "``", "text ```", "\\```"])
def test_what_is_no_fence(text: str) -> None:
    """Four spaces, a backtick in the info, too few ticks or text before: prose."""
    assert fences(text) == ()


@given(MARKDOWN)
def test_no_line_is_lost(text: str) -> None:
    """The lines joined are the text; every line inside a fence knows which."""
    lines, found = scan(text)
    assert "\n".join(line.text for line in lines) == text
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    for line in lines:
        if line.fence is not None:
            assert found[line.fence].start <= line.number <= found[line.fence].end


@given(MARKDOWN)
def test_any_body_can_be_fenced(body: str) -> None:
    """`fence_for` gives a fence that its body cannot close."""
    ticks = fence_for(body)
    (fence,) = fences(f"{ticks}text\n{body}\n{ticks}")
    assert fence.closed
    assert fence.body == body


@given(MARKDOWN)
def test_blanking_code_keeps_every_position(text: str) -> None:
    """Length and line breaks stay, so that positions found in the blanked text hold in the text."""
    bare = without_inline_code(text)
    assert len(bare) == len(text)
    assert [i for i, c in enumerate(bare) if c == "\n"] == [i for i, c in enumerate(text) if c == "\n"]


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("a `b` c", ("b",)),
        ("``a ` b`` and `c`", ("a ` b", "c")),
        ("`a\nb`", ("a\nb",)),
        ("`open", ()),
        ("`a\n\nb`", ()),
        ("- `a\n- b`", ()),
        ("`a\n# b`", ()),
        ("`a\n<!-- x -->`", ()),
        ("`` ` ``", ("`",)),
        ("`a`` `b`", ("a`` ",)),
    ],
)
def test_code_spans(text: str, spans: tuple[str, ...]) -> None:
    """Runs pair with the next run of the same length, and never across a block."""
    assert inline_code(text) == tuple(span.strip() for span in spans)


def test_stray_backticks_cost_linear_time() -> None:
    """Hostile text with thousands of unmatched runs is scanned at once."""
    hostile = " ".join("`" * size for size in range(1, 1500))
    begun = time.perf_counter()
    assert without_inline_code(hostile) == hostile
    assert time.perf_counter() - begun < 2


def test_prose_lines_leave_fences_out() -> None:
    """Delimiters and code are not prose."""
    assert [line.text for line in prose_lines("a\n```\nb\n```\nc")] == ["a", "c"]
