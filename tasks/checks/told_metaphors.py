"""Comparisons that the prose makes beside the chapter's metaphor lines: "think of the cache as a shelf"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rapidfuzz import fuzz

from memory_schema.conventions import normal_term
from memory_schema.findings import Certainty, Finding, Severity
from memory_schema.memory_view import SeenMetaphor
from tasks.checks.chapter_text import ChapterText
from tasks.checks.result import found

CHECK = "consistency"

_ARTICLE = re.compile(r"^(?:an?|the|one|一个|一条|一张|一座|一把)\s*", re.IGNORECASE)
_LIKE = (
    r"(?:\s+(?:is|are|works?|acts?|behaves?)\s+(?:just\s+|much\s+|a\s+bit\s+)?(?:like|as|a\s+kind\s+of)"
    r"|(?:就)?(?:像|好比|如同))\s*"
)
_PICTURE = r"(?P<picture>(?:an?|the|一个|一条|一张|一座|一把)?\s*[\w-]+(?:\s+[\w-]+){0,3})"
_AS = r"\b(?:think\s+of|imagine|picture)\s+(?:an?\s+|the\s+)?"
_PRONOUNS = frozenset({"it", "this", "that", "they", "which", "he", "she", "one", "each", "everything"})
_SAME = 70.0
_MOST = 60
"""Metaphors of the registry that are looked for."""


def told_metaphors(chapter: ChapterText, known: Sequence[SeenMetaphor]) -> Iterator[Finding]:
    """💡 where prose compares a concept of the registry to something else, or something else to its picture.

    "Like" is said of much that is no metaphor: a reader decides.
    """
    for block in chapter.blocks:
        lower = block.text.lower()
        if lower.lstrip().startswith(("#", "|", "*picture it")) or not _compares(lower):
            continue
        for one in known[:_MOST]:
            concept, picture = normal_term(one.concept), _ARTICLE.sub("", normal_term(one.metaphor))
            if concept not in lower and picture not in lower:
                continue
            name = re.escape(concept)
            for pattern in (rf"(?<!\w){name}{_LIKE}{_PICTURE}", rf"{_AS}{name}\s+as\s+{_PICTURE}"):
                for match in re.finditer(pattern, lower):
                    if fuzz.token_set_ratio(_ARTICLE.sub("", match["picture"]), picture) < _SAME:
                        problem = f'"{one.concept}" is pictured as "{one.metaphor}" in chapter {one.chapter}'
                        yield _finding(
                            chapter, block.line(match.start()), problem, match[0], f'use "{one.metaphor}" or none'
                        )
            for match in re.finditer(
                rf"(?P<other>[\w-]+(?:\s[\w-]+)?){_LIKE}(?:an?\s+|the\s+)?{re.escape(picture)}", lower
            ):
                other = _ARTICLE.sub("", match["other"])
                if other.split()[-1] not in _PRONOUNS and fuzz.token_set_ratio(other, concept) < _SAME:
                    problem = f'"{one.metaphor}" already pictures "{one.concept}" in chapter {one.chapter}'
                    yield _finding(chapter, block.line(match.start()), problem, match[0], "find another picture")


def _compares(lower: str) -> bool:
    return any(
        word in lower for word in ("like", "think of", "imagine", "picture", " as ", "kind of", "像", "好比", "如同")
    )


def _finding(chapter: ChapterText, line: int, problem: str, quote: str, fix: str) -> Finding:
    place, sure, told = chapter.place(line), Certainty.LIKELY, " ".join(quote.split())
    return found(CHECK, Severity.COULD, place, problem, quote=told, fix=fix, certainty=sure)
