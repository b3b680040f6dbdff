"""Syntax trees within bounds of time and memory.

Trust: the text is hostile. What is plainly no code is not parsed, a parse ends at a deadline, and a tree that would
cost seconds to search is none. The parser looks at its deadline while it reads, but not while it puts together what
it found at the end: there, thousands of tokens that fit nowhere cost the square of their number in time and memory
(8,000 of `=>a1` in C took a minute and 24 GB). So a text is parsed for the first time in a process that its limits
may end (`trial_parse`), and here only after that went well.
"""

from __future__ import annotations

import threading
import time
import zlib
from functools import cache
from itertools import accumulate

from tree_sitter import Parser, Point, Tree

from tasks.source.grammars import grammar_of
from tasks.source.process_limits import is_expendable, within_limits
from tasks.source.trial_parse import went_well

PARSE_SECONDS = 4.0
"""At most, of the processor, so that a busy machine cuts nothing short; the largest honest file takes one or two."""
_LEAST_SECONDS = 0.5
_SECONDS_A_BYTE = 4e-6
"""Five times what the slowest honest files take, of 2,300 in eleven languages."""
_LEAST_BYTES = 64 * 1024 * 1024
_BYTES_A_BYTE = 300
"""Of memory; honest files of 4 MB take up to 190 in fifteen languages."""
_SMALL_BYTES = 2_000
"""So few bytes cannot cost more than a fifth of a second, whatever they are."""
MOST_OPEN = 1_000
"""Brackets. What a text leaves open at its end is put together without a look at the deadline."""
MOST_ALIKE = 100
"""How many times smaller a text gets when its repetitions are taken out: code does not reach thirty, tables of numbers
ten."""
_LEAST_ALIKE_BYTES = 4096
MOST_STEPS = 50_000_000
"""Of a query through what the grammar did not understand: a tenth of a second."""
_CHUNK_BYTES = 64 * 1024
_OPENING, _CLOSING = b"([{", b")]}"
_NO_BRACKETS = bytes(code for code in range(256) if code not in _OPENING + _CLOSING)

# A parser is no object for two threads, nor is the process that tries texts; tasks that share a view parse briefly.
_PARSING = threading.Lock()


def parse_tree(text: str, language: str) -> Tree | None:
    """The syntax tree of a text; None without a grammar, or where it fails, takes too much or is a flood.

    A text with errors still gets a tree: its ERROR nodes say which part was not understood.

    Raises OSError where no process can be started to try the text in.
    """
    data = text.encode()
    with _PARSING:
        if grammar_of(language) is None or _is_too_deep(data) or _is_one_thing(data):
            return None
        if len(data) > _SMALL_BYTES and not is_expendable() and not went_well(data, language):
            return None
        tree = parse_once(data, language)
    return None if tree is None or _steps_in_errors(tree) > MOST_STEPS else tree


def parse_once(data: bytes, language: str) -> Tree | None:
    """One parse with a deadline; in an expendable process also one that ends the process where limits are reached."""
    parser = _parser(language)
    if parser is None:
        return None
    seconds = min(PARSE_SECONDS, _LEAST_SECONDS + len(data) * _SECONDS_A_BYTE)
    deadline = time.thread_time() + seconds

    def read(offset: int, _: Point) -> bytes:
        return data[offset : offset + _CHUNK_BYTES]

    def is_late(_: int, __: bool) -> bool:
        return time.thread_time() > deadline

    with within_limits(seconds, _LEAST_BYTES + len(data) * _BYTES_A_BYTE):
        try:
            return parser.parse(read, encoding="utf8", progress_callback=is_late)
        except (ValueError, RuntimeError, MemoryError):
            parser.reset()
            return None


def _is_too_deep(data: bytes) -> bool:
    """Whether more brackets are ever open at once than in any code, wherever they stand."""
    if sum(data.count(one) for one in _OPENING) <= MOST_OPEN:
        return False
    brackets = data.translate(None, _NO_BRACKETS)
    return max(accumulate(1 if one in _OPENING else -1 for one in brackets)) > MOST_OPEN


def _is_one_thing(data: bytes) -> bool:
    """Whether a text says one thing over and over."""
    return len(data) > _LEAST_ALIKE_BYTES and len(zlib.compress(data, 1)) * MOST_ALIKE < len(data)


def _steps_in_errors(tree: Tree) -> int:
    """The steps that a query takes between the tokens of error nodes, counted until they are too many.

    At each token a query looks for the next node that has a name, to know whether a pattern can go on there. What
    the grammar understands is kept as a balanced tree; the tokens of an error lie side by side, and a hundred
    thousand brackets in a row are five thousand million steps.
    """
    steps, pending = 0, [tree.root_node] if tree.root_node.has_error else []
    while pending and steps <= MOST_STEPS:
        node = pending.pop()
        tokens = 0
        for child in node.children:
            tokens = 0 if child.is_named else tokens + 1
            steps += tokens if node.is_error else 0
            if child.has_error and child.child_count:
                pending.append(child)
    return steps


@cache
def _parser(language: str) -> Parser | None:
    grammar = grammar_of(language)
    return None if grammar is None else Parser(grammar)
