"""Completion markers are for persons and code, never for readers (PROTOCOL 4)."""

from __future__ import annotations

import re

from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore

_MARKER = re.compile(r"[ \t]*<!--[ \t]*[A-Z0-9_]+[ \t]*-->[ \t]*")


def drop_marker_line(state: StateBlock, line: int, last: int, silent: bool) -> bool:
    """Block rule: a line that is only a marker prints nothing, wherever it stands outside code.

    A block rule and not a search in the text, since only the parser knows which lines are code:
    a fence may stand in a list in a quotation.
    """
    if state.is_code_block(line) or not _MARKER.fullmatch(state.src[_content(state, line)]):
        return False
    if not silent:
        state.line = line + 1
    return True


def drop_marker_in_open_fence(state: StateCore) -> None:
    """Core rule: a fence left open swallows the marker that ends the text; take it out again."""
    for token in state.tokens:
        if token.type != "fence" or token.map is None:
            continue
        # A closed fence spans one line more than an open one: its own closing line.
        closed = _line_count(token.content) < token.map[1] - token.map[0] - 1
        lines = token.content.rstrip("\n").split("\n")
        if not closed and _MARKER.fullmatch(lines[-1]):
            token.content = "".join(f"{line}\n" for line in lines[:-1])


def _line_count(text: str) -> int:
    return text.count("\n") + (not text.endswith("\n") and text != "")


def _content(state: StateBlock, line: int) -> slice:
    return slice(state.bMarks[line] + state.tShift[line], state.eMarks[line])
