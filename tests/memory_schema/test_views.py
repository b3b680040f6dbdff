"""A view as Markdown, and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_schema.entries import Summary
from memory_schema.memory_view import MemoryView, SeenMetaphor, SeenReference, SeenSummary, SeenTerm
from memory_schema.paths import Kind
from memory_schema.views import (
    parse_glossary,
    parse_metaphors,
    parse_references,
    parse_summary_titles,
    render_view,
)

WORDS = st.lists(
    st.sampled_from(["token", "词元", "`x`", "(y)", "*", "**kw", "a-b", "#", "[z]", ":", '"q"']), max_size=4
).map(" ".join)
NAME = WORDS.filter(bool)


@pytest.mark.parametrize("kind", Kind)
def test_empty_memory_is_said_in_words(kind: Kind) -> None:
    """Chapter 1 sees empty memory, said so in words (PROTOCOL 2)."""
    text = render_view(kind, MemoryView())
    assert "before this" in text
    assert parse_glossary(text) == parse_metaphors(text) == parse_references(text) == ()


@given(st.lists(st.builds(SeenTerm, NAME, WORDS, st.integers(1, 120), WORDS, WORDS), max_size=4))
def test_glossary_comes_back(terms: list[SeenTerm]) -> None:
    """A model, a person and code read the same lines."""
    view = MemoryView(glossary=tuple(terms))
    assert parse_glossary(render_view(Kind.GLOSSARY, view)) == view.glossary


@given(st.lists(st.builds(SeenMetaphor, NAME, NAME, st.integers(1, 120), WORDS), max_size=4))
def test_metaphors_come_back(items: list[SeenMetaphor]) -> None:
    """Concept, metaphor, chapter and limits."""
    view = MemoryView(metaphors=tuple(items))
    assert parse_metaphors(render_view(Kind.METAPHORS, view)) == view.metaphors


@given(st.lists(st.builds(SeenReference, st.integers(1, 120), WORDS, st.integers(1, 120), WORDS, WORDS), max_size=4))
def test_references_come_back(items: list[SeenReference]) -> None:
    """Both chapters, both headings, why."""
    view = MemoryView(cross_references=tuple(items))
    assert parse_references(render_view(Kind.CROSS_REFERENCES, view)) == view.cross_references


def summary(chapter: int, title: str) -> SeenSummary:
    return SeenSummary(chapter, title, Summary(core="First sentence. Second sentence.", reader_knows=("much",)))


def test_older_summaries_become_one_line_each() -> None:
    """Strategy 1 of PROTOCOL 3.3: the last five whole, the older ones one line each, none lost."""
    view = MemoryView(summaries=tuple(summary(n, f"Title {n}") for n in range(1, 9)))
    text = render_view(Kind.SUMMARIES, view, whole_summaries=5)
    assert text.count("Second sentence.") == 5
    assert text.count("First sentence.") == 8
    assert parse_summary_titles(text) == {n: f"Title {n}" for n in range(1, 9)}
    assert parse_summary_titles(render_view(Kind.SUMMARIES, view)) == {n: f"Title {n}" for n in range(1, 9)}


def test_titles_with_dashes_stay_whole() -> None:
    """A dash in a title is not the end of it."""
    text = render_view(Kind.SUMMARIES, MemoryView(summaries=(summary(2, "Lexing — twice"),)))
    assert parse_summary_titles(text) == {2: "Lexing — twice"}
