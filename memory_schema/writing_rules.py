"""What a book must obey, in numbers by language (PROTOCOL 7): prompts state them, checks hold them."""

from __future__ import annotations

from dataclasses import dataclass

from memory_schema.lengths import counts_characters, unit


@dataclass(frozen=True)
class WritingRules:
    """What a book must obey. Lengths are in `unit`: words, or characters for CJK languages."""

    unit: str
    hook: tuple[int, int]
    """The opening before the first H2."""
    summary: tuple[int, int]
    """The core of a chapter summary."""
    line_width: int
    """About how many characters make one line of a paragraph."""
    paragraph_lines: int = 5
    code_lines: int = 30
    sections: tuple[int, int] = (3, 6)
    """H2 headings of a chapter."""
    length_tolerance: int = 20
    """Per cent above or below the target length."""
    report_quotes: int = 5
    """Quoted blocks of a report, where the source has as many."""
    reader_findings: tuple[int, int] = (3, 5)
    cliff: int = 2
    """A jump of difficulty between neighbouring chapters that is a cliff."""


def rules_for(language: str) -> WritingRules:
    """The rules for a book in this BCP 47 language."""
    if counts_characters(language):
        return WritingRules(unit=unit(language), hook=(200, 300), summary=(200, 300), line_width=45)
    return WritingRules(unit=unit(language), hook=(80, 120), summary=(120, 180), line_width=100)
