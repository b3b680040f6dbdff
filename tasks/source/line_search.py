"""Lines found among lines, as they stand or but for white space. Pure text, no file access."""

from __future__ import annotations

from collections.abc import Sequence


def squeezed(line: str) -> str:
    """A line with every run of white space as one space, and none at its ends."""
    return " ".join(line.split())


def inked(lines: Sequence[str]) -> tuple[list[int], list[str]]:
    """The numbers, from 1, of the lines that are not blank, and these lines squeezed."""
    kept = [(number, text) for number, line in enumerate(lines, 1) if (text := squeezed(line))]
    return [number for number, _ in kept], [text for _, text in kept]


def runs_of(wanted: Sequence[str], lines: Sequence[str]) -> list[tuple[int, int]]:
    """Every place, by its first and last line from 1, where the wanted lines stand one after the other.

    Lines that are all blank are found nowhere.
    """
    if not any(wanted):
        return []
    needle, text = "\n" + "\n".join(wanted) + "\n", "\n" + "\n".join(lines) + "\n"
    found: list[tuple[int, int]] = []
    at, number, counted = text.find(needle), 1, 0
    while at >= 0:
        number += text.count("\n", counted, at)
        counted = at
        found.append((number, number + len(wanted) - 1))
        at = text.find(needle, at + 1)
    return found
