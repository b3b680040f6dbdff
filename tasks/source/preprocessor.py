"""C and C++ as a grammar can read them that expands no macro and takes no branch: what disturbs it becomes spaces."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

_MACRO = r"(?=[A-Z0-9]*_|[A-Z]{4})[A-Z][A-Z0-9_]*+(?!\w)"
_GIVEN = r"\([^()\n]*+(?:\([^()\n]*+\)[^()\n]*+)*+\)"
_ON_A_LINE = re.compile(rf"(?m)^[ \t]*{_MACRO}(?:[ \t]*(?:{_GIVEN})|:)?[ \t]*$(?!\s*[{{(])")
"""With no body behind it: `Q_OBJECT`, `PYBIND11_NAMESPACE_BEGIN(x)`, `Q_SIGNALS:`."""
_BEHIND = re.compile(
    rf"(?<=[\w)\]])[ \t]+{_MACRO}{_GIVEN}(?=\s*(?:[;{{=]|override\b|const\b|final\b|noexcept\b|{_MACRO}\())"
)
"""Behind a declaration: `void Wait() REQUIRES(mu_);`, `int value GUARDED_BY(mu_);`."""
_WORD_BEHIND = re.compile(rf"(?<=\))[ \t]+{_MACRO}(?=\s*[;{{])")
"""`void free(void *at) MODULE_ATTRIBUTE;`."""
_CAUGHT = re.compile(r"\b[A-Z][A-Z_]*_(?:TRY|CATCH[ \t]*\([^()\n]*\))(?=\s*\{)")
"""A try or a catch that may be compiled away: what remains is a block."""
_BEFORE = re.compile(
    rf"(?m)^([ \t]*)({_MACRO}(?:\([^()\n]*\))?)(?=[ \t]+[A-Za-z_][\w:<>,*& \t]{{0,200}}[ \t*&~]\w+[ \t]*\()"
)
"""Before what a function returns: `JSON_NODISCARD static bool f(`."""
_IN_A_HEAD = re.compile(
    rf"\b((?:class|struct|union|enum)[ \t]+)({_MACRO}(?:\([^()\n]*\))?)(?=[ \t]+[A-Za-z_]\w*\s*(?:final\s*)?[:{{])"
)
"""Between a keyword and a name: `class LOCKABLE Mutex {`."""
_DIRECTIVES = re.compile(r"(?m)^([ \t]*#(?:[^\n\\]|\\.|\\\n)*+)")
"""Whole, with the lines that they go on in."""
_DIRECTIVE = re.compile(r"[ \t]*#[ \t]*(ifdef|ifndef|if|elifdef|elifndef|elif|else|endif)\b")


def with_plain_heads(text: str) -> str:
    """The text without the macros in the heads of types: a grammar takes those types for functions without an error."""
    return _IN_A_HEAD.sub(_blank_last, text)


def without_macros(text: str) -> str:
    """The text without the macros that stand where the language has nothing; directives stay as they are."""
    pieces = _DIRECTIVES.split(text)
    for at in range(0, len(pieces), 2):
        piece = _ON_A_LINE.sub(_blank, pieces[at])
        piece = _BEFORE.sub(_blank_last, _CAUGHT.sub(_blank, piece))
        piece = _WORD_BEHIND.sub(_blank, piece)
        for _ in range(2):  # two of them may stand side by side
            piece = _BEHIND.sub(_blank, piece)
        pieces[at] = piece
    return "".join(pieces)


def is_macro_line(line: str) -> bool:
    """Whether a line holds a macro and nothing else, so that it belongs to what stands below."""
    return _ON_A_LINE.fullmatch(line) is not None


def without_torn_branches(text: str, faults: Collection[int]) -> str:
    """The text with the first branch only of each `#if` that begins, ends or lies within a statement.

    `faults` are the lines (1-based) that a grammar did not understand: those of such branches, and the line behind.
    """
    lines = text.split("\n")
    faulty = sorted(faults)
    for one in _conditionals(lines):
        at = bisect_left(faulty, one.start)
        if at == len(faulty) or faulty[at] > one.end + 1:
            continue
        kept = range(one.branches[0] + 1, one.branches[1])
        for number in range(one.start, one.end + 1):
            if number not in kept:
                lines[number - 1] = _spaces(lines[number - 1])
    return "\n".join(lines)


@dataclass
class _Conditional:
    """From `#if` to `#endif`; `branches` are the lines of its directives. `inner`: it holds another."""

    start: int
    branches: list[int] = field(default_factory=list)
    end: int = 0
    inner: bool = False


def _conditionals(lines: list[str]) -> Iterator[_Conditional]:
    """The innermost ones, 1-based; one that is never closed is none."""
    open_ones: list[_Conditional] = []
    for number, line in enumerate(lines, 1):
        found = _DIRECTIVE.match(line)
        if found is None:
            continue
        word = found.group(1)
        if word.startswith("if"):
            if open_ones:
                open_ones[-1].inner = True
            open_ones.append(_Conditional(number, [number]))
        elif open_ones:
            open_ones[-1].branches.append(number)
            if word == "endif":
                closed = open_ones.pop()
                closed.end = number
                if not closed.inner:
                    yield closed


def _blank(found: re.Match[str]) -> str:
    return _spaces(found.group())


def _blank_last(found: re.Match[str]) -> str:
    return found.group(1) + _spaces(found.group(2))


def _spaces(text: str) -> str:
    """As many as the text has bytes."""
    return " " * len(text.encode())
