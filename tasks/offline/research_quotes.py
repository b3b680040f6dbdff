"""Which lines a report quotes: whole small definitions, heads and decisive windows of large ones.

A window always begins and ends at a whole statement, so that the writer can read it again as code.
PROTOCOL 7: at most 30 lines a block.
"""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tasks.offline.report_facts import Quote, SymbolFacts
from tasks.offline.request import ShownFile
from tasks.offline.research_bodies import parse_python

MAX_LINES = 30
_GOOD_LINES = 26
_MIN_LINES = 3
_MAX_WIDTH = 160
_MAX_CHARACTERS = 1_800
_PER_OWNER = 6
_MIN_CORE = 6
_FEW_QUOTES = 5
"""Below so many quotes a definition of one or two lines is quoted too (PROTOCOL 7)."""
_MAX_TABLE = 8
_WHOLE = (1.0, 0.5)
"""What a window at the top of a function is worth, and one cut out of a block inside it."""


@dataclass(frozen=True)
class Window:
    """Lines to quote, inclusive."""

    start: int
    end: int

    @property
    def lines(self) -> int:
        """How many."""
        return self.end - self.start + 1


def choose_quotes(ranked: Sequence[SymbolFacts], files: Sequence[ShownFile], most: int) -> tuple[Quote, ...]:
    """Up to `most` quotes for the definitions in the given order of importance; none overlaps another.

    One class may take a third of them, more only where nothing else is left to quote.
    """
    trees = {file.name: parse_python(file.text) for file in files if file.language == "python"}
    shown = {file.name: file for file in files}
    taken: dict[str, list[Window]] = {}
    owners: dict[str, int] = {}
    quotes: dict[str, Quote] = {}
    for per_owner, least in ((_PER_OWNER, _MIN_LINES), (most, _MIN_LINES), (_FEW_QUOTES, 1)):
        most = min(most, _FEW_QUOTES) if least == 1 else most
        for symbol in ranked:
            owner = symbol.owner or symbol.name
            known = f"{symbol.path}:{symbol.name}"
            if len(quotes) >= most or owners.get(owner, 0) >= per_owner or known in quotes:
                continue
            found = _quote(symbol, shown[symbol.path], trees.get(symbol.path), taken, least)
            if found is not None:
                quotes[known] = found
                taken.setdefault(symbol.path, []).append(Window(found.start, found.end))
                owners[owner] = owners.get(owner, 0) + 1
    return tuple(quotes.values())


def _quote(
    symbol: SymbolFacts, file: ShownFile, tree: ast.Module | None, taken: Mapping[str, Sequence[Window]], least: int
) -> Quote | None:
    """The best window of a definition that can be quoted and overlaps none taken before."""
    for window in _windows(symbol, file, tree):
        text = file.excerpt(window.start, window.end)
        readable = _quotable(window, text, least) and (tree is None or _whole_statements(text))
        if readable and not _overlaps(window, taken.get(symbol.path, [])):
            return Quote(symbol.path, window.start, window.end, file.language, text, symbol.name)
    return None


def plain_windows(file: ShownFile, most: int) -> tuple[Quote, ...]:
    """Quotes of a file without known definitions: its paragraphs of lines, the longest first, in order."""
    lines = file.text.split("\n")
    blocks: list[Window] = []
    start = 0
    for number, line in enumerate([*lines, ""], start=1):
        if line.strip():
            start = start or number
        elif start:
            blocks.append(Window(start, min(number - 1, start + _GOOD_LINES - 1)))
            start = 0
    seen = [w for w in blocks if file.shows(w.start, w.end)]
    good = [w for w in seen if w.lines >= _MIN_LINES] or seen
    chosen = sorted(sorted(good, key=lambda w: -w.lines)[:most], key=lambda w: w.start)
    quotes = (Quote(file.name, w.start, w.end, file.language, file.excerpt(w.start, w.end)) for w in chosen)
    return tuple(quote for quote in quotes if len(quote.text) <= _MAX_CHARACTERS)


def _quotable(window: Window, text: str, least: int) -> bool:
    rows = text.split("\n")
    return (
        least <= window.lines <= MAX_LINES
        and len(text) <= _MAX_CHARACTERS
        and max(map(len, rows)) <= _MAX_WIDTH
        and any(row.strip() for row in rows)
        and "\t\t\t\t\t" not in text
    )


def _whole_statements(text: str) -> bool:
    """Whether the lines can be read as code again, and are not mostly a docstring."""
    tree = parse_python(textwrap.dedent(text))
    if tree is None:
        return False
    body = tree.body
    if len(body) == 1 and isinstance(body[0], ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        body = body[0].body
    docs = [node for node in body if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)]
    lines = sum((node.end_lineno or node.lineno) - node.lineno + 1 for node in docs)
    return len(docs) < len(body) and lines * 3 <= 2 * (text.count("\n") + 1)


