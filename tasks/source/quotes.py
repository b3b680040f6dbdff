"""Whether a text really says what a quotation claims, and where. Pure text, no file access."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from heapq import nsmallest
from itertools import accumulate, count
from operator import sub
from typing import Literal

from rapidfuzz import fuzz

from tasks.source.decoding import lines_of
from tasks.source.line_search import inked, runs_of, squeezed

MatchKind = Literal["exact", "whitespace", "elided", "missing"]

_ELLIPSIS = re.compile(r"\s*(?://+|#+|--+|;+|%+|/\*+|\*|<!--)?\s*[(\[]?\s*(?:\.{3,}|…+)\s*[)\]]?\s*(?:\*/|-->)?\s*")
_WORD = re.compile(r"\w+")
_MAX_COMPARED = 2000
_CANDIDATES = 4


@dataclass(frozen=True)
class Match:
    """Where a quote stands: 1-based inclusive lines of its first place, and in how many places it does.

    exact: whole lines byte for byte (a single line may be part of a line). whitespace: the same lines but for
    white space and blank lines. elided: runs that stand in this order, with `...` lines between them; the
    shortest such span. missing: nowhere (start and end are 0).
    """

    kind: MatchKind
    start: int = 0
    end: int = 0
    count: int = 0

    def __bool__(self) -> bool:
        return self.kind != "missing"


_MISSING = Match("missing")


def locate(quote: str, text: str) -> Match:
    """Find a quote in a text by the strictest comparison that holds."""
    wanted = _trimmed(quote)
    if not wanted:
        return _MISSING
    lines = lines_of(text)
    return _exact(wanted, lines) or _spaced(wanted, lines) or _elided(wanted, lines) or _MISSING


def match_at(quote: str, text: str, start: int, end: int) -> Match:
    """Find a quote within the claimed lines of a text; its real place is in the answer, which may be smaller.

    A claim that leaves the text (or ends before it starts) is missing.
    """
    lines = lines_of(text)
    if not 1 <= start <= end <= len(lines):
        return _MISSING
    found = locate(quote, "\n".join(lines[start - 1 : end]) + "\n")
    if not found:
        return _MISSING
    return Match(found.kind, found.start + start - 1, found.end + start - 1, found.count)


def nearest(quote: str, text: str, least: float = 0.0) -> tuple[int, int, float]:
    """The lines of a text that come closest to a quote, with their likeness; (0, 0, 0.0) where none is like enough.

    Args:
        least: what is less alike, from 0 to 1, is not asked for.

    Windows are ranked by the words they share with the quote, and only the best few are compared in full, so
    the time is linear in the text.
    """
    wanted, lines = _trimmed(quote), lines_of(text)
    if not wanted or not lines:
        return (0, 0, 0.0)
    height = min(len(wanted), len(lines))
    scores = [0] * len(lines)
    lines_with = _lines_with_words(text)
    for word in set(_WORD.findall("\n".join(wanted))):
        for at in lines_with.get(word, ()):
            scores[at] += 1
    reached = [0, *accumulate(scores)]
    sums = map(sub, reached, reached[height:])
    quoted = "\n".join(map(squeezed, wanted))[:_MAX_COMPARED]
    best = (0, 0, least)
    for _, first in nsmallest(_CANDIDATES, zip(sums, count(), strict=False)):
        shown = "\n".join(map(squeezed, lines[first : first + height]))[:_MAX_COMPARED]
        # What the two have in common in this order is never less than the blocks that SequenceMatcher finds.
        if fuzz.ratio(quoted, shown) / 100 < best[2]:
            continue
        ratio = SequenceMatcher(None, quoted, shown, autojunk=True).ratio()
        if ratio > best[2] or (ratio == best[2] and not best[0]):
            best = (first + 1, first + height, ratio)
    return best if best[0] else (0, 0, 0.0)


@lru_cache(maxsize=64)
def _lines_with_words(text: str) -> dict[str, array[int]]:
    """The lines, from 0, in which each word stands: many quotes are sought in one file."""
    lines_with: dict[str, array[int]] = {}
    for at, line in enumerate(lines_of(text)):
        for word in set(_WORD.findall(line)):
            lines_with.setdefault(word, array("l")).append(at)
    return lines_with


def _trimmed(quote: str) -> list[str]:
    lines = lines_of(quote.replace("\r\n", "\n").replace("\r", "\n"))
    while lines and not lines[0].strip():
        del lines[0]
    while lines and not lines[-1].strip():
        del lines[-1]
    return lines


def _exact(wanted: list[str], lines: list[str]) -> Match | None:
    if len(wanted) == 1:
        return _places("exact", [(n, n) for n, line in enumerate(lines, 1) if wanted[0] in line])
    return _places("exact", runs_of(wanted, lines))


def _spaced(wanted: list[str], lines: list[str]) -> Match | None:
    numbers, texts = inked(lines)
    run = [text for line in wanted if (text := squeezed(line))]
    if len(run) == 1:
        found = [(n, n) for n, line in zip(numbers, texts, strict=True) if run[0] in line]
    else:
        found = [(numbers[begin - 1], numbers[end - 1]) for begin, end in runs_of(run, texts)]
    return _places("whitespace", found)


def _elided(wanted: list[str], lines: list[str]) -> Match | None:
    runs: list[list[str]] = [[]]
    for line in wanted:
        if _ELLIPSIS.fullmatch(line[:_MAX_COMPARED]):
            runs.append([])
        elif text := squeezed(line):
            runs[-1].append(text)
    parts = [run for run in runs if run]
    if len(runs) == 1 or not parts:
        return None
    numbers, texts = inked(lines)
    placed = [runs_of(part, texts) for part in parts]
    spans: list[tuple[int, int]] = []
    for first, end in placed[0]:
        for places in placed[1:]:
            following = bisect_right(places, (end, len(texts) + 1))
            if following == len(places):
                break
            end = places[following][1]
        else:
            spans.append((first, end))
    found = sorted(spans, key=lambda span: (span[1] - span[0], span[0]))
    return _places("elided", [(numbers[begin - 1], numbers[end - 1]) for begin, end in found])


def _places(kind: MatchKind, found: list[tuple[int, int]]) -> Match | None:
    return Match(kind, found[0][0], found[0][1], len(found)) if found else None
