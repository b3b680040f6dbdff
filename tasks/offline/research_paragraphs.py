"""Quotes of a file without known definitions: its paragraphs of lines."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from tasks.offline.report_facts import Quote
from tasks.offline.request import ShownFile
from tasks.offline.research_windows import GOOD_LINES, MAX_CHARACTERS, MIN_LINES, Window
from tasks.offline.research_windows_tree import reads_as_code
from tasks.offline.syntax_kinds import Kind
from tasks.offline.syntax_tables_other import SYNTAX
from tasks.source.syntax_tree import parse_tree

_TRIED = 3
"""Of how many paragraphs for each that is wanted it is asked whether they can be read as code."""


def plain_windows(file: ShownFile, most: int) -> tuple[Quote, ...]:
    """The longest paragraphs, in order; those that can be read as code first, and none that begins with a comment
    unless there is nothing else."""
    every = [*_paragraphs(file.text, _commented(file))] or [*_paragraphs(file.text, frozenset())]
    seen = [window for window in every if file.shows(window.start, window.end)]
    good = [window for window in seen if window.lines >= MIN_LINES] or seen
    good = sorted(good, key=lambda w: -w.lines)[: most * _TRIED]
    if file.language in SYNTAX:
        good.sort(key=lambda w: not reads_as_code(file.excerpt(w.start, w.end), file.language))
    chosen = sorted(good[:most], key=lambda w: w.start)
    quotes = (Quote(file.name, w.start, w.end, file.language, file.excerpt(w.start, w.end)) for w in chosen)
    return tuple(quote for quote in quotes if len(quote.text) <= MAX_CHARACTERS)


def _paragraphs(text: str, commented: frozenset[int]) -> Iterator[Window]:
    start = 0
    for number, line in enumerate([*text.split("\n"), ""], start=1):
        if line.strip():
            start = start or (0 if number in commented else number)
        elif start:
            yield Window(start, min(number - 1, start + GOOD_LINES - 1))
            start = 0


def _commented(file: ShownFile) -> frozenset[int]:
    """The lines that a comment or an attribute begins in, or goes on in; none for a language without a table."""
    tree = parse_tree(file.text, file.language) if file.language in SYNTAX else None
    return frozenset(_lines(tree.root_node, file.text.encode(), file.language)) if tree is not None else frozenset()


def _lines(root: Node, data: bytes, language: str) -> Iterator[int]:
    kinds = SYNTAX[language].kinds
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if kinds.get(node.type) is not Kind.COMMENT:
            waiting += node.named_children
            continue
        before = data[data.rfind(b"\n", 0, node.start_byte) + 1 : node.start_byte]
        last = node.end_point.row - (node.end_point.column == 0)
        yield from range(node.start_point.row + 1 + bool(before.strip()), last + 2)
