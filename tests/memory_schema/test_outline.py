"""Outline and source map: lossless for code, one clear line for an edit that makes no sense."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_schema.errors import OutlineError
from memory_schema.outline import ChapterPlan, LeftOut, Outline, Proposal, SourceFile, SourceMap
from memory_schema.outline_markdown import outline_part, parse_outline, render_outline
from memory_schema.source_map_markdown import (
    parse_proposal,
    parse_source_map,
    render_proposal,
    render_source_map,
    source_map_part,
)

PIECES = [
    "a", "Lexer", " ", "  ", "\n", "\t", "词元", ":", "：", "—", "-", "- ", "# ", "## Chapter 2: x", "# Source map",
    "`", "```", '"', "\\", "[", "]", "[x]", ",", ";", "<!-- ARCHITECTURE_COMPLETE -->", "> ", "|", "'", "(", "\u2028",
    "{{ x }}", "operator[]", "1",
]  # fmt: skip
TEXT = st.lists(st.sampled_from(PIECES), max_size=6).map("".join)
NAMED = TEXT.filter(lambda text: bool(text.strip()))
PATH = st.lists(st.sampled_from([*PIECES, "/", ".py"]), min_size=1, max_size=6).map("".join)
FILES = st.lists(st.builds(SourceFile, path=PATH, purpose=TEXT, symbols=st.lists(TEXT, max_size=3)), max_size=3)


@st.composite
def outlines(draw: st.DrawFn) -> Outline:
    chapters = []
    for number in range(1, draw(st.integers(1, 4)) + 1):
        plan = ChapterPlan(
            number=number,
            title=draw(NAMED),
            promise=draw(TEXT),
            difficulty=draw(st.integers(1, 5)),
            words=draw(st.one_of(st.none(), st.integers(100, 20_000))),
            builds_on=tuple(draw(st.lists(st.integers(1, number - 1), max_size=2))) if number > 1 else (),
            topics=tuple(draw(st.lists(TEXT, max_size=3))),
            terms=tuple(draw(st.lists(TEXT, max_size=3))),
            dropped=draw(st.booleans()),
        )
        chapters.append(plan)
    return Outline(title=draw(NAMED), thesis=draw(TEXT), audience=draw(TEXT), chapters=tuple(chapters))


SOURCE_MAPS = st.builds(
    SourceMap,
    chapters=st.dictionaries(st.integers(1, 9), FILES, max_size=3),
    left_out=st.lists(st.builds(LeftOut, path=PATH, why=TEXT), max_size=3),
)


@given(outlines())
def test_an_outline_comes_back(outline: Outline) -> None:
    """Rendered and parsed, an outline is the same, whatever its texts hold."""
    assert parse_outline(render_outline(outline)) == outline


@given(SOURCE_MAPS)
def test_a_source_map_comes_back(source_map: SourceMap) -> None:
    """Paths with spaces, quotes, backticks, brackets, newlines and CJK survive, symbols too."""
    assert parse_source_map(render_source_map(source_map)) == source_map


@given(outlines(), st.lists(FILES.filter(bool), min_size=4, max_size=4), st.lists(TEXT, max_size=2))
def test_a_proposal_comes_back(outline: Outline, files: list[list[SourceFile]], why: list[str]) -> None:
    """Both parts stand in one text and neither reads the other's lines."""
    chapters = {plan.number: tuple(files[plan.number - 1]) for plan in outline.chapters}
    left_out = tuple(LeftOut(path=f"old {n}/", why=text) for n, text in enumerate(why))
    proposal = Proposal(outline=outline, source_map=SourceMap(chapters=chapters, left_out=left_out))
    assert parse_proposal(render_proposal(proposal)) == proposal


GOOD = """\
# A book

> Thesis.

## Chapter 1: One

- difficulty: 1

## Chapter 2: Two

- builds on: 1

# Source map

## Chapter 1

- `a.py` — one

## Chapter 2

- `b.py` — two [f, g]

<!-- ARCHITECTURE_COMPLETE -->
"""


def test_a_written_proposal_is_read() -> None:
    """The form that a person or a model writes by hand."""
    proposal = parse_proposal(GOOD)
    assert [plan.title for plan in proposal.outline.chapters] == ["One", "Two"]
    assert proposal.outline.chapters[1].builds_on == (1,)
    assert proposal.source_map.files(2) == (SourceFile(path="b.py", purpose="two", symbols=("f", "g")),)


