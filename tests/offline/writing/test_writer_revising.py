"""Revising and finalising: what code can mend is mended, the rest is answered, untouched text stays verbatim."""

from __future__ import annotations

from typing import Any

import pytest

from memory_schema.conventions import headings
from memory_schema.findings import Finding, Severity, render_findings
from memory_schema.markers import Marker, sealed
from memory_schema.memory_view import SeenTerm
from tasks.offline import finalise, revise
from tasks.offline.prose_en import English
from tasks.offline.prose_zh import Chinese
from tasks.offline.reply import Reply
from tasks.offline.report_parse import parse_report
from tasks.offline.request import ShownFile
from tasks.offline.revise_answers import answer_findings
from tasks.offline.revise_places import joined_to_paragraph
from tasks.offline.revise_wording import shorten_paragraphs, unify_terms

DRAFT, REVIEW = "output/chapters/draft/ch01-draft.md", "output/reviews/ch01-review.md"


def _shown(name: str, text: str, part: str = "") -> ShownFile:
    lines = text.count("\n") + 1
    return ShownFile(name, part, "must", lines, ((1, lines),), False, "markdown", text)


def _revise(book: Any, report: str, draft: str, review: str = "No findings.\n", guidance: str = "") -> Reply:
    files = [_shown(DRAFT, sealed(draft, Marker.DRAFT)), _shown(REVIEW, review), *book.writer_files(1, report)]
    if guidance:
        files.append(_shown("output/answers/ch01-guidance.md", guidance, "guidance"))
    reply = revise.answer(book.brief("writer-revising", 1, Marker.DRAFT, files))
    assert isinstance(reply, Reply)
    return reply


def test_a_clean_draft_stays_as_it_is(
    english: Any, chinese: Any, reports: dict[int, str], drafts: dict[str, Reply]
) -> None:
    """With nothing to fix the text is identical apart from the marker, in both languages."""
    for book, key in ((english, "en1"), (chinese, "zh1")):
        assert _revise(book, reports[1], drafts[key].body).body.strip() == drafts[key].body.strip()


def test_planted_errors_are_restored_from_the_report(
    english: Any, reports: dict[int, str], drafts: dict[str, Reply]
) -> None:
    """A changed token, a wrong range and an invented block come back to what the report quotes."""
    good = drafts["en1"].body
    bad = good.replace("return token.value", "return token.name")
    bad = bad.replace("python lexer.py:254-266", "python lexer.py:354-366")
    bad = bad.replace("\n## Recap", "\n```python lexer.py:1-2\nimport nothing\nnothing()\n```\n\n## Recap")
    assert bad != good
    reply = _revise(english, reports[1], bad)
    assert reply.body.split() == good.split()
    assert len(reply.note.evidence) >= 2


def test_missing_parts_are_added_and_stock_phrases_go(
    english: Any, reports: dict[int, str], drafts: dict[str, Reply]
) -> None:
    """Recap and bridge come back; "this chapter introduces" is rewritten; an H4 becomes an H3."""
    head, _, _ = drafts["en1"].body.partition("\n## Recap")
    bad = head.replace("\n## ", "\nThis chapter introduces tokens.\n\n#### Deep\n\n## ", 1)
    text = _revise(english, reports[1], bad).body
    assert any(heading.text.startswith("Recap") for heading in headings(text))
    assert "(ch02.md)" in text.split("## Recap")[1]
    assert "This chapter introduces" not in text
    assert max(heading.level for heading in headings(text)) == 3


def test_guidance_is_obeyed_and_the_impossible_is_named(
    english: Any, reports: dict[int, str], drafts: dict[str, Reply]
) -> None:
    """A person's wish comes first; what code cannot do stands in the open issues, never in the text."""
    wish = "Mention `Lexer.wrap`.\nRename the title: Tokens, please\nCompare it with lawn mowers.\n"
    reply = _revise(english, reports[1], drafts["en1"].body, guidance=wish)
    assert reply.body.startswith("# Tokens, please\n")
    assert "lawn mowers" not in reply.body
    assert any("lawn mowers" in issue for issue in reply.note.open_issues)


