"""Footnotes: a sign has a note, and a note is no link."""

from __future__ import annotations

import pytest

from tasks.checks.chapter_text import Block, ChapterText
from tasks.checks.document_links import DocumentPlace, check_document_links
from tasks.checks.footnotes import check_footnotes


@pytest.mark.parametrize(
    ("text", "dead"),
    [
        ("It is so[^a].\n\n- item\n\n    [^a]: Yes.", 0),
        ("It is so[^a].\n\n> > [^a]: Yes.", 0),
        ("It is `[^b]`, and `x`[^a].\n\n[^a]: Yes.", 0),
        ("It is `x`[^b] so[^b].\n\n[^a]: Yes.", 2),
    ],
)
def test_a_note_may_stand_within_a_list_or_a_quotation(text: str, dead: int) -> None:
    """Where a note stands is no matter; a sign within code is none."""
    assert len(check_footnotes(ChapterText(text)).findings) == dead


def test_a_note_of_one_word_is_no_link() -> None:
    """`[^a]: Yes` is a note to a host that knows notes, though CommonMark alone reads an address in it."""
    place = DocumentPlace("a.md", lambda path: False)
    assert not check_document_links(ChapterText("It is so[^a].\n\n[^a]: Yes\n"), place).findings
    assert check_document_links(ChapterText("It is [so][a].\n\n[a]: Yes\n"), place).findings


def test_the_line_of_a_character() -> None:
    """A character, a line break included, stands in the line that it ends or is part of."""
    block = Block("a\nbc\n\nd", 7)
    assert [block.line(at) for at in range(len(block.text) + 1)] == [7, 7, 8, 8, 8, 9, 10, 10]
