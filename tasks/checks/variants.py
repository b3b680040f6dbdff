"""Other spellings of a glossary term in prose: case, hyphen, space and underscore."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memory_schema.conventions import without_marks
from memory_schema.fences import without_inline_code
from tasks.checks.chapter_text import ChapterText

_PART = re.compile(r"[^\W_]+")
_JOINT = r"[\s_‐‑-]?"
_LINK_TARGET = re.compile(r"\]\([^)\s]*\)")
_QUOTATION = re.compile(r"“[^”]{1,2000}”|「[^」]{1,2000}」")
_MOST_TERMS_AT_ONCE = 200


@dataclass(frozen=True)
class Variant:
    """A spelling that differs from the glossary's, and the line where it stands."""

    written: str
    term: str
    line: int


def variants_in(chapter: ChapterText, terms: Sequence[str]) -> Iterator[Variant]:
    """Every place where a term of several words is written otherwise than in the glossary.

    Allowed: the term itself, in plural, with a capital at its beginning, or all in capitals. Reported:
    other joints ("tokenstream", "token-stream", "token_stream") and other capitals. Headings, inline code, link
    targets and “quotations”, which are somebody else's words, are left out.
    """
    wanted = {"".join(parts).lower(): term for term in terms if len(parts := _PART.findall(without_marks(term))) > 1}
    if not wanted:
        return
    unquoted = _QUOTATION.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), chapter.numbered).split("\n")
    headings = {heading.line for heading in chapter.headings}
    for pattern in _patterns(list(wanted.values())):
        for line in chapter.prose:
            if line.number in headings:
                continue
            prose = _LINK_TARGET.sub("]", without_inline_code(unquoted[line.number - 1]))
            for match in pattern.finditer(prose):
                written = match["term"]
                term = wanted.get("".join(_PART.findall(written)).lower())
                if term is not None and not _allowed(written, without_marks(term)):
                    yield Variant(written, term, line.number)


def _patterns(terms: list[str]) -> Iterator[re.Pattern[str]]:
    for at in range(0, len(terms), _MOST_TERMS_AT_ONCE):
        group = sorted(terms[at : at + _MOST_TERMS_AT_ONCE], key=len, reverse=True)
        either = "|".join(_JOINT.join(map(re.escape, _PART.findall(without_marks(term)))) for term in group)
        yield re.compile(rf"(?<![\w.-])(?P<term>{either})(?:e?s)?(?![\w(]|[-.]\w)", re.IGNORECASE)


def _allowed(written: str, term: str) -> bool:
    spaced = " ".join(written.split())
    return spaced.isupper() or spaced in (term, term[:1].upper() + term[1:])
