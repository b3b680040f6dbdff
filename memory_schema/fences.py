"""Code fences and inline code in Markdown, told apart line by line.

The rules are CommonMark's (spec 0.31, sections 4.5 and 6.1) as far as a line scanner needs them:
a fence opens with three or more backticks or tildes, indented by at most three spaces, and closes
with at least as many of the same character and nothing else on the line.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

_OPEN = re.compile(r"^(?P<indent> {0,3})(?P<ticks>`{3,}|~{3,})(?P<info>.*)$")
_TICKS = re.compile(r"`+")
_BLOCK_START = re.compile(r"^[ \t]*(?:$|<!--|#{1,6}\s|>|(?:[-*+]|\d{1,9}[.)])\s)", re.MULTILINE)


@dataclass(frozen=True)
class Fence:
    """One fenced block: `info` as written, `body` without the fence lines, 1-based line numbers."""

    info: str
    body: str
    start: int
    end: int
    closed: bool


class Line(NamedTuple):
    """One line of Markdown; `fence` is the index of the block it belongs to, or None for prose."""

    number: int
    text: str
    fence: int | None


@functools.lru_cache(maxsize=32)
def scan(text: str) -> tuple[tuple[Line, ...], tuple[Fence, ...]]:
    """Split Markdown into lines, each knowing its fence, and the fences themselves.

    The last texts are remembered: a reply is judged, split, stored and stripped in a row.

    A fence's own delimiter lines belong to the fence. An unclosed fence runs to the end of the text
    and has `closed=False`.
    """
    lines: list[Line] = []
    fences: list[Fence] = []
    opened: tuple[str, str, int, int] | None = None
    body: list[str] = []
    for number, raw in enumerate(text.split("\n"), start=1):
        if opened is None:
            match = _OPEN.match(raw) if "```" in raw or "~~~" in raw else None
            if match and not (match["ticks"][0] == "`" and "`" in match["info"]):
                opened = (match["ticks"], match["info"].strip(), number, len(match["indent"]))
                body = []
                lines.append(Line(number, raw, len(fences)))
            else:
                lines.append(Line(number, raw, None))
            continue
        ticks, info, start, indent = opened
        lines.append(Line(number, raw, len(fences)))
        if _closes(raw, ticks):
            fences.append(Fence(info, "\n".join(body), start, number, True))
            opened = None
        else:
            body.append(_unindent(raw, indent))
    if opened is not None:
        fences.append(Fence(opened[1], "\n".join(body), opened[2], len(lines), False))
    return tuple(lines), tuple(fences)


def fences(text: str) -> tuple[Fence, ...]:
    """All fenced blocks of a text, in order."""
    return scan(text)[1]


def prose_lines(text: str) -> Iterator[Line]:
    """The lines of a text that stand outside fences."""
    return (line for line in scan(text)[0] if line.fence is None)


def without_inline_code(text: str) -> str:
    """Replace every inline code span by spaces of the same length; length and lines stay the same."""
    pieces, done = [], 0
    for start, end, _ in _code_spans(text):
        pieces += [text[done:start], re.sub(r"[^\n]", " ", text[start:end])]
        done = end
    return "".join((*pieces, text[done:]))


def inline_code(text: str) -> tuple[str, ...]:
    """The contents of all inline code spans of a prose text, stripped, in order."""
    return tuple(text[start + ticks : end - ticks].strip() for start, end, ticks in _code_spans(text))


def fence_for(body: str) -> str:
    """A backtick fence long enough to hold `body` safely (at least three)."""
    longest = max((len(run) for run in re.findall(r"`+", body)), default=0)
    return "`" * max(3, longest + 1)


def _code_spans(text: str) -> Iterator[tuple[int, int, int]]:
    """Start, end and number of backticks of every code span, in linear time.

    A span never crosses into another block (a blank line, heading, list item, quote or HTML comment):
    a stray backtick must not hide a completion marker that stands below it.
    """
    edges = [0, *(match.start() for match in _BLOCK_START.finditer(text) if match.start()), len(text)]
    for left, right in pairwise(edges):
        runs = [(match.start(), match.end()) for match in _TICKS.finditer(text, left, right)]
        following: dict[int, int] = {}
        partner: dict[int, int] = {}
        for index in range(len(runs) - 1, -1, -1):
            size = runs[index][1] - runs[index][0]
            if size in following:
                partner[index] = following[size]
            following[size] = index
        index = 0
        while index < len(runs):
            closer = partner.get(index)
            if closer is None:
                index += 1
                continue
            yield runs[index][0], runs[closer][1], runs[index][1] - runs[index][0]
            index = closer + 1


def _closes(raw: str, ticks: str) -> bool:
    stripped = raw.strip(" \t\r")
    indent = len(raw) - len(raw.lstrip(" "))
    return indent <= 3 and len(stripped) >= len(ticks) and set(stripped) == {ticks[0]}


def _unindent(raw: str, indent: int) -> str:
    lead = len(raw) - len(raw.lstrip(" "))
    return raw[min(indent, lead) :]
