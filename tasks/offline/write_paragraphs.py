"""Sentences to paragraphs: at most five lines each, wrapped without breaking code or links (PROTOCOL 7)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

MAX_LINES = 5
BREAK = "¶"
"""Among sentences: here a paragraph ends."""
_PIECE = re.compile(r"``.*?``|`[^`]*`|\[[^\]]*\]\([^)]*\)|\*\*[^*]+\*\*|[^\s`\[*]+|\s+|[`\[*]")
_NO_START = "，。、；：！？）」』”’》〉…—,.;:!?)"
_NO_END = "（「『“‘《〈("


def paragraphs(sentences: Iterable[str], width: int, space: str) -> list[str]:
    """Wrapped paragraphs; a new one begins where the sixth line would. "> ..." is a quotation of its own."""
    done: list[str] = []
    current = ""
    for sentence in sentences:
        text = sentence.strip()
        if not text:
            continue
        if text == BREAK:
            done += ["\n".join(wrap(current, width))] if current else []
            current = ""
            continue
        if text.startswith("> "):
            done += ["\n".join(wrap(current, width))] if current else []
            done.append("\n".join(f"> {line}" for line in wrap(text[2:], width)))
            current = ""
            continue
        longer = f"{current}{space}{text}" if current else text
        if current and len(wrap(longer, width)) > MAX_LINES:
            done.append("\n".join(wrap(current, width)))
            longer = text
        current = longer
    if current:
        done.append("\n".join(wrap(current, width)))
    return done


def wrap(text: str, width: int) -> list[str]:
    """Lines of at most `width` columns where the pieces allow it; a CJK character counts as one.

    A break never falls inside code, a link or bold text, never before a closing mark, and never where
    the next line would begin with something that Markdown reads as a block.
    """
    lines: list[str] = []
    line = ""
    for piece in _pieces(text):
        if line and len(line) + len(piece.rstrip()) > width and _may_break(line, piece):
            lines.append(line.rstrip())
            line = piece.lstrip()
        else:
            line += piece
    return [*lines, line.rstrip()] if line.strip() else lines


def _pieces(text: str) -> list[str]:
    """Words with the space before them; CJK characters singly."""
    found: list[str] = []
    space = ""
    for raw in _PIECE.findall(" ".join(text.split())):
        if raw.isspace():
            space = raw
            continue
        for part in _cjk_split(raw):
            found.append(space + part)
            space = ""
    return found


def _cjk_split(raw: str) -> list[str]:
    if raw[0] in "`[*" or not any(_wide(char) for char in raw):
        return [raw]
    parts: list[str] = []
    for char in raw:
        if parts and not _wide(char) and not _wide(parts[-1][-1]):
            parts[-1] += char
        else:
            parts.append(char)
    return parts


def _wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in "WF"


def _may_break(line: str, piece: str) -> bool:
    first, last = piece.lstrip()[:1], line.rstrip()[-1:]
    if first in _NO_START or last in _NO_END:
        return False
    if not piece[:1].isspace():
        return _wide(first) or _wide(last)
    return not re.match(r"(?:[-+*]|#{1,6}|\d+[.)])$|[>|]", piece.strip())
