"""Tree-sitter grammars, loaded when a file of their language is first seen, and parsing within bounds.

Trust: the text is hostile. What is plainly no code is not parsed, a parse ends at a deadline, a tree that would
cost seconds to search is none, and a grammar that is missing, does not fit the library or fails means "not parsed":
the caller falls back to the plain outline.
"""

from __future__ import annotations

import importlib
import threading
import time
import zlib
from functools import cache
from itertools import accumulate

from tree_sitter import Language, Node, Parser, Point, Query, QueryError, Tree

PARSE_SECONDS = 4.0
"""At most, of the processor, so that a busy machine cuts nothing short; the largest honest file takes one or two."""
_LEAST_SECONDS = 0.5
_SECONDS_A_BYTE = 4e-6
"""Five times what the slowest honest files take, of 2,300 in eleven languages."""
MOST_OPEN = 1_000
"""Brackets. What a text leaves open at its end is put together without a look at the deadline."""
MOST_ALIKE = 100
"""How many times smaller a text gets when its repetitions are taken out: code does not reach thirty, tables of numbers
ten. One wrong token over and over costs the end of a parse the square of their number, again without a look."""
_LEAST_ALIKE_BYTES = 4096
_PIECE_BYTES = 6 * 1024
_PIECE_SECONDS = 0.05
"""Of the processor; a piece of code takes a few thousandths, at most 0.035 in 3,400 files."""
MOST_STEPS = 50_000_000
"""Of a query through what the grammar did not understand: a tenth of a second."""
_CHUNK_BYTES = 64 * 1024
_OPENING, _CLOSING = b"([{", b")]}"
_NO_BRACKETS = bytes(code for code in range(256) if code not in _OPENING + _CLOSING)

# language: (distribution's module, its function). The wheels carry the compiled grammar: nothing is fetched.
_GRAMMARS: dict[str, tuple[str, str]] = {
    "python": ("tree_sitter_python", "language"),
    "javascript": ("tree_sitter_javascript", "language"),
    "jsx": ("tree_sitter_javascript", "language"),
    "typescript": ("tree_sitter_typescript", "language_typescript"),
    "tsx": ("tree_sitter_typescript", "language_tsx"),
    "go": ("tree_sitter_go", "language"),
    "rust": ("tree_sitter_rust", "language"),
    "java": ("tree_sitter_java", "language"),
    "c": ("tree_sitter_c", "language"),
    "cpp": ("tree_sitter_cpp", "language"),
    "csharp": ("tree_sitter_c_sharp", "language"),
    "ruby": ("tree_sitter_ruby", "language"),
    "php": ("tree_sitter_php", "language_php"),
    "kotlin": ("tree_sitter_kotlin", "language"),
    "swift": ("tree_sitter_swift", "language"),
    "bash": ("tree_sitter_bash", "language"),
    "sql": ("tree_sitter_sql", "language"),
}

# A parser is no object for two threads; tasks that share a view parse rarely and briefly.
_PARSING = threading.Lock()


def parsed_languages() -> tuple[str, ...]:
    """The languages with a grammar, sorted."""
    return tuple(sorted(_GRAMMARS))


def parse_tree(text: str, language: str) -> Tree | None:
    """The syntax tree of a text; None without a grammar, or where it fails, takes too long or is a flood.

    A text with errors still gets a tree: its ERROR nodes say which part was not understood.
    """
    with _PARSING:
        parser = _parser(language)
        if parser is None:
            return None
        data = text.encode()
        if _is_too_deep(data) or _is_one_thing(data) or _ends_in_noise(data, parser):
            return None
        allowed = min(PARSE_SECONDS, _LEAST_SECONDS + len(data) * _SECONDS_A_BYTE)
        deadline = time.thread_time() + allowed

        def read(offset: int, _: Point) -> bytes:
            return data[offset : offset + _CHUNK_BYTES]

        def is_late(_: int, __: bool) -> bool:
            return time.thread_time() > deadline

        try:
            tree = parser.parse(read, encoding="utf8", progress_callback=is_late)
        except (ValueError, RuntimeError, MemoryError):
            parser.reset()
            return None
    return None if tree is None or _steps_in_errors(tree.root_node) > MOST_STEPS else tree


def text_of(node: Node, data: bytes) -> str:
    """The source text of a node."""
    return data[node.start_byte : node.end_byte].decode("utf-8", "replace")


@cache
def grammar_of(language: str) -> Language | None:
    """The grammar of a language; None where there is none, or where it does not load."""
    place = _GRAMMARS.get(language)
    if place is None:
        return None
    try:
        return Language(getattr(importlib.import_module(place[0]), place[1])())
    except (ImportError, AttributeError, OSError, ValueError, TypeError, SystemError):
        return None


@cache
def compiled_query(language: str, source: str) -> Query | None:
    """A query of our own; None where the grammar has renamed what it asks for."""
    grammar = grammar_of(language)
    try:
        return None if grammar is None else Query(grammar, source)
    except QueryError:
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


def _ends_in_noise(data: bytes, parser: Parser) -> bool:
    """Whether the last piece of a text alone takes ten times what a piece of code takes.

    Thousands of tokens that fit nowhere, each another one, cost the library the square of their number in time and
    memory where the text ends among them (`a => b` in C: 8,000 took a minute and 20 GB), without a look at the
    deadline. Where code follows, the parser finds its way back before, and they cost what any text does.
    """
    if len(data) <= _PIECE_BYTES:
        return False
    began = time.thread_time()
    parser.parse(data[-_PIECE_BYTES:])
    return time.thread_time() - began > _PIECE_SECONDS


def _steps_in_errors(root: Node) -> int:
    """The steps that a query takes between the tokens of error nodes, counted until they are too many.

    At each token a query looks for the next node that has a name, to know whether a pattern can go on there. What
    the grammar understands is kept as a balanced tree; the tokens of an error lie side by side, and a hundred
    thousand brackets in a row are five thousand million steps.
    """
    steps, pending = 0, [root] if root.has_error else []
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
