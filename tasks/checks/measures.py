"""Sizes and wording of a chapter: length, paragraphs, code blocks, phrases, repetitions (PROTOCOL 7)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from math import ceil

from memory_schema.fences import without_inline_code
from memory_schema.findings import Certainty, Finding, Severity
from memory_schema.lengths import length, unit
from memory_schema.writing_rules import rules_for
from tasks.checks.chapter_text import ChapterText
from tasks.checks.claims import fence_language
from tasks.checks.result import found
from tasks.checks.sentences import long_sentences

CHECK = "style"
MOST_REPEATED = 20

_FORBIDDEN = re.compile(
    r"\bthis chapter (?:(?:will|now|first|also) )?(?:introduces?|presents)\b"
    r"|\bin this chapter,? we (?:(?:will|shall) )?(?:introduce|present)\b"
    r"|本章(?:主要|将要|将会|将|会|首先)*介绍",
    re.IGNORECASE,
)


def check_length(chapter: ChapterText, language: str, target: int) -> Iterator[Finding]:
    """The target ± 20 %, in words or CJK characters, code excluded. A target of 0 means none."""
    if target <= 0:
        return
    size = length(chapter.text, language)
    tolerance = rules_for(language).length_tolerance
    low, high = target * (100 - tolerance) / 100, target * (100 + tolerance) / 100
    if not low <= size <= high:
        problem = f"the chapter has {size} {unit(language)}; the target is {target} ± {tolerance}%"
        amount = ceil(low - size) if size < low else ceil(size - high)
        fix = f"{'add' if size < low else 'cut'} at least {amount} {unit(language)}"
        if size < low:
            fix += ", unless the source holds no more to say"
        yield found(CHECK, Severity.SHOULD, "whole text", problem, fix=fix)


def check_paragraphs(chapter: ChapterText, language: str) -> Iterator[Finding]:
    """At most 5 lines; a line that is longer than about 100 characters (CJK: 45) counts as several.

    The opening is left out: the hook has its own length, which 5 lines do not hold.
    """
    body = next((heading.line for heading in chapter.headings if heading.level == 2), 0)
    rules = rules_for(language)
    most = rules.paragraph_lines
    for paragraph in chapter.paragraphs:
        if paragraph.start < body:
            continue
        written = len(paragraph.lines)
        # The flowing text decides for long lines: a few characters over the width are no line of their own.
        lines = max(written, ceil(sum(map(len, paragraph.lines)) / (rules.line_width * 1.1)))
        if lines > most:
            problem = f"a paragraph of {lines} lines where {most} are the most"
            place, fix = chapter.place(paragraph.start), "divide it where the thought turns"
            yield found(CHECK, Severity.SHOULD, place, problem, quote=paragraph.lines[0], fix=fix)


def check_code_blocks(chapter: ChapterText) -> Iterator[Finding]:
    """At most 30 lines, and a language on every fence."""
    most = rules_for("en").code_lines
    for fence in chapter.fences:
        place = chapter.place(fence.start)
        lines = fence.body.count("\n") + 1
        if lines > most and fence_language(fence) != "mermaid":
            problem = f"a code block of {lines} lines where {most} are the most"
            fix = "quote the lines that matter, each with its own range"
            yield found(CHECK, Severity.SHOULD, place, problem, quote=fence.info, fix=fix)
        if not fence_language(fence):
            fix = "begin the info string with the language, or text"
            yield found(CHECK, Severity.SHOULD, place, "a code block without a language", quote=fence.info, fix=fix)
        if not fence.closed:
            fix = "close it with the same sign, as often"
            yield found(CHECK, Severity.SHOULD, place, "a code block that is never closed", quote=fence.info, fix=fix)


def check_phrases(chapter: ChapterText) -> Iterator[Finding]:
    """Never "this chapter introduces" nor "本章介绍"."""
    for line in chapter.prose:
        for match in _FORBIDDEN.finditer(without_inline_code(line.text)):
            problem = f'the phrase "{match[0]}" says nothing'
            fix = "begin with the thing itself"
            yield found(CHECK, Severity.SHOULD, chapter.place(line.number), problem, quote=line.text, fix=fix)


def check_repetitions(chapter: ChapterText) -> Iterator[Finding]:
    """Sentences of 8 or more words that the chapter says twice, at most 20 of them."""
    return islice(_repeated(chapter), MOST_REPEATED)


def _repeated(chapter: ChapterText) -> Iterator[Finding]:
    first: dict[str, int] = {}
    for sentence in long_sentences(chapter):
        if sentence.key in first:
            problem = f"a sentence that already stands in the paragraph at line {first[sentence.key]}"
            place, fix = chapter.place(sentence.line), "drop it here, or say what is new"
            yield found(
                CHECK,
                Severity.COULD,
                place,
                problem,
                quote=sentence.text,
                fix=fix,
                certainty=Certainty.LIKELY,
            )
        else:
            first[sentence.key] = sentence.line
