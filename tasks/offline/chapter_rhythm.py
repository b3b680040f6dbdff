"""Prose that runs by itself: names instead of sentences, lists instead of prose, one form of words again and again."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from memory_schema.conventions import without_marks
from memory_schema.fences import inline_code
from tasks.offline.chapter_reading import Chapter, Section, sentences

_MANY_NAMES = 10
_RUN = 3
_LIST = re.compile(r"\s*(?:[-*+|>]|\d+[.)])\s")
_WORD = re.compile(r"[A-Za-z]+|[\u4e00-\u9fff]")
_FORM_WORDS = 5


@dataclass(frozen=True)
class Run:
    """A place where the prose is mechanical: the section's heading, words to find it by, and how many times."""

    heading: str
    quote: str
    count: int


def name_heaps(chapter: Chapter) -> list[Run]:
    """Paragraphs with ten names in code or more, or with more names than other words."""
    found = []
    for section, paragraph in _paragraphs(chapter):
        names = len(inline_code(paragraph))
        words = len(_WORD.findall(re.sub(r"`[^`\n]*`", " ", paragraph)))
        if names >= _MANY_NAMES or (names >= 4 and names > words):
            found.append(Run(without_marks(section.heading), _short(paragraph), names))
    return sorted(found, key=lambda run: -run.count)


def bare_lists(chapter: Chapter) -> list[Run]:
    """Sections that only list: no sentence of prose stands before, between or after the items."""
    found = []
    for section in chapter.body_sections:
        rows = [row for paragraph in section.paragraphs for row in paragraph.split("\n")]
        if rows and all(_LIST.match(row) for row in rows):
            found.append(Run(without_marks(section.heading), _short(rows[0]), len(rows)))
    return found


def same_beginnings(chapter: Chapter) -> list[Run]:
    """Three sentences or more in a row that begin with the same word."""
    found = []
    for section, paragraph in _paragraphs(chapter):
        said = sentences(paragraph)
        run = 1
        for before, after in pairwise(said):
            run = run + 1 if _beginning(before) and _beginning(before) == _beginning(after) else 1
            if run == _RUN:
                found.append(Run(without_marks(section.heading), _short(after), run))
    return found


def repeated_forms(chapter: Chapter) -> list[Run]:
    """Sentences that differ in their names only, three times or more: "The docstring of `X` is brief"."""
    seen: dict[str, list[tuple[Section, str]]] = {}
    for section, paragraph in _paragraphs(chapter):
        for sentence in sentences(paragraph):
            form = " ".join(re.sub(r"\d+", "0", re.sub(r"`[^`]*`", "`", sentence)).casefold().split())
            if "`" in form and len(_WORD.findall(form)) >= _FORM_WORDS:
                seen.setdefault(form, []).append((section, sentence))
    return [
        Run(without_marks(places[1][0].heading), _short(places[1][1]), len(places))
        for places in seen.values()
        if len(places) >= _RUN
    ]


def _paragraphs(chapter: Chapter) -> list[tuple[Section, str]]:
    """Paragraphs of prose with their sections; lists, tables and metaphor lines left out."""
    return [
        (section, paragraph)
        for section in (chapter.opening, *chapter.sections)
        for paragraph in section.paragraphs
        if not _LIST.match(paragraph) and not paragraph.startswith(("*Picture it", "*打个比方"))
    ]


def _beginning(sentence: str) -> str:
    """The first word, or the first two characters of a Chinese sentence; "" where code begins it."""
    plain = without_marks(sentence).lstrip("“‘「(（\"'")
    if sentence.lstrip("“‘\"'").startswith("`"):
        return ""
    if match := re.match(r"[A-Za-z]+", plain):
        return match[0].lower()
    return plain[:2]


def _short(text: str) -> str:
    return " ".join(text.split())[:100]
