"""Other spellings of a glossary term in prose: case, hyphen, space and underscore."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from memory_schema.conventions import without_marks
from memory_schema.fences import without_inline_code
from tasks.checks.chapter_text import ChapterText

_PART = re.compile(r"[^\W_]+")
_JOINT = r"[\s_‐‑-]?"
_LINK_TARGET = re.compile(r"\]\([^)\s]*\)")
_QUOTATION = re.compile(r"“[^”]{1,2000}”|「[^」]{1,2000}」")
_MOST_TERMS_AT_ONCE = 200
_LEAST_HALF = 3
_ACROSS_THE_SEA = (
    (r"(col|behavi|fav|hon|flav|neighb)ou?r", r"\1ou?r"), (r"i[sz](?=(?:e|er|ed|es|ing|ation|able)$)", "i[sz]"),
    (r"cent(?:er|re)$", "cent(?:er|re)"), (r"gr[ae]y", "gr[ae]y"), (r"(cata|dia|ana)log(?:ue)?$", r"\1log(?:ue)?"),
)  # fmt: skip


@dataclass(frozen=True)
class Variant:
    """A spelling that differs from the glossary's, and the line where it stands."""

    written: str
    term: str
    line: int


def variants_in(chapter: ChapterText, terms: Sequence[str]) -> Iterator[Variant]:
    """Every place where a term of several words is written otherwise than in the glossary.

    Allowed: the term itself, in plural, with a capital at its beginning, or all in capitals. Reported:
    other joints ("tokenstream", "token-stream", "token_stream", "byte-code cache" for "bytecode cache"), other
    capitals, British for American letters ("colour") and a plural within ("tokens stream"). Headings, inline code,
    link targets and “quotations”, which are somebody else's words, are left out.
    """
    several = [term for term in dict.fromkeys(terms) if len(_PART.findall(without_marks(term))) > 1]
    if not several:
        return
    unquoted = _QUOTATION.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), chapter.numbered).split("\n")
    headings = {heading.line for heading in chapter.headings}
    for pattern, group in _patterns(several):
        for line in chapter.prose:
            if line.number in headings:
                continue
            prose = _LINK_TARGET.sub("]", without_inline_code(unquoted[line.number - 1]))
            for match in pattern.finditer(prose):
                written = match["term"]
                meant = [term for term in group if re.fullmatch(_spelt(term), written, re.IGNORECASE)]
                if meant and not any(_allowed(written, without_marks(term)) for term in several):
                    yield Variant(written, meant[0], line.number)


def _patterns(terms: list[str]) -> Iterator[tuple[re.Pattern[str], list[str]]]:
    for at in range(0, len(terms), _MOST_TERMS_AT_ONCE):
        group = sorted(terms[at : at + _MOST_TERMS_AT_ONCE], key=len, reverse=True)
        either = "|".join(map(_spelt, group))
        yield re.compile(rf"(?<![\w.-])(?P<term>{either})(?:e?s)?(?![\w(]|[-.]\w)", re.IGNORECASE), group


@lru_cache(maxsize=2_000)
def _spelt(term: str) -> str:
    """Every spelling of a term: each of its letters may have a joint before it, some are written in two ways."""
    parts = _PART.findall(without_marks(term))
    return rf"(?:s?{_JOINT})".join(_letters(part) for part in parts)


def _letters(part: str) -> str:
    """A word in British or American letters, or else whole or in pieces (`byte-code`)."""
    for american, either in _ACROSS_THE_SEA:
        if part.isascii() and re.search(american, part, re.IGNORECASE):
            return re.sub(american, either, part, flags=re.IGNORECASE)
    last = len(part) - _LEAST_HALF if part.isascii() else 0
    return "".join((_JOINT if _LEAST_HALF <= at <= last else "") + letter for at, letter in enumerate(part))


def _allowed(written: str, term: str) -> bool:
    spaced = " ".join(written.split())
    return spaced.isupper() or spaced in (term, term[:1].upper() + term[1:])
