"""Laws of style: the rules of PROTOCOL 7 that code decides; only a missing title or text is ❌."""

from __future__ import annotations

import pytest

from memory_schema.findings import Finding, Severity
from memory_schema.lengths import length
from tasks.checks.style import check_style


def problems(text: str, language: str = "en", target: int = 0) -> list[str]:
    return [finding.problem for finding in check_style(text, language, target).findings]


def only(text: str, language: str = "en", target: int = 0) -> Finding:
    found = check_style(text, language, target).findings
    assert len(found) == 1, [finding.problem for finding in found]
    return found[0]


def test_clean_chapter(chapter: str) -> None:
    """A chapter that keeps the rules has no finding, and its size is counted."""
    result = check_style(chapter, "en", length(chapter, "en"))
    assert result.findings == ()
    assert result.counts["sections"] == 3
    assert result.counts["code blocks"] == 2


def test_clean_zh_chapter(zh_chapter: str) -> None:
    """Chinese is measured in characters; only the planted repetition is found."""
    result = check_style(zh_chapter, "zh", length(zh_chapter, "zh"))
    assert {finding.severity for finding in result.findings} <= {Severity.COULD}
    assert "characters" in result.counts


@pytest.mark.parametrize("text", ["", "\n\n", "<!-- DRAFT_COMPLETE -->\n"])
def test_empty_text(text: str) -> None:
    """An empty text is ❌ and nothing else is said of it."""
    assert only(text).severity is Severity.MUST


def test_missing_title(chapter: str) -> None:
    """No H1 is ❌; a second one is ⚠️."""
    worst = check_style(chapter.replace("# One token", "One token", 1), "en", 0).findings
    assert [finding.problem for finding in worst if finding.severity is Severity.MUST] == ["the chapter has no title"]
    assert only(chapter.replace("### ", "## ") + "\n# Again\n").problem == "a second H1"


def test_title_in_code_is_no_title() -> None:
    """A number sign inside a fence is no heading."""
    assert "the chapter has no title" in problems("```text\n# not a title\n```\n")


def test_number_of_sections(chapter: str) -> None:
    """Fewer than 3 or more than 6 H2 are ⚠️."""
    assert "2 sections (H2) where 3 to 6 belong" in problems(chapter.replace("## How", "### How"))
    more = "".join(f"## More {n}\n\nText.\n\n" for n in range(5))
    assert "8 sections (H2) where 3 to 6 belong" in problems(chapter.replace("## What to", more + "## What to"))


def test_h4(chapter: str) -> None:
    """An H4 is ⚠️ at its line."""
    finding = only(chapter.replace("## What to", "#### Too deep\n\nText.\n\n## What to"))
    assert (finding.severity, finding.quote) == (Severity.SHOULD, "Too deep")


def test_hook(chapter: str) -> None:
    """An opening of another length than 80 to 120 words is ⚠️, and so is none."""
    lines = chapter.split("\n")
    short = "\n".join([*lines[:3], *lines[8:]])
    assert "the opening has" in only(short).problem
    assert "no opening before the first section" in problems("\n".join([*lines[:2], *lines[9:]]))


def test_zh_hook(zh_chapter: str) -> None:
    """A Chinese opening has 200 to 300 characters."""
    short = zh_chapter.replace("它只认得下一个词元，必要时还能把刚取走的那一个放回去。" * 5, "", 1)
    assert any("characters where 200 to 300 belong" in problem for problem in problems(short, "zh"))


def test_recap_and_bridge(chapter: str) -> None:
    """A chapter closes with a recap and a bridge; the last chapter of a book needs no bridge."""
    assert "no recap among" in only(chapter.replace("## What to remember", "## Odds and ends")).problem
    closed = chapter.replace(", in [the next chapter](ch02.md),", "")
    assert only(closed).problem == "no bridge to the next chapter"
    assert check_style(closed, "en", 0, last_chapter=True).findings == ()