def _overlaps(window: Window, others: Sequence[Window]) -> bool:
    return any(window.start <= other.end and other.start <= window.end for other in others)


def _windows(symbol: SymbolFacts, file: ShownFile, tree: ast.Module | None) -> list[Window]:
    """Candidate windows, best first."""
    whole = Window(symbol.start, symbol.end)
    node = _node_at(tree, symbol.start) if tree else None
    if tree is not None and symbol.kind in ("constant", "attribute"):
        return [whole] if whole.lines <= _MAX_TABLE and not symbol.short.startswith("_") else []
    if node is None:
        return [whole] if whole.lines <= MAX_LINES else [_plain_head(symbol, file)]
    if isinstance(node, ast.ClassDef):
        return [w for w in (_class_head(node, symbol), whole) if w.lines <= MAX_LINES]
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        doc = _doc_lines(node)
        if whole.lines <= _GOOD_LINES and doc <= max(8, whole.lines // 2):
            return [whole]
        cores = [(w, depth) for w, depth in _cores(node) if w.lines >= _MIN_CORE]
        ranked = sorted([(_head(node, symbol), 0), *cores], key=lambda one: -_worth(one[0], node) * _WHOLE[one[1] > 0])
        return [window for window, _ in ranked]
    return [whole] if whole.lines <= MAX_LINES else []


def _node_at(tree: ast.Module, line: int) -> ast.stmt | None:
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        if _span(node).start == line:
            return node
    return None


def _doc_lines(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> int:
    return _span(node.body[0]).lines if _has_doc(node) else 0


def _has_doc(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    first = node.body[0]
    return isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)


def _span(node: ast.stmt) -> Window:
    start = node.lineno
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        start = min([start, *(one.lineno for one in node.decorator_list)])
    return Window(start, node.end_lineno or node.lineno)


def _head(node: ast.FunctionDef | ast.AsyncFunctionDef, symbol: SymbolFacts) -> Window:
    """From the signature to the last whole statement that fits."""
    end = 0
    for statement in node.body:
        span = _span(statement)
        if span.end - symbol.start + 1 > _GOOD_LINES:
            break
        end = span.end
    return Window(symbol.start, end) if end else Window(symbol.start, symbol.start + MAX_LINES)


def _cores(node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[tuple[Window, int]]:
    """Runs of whole statements inside the body with their depth in it, each as long as fits."""
    found: list[tuple[Window, int]] = []
    blocks = [(node.body[1:] if _has_doc(node) else node.body, 0)]
    while blocks and len(found) < 60:
        block, depth = blocks.pop(0)
        for position, statement in enumerate(block):
            start, end = _span(statement).start, 0
            for following in block[position:]:
                if _span(following).end - start + 1 > _GOOD_LINES:
                    break
                end = _span(following).end
            if end:
                found.append((Window(start, end), depth))
            elif isinstance(statement, ast.If | ast.For | ast.While | ast.Try):
                blocks += [(statement.body, depth + 1), (statement.orelse, depth + 1)]
            elif isinstance(statement, ast.With):
                blocks.append((statement.body, depth + 1))
    return found


def _worth(window: Window, node: ast.AST) -> float:
    """How much happens in a window: branches, raises, loops, returns; a little less for the deeper ones."""
    weights = (
        (ast.Raise, 3.0),
        (ast.Try, 2.5),
        (ast.If, 1.5),
        (ast.For | ast.While, 2.5),
        (ast.Return, 1.0),
        (ast.Yield, 2.0),
        (ast.Call, 0.3),
    )
    score = 0.0
    for inner in ast.walk(node):
        line = getattr(inner, "lineno", None)
        if line is not None and window.start <= line and (getattr(inner, "end_lineno", line) or line) <= window.end:
            score += next((weight for kind, weight in weights if isinstance(inner, kind)), 0.0)
    fill = min(1.0, window.lines / 14)
    return score * fill


def _class_head(node: ast.ClassDef, symbol: SymbolFacts) -> Window:
    """The class line, its docstring and attributes, and the first method where it still fits."""
    end = node.lineno
    body_start = symbol.start
    if _has_doc(node) and _doc_lines(node) > 10 and len(node.body) > 1:
        body_start = _span(node.body[1]).start
    for statement in node.body:
        span = _span(statement)
        if span.start < body_start:
            continue
        if span.end - body_start + 1 > _GOOD_LINES:
            break
        end = span.end
    return Window(body_start, end)


def _plain_head(symbol: SymbolFacts, file: ShownFile) -> Window:
    """The first lines of a long definition, ending before a blank line where there is one."""
    lines = file.excerpt(symbol.start, symbol.start + _GOOD_LINES - 1).split("\n")
    for length in range(len(lines), 8, -1):
        if not lines[length - 1].strip():
            return Window(symbol.start, symbol.start + length - 2)
    return Window(symbol.start, symbol.start + len(lines) - 1)
