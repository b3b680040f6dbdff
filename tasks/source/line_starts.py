"""Which line of a text an offset lies in."""

from __future__ import annotations

import re
from bisect import bisect_right


class LineStarts:
    """Numbers (1-based) of the lines of one text."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(found.end() for found in re.finditer("\n", text))]

    def line_of(self, offset: int) -> int:
        """The line that holds the character at an offset."""
        return bisect_right(self._starts, offset)
