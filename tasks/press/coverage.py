"""The coverage picture as data: files and their symbols, with sizes and what the book says of each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tasks.press.explained import Coverage, SymbolPlaces
from tasks.press.manuscript import SourceFile

MOST_FILES = 60
"""Files with a field of their own in the picture; the smaller ones share the last."""


@dataclass(frozen=True)
class Cell:
    """One symbol in the picture; `lines` is its size."""

    name: str
    lines: int
    coverage: Coverage


@dataclass(frozen=True)
class FileCoverage:
    """One file: its symbols, and how many are explained, mentioned and never met."""

    path: str
    lines: int
    cells: tuple[Cell, ...]

    def count(self, coverage: Coverage) -> int:
        """How many symbols of the file the book treats so."""
        return sum(cell.coverage == coverage for cell in self.cells)

    @property
    def coverage(self) -> Coverage:
        """The best that the book does for any of its symbols."""
        return next((one for one in Coverage if self.count(one)), Coverage.NEVER)


def coverage_of(files: Sequence[SourceFile], places: Sequence[SymbolPlaces]) -> tuple[FileCoverage, ...]:
    """The coverage of every file that has symbols, largest first; pure.

    A class counts by its own lines: those of its methods are the methods'.
    """
    by_path: dict[str, list[SymbolPlaces]] = defaultdict(list)
    for place in places:
        by_path[place.symbol.path].append(place)
    found = [
        FileCoverage(file.path, file.lines, tuple(_cells(by_path[file.path])))
        for file in files
        if by_path.get(file.path)
    ]
    return tuple(sorted(found, key=lambda one: (-one.lines, one.path)))


def _cells(places: Sequence[SymbolPlaces]) -> list[Cell]:
    """One a symbol, in the order of `places`: its lines without those of the symbols that lie within it."""
    order = sorted(range(len(places)), key=lambda at: (places[at].symbol.start, -places[at].symbol.end))
    own = [place.symbol.end - place.symbol.start + 1 for place in places]
    open_ones: list[int] = []
    for at in order:
        start, end = places[at].symbol.start, places[at].symbol.end
        while open_ones and places[open_ones[-1]].symbol.end < end:
            open_ones.pop()
        if open_ones:
            # Two on the very same lines share them, and so do two that begin on one.
            outer = places[open_ones[-1]].symbol
            if start <= outer.end and (outer.start, outer.end) != (start, end):
                own[open_ones[-1]] -= end - start + 1
        open_ones.append(at)
    return [Cell(place.symbol.name, max(lines, 1), place.coverage) for place, lines in zip(places, own, strict=True)]


def gathered(files: Sequence[FileCoverage], others: Callable[[int], str]) -> list[FileCoverage]:
    """As many files as the picture has fields, largest first; the smallest as one, its cells the ways of coverage.

    Args:
        files: largest first.
        others: what so many files are called together.
    """
    if len(files) <= MOST_FILES:
        return list(files)
    shown, rest = files[: MOST_FILES - 1], files[MOST_FILES - 1 :]
    sizes = {one: sum(cell.lines for file in rest for cell in file.cells if cell.coverage == one) for one in Coverage}
    counts = {one: sum(file.count(one) for file in rest) for one in Coverage}
    name = others(len(rest))
    cells = tuple(Cell(str(counts[one]), lines, one) for one, lines in sizes.items() if lines)
    together = FileCoverage(name, sum(file.lines for file in rest), cells)
    return sorted((*shown, together), key=lambda one: -one.lines)
