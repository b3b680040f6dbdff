"""Definitions of a text that tree-sitter parses, by the outline of its language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tree_sitter import Node, Tree

from tasks.source import outlines
from tasks.source.comment_style import comment_above
from tasks.source.decoding import lines_of
from tasks.source.grammars import text_of
from tasks.source.preprocessor import is_macro_line
from tasks.source.sql_symbols import sql_symbols
from tasks.source.symbol import Symbol
from tasks.source.syntax_bodies import Bodies
from tasks.source.syntax_outline import Found, Inner, Outline, Scope, last_line, one_line, qualified, within
from tasks.source.syntax_repair import best_tree
from tasks.source.torn_outline import completed

_MAX_DEPTH = 60
_MAX_SYMBOLS = 20_000
_COMMENTS = frozenset({"comment", "line_comment", "block_comment", "multiline_comment"})


def tree_symbols(text: str, language: str) -> tuple[Symbol, ...] | None:
    """The definitions in order of appearance; None where there is no grammar or it fails.

    Top-level parts that the grammar does not understand are filled in from the plain outline.
    """
    outline = outlines.outline_of(language)
    tree = best_tree(text, language) if outline else None
    if outline is None or tree is None:
        return None
    return outline_symbols(tree, outline, text, language)


def outline_symbols(tree: Tree, outline: Outline, text: str, language: str) -> tuple[Symbol, ...]:
    """The definitions of a text that is already parsed."""
    data = text.encode()
    root = tree.root_node
    bodies = Bodies(language, outline.calls, root, data)
    exports = outline.exports(root, data) if outline.exports else None
    lines = lines_of(text)
    walk = _Walk(outline, data, lines, language, bodies)
    found = list(walk.symbols(root, Scope(data, exports=exports)))
    if language == "sql":
        found = sql_symbols(found, text, lines)
    elif root.has_error:
        found = completed(found, root, text, language)
    return tuple(sorted(found, key=lambda one: (one.start, -one.end)))


class _Walk:
    def __init__(self, outline: Outline, data: bytes, lines: list[str], language: str, bodies: Bodies) -> None:
        self._outline = outline
        self._data = data
        self._lines = lines
        self._language = language
        self._bodies = bodies

    def symbols(self, root: Node, scope: Scope) -> Iterator[Symbol]:
        """Own stack: hostile nesting must not meet the recursion limit; what is too deep is left out."""
        pending: list[tuple[Sequence[Node], Scope, Node | None, int]] = [(root.named_children, scope, None, 0)]
        count = 0
        while pending and count < _MAX_SYMBOLS:
            nodes, scope, whole, depth = pending.pop()
            if depth > _MAX_DEPTH:
                continue
            leading: Node | None = None
            for node in nodes:
                if node.type in self._outline.leading:
                    leading = leading or node
                    continue
                if node.type in _COMMENTS:
                    continue
                if node.is_error:
                    # The parts that it did understand lie below the error, among pieces of statements.
                    pending.append((node.named_children, within(scope, is_torn=True), whole, depth + 1))
                    continue
                handler = self._outline.handlers.get(node.type)
                for found in handler(node, scope) if handler else ():
                    if isinstance(found, Inner):
                        pending.append((found.nodes, found.scope, found.whole or whole, depth + 1))
                        continue
                    if scope.is_torn and found.body is None and not found.inside:
                        continue
                    count += 1
                    symbol = self._symbol(found, scope, whole if found.node == node else None, leading)
                    yield symbol
                    if found.inside:
                        inner = Scope(
                            self._data,
                            symbol.qualified_name,
                            found.kind,
                            found.public and scope.public,
                        )
                        pending.append((found.inside, inner, None, depth + 1))
                leading = None

    def _symbol(self, found: Found, scope: Scope, whole: Node | None, leading: Node | None) -> Symbol:
        node = whole or found.node
        owner = found.owner or scope.owner
        start = (leading or node).start_point.row + 1
        has_code = found.has_code or found.kind in ("function", "method", "macro")
        facts = self._bodies.facts(found.node) if has_code else None
        return Symbol(
            name=found.name,
            qualified_name=found.qualified or qualified(owner, found.name),
            kind=found.kind,
            signature=self._signature(found, node),
            doc=self._doc(leading or node) if found.doc is None else found.doc,
            start=start,
            end=last_line(node),
            parent=owner,
            public=found.public and scope.public,
            bases=found.bases,
            parameters=found.parameters,
            returns=found.returns,
            decorators=self._decorators(node, leading),
            raises=facts.raises if facts else (),
            calls=facts.calls if facts else (),
            is_async=found.is_async,
            is_generator=found.is_generator,
        )

    def _doc(self, node: Node) -> str:
        """The comment above, of a definition that is the first thing on its line."""
        row, column = node.start_point
        before = self._lines[row].encode()[:column] if row < len(self._lines) else b""
        while self._language in ("c", "cpp") and row and is_macro_line(self._lines[row - 1]):
            row -= 1
        return "" if before.strip() else comment_above(self._lines, row + 1, self._language)

    def _signature(self, found: Found, node: Node) -> str:
        start = self._head(node).start_byte
        end = found.body.start_byte if found.body else node.end_byte
        # What is said between a head and its body belongs to what follows.
        for child in reversed([one for one in node.children if found.body and one.end_byte <= end]):
            if child.type not in _COMMENTS:
                break
            end = child.start_byte
        text = self._data[start : max(start, end)].decode("utf-8", "replace")
        return one_line(text).rstrip("{=:; ").removesuffix("=>").rstrip()

    def _head(self, node: Node) -> Node:
        """Where the signature begins: behind annotations and decorators."""
        for child in node.children:
            if child.type in self._outline.unsigned or child.type in _COMMENTS:
                continue
            if child.type == "modifiers":
                words = [one for one in child.children if one.type not in self._outline.unsigned]
                if not words and child.child_count:
                    continue
                return words[0] if words else child
            return child
        return node

    def _decorators(self, node: Node, leading: Node | None) -> tuple[str, ...]:
        places = [node, *(child for child in node.named_children if child.type == "modifiers")]
        nodes = [child for place in places for child in place.named_children if child.type in self._outline.unsigned]
        before = leading
        while before is not None and before.start_byte < node.start_byte:
            if before.type in self._outline.leading:
                nodes.append(before)
            before = before.next_named_sibling
        return tuple(one_line(text_of(one, self._data)).strip("@#[]").strip() for one in nodes)
