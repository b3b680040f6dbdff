"""Python that this Python cannot parse as a whole: read piece by piece, so that one broken piece costs one piece.

A piece begins at a top-level `class`, `def` or decorator. Python's own parser takes what it understands; the
rest goes to tree-sitter in small portions only, since its recovery from errors in Python costs the square of
their number and cannot be interrupted.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import replace

from tasks.source.decoding import lines_of
from tasks.source.python_imports import PythonImport, python_imports
from tasks.source.python_symbols import python_symbols
from tasks.source.python_syntax import parses
from tasks.source.symbol import Symbol
from tasks.source.tree_symbols import tree_symbols

_BEGINS = re.compile(r"(?:class|def|async\s+def)\s+\w|@\w")
_MOST_LINES = 400
_MOST_CHARACTERS = 20_000
_SECONDS = 4.0


def fragment_symbols(text: str) -> tuple[Symbol, ...]:
    """The definitions of all pieces that can be told, with the lines that they have in the whole."""
    deadline = time.thread_time() + _SECONDS
    found: list[Symbol] = []
    for first, piece in _pieces(text):
        if parses(piece):
            symbols = python_symbols(piece)
        elif piece.count("\n") <= _MOST_LINES and len(piece) <= _MOST_CHARACTERS and time.thread_time() < deadline:
            symbols = tree_symbols(piece, "python") or ()
        else:
            symbols = ()
        found += (replace(one, start=one.start + first, end=one.end + first) for one in symbols)
    return tuple(found)


def fragment_imports(text: str) -> tuple[PythonImport, ...]:
    """The imports of the pieces that parse."""
    return tuple(replace(one, line=one.line + first) for first, piece in _pieces(text) for one in python_imports(piece))


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """The number of lines before a piece, and the piece."""
    lines = lines_of(text)
    begin, decorated = 0, False
    for number, line in enumerate(lines):
        begins = _BEGINS.match(line[:80]) is not None
        if begins and not decorated and number > begin:
            yield begin, "\n".join(lines[begin:number]) + "\n"
            begin = number
        # A decorator's definition belongs to it, however many lines its arguments take.
        decorated = line.startswith("@") or (decorated and not begins)
    yield begin, "\n".join(lines[begin:]) + "\n"