@pytest.mark.parametrize(
    "heading",
    [
        "## Chapter 1: One",
        "##  chapter 1 - One",
        "## Chapter 1. One",
        "## 第 1 章：One",
        "## 第1章: One",
        "## Chapter 1 — One",
    ],
)
def test_chapter_headings_are_read_leniently(heading: str) -> None:
    """Separators and language of the word vary; number and title are the same."""
    assert parse_outline(f"# T\n\n{heading}\n").chapters == (ChapterPlan(number=1, title="One"),)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("difficulty: 1", "difficulty: easy", "difficulty"),
        ("difficulty: 1", "difficulty: ²", "difficulty"),
        ("difficulty: 1", "difficulty: 9", "difficulty"),
        ("difficulty: 1", "dificulty: 1", 'did you mean "difficulty"'),
        ("difficulty: 1", "words: 12", "words"),
        ("difficulty: 1", "words: " + "9" * 5000, "words"),
        ("builds on: 1", "builds on: 2", "does not come before"),
        ("builds on: 1", "builds on: 7", "does not come before"),
        ("builds on: 1", "builds on: one", "chapter numbers"),
        ("## Chapter 2: Two", "## Chapter 3: Two", "chapter 2 belongs"),
        ("## Chapter 2: Two", "## Chapter 1: Two", "chapter 2 belongs"),
        ("## Chapter 2: Two", "## Chapter 2:", "chapter 2"),
        ("## Chapter 2: Two", "## Epilogue", "no chapter"),
        ("## Chapter 2: Two", "## Chapter " + "9" * 5000 + ": Two", "no chapter"),
        ("# A book", "", "title"),
        ("# Source map", "# Sources", "source map"),
        ("- `b.py` — two [f, g]", "", "no source file"),
        ("- `b.py` — two [f, g]", "- b.py: two", "cannot read"),
        ("- `b.py` — two [f, g]", '- "b\\ud800.py" — two', "string"),
        ("- `b.py` — two [f, g]", '- "b\\u00.py" — two', "string"),
        ("- `b.py` — two [f, g]", "- `` — two", "cannot read"),
        ("- `b.py` — two [f, g]", '- "" — two', "cannot read"),
        ("## Chapter 2\n\n- `b.py`", "## Chapter 3\n\n- `b.py`", "not in the outline"),
    ],
)
def test_nonsense_gives_one_clear_line(old: str, new: str, says: str) -> None:
    """An edit that contradicts itself is refused with one line that names the place."""
    assert old in GOOD
    with pytest.raises(OutlineError) as caught:
        parse_proposal(GOOD.replace(old, new))
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("text", ["", "\n", "# Only a title", "no heading at all", "## Chapter", "\x00"])
def test_an_empty_outline_is_refused(text: str) -> None:
    """No chapter, no book."""
    with pytest.raises(OutlineError, match="chapter"):
        parse_outline(text)


@given(st.lists(st.sampled_from([*GOOD.split("\n"), *PIECES]), max_size=12).map("\n".join))
def test_any_text_parses_or_is_refused(text: str) -> None:
    """Whatever a person leaves in the file: an outline, or an OutlineError, never another exception."""
    with contextlib.suppress(OutlineError):
        parse_proposal(text)


def test_part_of_one_chapter() -> None:
    """A chapter's part holds the book's head, the chapter and its neighbours' titles, and nothing else."""
    outline = parse_outline(
        "# B\n\n> T\n\n## Chapter 1: One\n\n## Chapter 2: Two\n\n- topics: x\n\n## Chapter 3: Three\n\n"
        "## Chapter 4: Four\n"
    )
    part = outline_part(outline, 2)
    assert "## Chapter 2: Two" in part
    assert "- previous chapter: 1. One" in part
    assert "- next chapter: 3. Three" in part
    assert "Four" not in part
    changed = outline.model_copy(
        update={"chapters": (*outline.chapters[:3], outline.chapters[3].model_copy(update={"title": "Other"}))}
    )
    assert outline_part(changed, 2) == part
    assert "next chapter: none" in outline_part(outline, 4)
    with pytest.raises(OutlineError, match="chapter 9"):
        outline_part(outline, 9)


def test_dropped_chapters_are_no_neighbours() -> None:
    """A dropped chapter stays in the file and is out of every part."""
    outline = parse_outline("# B\n\n## Chapter 1: One\n\n## Chapter 2: Two\n\n- dropped: yes\n\n## Chapter 3: Three\n")
    assert [plan.number for plan in outline.kept] == [1, 3]
    assert "- next chapter: 3. Three" in outline_part(outline, 1)


def test_source_map_part() -> None:
    """Only this chapter's files."""
    source_map = SourceMap(chapters={1: (SourceFile(path="a.py"),), 2: (SourceFile(path="b.py"),)})
    assert "b.py" in source_map_part(source_map, 2)
    assert "a.py" not in source_map_part(source_map, 2)
