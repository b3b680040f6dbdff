"""The outline of a text that a grammar did not understand whole, completed by the plain one."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace

from tree_sitter import Node

from tasks.source.decoding import lines_of
from tasks.source.plain_blocks import plain_blocks
from tasks.source.symbol import Symbol
from tasks.source.syntax_errors import faults_of
from tasks.source.syntax_outline import last_line

_HOLD_NO_OTHERS = frozenset({"c", "cpp", "bash"})
"""Languages in which nothing in a function stands at the margin."""
_WITHOUT_OTHERS = frozenset({"function", "method", "variable", "constant"})


def completed(found: Sequence[Symbol], root: Node, text: str, language: str) -> list[Symbol]:
    """What the walk over a tree with errors found, and what it could not find."""
    faults = sorted(faults_of(root).lines)
    torn = [one for one in found if one.kind in _WITHOUT_OTHERS and _holds(faults, one)] if faults else []
    holds_more = language in _HOLD_NO_OTHERS and _have_margins(torn, lines_of(text))
    if not holds_more and not root.is_error and not any(one.is_error for one in root.named_children):
        return list(found)
    plain = plain_blocks(text, language)
    parted = _parted(found, plain, torn) if holds_more else list(found)
    return parted + _understood_plainly(root, plain, parted)


def _holds(faults: Sequence[int], symbol: Symbol) -> bool:
    return bisect_left(faults, symbol.start) < bisect_right(faults, symbol.end)


def _have_margins(torn: Sequence[Symbol], lines: Sequence[str]) -> bool:
    """Whether a word begins a line within one of them: almost never, and all that follows is for that case."""
    return any(line[:1].isalpha() or line[:1] == "_" for one in torn for line in lines[one.start : one.end])


def _parted(found: Sequence[Symbol], plain: Sequence[Symbol], torn: Sequence[Symbol]) -> list[Symbol]:
    """Where a grammar misses the end of a function it takes all that follows for its body: each stands by itself."""
    is_torn = {id(one) for one in torn}
    heads = [one for one in plain if not one.signature.startswith("#")]
    starts = [one.start for one in heads]
    parted: list[Symbol] = []
    taken = {one.name for one in found}
    for symbol in found:
        inside = heads[bisect_right(starts, symbol.start) : bisect_right(starts, symbol.end)]
        inside = [one for one in inside if one.name != symbol.name]
        if inside and id(symbol) in is_torn:
            parted += [one for one in inside if one.name not in taken]
            symbol = replace(symbol, end=inside[0].start - 1)
        parted.append(symbol)
    return parted


def _understood_plainly(root: Node, plain: Sequence[Symbol], found: Sequence[Symbol]) -> list[Symbol]:
    """What the plain outline sees where the parser saw an error and the walk found nothing."""
    errors = [(one.start_point.row + 1, last_line(one)) for one in root.named_children if one.is_error]
    if root.is_error:
        errors.append((1, last_line(root)))
    taken = {(one.name, one.start) for one in found}
    spans = [(one.start, one.end) for one in found]
    return [
        one
        for one in plain
        if any(first <= one.start <= last for first, last in errors)
        and (one.name, one.start) not in taken
        and not any(start <= one.start <= end for start, end in spans)
    ]