def test_readers_are_answered_where_the_report_knows(
    english: Any, reports: dict[int, str], drafts: dict[str, Reply]
) -> None:
    """A finding that names an exception gets the sentence that explains it; another one gets a reason."""
    findings = [
        Finding(
            severity=Severity.SHOULD,
            place="The lexer",
            problem="if RuntimeError reaches my log out of `Lexer.tokeniter` I would not know what caused it",
            fix="name the input that leads to RuntimeError",
        ),
        Finding(severity=Severity.COULD, place="the text", problem="I would like a joke", fix="add a joke"),
    ]
    panel = _shown("output/reviews/ch01-panel.md", render_findings(findings))
    plain = drafts["en1"].body
    stripped = "\n".join(row for row in plain.split("\n") if "RuntimeError" not in row)
    files = [_shown(DRAFT, stripped), panel, *english.writer_files(1, reports[1])]
    reply = finalise.answer(english.brief("writer-finalising", 1, Marker.FINAL, files))
    assert isinstance(reply, Reply)
    assert "RuntimeError" in reply.body
    assert "joke" not in reply.body
    assert any("joke" in issue for issue in reply.note.open_issues)


def test_a_refused_final_is_the_text_that_is_mended(
    english: Any, reports: dict[int, str], drafts: dict[str, Reply]
) -> None:
    """PROTOCOL 5: after a ❌ on the final, that final is repaired, not the draft finished anew."""
    refused = (
        drafts["en1"].body.replace("return token.value", "return token.lost").replace("# From", "# Finally from", 1)
    )
    files = [
        _shown(DRAFT, drafts["en1"].body),
        _shown("output/chapters/final/ch01-final.md", sealed(refused, Marker.FINAL)),
        _shown("output/reviews/ch01-final-checks.md", "# Checks\n\nNo findings.\n"),
        *english.writer_files(1, reports[1]),
    ]
    reply = finalise.answer(english.brief("writer-finalising", 1, Marker.FINAL, files))
    assert isinstance(reply, Reply)
    assert reply.body.startswith("# Finally from")
    assert "token.lost" not in reply.body


def test_term_variants_become_the_glossary_name() -> None:
    """Another spelling of a known term is replaced in prose, never in code, links or headings."""
    term = SeenTerm("token stream", "", 1, "", "")
    text, done = unify_terms(
        "# Token-stream\n\nA tokenstream and the `tokenstream` of [token-stream](ch01.md).\n", (term,)
    )
    assert text == "# Token-stream\n\nA token stream and the `tokenstream` of [token-stream](ch01.md).\n"
    assert len(done) == 1


def test_long_paragraphs_are_divided_at_sentences() -> None:
    """Only the paragraph that is too long changes, and no word is lost."""
    long = "\n".join(
        f"Line {n} of `f` says that it returns what came before, and nothing else. It ends." for n in range(8)
    )
    text = f"# T\n\n## S\n\nShort.\n\n{long}\n"
    shorter, done = shorten_paragraphs(text, English())
    assert len(done) == 1
    assert shorter.split() == text.split()
    assert all(block.count("\n") < 5 for block in shorter.split("\n\n"))


def test_an_answer_stands_in_the_paragraph_about_its_subject() -> None:
    """One sentence more belongs where the thing is told, not at the end of a section; a full paragraph has no room."""
    text = (
        "# T\n\n## One\n\nA look at `Lexer` first.\n\nOther words.\n\n```python\n`Lexer`\n```\n\n## Recap\n\n- done\n"
    )
    where = range(1, 100)
    said = joined_to_paragraph(text, ("Lexer",), "It refuses nothing.", English(), where)
    assert said is not None
    assert "A look at `Lexer` first. It refuses nothing.\n\nOther words." in said
    full = text.replace("A look at", " ".join(["words"] * 92) + " and")
    assert joined_to_paragraph(full, ("Lexer",), "It refuses nothing.", English(), where) is None
    led = text.replace("first.", "first:")
    assert joined_to_paragraph(led, ("Lexer",), "It refuses nothing.", English(), where) is None


@pytest.mark.parametrize("book_key", ["en1", "zh1"])
def test_what_a_text_has_said_in_other_words_is_not_said_again(
    reports: dict[int, str], drafts: dict[str, Reply], book_key: str
) -> None:
    """A reader who asks twice what a thing is gets one sentence at most: the frame may differ, the fact may not."""
    facts = parse_report(reports[1])
    finding = Finding(severity=Severity.SHOULD, place="", problem="what is `TokenStream`? it is never defined", fix="")
    prose = English() if book_key == "en1" else Chinese()
    language = "en" if book_key == "en1" else "zh"
    once = answer_findings(drafts[book_key].body, [finding], facts, prose, language, 9999)
    twice = answer_findings(once.text, [finding, finding], facts, prose, language, 9999)
    assert twice.text == once.text
    assert twice.applied == ()
