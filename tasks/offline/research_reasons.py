"""Design decisions that the source itself tells: comments that give reasons, and telling structure."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator, Mapping

from tasks.offline.report_facts import Remark, SymbolFacts
from tasks.offline.request import ShownFile
from tasks.offline.research_bodies import Body
from tasks.offline.research_symbols import Sources

_REASON = re.compile(
    r"\b(because|since|so that|otherwise|in order to|to avoid|avoid|instead|rather than|don't|do not|must|never|"
    r"cannot|can't|only|why|unless|note|hack|workaround|performance|faster|speed|backward|compat|safe|security|"
    r"so (?:we|it|this|that)|does not|doesn't|usually|in the future|"
    r"thread|race|needs? to|make sure|ensure|prevent|fallback|legacy)\b",
    re.IGNORECASE,
)
_NOISE = re.compile(r"(noqa|type:\s*ignore|pragma|pylint|mypy:|fmt:|isort|eslint|nolint|copyright|licen[cs]e)", re.I)
_CODE_LIKE = re.compile(r"[=;{}]\s*$|^\s*(import|return|def|if|for)\b.*[:(]")
_CACHED = re.compile(r"cache|memo|lru", re.IGNORECASE)
_MAX_TEXT = 260
_ENOUGH = 60
"""Characters by which a comment is known again as a definition's documentation."""


def remarks_of(
    sources: Sources, symbols: tuple[SymbolFacts, ...], every: tuple[SymbolFacts, ...]
) -> tuple[Remark, ...]:
    """Every reason found, in order of file and line; families of classes come first, and are never crowded out.

    Args:
        symbols: the definitions that the report describes.
        every: all definitions of the chapter's files; only among these can subclasses be counted.
    """
    found: list[Remark] = [*_hierarchies(symbols, every)]
    for file in sources.files:
        inside = [one for one in symbols if one.path == file.name]
        found += _comments(file, inside)
        found += _structure(file, inside, sources.bodies[file.name])
    return tuple(found)


def _comments(file: ShownFile, symbols: list[SymbolFacts]) -> Iterator[Remark]:
    docs = [" ".join(one.doc.split()) for one in symbols if one.doc]
    for start, end, text in _comment_blocks(file):
        clean = " ".join(text.split())
        if any(clean[:_ENOUGH] in doc for doc in docs):
            continue  # what a definition says of itself is its documentation, and is told as such
        if not 25 <= len(clean) <= _MAX_TEXT or not _REASON.search(clean):
            continue
        if _NOISE.search(clean) or _CODE_LIKE.search(clean) or not clean[0].isalpha():
            continue
        yield Remark("comment", file.name, start, clean, _around(symbols, end + 1))


def _comment_blocks(file: ShownFile) -> Iterator[tuple[int, int, str]]:
    """Comments that stand on lines of their own, consecutive ones put together."""
    rows = _python_comments(file) if file.language == "python" else _line_comments(file)
    block: list[tuple[int, str]] = []
    for number, text in rows:
        if block and number != block[-1][0] + 1:
            yield block[0][0], block[-1][0], " ".join(row for _, row in block)
            block = []
        block.append((number, text))
    if block:
        yield block[0][0], block[-1][0], " ".join(row for _, row in block)


def _python_comments(file: ShownFile) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(file.text).readline):
            if token.type == tokenize.COMMENT and token.line.lstrip().startswith("#"):
                found.append((token.start[0], token.string.lstrip("#:! ").strip()))
    except (tokenize.TokenError, IndentationError, SyntaxError):
        pass
    return found


def _line_comments(file: ShownFile) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    for number, line in enumerate(file.text.split("\n"), start=1):
        match = re.match(r"^\s*(?://+!?|#(?!include|define|if|endif|else|pragma|!|\[)|--|\*(?!/))\s?(.*)$", line)
        if match and match[1].strip():
            found.append((number, match[1].strip()))
    return found


def _around(symbols: list[SymbolFacts], line: int) -> str:
    """The innermost definition that holds a line."""
    holding = [one for one in symbols if one.start <= line <= one.end]
    return min(holding, key=lambda one: one.lines).name if holding else ""


def _structure(file: ShownFile, symbols: list[SymbolFacts], bodies: Mapping[int, Body]) -> Iterator[Remark]:
    for symbol in symbols:
        slots = next((m for m in symbol.members if m.name == "__slots__"), None)
        if slots is not None:
            yield Remark("slots", file.name, slots.start, slots.says or "__slots__", symbol.name)
        for decorator in symbol.decorators:
            if _CACHED.search(decorator):
                yield Remark("cached", file.name, symbol.start, decorator, symbol.name)
        body = bodies.get(symbol.start)
        for site in (body.local_imports if body else ())[:1]:
            yield Remark("lazy import", file.name, site.line, site.name, symbol.name)
        if symbol.kind == "constant" and re.search(r"=\s*object\(\)$", symbol.signature):
            yield Remark("sentinel", file.name, symbol.start, symbol.name, symbol.name)


def _hierarchies(symbols: tuple[SymbolFacts, ...], every: tuple[SymbolFacts, ...]) -> Iterator[Remark]:
    """Classes with at least two subclasses in the chapter's files; those that the report describes come first."""
    children: dict[str, list[str]] = {}
    told = {symbol.name for symbol in symbols}
    for symbol in sorted(every, key=lambda one: one.name not in told):
        for base in symbol.bases:
            children.setdefault(base.rpartition(".")[2], []).append(symbol.name)
    for symbol in symbols:
        below = children.get(symbol.name, []) if symbol.is_type else []
        if len(below) >= 2:
            yield Remark("hierarchy", symbol.path, symbol.start, ", ".join(below), symbol.name)
