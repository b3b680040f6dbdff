"""Which lines a report quotes: whole small definitions, heads and decisive windows of large ones.

A window always begins and ends at a whole statement, so that the writer can read it again as code.
"""

from __future__ import annotations

from collections.abc import Sequence

from tasks.offline.report_facts import Quote, SymbolFacts
from tasks.offline.request import ShownFile
from tasks.offline.research_bodies import parse_python
from tasks.offline.research_windows import GOOD_LINES, MAX_CHARACTERS, MAX_LINES, MIN_LINES, Window
from tasks.offline.research_windows_python import python_windows, reads_as_python
from tasks.offline.research_windows_tree import code_of, reads_as_code, tree_windows
from tasks.offline.syntax_tables_other import SYNTAX
from tasks.source.syntax_tree import parse_tree

_MAX_WIDTH = 160
_PER_OWNER = 6
_FEW_QUOTES = 5
"""Below so many quotes a definition of one or two lines is quoted too (PROTOCOL 7)."""


def choose_quotes(ranked: Sequence[SymbolFacts], files: Sequence[ShownFile], most: int) -> tuple[Quote, ...]:
    """Up to `most` quotes for the definitions in the given order of importance; none overlaps another.

    One class may take a third of them, more only where nothing else is left to quote.
    """
    opened = {file.name: _File(file) for file in files}
    taken: dict[str, list[Window]] = {}
    owners: dict[str, int] = {}
    quotes: dict[str, Quote] = {}
    for per_owner, least in ((_PER_OWNER, MIN_LINES), (most, MIN_LINES), (_FEW_QUOTES, 1)):
        most = min(most, _FEW_QUOTES) if least == 1 else most
        for symbol in ranked:
            owner = symbol.owner or symbol.name
            known = f"{symbol.path}:{symbol.name}"
            if len(quotes) >= most or owners.get(owner, 0) >= per_owner or known in quotes:
                continue
            found = _quote(symbol, opened[symbol.path], taken.get(symbol.path, []), least)
            if found is not None:
                quotes[known] = found
                taken.setdefault(symbol.path, []).append(Window(found.start, found.end))
                owners[owner] = owners.get(owner, 0) + 1
    return tuple(quotes.values())


def _quote(symbol: SymbolFacts, file: _File, taken: Sequence[Window], least: int) -> Quote | None:
    """The best window of a definition that can be quoted and overlaps none taken before."""
    shown = file.shown
    for window in file.windows(symbol):
        if not shown.shows(window.start, window.end):
            continue
        text = shown.excerpt(window.start, window.end)
        if _quotable(window, text, least) and not _overlaps(window, taken) and file.reads(symbol, window, text):
            return Quote(symbol.path, window.start, window.end, shown.language, text, symbol.name)
    return None


def _quotable(window: Window, text: str, least: int) -> bool:
    rows = text.split("\n")
    return (
        least <= window.lines <= MAX_LINES
        and len(text) <= MAX_CHARACTERS
        and max(map(len, rows)) <= _MAX_WIDTH
        and any(row.strip() for row in rows)
        and "\t\t\t\t\t" not in text
    )


def _overlaps(window: Window, others: Sequence[Window]) -> bool:
    return any(window.start <= other.end and other.start <= window.end for other in others)


class _File:
    """A file that is quoted from, parsed once, with the windows of its definitions."""

    def __init__(self, file: ShownFile) -> None:
        self.shown = file
        self._python = parse_python(file.text) if file.language == "python" else None
        tree = parse_tree(file.text, file.language) if file.language in SYNTAX else None
        self._code = code_of(tree, file.text, file.language) if tree is not None else None
        self._windows: dict[str, list[Window]] = {}

    def windows(self, symbol: SymbolFacts) -> list[Window]:
        """Candidate windows of a definition, best first."""
        known = f"{symbol.name}:{symbol.start}"
        if known not in self._windows:
            self._windows[known] = self._candidates(symbol)
        return self._windows[known]

    def _candidates(self, symbol: SymbolFacts) -> list[Window]:
        whole = Window(symbol.start, symbol.end)
        if self._python is not None:
            return python_windows(symbol, self._python)
        if whole.lines <= MAX_LINES:
            return [whole]
        found = tree_windows(symbol, self._code) if self._code is not None else []
        return [window for window in found if window.lines <= MAX_LINES] or [_plain_head(symbol, self.shown)]

    def reads(self, symbol: SymbolFacts, window: Window, text: str) -> bool:
        """Whether the lines of a window can be read as code again; a whole definition is shown as it is."""
        if self._python is not None:
            return reads_as_python(text)
        cut = window != Window(symbol.start, symbol.end)
        return not cut or self._code is None or reads_as_code(text, self.shown.language)


def _plain_head(symbol: SymbolFacts, file: ShownFile) -> Window:
    """The first lines of a long definition, ending before a blank line where there is one."""
    lines = file.excerpt(symbol.start, symbol.start + GOOD_LINES - 1).split("\n")
    for length in range(len(lines), 8, -1):
        if not lines[length - 1].strip():
            return Window(symbol.start, symbol.start + length - 2)
    return Window(symbol.start, symbol.start + len(lines) - 1)
