"""The coverage picture as SVG: a squarified treemap, a field a file, a cell a symbol.

Squarified after Bruls, Huizing and van Wijk (2000). Colours are classes, so that the style sheet can
paint it light and dark; what a colour says also stands in each cell's title and in the page's table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from tasks.press.coverage import FileCoverage, gathered
from tasks.press.explained import Coverage

WIDTH, HEIGHT = 960.0, 600.0
_HEAD = 17.0
_LETTER = 6.3
"""Width of a letter of a field's name, in the picture's units."""


@dataclass(frozen=True)
class Box:
    """A rectangle in the picture."""

    x: float
    y: float
    width: float
    height: float


def treemap(
    files: Sequence[FileCoverage], title: str, words: Callable[[Coverage], str], others: Callable[[int], str]
) -> str:
    """The picture, or "" for a source without symbols.

    Args:
        files: largest first.
        title: its accessible name.
        words: what a coverage is called in the book's language.
        others: what so many smaller files are called that share a field.
    """
    if not files:
        return ""
    shown = gathered(files, others)
    boxes = squarify([max(file.lines, 1) for file in shown], Box(0, 0, WIDTH, HEIGHT))
    fields = "".join(_field(file, box, words) for file, box in zip(shown, boxes, strict=True))
    size = f'viewBox="0 0 {WIDTH:g} {HEIGHT:g}"'
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="treemap" {size} role="img" aria-labelledby="coverage:title">'
    )
    return f'{head}<title id="coverage:title">{escape(title)}</title>{fields}</svg>'


def squarify(sizes: Sequence[float], box: Box) -> list[Box]:
    """Boxes with areas in proportion to the sizes (all > 0, largest first), filling `box`, near squares."""
    scale = box.width * box.height / sum(sizes)
    areas = [size * scale for size in sizes]
    placed: list[Box] = []
    at = 0
    while at < len(areas):
        side = max(min(box.width, box.height), 1e-9)
        count = 1
        while at + count < len(areas) and _worst(areas[at : at + count + 1], side) <= _worst(
            areas[at : at + count], side
        ):
            count += 1
        row, box = _row(areas[at : at + count], box)
        placed += row
        at += count
    return placed


def _worst(row: Sequence[float], side: float) -> float:
    """The worst ratio of sides in a row laid along `side`."""
    total = sum(row)
    return max(max(side * side * area / total**2, total**2 / (side * side * area)) for area in row)


def _row(areas: Sequence[float], box: Box) -> tuple[list[Box], Box]:
    total = sum(areas)
    boxes: list[Box] = []
    if box.width >= box.height:
        thick, at = total / max(box.height, 1e-9), box.y
        for area in areas:
            boxes.append(Box(box.x, at, thick, area / max(thick, 1e-9)))
            at += boxes[-1].height
        return boxes, Box(box.x + thick, box.y, max(box.width - thick, 0), box.height)
    thick, at = total / max(box.width, 1e-9), box.x
    for area in areas:
        boxes.append(Box(at, box.y, area / max(thick, 1e-9), thick))
        at += boxes[-1].width
    return boxes, Box(box.x, box.y + thick, box.width, max(box.height - thick, 0))


def _field(file: FileCoverage, box: Box, words: Callable[[Coverage], str]) -> str:
    inner = Box(box.x + 2, box.y + 2, box.width - 4, box.height - 4)
    if inner.width < 3 or inner.height < 3:
        return _rectangle(box, f"c-{file.coverage}", file.path)
    name, body = "", inner
    if inner.height > 3 * _HEAD and inner.width > 40:
        text = _label(file.path, int(inner.width / _LETTER))
        name = f'<text x="{inner.x + 3:.1f}" y="{inner.y + 12:.1f}">{escape(text)}</text>'
        body = Box(inner.x, inner.y + _HEAD, inner.width, inner.height - _HEAD)
    cells = sorted(file.cells, key=lambda cell: (-cell.lines, cell.name))
    boxes = squarify([cell.lines for cell in cells], body)
    drawn = "".join(
        _rectangle(cell_box, f"c-{cell.coverage}", f"{cell.name} ({file.path}): {words(cell.coverage)}")
        for cell, cell_box in zip(cells, boxes, strict=True)
    )
    return f"<g>{_rectangle(box, 'c-file', file.path)}{name}{drawn}</g>"


def _label(path: str, room: int) -> str:
    """The path, else the file's name, else its beginning: what tells files apart is seldom their extension."""
    name = path.rpartition("/")[2]
    stem = name.partition(".")[0] or name
    fits = next((text for text in (path, name, stem) if len(text) <= room), "")
    return fits or f"{stem[: max(room - 1, 1)]}…"


def _rectangle(box: Box, kind: str, title: str) -> str:
    size = f'x="{box.x:.1f}" y="{box.y:.1f}" width="{max(box.width, 0.1):.1f}" height="{max(box.height, 0.1):.1f}"'
    return f'<rect class="{kind}" {size}><title>{escape(title)}</title></rect>'
