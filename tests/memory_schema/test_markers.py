"""Completion markers: when a reply is complete (PROTOCOL 3.5; issue 2, "Replies")."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_schema.markers import Completeness, Marker, judge, sealed, split_reply, strip_marker

M = Marker.DRAFT.line
NOTE = '{"conclusion": "done"}'
TEXTS = st.lists(st.sampled_from(["a", " ", "\n", "`", "```", "~~~", M, Marker.FINAL.line]), max_size=12).map("".join)

CASES = [
    ("", Completeness.EMPTY),
    (" \n\t\n", Completeness.EMPTY),
    ("# T\n\ntext", Completeness.NO_MARKER),
    (f"# T\n\ntext\n\n{M}", Completeness.COMPLETE),
    (f"# T\n\ntext\n\n{M}\n\n\n", Completeness.COMPLETE),
    (f"# T\r\n\r\ntext\r\n{M}\r\n", Completeness.COMPLETE),
    (f"# T\n\n{M}\n\nmore text", Completeness.NOT_LAST),
    (f"# T\n\ntext {M}", Completeness.NOT_LAST),
    (f"# T\n\n{M}\n\ntext\n\n{M}", Completeness.REPEATED),
    (f"{M}\n{M}", Completeness.REPEATED),
    (f"a <!--DRAFT_COMPLETE--> b\n\n{M}", Completeness.REPEATED),
    (f"```\n{M}\n```\n\ntext\n\n{M}", Completeness.COMPLETE),
    (f"~~~html\n{M}\n~~~\n\ntext\n\n{M}", Completeness.COMPLETE),
    (f"````\n```\n{M}\n```\n````\n\n{M}", Completeness.COMPLETE),
    (f"ends with `{M}` as code\n\n{M}", Completeness.COMPLETE),
    (f"ends with ``{M}`` as code\n\n{M}", Completeness.COMPLETE),
    (f"text\n\n```python\nx = 1\n\n{M}", Completeness.OPEN_FENCE),
    (f"text\n\n~~~\nx\n```\n\n{M}", Completeness.OPEN_FENCE),
    (f"text\n\n````\n```\n\n{M}", Completeness.OPEN_FENCE),
    (f"```\n{M}\n```", Completeness.NO_MARKER),
    (f"text\n\n`{M}`", Completeness.NO_MARKER),
    (f"a stray ` tick\n\n{M}\n\nanother ` tick\n\n{M}", Completeness.REPEATED),
    (f"a stray ` tick\n{M}\nanother ` tick\n\n{M}", Completeness.REPEATED),
    (f"text\n\n{Marker.FINAL.line}", Completeness.NO_MARKER),
    (f"text\n\n{Marker.FINAL.line}\n\n{M}", Completeness.COMPLETE),
    ("text\n\nDRAFT_COMPLETE", Completeness.NO_MARKER),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_completeness(text: str, expected: Completeness) -> None:
    """Complete only with the marker alone on the last line, nowhere else outside code, no fence open."""
    assert judge(text, Marker.DRAFT) is expected


@pytest.mark.parametrize(
    ("reply", "body", "rest"),
    [
        (f"# T\n\n{M}\n\n{NOTE}", f"# T\n\n{M}\n", NOTE),
        (f"# T\n\n{M}", f"# T\n\n{M}\n", ""),
        (f"# T\n\n{NOTE}", f"# T\n\n{NOTE}", ""),
        (f"`{M}`\n\n{M}\n```json\n{NOTE}\n```", f"`{M}`\n\n{M}\n", f"```json\n{NOTE}\n```"),
        (f"a ` stray\n{M}\n" + '{"conclusion": "`x` is done"}', f"a ` stray\n{M}\n", '{"conclusion": "`x` is done"}'),
        (f"{M}\ntext\n{M}\n{NOTE}", f"{M}\ntext\n{M}\n", NOTE),
        (f"# T\n\n{M}\n\n" + '{"conclusion": "' + M + '"}', f"# T\n\n{M}\n", '{"conclusion": "' + M + '"}'),
    ],
)
def test_split_reply(reply: str, body: str, rest: str) -> None:
    """The body ends with the last marker line; the note is what follows, also after stray backticks."""
    assert split_reply(reply, Marker.DRAFT) == (body, rest)


@given(TEXTS)
def test_sealed_ends_with_its_marker_once(text: str) -> None:
    """Sealing twice is sealing once, and a text without an open fence is then complete."""
    once = sealed(text, Marker.DRAFT)
    assert once.endswith(f"\n\n{M}\n")
    if judge(once, Marker.DRAFT) is not Completeness.OPEN_FENCE:
        assert sealed(once, Marker.DRAFT) == once


@given(TEXTS)
def test_stripping_leaves_code_alone(text: str) -> None:
    """A reader never sees a marker line, and stripping again changes nothing."""
    bare = strip_marker(text)
    assert strip_marker(bare) == bare


def test_a_marker_inside_code_is_text() -> None:
    """A chapter about markers may quote one."""
    quoted = f"```html\n{M}\n```\n"
    assert strip_marker(f"{quoted}\n{M}\n") == quoted


def test_every_marker_has_one_line_of_its_own() -> None:
    """Values and lines are unique, and each line is exactly a comment."""
    assert len({marker.line for marker in Marker}) == len(Marker)
    assert all(judge(f"x\n\n{marker.line}", marker) is Completeness.COMPLETE for marker in Marker)
