"""Code blocks as figures: a caption with the place in the source, lines numbered as there.

The info string of our books is ``LANGUAGE PATH:START-END`` (PROTOCOL 7); a path may hold spaces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from markdown_it.common.utils import escapeHtml, unescapeAll
from markdown_it.token import Token
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.lexers.special import TextLexer
from pygments.token import STANDARD_TYPES, _TokenType
from pygments.util import ClassNotFound

from tasks.press.language import Labels
from tasks.press.manuscript import Origin
from tasks.press.source_links import source_address

MAX_HIGHLIGHTED = 100_000
"""Characters; beyond it code is printed plain, since a lexer's time on hostile text has no bound."""

_PLACE = re.compile(r"(?P<language>\S+)\s+(?P<path>\S.*):(?P<start>\d{1,9})(?:-(?P<end>\d{1,9}))?")


@dataclass(frozen=True)
class FenceInfo:
    """What a fence says about its code: the language, and the place (path and 1-based lines) if any."""

    language: str
    path: str = ""
    start: int = 0
    end: int = 0

    @property
    def place(self) -> str:
        """`path:start-end` as printed, or nothing."""
        return f"{self.path}:{self.start}-{self.end}" if self.path else ""


def parse_info(info: str) -> FenceInfo:
    """Read an info string: the first word is the language, the rest up to the last `:N-M` the path."""
    text = unescapeAll(info).strip()
    match = _PLACE.fullmatch(text)
    if match is None:
        return FenceInfo(language=text.split(maxsplit=1)[0] if text else "")
    start = int(match["start"])
    return FenceInfo(match["language"], match["path"].strip(), start, int(match["end"] or start))


def is_diagram(token: Token) -> bool:
    """Whether a block is a diagram's source."""
    return token.type == "fence" and parse_info(token.info).language.lower() == "mermaid"


def render_listing(token: Token, labels: Labels, origin: Origin) -> str:
    """One block of code as HTML; its place links to the source where an address is configured."""
    info = parse_info(token.info)
    lexer = _lexer(info.language, token.content)
    lines = "\n".join(_render_lines(token.content, lexer, info.start))
    code = f'<pre tabindex="0"><code>{lines}\n</code></pre>'
    name = "" if isinstance(lexer, TextLexer) else f'<span class="language">{escapeHtml(lexer.name)}</span>'
    if not info.path:
        return f'<div class="listing">{code}</div>\n'
    place = f'<code class="place">{escapeHtml(info.place)}</code>'
    if address := source_address(origin, info.path, info.start, info.end):
        name_of_link = escapeHtml(labels.source_link.format(place=info.place))
        place = (
            f'<a class="to-source" href="{escapeHtml(address)}" rel="external noopener noreferrer" '
            f'title="{name_of_link}">{place}</a>'
        )
    digits = len(str(info.start + max(token.content.count("\n") - 1, 0)))
    caption = f"<figcaption>{place}{name}</figcaption>"
    return f'<figure class="listing numbered digits-{min(digits, 6)}">{caption}{code}</figure>\n'


def _lexer(language: str, code: str) -> Lexer:
    # stripnl would drop blank lines at the start and shift every line number.
    plain = TextLexer(stripnl=False)
    if not language or len(code) > MAX_HIGHLIGHTED:
        return plain
    try:
        return get_lexer_by_name(language.lower(), stripnl=False)
    except ClassNotFound:
        return plain


def _render_lines(code: str, lexer: Lexer, start: int) -> Iterator[str]:
    """Each line as an element of its own, so that style can number it and a copy leaves numbers out."""
    for offset, line in enumerate(_highlighted_lines(code, lexer)):
        number = f' data-line="{start + offset}"' if start else ""
        yield f'<span class="line"{number}>{line}</span>'


def _highlighted_lines(code: str, lexer: Lexer) -> Iterator[str]:
    line: list[str] = []
    for kind, text in lexer.get_tokens(code):
        css = _css_class(kind)
        for position, part in enumerate(text.split("\n")):
            if position:
                yield "".join(line)
                line = []
            if part:
                line.append(f'<span class="{css}">{escapeHtml(part)}</span>' if css else escapeHtml(part))
    if line:
        yield "".join(line)


def _css_class(kind: _TokenType) -> str:
    """Pygments' short name of a token type, or of the nearest ancestor that has one."""
    return next((STANDARD_TYPES[known] for known in reversed(kind.split()) if known in STANDARD_TYPES), "")
