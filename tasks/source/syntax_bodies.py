"""What functions call and raise, by one query over the tree of a file."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from tree_sitter import Node, QueryCursor

from tasks.source.grammars import compiled_query, text_of

_MAX_NAME = 100
_MAX_CAPTURES = 50_000
_SEPARATORS = ("?.", "!!.", "->", "::", "\\")


@dataclass(frozen=True)
class CodeFacts:
    """Dotted names in order of appearance, each once."""

    calls: tuple[str, ...]
    raises: tuple[str, ...]


class Bodies:
    """The calls and raises of a file by position, made once; a nested function's count for the outer one too."""

    def __init__(self, language: str, query: str, root: Node, data: bytes) -> None:
        self._calls: list[tuple[int, str]] = []
        self._raises: list[tuple[int, str]] = []
        compiled = compiled_query(language, query) if query else None
        if compiled is None:
            return
        captured = QueryCursor(compiled).captures(root)
        self._calls = _names(captured.get("call", []), data)
        self._raises = _names(captured.get("raise", []), data)

    def facts(self, node: Node) -> CodeFacts:
        """What stands between the beginning and the end of a definition."""
        return CodeFacts(_between(self._calls, node), _between(self._raises, node))


def _names(nodes: list[Node], data: bytes) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    for node in nodes[:_MAX_CAPTURES]:
        if node.end_byte - node.start_byte <= _MAX_NAME:
            name = text_of(node, data)
            for separator in _SEPARATORS:
                name = name.replace(separator, ".")
            name = name.strip(".").removeprefix("$")
            # `f(x).g` or `a[i].b` name nothing by themselves.
            if name.replace(".", "").replace("_", "").replace("$", "").rstrip("?!").isalnum():
                found.append((node.start_byte, name))
    return sorted(found)


def _between(found: list[tuple[int, str]], node: Node) -> tuple[str, ...]:
    first = bisect_left(found, (node.start_byte, ""))
    last = bisect_left(found, (node.end_byte, ""))
    return tuple(dict.fromkeys(name for _, name in found[first:last]))
