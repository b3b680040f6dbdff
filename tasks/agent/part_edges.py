"""Where a text may be cut into parts, and what a piece from its middle must be told of the lines above it.

A piece of code ends where its next line begins something: behind an empty line, as far out as such a line is
near. A piece of Markdown ends before a heading or a paragraph, and never inside a fence. What the first line of a
piece lies in (the class of a method, the section of a paragraph) is shown before it, with its own numbers.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from memory_schema.conventions import headings
from memory_schema.fences import fences

_LOOK_BACK = 5
"""A piece may end by a fifth earlier, where something begins."""
_HEADING = re.compile(r"^(#{1,6})\s")
_CLOSES = (")", "]", "}")
_SAYS_NOTHING = ("#", "//", "/*", "*", "@", "--")
"""Comments, directives and decorators open nothing."""
_LONGEST_HEAD = 12
_DEEPEST = 6
_LOWEST_LEVEL = 7
_TAB = 4

Opening = tuple[tuple[int, str], ...]


def barred_lines(text: str) -> frozenset[int]:
    """Line numbers of a Markdown text behind which it may not be cut, since a fence goes on."""
    return frozenset(number for fence in fences(text) for number in range(fence.start, fence.end))


def last_line(lines: Sequence[str], first: int, fitting: int, barred: Collection[int], *, markdown: bool) -> int:
    """Where a piece that begins with line `first` should end: with `fitting`, or before a line that begins something.

    Args:
        lines: the whole text; line 1 is its first.
        fitting: the last line that has room.
    """
    if fitting in barred:
        outside = [number for number in range(fitting, first, -1) if number not in barred]
        fitting = outside[0] if outside else fitting
    if fitting >= len(lines):
        return fitting
    best, outermost = fitting, 0
    for number in range(fitting, fitting - (fitting - first) // _LOOK_BACK, -1):
        following = lines[number]
        if number in barred or not following.strip() or (lines[number - 1].strip() and not _HEADING.match(following)):
            continue
        depth = 1 + (_rank(following) if markdown else _indent(following))
        if not outermost or depth < outermost:
            best, outermost = number, depth
    return best


def opening_of(text: str, lines: Sequence[str], first: int, *, markdown: bool) -> Opening:
    """The lines above line `first` that open what it lies in, outermost first; () at the margin."""
    if first <= 1:
        return ()
    return _headings_above(text, lines, first) if markdown else _heads_above(lines, first)


def _headings_above(text: str, lines: Sequence[str], first: int) -> Opening:
    found: list[tuple[int, str]] = []
    begins = next((line for line in lines[first - 1 :] if line.strip()), "")
    level = _rank(begins) if _HEADING.match(begins) else _LOWEST_LEVEL
    for heading in reversed([one for one in headings(text) if one.line < first]):
        if heading.level < level:
            found.append((heading.line, f"{'#' * heading.level} {heading.text}"))
            level = heading.level
    return tuple(reversed(found))


def _heads_above(lines: Sequence[str], first: int) -> Opening:
    begins = next((line for line in lines[first - 1 :] if line.strip()), "")
    depth, closing, heads = _indent(begins), 0, 0
    found: list[tuple[int, str]] = []
    for number in range(first - 1, 0, -1):
        line = lines[number - 1]
        words = line.strip()
        if not depth or heads == _DEEPEST:
            break
        if not words or _indent(line) >= depth or words.startswith(_SAYS_NOTHING):
            continue
        if words.startswith(_CLOSES):
            closing = closing or number
            continue
        # A head of several lines is told as a whole: its last one closes what its first one opens.
        last = (
            closing
            if closing and closing - number < _LONGEST_HEAD and _indent(lines[closing - 1]) == _indent(line)
            else number
        )
        found = [*((at, lines[at - 1]) for at in range(number, last + 1)), *found]
        depth, closing, heads = _indent(line), 0, heads + 1
    return tuple(found)


def _rank(line: str) -> int:
    heading = _HEADING.match(line)
    return len(heading[1]) if heading else _LOWEST_LEVEL + _indent(line)


def _indent(line: str) -> int:
    wide = line.expandtabs(_TAB)
    return len(wide) - len(wide.lstrip())
