"""Lengths in words and characters, and the token estimates."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_schema.lengths import (
    ceiling_tokens,
    counts_characters,
    estimate_tokens,
    han_share,
    length,
    prose_of,
    unit,
)


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("The lexer reads tokens.", "en", 4),
        ("don't stop — it's `x.y` here", "en", 5),
        ("词元流是一卷票。", "zh", 7),
        ("词元流 token 是票", "zh", 6),
        ("词元流 token 是票", "zh-CN", 6),
        ("かな と 漢字", "ja", 5),
        ("", "en", 0),
        ("one\n```python\nmany words in code\n```\ntwo", "en", 2),
        ("one\n<!-- DRAFT_COMPLETE -->\n", "en", 1),
    ],
)
def test_length(text: str, language: str, expected: int) -> None:
    """Words in Latin script, characters in CJK, fenced code and markers excluded (PROTOCOL 7)."""
    assert length(text, language) == expected


def test_unit() -> None:
    """The unit is named after what is counted."""
    assert [unit(language) for language in ("en", "de-AT", "zh", "ZH-hant", "ja", "ko")] == [
        "words",
        "words",
        "characters",
        "characters",
        "characters",
        "characters",
    ]
    assert not counts_characters("zhx")


def test_han_share() -> None:
    """CJK characters among all letters; signs, digits and spaces do not count."""
    assert han_share("词元 ab 12 !?") == 0.5
    assert han_share("123") == 0.0
    assert han_share("全部中文。") == 1.0


@given(st.integers(0, 500), st.integers(0, 500), st.integers(0, 500))
def test_estimator_formulas(ascii_count: int, cjk: int, other: int) -> None:
    """ascii/2.8 + 1.25 CJK + 0.6 other expected; ascii/2.2 (2.0 dense) + 1.6 CJK + other at most (FACTS)."""
    text = "a" * ascii_count + "词" * cjk + "é" * other
    assert estimate_tokens(text) == math.ceil(ascii_count / 2.8 + 1.25 * cjk + 0.6 * other)
    assert ceiling_tokens(text) == math.ceil(ascii_count / 2.2 + 1.6 * cjk + other)
    assert ceiling_tokens(text, dense_json=True) == math.ceil(ascii_count / 2.0 + 1.6 * cjk + other)


@given(st.text())
def test_the_ceiling_is_above_the_estimate(text: str) -> None:
    """Gating never uses less than what is expected."""
    assert ceiling_tokens(text, dense_json=True) >= ceiling_tokens(text) >= estimate_tokens(text)


def test_prose_of_keeps_headings_and_lists() -> None:
    """Only code and comment lines fall away."""
    assert prose_of("# A\n\n- b\n```\nx\n```\n<!-- M -->\nc") == "# A\n\n- b\nc"
