"""The coverage picture as data: files and their symbols, with sizes and what the book says of each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
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
    cells = []
    for place in places:
        symbol = place.symbol
        nested = {
            line
            for other in places
            if other is not place and symbol.start <= other.symbol.start and other.symbol.end <= symbol.end
            and (other.symbol.start, other.symbol.end) != (symbol.start, symbol.end)
            for line in range(other.symbol.start, other.symbol.end + 1)
        }  # fmt: skip
        own = symbol.end - symbol.start + 1 - len(nested)
        cells.append(Cell(symbol.name, max(own, 1), place.coverage))
    return cells