def test_zh_recap_and_bridge(zh_chapter: str) -> None:
    """The Chinese words for recap and bridge are known."""
    bare = zh_chapter.replace("本章小结", "余论").replace("下一章讲", "此后")
    assert {"no recap among the last two sections", "no bridge to the next chapter"} <= set(problems(bare, "zh"))


def test_long_paragraph(chapter: str) -> None:
    """A paragraph of more than 5 lines is ⚠️, also where it is written as one long line."""
    six = "\n".join(f"This is line {n} of it." for n in range(6))
    assert only(chapter.replace("## How", f"{six}\n\n## How", 1)).problem.startswith("a paragraph of 6 lines")
    one = "word " * 150
    assert only(chapter.replace("## How", f"{one}\n\n## How", 1)).problem.startswith("a paragraph of 7 lines")


@pytest.mark.parametrize("block", ["- item {}", "> quote {}", "| a | {} |", "{}. item"])
def test_lists_are_no_paragraphs(block: str, chapter: str) -> None:
    """Lists, tables and quotations have no limit of lines."""
    ten = "\n".join(block.format(n) for n in range(10))
    assert check_style(chapter.replace("## How", f"{ten}\n\n## How", 1), "en", 0).findings == ()


def test_code_blocks(chapter: str) -> None:
    """A block of more than 30 lines, without a language, or never closed is ⚠️; a diagram may be long."""
    long = "\n".join(["```text", *["x"] * 31, "```"])
    assert only(chapter.replace("## How", f"{long}\n\n## How", 1)).problem.startswith("a code block of 31 lines")
    assert (
        check_style(chapter.replace("## How", f"{long.replace('text', 'mermaid')}\n\n## How", 1), "en", 0).findings
        == ()
    )
    for info in ("", "lexer.py:1-2"):
        found = only(chapter.replace("## How", f"```{info}\nx\n```\n\n## How", 1))
        assert found.problem == "a code block without a language"
    assert "a code block that is never closed" in problems(chapter + "\n```text\n")


@pytest.mark.parametrize("phrase", ["This chapter introduces tokens.", "In this chapter, we will introduce tokens."])
def test_forbidden_phrase(phrase: str, chapter: str) -> None:
    """The forbidden phrases are ⚠️, in code they are nothing."""
    assert only(chapter.replace("## How", f"{phrase}\n\n## How", 1)).severity is Severity.SHOULD
    assert check_style(chapter.replace("## How", f"`{phrase}`\n\n## How", 1), "en", 0).findings == ()


def test_zh_forbidden_phrase(zh_chapter: str) -> None:
    """ "本章介绍" is forbidden with its usual adverbs."""
    assert 'the phrase "本章将介绍" says nothing' in problems(zh_chapter.replace("词元很小", "本章将介绍词元"), "zh")


@pytest.mark.parametrize(("factor", "fix"), [(2.0, "add"), (0.5, "cut"), (1.19, ""), (0.85, "")])
def test_length(factor: float, fix: str, chapter: str) -> None:
    """Beyond 20 % of the target is ⚠️ and says how much is missing or too much."""
    found = check_style(chapter, "en", round(length(chapter, "en") * factor)).findings
    assert [finding.fix.split()[0] for finding in found] == ([fix] if fix else [])


def test_repeated_sentence(chapter: str) -> None:
    """A sentence of 8 or more words said twice is 💡; a short one is not."""
    long = "The cursor never moves further than a single step back."
    text = chapter.replace("## How", f"{long}\n\n## How", 1).replace("## What to", f"And so. {long}\n\n## What to")
    assert only(text).severity is Severity.COULD
    assert check_style(text.replace(long, "The cursor never moves."), "en", 0).findings == ()


def test_bold_next_to_chinese(zh_chapter: str) -> None:
    """Emphasis beside Chinese characters is allowed."""
    assert problems(zh_chapter.replace("词元很小", "**注意：**词元很小"), "zh") == problems(zh_chapter, "zh")


def test_chinese_book_in_english(chapter: str) -> None:
    """A Chinese book written in English is ⚠️."""
    assert any("the book is in Chinese" in problem for problem in problems(chapter, "zh"))
