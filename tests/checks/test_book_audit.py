"""Laws of the final audit: the whole book against its source, its outline and its memory."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memory_schema.findings import Severity
from memory_schema.memory_view import MemoryView, SeenReference
from memory_schema.outline import ChapterPlan, Outline
from tasks.checks.audit import BookAudit, audit_book

OUTLINE = Outline(
    title="Book",
    chapters=tuple(ChapterPlan(number=n, title=f"T{n}", dropped=n == 4) for n in range(1, 5)),
)
SECOND = """# Trees

## The parser's loop

It takes tokens from the stream of [chapter one](ch01.md#how-the-stream-moves), see `src/parser.py:6`.

## Recap

Next: [more](ch03.md).
"""
THIRD = "# More\n\n## End\n\nNothing refers to `lexer.py` any more.\n"


@pytest.fixture
def finals(chapter: str) -> dict[int, str]:
    return {1: chapter, 2: SECOND, 3: THIRD}


def everything(audit: BookAudit) -> list[tuple[Severity, str]]:
    parts = (audit.fidelity, audit.consistency, audit.style)
    return [(finding.severity, finding.problem) for part in parts for finding in part.findings]


def test_clean_book(finals: dict[int, str], source: dict[str, str], memory: MemoryView) -> None:
    """A consistent book has no finding, no blocked chapter, and counts over all its chapters."""
    audit = audit_book(finals, source, OUTLINE, memory)
    assert everything(audit) == []
    assert audit.blocked == ()
    assert audit.fidelity.counts["exact"] == 2
    assert audit.fidelity.counts["places"] == 4
    assert audit.consistency.counts["cross references"] == 1


def test_quote_again(finals: dict[int, str], source: dict[str, str], memory: MemoryView) -> None:
    """A final whose quote is no longer true blocks its chapter, and the place names it."""
    source["lexer.py"] = source["lexer.py"].replace("self.at += 1", "self.at += 2")
    audit = audit_book(finals, source, OUTLINE, memory)
    assert audit.blocked == (1,)
    assert audit.fidelity.findings[0].place.startswith("chapter 1, line ")


def test_dead_links(finals: dict[int, str], source: dict[str, str], memory: MemoryView) -> None:
    """Links to dropped chapters are ❌, to missing headings ⚠️."""
    finals[3] += "\nSee [a](ch04.md) and [b](ch02.md#nothing) and [c](ch02.md#recap).\n"
    audit = audit_book(finals, source, OUTLINE, memory)
    assert audit.blocked == (3,)
    assert [severity for severity, _ in everything(audit)] == [Severity.MUST, Severity.SHOULD, Severity.COULD]


def test_metaphor_over_the_book(finals: dict[int, str], source: dict[str, str], memory: MemoryView) -> None:
    """A metaphor for two concepts is found from the texts alone, in the later chapter."""
    finals[3] += "\n*Picture it:* a **node list** is like *a ticket roll*: one by one.\n"
    audit = audit_book(finals, source, OUTLINE, replace(memory, metaphors=()))
    assert audit.blocked == (3,)


def test_term_by_its_glossary_name(finals: dict[int, str], source: dict[str, str], memory: MemoryView) -> None:
    """Another spelling of a term is found in every later chapter."""
    finals[3] += "\nThe token-stream is gone.\n"
    assert everything(audit_book(finals, source, OUTLINE, memory))[0][0] is Severity.COULD


@pytest.mark.parametrize(
    ("reference", "problem"),
    [
        (SeenReference(2, "No heading", 1, "", ""), 'chapter 2 has no heading "No heading"'),
        (SeenReference(2, "", 1, "No heading", ""), 'chapter 1 has no heading "No heading"'),
        (SeenReference(3, "End", 1, "", ""), "the chapter does not link to chapter 1"),
        (SeenReference(3, "End", 4, "", ""), "a cross reference to chapter 4, which this book does not have"),
    ],
)
def test_cross_reference_without_ground(
    reference: SeenReference, problem: str, finals: dict[int, str], source: dict[str, str], memory: MemoryView
) -> None:
    """What memory says of a reference must stand in the texts."""
    memory = replace(memory, cross_references=(*memory.cross_references, reference))
    assert everything(audit_book(finals, source, OUTLINE, memory)) == [(Severity.SHOULD, problem)]


def test_link_without_memory(finals: dict[int, str], source: dict[str, str], memory: MemoryView) -> None:
    """A link back that memory does not know is 💡."""
    found = everything(audit_book(finals, source, OUTLINE, replace(memory, cross_references=())))
    assert [severity for severity, _ in found] == [Severity.COULD]


def test_repeated_sentences(finals: dict[int, str], source: dict[str, str], memory: MemoryView) -> None:
    """A sentence of 8 or more words in three chapters is 💡 with all of them; in two it is nothing."""
    sentence = "\nEvery piece of this code is worth a long and careful look.\n"
    two = {**finals, 2: finals[2] + sentence, 3: finals[3] + sentence}
    assert everything(audit_book(two, source, OUTLINE, memory)) == []
    three = {**two, 1: finals[1].replace("\n<!--", sentence + "\n<!--")}
    assert everything(audit_book(three, source, OUTLINE, memory)) == [
        (Severity.COULD, "chapters 1, 2, 3 say the same sentence")
    ]
