"""Terms, metaphors, links and headings as code finds them in a chapter."""

from __future__ import annotations

import pytest

from memory_schema.conventions import (
    ChapterLink,
    Heading,
    MetaphorUse,
    anchor_of,
    chapter_links,
    defined_terms,
    headings,
    metaphors_in,
    normal_term,
)


def test_terms_are_bold_and_metaphor_lines_are_not_definitions() -> None:
    """Bold outside code defines a term, once, in order; a metaphor line only pictures one."""
    text = (
        "A **token stream** feeds **`Parser`**. Again **token stream**.\n\n"
        "*Picture it:* a **lexer** is like *a sieve*: it sorts.\n\n"
        "`**kwargs` and `**options`\n\n```\n**code**\n```\n"
    )
    assert defined_terms(text) == ("token stream", "Parser")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "*Picture it:* a **token stream** is like *a ticket roll*: one each; the picture stops where it rewinds.",
            ("token stream", "a ticket roll", "where it rewinds"),
        ),
        (
            "*打个比方：* **词元流** 就像 *一卷票*：一次撕下一张；这个比方到词元可以退回处为止。",
            ("词元流", "一卷票", "词元可以退回处为止"),
        ),
        ("*Picture it:* the **x** is like *y*: z.", ("x", "y", "")),
    ],
)
def test_metaphor_lines(line: str, expected: tuple[str, str, str]) -> None:
    """Concept, metaphor and where it stops, in both languages."""
    assert metaphors_in(f"# T\n\n{line}\n") == (MetaphorUse(*expected, 3),)


def test_no_metaphor_in_prose_or_code() -> None:
    """Only the line of its own counts."""
    assert metaphors_in("He said *Picture it:* a **x** is like *y*.") == ()
    assert metaphors_in("```\n*Picture it:* a **x** is like *y*: z\n```") == ()


def test_links_keep_their_text_and_anchor() -> None:
    """Links name chapter, anchor and text as written; code and other links are none."""
    text = "See [the `Lexer`](ch02.md#the-lexer) and [later](ch10.md).\n`[x](ch03.md)` [web](https://ch04.md)\n"
    assert chapter_links(text) == (
        ChapterLink(2, "the-lexer", "the `Lexer`", 1),
        ChapterLink(10, "", "later", 1),
    )


def test_headings_outside_code() -> None:
    """ATX headings with level, text and line."""
    assert headings("# A\n```\n# no\n```\n## B ##\n#no") == (Heading(1, "A", 1), Heading(2, "B", 5))


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [("The `Lexer` class", "the-lexer-class"), ("词法 分析", "词法-分析"), ("!!!", "section"), ("A  --  B", "a-b")],
)
def test_anchors(heading: str, anchor: str) -> None:
    """Lower case, letters of any script, dashes between."""
    assert anchor_of(heading) == anchor


def test_terms_compare_without_case_marks_and_spaces() -> None:
    """`Token Stream` and token  stream are one term."""
    assert normal_term("**Token  Stream**") == normal_term("`token stream`")
