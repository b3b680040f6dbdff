"""The writer: chapters that keep the rules of PROTOCOL 7 in both languages and say only what is so."""

from __future__ import annotations

import re
from typing import Any

import pytest

from memory_schema.conventions import chapter_links, defined_terms, headings, metaphors_in
from memory_schema.fences import fences
from memory_schema.lengths import han_share, length, prose_of
from tasks.offline.reply import Reply
from tasks.offline.report_parse import parse_report

KEYS = ["en1", "en2", "zh1", "zh2"]


@pytest.mark.parametrize("key", KEYS)
def test_a_chapter_has_the_shape_of_the_protocol(drafts: dict[str, Reply], key: str) -> None:
    """One H1, 3 to 6 H2, no H4, a recap at the end, closed fences of at most 30 lines."""
    text = drafts[key].body
    levels = [heading.level for heading in headings(text)]
    assert levels.count(1) == 1
    assert 3 <= levels.count(2) <= 6
    assert max(levels) <= 3
    last = [heading.text for heading in headings(text) if heading.level == 2][-1]
    assert last.startswith("小结" if key.startswith("zh") else "Recap")
    assert all(fence.closed and fence.body.count("\n") < 30 for fence in fences(text))
    assert not re.search(r"this chapter (introduces|presents)|本章介绍", text, re.IGNORECASE)


@pytest.mark.parametrize("key", KEYS)
def test_the_opening_and_the_whole_have_their_lengths(drafts: dict[str, Reply], key: str) -> None:
    """Opening 80-120 words or 200-300 characters, whole text the target ± 20 %."""
    text, language = drafts[key].body, key[:2]
    opening = text.split("\n## ")[0].split("\n", 1)[1]
    low, high = (200, 300) if language == "zh" else (80, 120)
    assert low * 0.95 <= length(opening, language) <= high * 1.05
    assert 1800 * 0.8 <= length(text, language) <= 1800 * 1.2


@pytest.mark.parametrize("key", KEYS)
def test_every_quote_is_the_reports(drafts: dict[str, Reply], reports: dict[int, str], key: str) -> None:
    """At least 5 quoted blocks, each word for word from the report, each introduced and discussed in prose."""
    text = drafts[key].body
    known = {quote.info: quote.text for quote in parse_report(reports[int(key[2])]).quotes}
    placed = [fence for fence in fences(text) if fence.info in known]
    assert len(placed) >= 5
    assert all(fence.body == known[fence.info] for fence in placed)
    assert {fence.info for fence in fences(text)} <= {*known, "mermaid"}
    rows = text.split("\n")
    for fence in placed:
        before = next(row for row in reversed(rows[: fence.start - 1]) if row.strip())
        after = next(row for row in rows[fence.end :] if row.strip())
        assert before.endswith((":", "："))
        assert not after.startswith(("#", "```"))


@pytest.mark.parametrize("key", KEYS)
def test_paragraphs_have_at_most_five_lines(drafts: dict[str, Reply], key: str) -> None:
    """After the opening no paragraph is longer than five written lines."""
    body = "## " + drafts[key].body.split("\n## ", 1)[1]
    for block in re.split(r"\n\s*\n", prose_of(body)):
        rows = [row for row in block.split("\n") if row.strip()]
        if rows and not rows[0].startswith(("|", "- ", "#")):
            assert len(rows) <= 5


@pytest.mark.parametrize("key", KEYS)
def test_terms_are_bold_once_and_the_metaphor_knows_its_limit(drafts: dict[str, Reply], key: str) -> None:
    """Terms of the outline are defined in bold; the metaphor line has a limit that code can read."""
    text = drafts[key].body
    assert len(defined_terms(text)) >= 2
    (picture,) = metaphors_in(text)
    assert picture.limits
    assert picture.concept in defined_terms(text)


@pytest.mark.parametrize("key", ["zh1", "zh2"])
def test_chinese_prose_is_chinese(drafts: dict[str, Reply], key: str) -> None:
    """At least 80 % Han characters outside code, names, quotations, titles of the outline and terms."""
    text = re.sub(r"^(?:>|#).*$", "", prose_of(drafts[key].body), flags=re.MULTILINE)
    bare = re.sub(r"`[^`]*`|\*\*[^*]*\*\*|\[[^\]]*\]\([^)]*\)", "", text)
    assert han_share(bare) >= 0.8


def test_nothing_long_is_said_twice(drafts: dict[str, Reply]) -> None:
    """No sentence of 8 or more words stands in both chapters, and none twice in one."""
    for language in ("en", "zh"):
        seen: set[str] = set()
        for chapter in (1, 2):
            prose = prose_of(drafts[f"{language}{chapter}"].body)
            for sentence in re.split(r"(?<=[.!?:。：])\s*|\n\n|\n- ", prose):
                flat = " ".join(sentence.split())
                if len(re.findall(r"\w+", flat)) >= 8 and not flat.startswith((">", "|", "#")):
                    assert flat not in seen
                    seen.add(flat)


def test_mapped_symbols_are_explained(drafts: dict[str, Reply], reports: dict[int, str]) -> None:
    """At least 90 % of the symbols that the source map names stand in the text with what they do."""
    for key in KEYS:
        names = [one.name for one in parse_report(reports[int(key[2])]).mapped]
        told = [name for name in names if f"`{name}`" in drafts[key].body]
        assert len(told) >= 0.9 * len(names)


def test_memory_changes_the_chapter(english: Any, reports: dict[int, str], drafts: dict[str, Reply]) -> None:
    """Carry-forward: an earlier term is linked and not defined again; a metaphor that is taken is not used."""
    taken = metaphors_in(drafts["en2"].body)[0]
    glossary = "- **template** · chapter 1 · text with holes\n- **loader** · chapter 1 · what finds templates\n"
    registry = f"- something else = {taken.metaphor} · chapter 1 · until: it ends\n"
    text = english.draft(2, reports[2], glossary, registry).body
    assert text != drafts["en2"].body
    assert "loader" not in defined_terms(text)
    assert any(link.chapter == 1 and link.text in ("template", "loader") for link in chapter_links(text))
    assert taken.metaphor not in [use.metaphor for use in metaphors_in(text)]


def test_chapters_are_linked_by_their_real_titles(drafts: dict[str, Reply]) -> None:
    """The bridge names the next chapter; the second chapter links back to the first."""
    assert "[Where templates come from](ch02.md)" in drafts["en1"].body.split("## Recap")[1]
    assert any(link.chapter == 1 for link in chapter_links(drafts["en2"].body))


def test_the_same_request_gives_the_same_chapter(
    english: Any, reports: dict[int, str], drafts: dict[str, Reply]
) -> None:
    """No chance, no clock: the writer is a pure function of its brief."""
    assert english.draft(1, reports[1]).body == drafts["en1"].body


def test_a_report_without_facts_is_not_padded(english: Any) -> None:
    """Where the report holds little the chapter is short, and the note says so."""
    report = (
        "# Research report: chapter 1 - Frames\n\n## 1. Module overview\n\n"
        "```python log.py:3-5\ndef read(self):\n    head = self.stream.read(4)\n    return head\n```\n"
    )
    reply = english.draft(1, report)
    assert length(reply.body, "en") < 400
    assert any("report holds no more" in issue for issue in reply.note.open_issues)
    assert reply.note.confidence.value == "medium"
