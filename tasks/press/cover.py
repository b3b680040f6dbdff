"""The cover as a drawing: the title over a map of the source, a field a file, sized by its lines."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from html import escape

from tasks.press.manuscript import Book
from tasks.press.stylesheets import palette
from tasks.press.treemap import Box, squarify
from tasks.press.xhtml import SVG

WIDTH, HEIGHT = 600, 900
"""Of the picture, in its own units: the proportion of a book."""
_MARGIN = 48
_MAP = Box(0, 560, WIDTH, HEIGHT - 560)
_MOST_FIELDS = 48
_SIZES = (60, 50, 42, 36, 30, 25)
_MOST_LINES = 6
_LATIN, _CJK = 0.56, 1.0
"""Width of a character in its size: a mean for letters, exact for CJK."""


def cover_of(book: Book, author: str, source: str) -> str:
    """The cover as SVG, a file of its own; what it says stands in the text too."""
    ink, paper, accent = (palette()[name][0] for name in ("paper", "link", "ink"))
    size, lines = _set_title(book.title)
    at = 150.0
    drawn = []
    for line in lines:
        drawn.append(_text(line, at, size, ink, bold=True))
        at += size * 1.22
    subtitle = _wrapped(book.subtitle, 22)
    for line in subtitle[: _MOST_LINES - 2]:
        drawn.append(_text(line, at + 12, 22, ink))
        at += 31
    feet = [_text(_clipped(line, 16, 1), y, 16, ink) for line, y in ((author, 505), (source, 530)) if line]
    return (
        f'<svg {SVG} viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{paper}"/>'
        f'<rect x="{_MARGIN}" y="80" width="72" height="7" fill="{ink}"/>'
        f"{''.join(drawn)}{''.join(feet)}{_map(book, accent, ink)}</svg>\n"
    )


def _map(book: Book, dark: str, light: str) -> str:
    sizes = sorted((max(file.lines, 1) for file in book.files), reverse=True)[:_MOST_FIELDS] or [1]
    fields = []
    for rank, box in enumerate(squarify(sizes, _MAP)):
        fill, opacity = (light, 0.1 + 0.05 * (rank % 3)) if rank % 2 else (dark, 0.12 + 0.08 * (rank % 4))
        place = f'x="{box.x + 2:.1f}" y="{box.y + 2:.1f}"'
        extent = f'width="{max(box.width - 4, 0.5):.1f}" height="{max(box.height - 4, 0.5):.1f}"'
        fields.append(f'<rect {place} {extent} fill="{fill}" fill-opacity="{opacity:.2f}"/>')
    return "".join(fields)


def _text(words: str, y: float, size: int, ink: str, *, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    face = "Noto Sans, Helvetica, Arial, Noto Sans CJK SC, sans-serif"
    place = f'x="{_MARGIN}" y="{y:.0f}"'
    return f'<text {place} font-size="{size}"{weight} font-family="{face}" fill="{ink}">{escape(words)}</text>'


def _set_title(title: str) -> tuple[int, list[str]]:
    """The largest size at which the title has room, and its lines; the last is cut where none has."""
    for size in _SIZES:
        lines = _wrapped(title, size)
        if len(lines) <= _MOST_LINES and len(lines) * size <= 300:
            return size, lines
    size = _SIZES[-1]
    lines = _wrapped(title, size)
    return size, [*lines[: _MOST_LINES - 1], _clipped(" ".join(lines[_MOST_LINES - 1 :]), size, 1)]


def _wrapped(text: str, size: int) -> list[str]:
    """Lines that fit between the margins: broken at spaces, and anywhere beside CJK."""
    lines: list[str] = []
    line = ""
    for piece in _pieces(text):
        if line.strip() and _width(line + piece.rstrip(), size) > WIDTH - 2 * _MARGIN:
            lines.append(line.strip())
            line = ""
        while _width(piece, size) > WIDTH - 2 * _MARGIN:
            cut = next(n for n in range(len(piece), 0, -1) if n == 1 or _width(piece[:n], size) < WIDTH - 2 * _MARGIN)
            lines.append(piece[:cut])
            piece = piece[cut:]
        line += piece
    return [*lines, line.strip()] if line.strip() else lines


def _pieces(text: str) -> Sequence[str]:
    pieces: list[str] = []
    for char in " ".join(text.split()):
        if pieces and not pieces[-1].endswith(" ") and not _wide(char) and not _wide(pieces[-1][-1]):
            pieces[-1] += char
        else:
            pieces.append(char)
    return pieces


def _clipped(text: str, size: int, most: int) -> str:
    lines = _wrapped(text, size)
    return lines[0] if len(lines) <= most else f"{lines[0][:-1].rstrip()}…"


def _width(text: str, size: int) -> float:
    return sum(_CJK if _wide(char) else _LATIN for char in text) * size


def _wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in {"W", "F"}
