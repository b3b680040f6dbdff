"""A parsed text written back as Markdown, in a tool's flavour, by mdformat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markdown_it.token import Token
from mdformat.renderer import MDRenderer

from tasks.press.export.block_writers import BlockWriters
from tasks.press.export.emphasis import settle_emphasis
from tasks.press.export.flavour import Flavour
from tasks.press.language import Labels
from tasks.press.manuscript import Origin


class MarkdownWriter:
    """Writes tokens of the press's parser for one book and one flavour."""

    def __init__(self, flavour: Flavour, labels: Labels, origin: Origin) -> None:
        self._flavour = flavour
        self._labels = labels
        self._origin = origin

    def write(self, tokens: Sequence[Token], page: str) -> str:
        """A text as Markdown without a final line break.

        Args:
            tokens: a parsed text with links and terms in place, or one line's `inline` token.
            page: the file that it stands in.
        """
        writers = BlockWriters(self._flavour, page, self._labels, self._origin)
        options: dict[str, Any] = {"parser_extension": [writers], "mdformat": {"number": True}}
        settled = [_settled(token) for token in tokens]
        return MDRenderer().render(settled, options, {}).rstrip("\n")


def _settled(token: Token) -> Token:
    if token.type != "inline" or not token.children:
        return token
    return token.copy(children=settle_emphasis(token.children))
