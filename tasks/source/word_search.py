"""Many words looked for in one pass over a text (Aho and Corasick's)."""

from __future__ import annotations

from collections.abc import Sequence

from ahocorasick_rs import AhoCorasick, BytesAhoCorasick, Implementation


class WordSearch:
    """Where any of some words stands: the earliest that ends, or, if they may overlap, every one."""

    def __init__(self, words: Sequence[str], *, overlapping: bool = False) -> None:
        self._overlapping = overlapping
        self._in_text = AhoCorasick(words, implementation=Implementation.DFA)
        self._in_bytes = BytesAhoCorasick([word.encode() for word in words], implementation=Implementation.DFA)

    def matches(self, text: str) -> list[tuple[int, int, int]]:
        """(place of the word in the list, start, end), as offsets into the text, by their ends."""
        # Of ASCII every character is a byte, and a search through bytes takes half as long.
        if text.isascii():
            return self._in_bytes.find_matches_as_indexes(text.encode(), overlapping=self._overlapping)
        return self._in_text.find_matches_as_indexes(text, overlapping=self._overlapping)
