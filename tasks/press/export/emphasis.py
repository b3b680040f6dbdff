"""Emphasis next to CJK text, as tools that follow CommonMark to the letter will read it.

The press bolds `**注意：**中文`; other tools do not, since the closing marks stand between a punctuation
mark and a letter. So punctuation at an inner edge moves out of the emphasis, `**注意**：中文`, which
looks the same, and where code stands at the edge a space parts it from the letter outside.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from markdown_it.token import Token

_OPENINGS = frozenset({"em_open", "strong_open", "s_open"})


def settle_emphasis(children: Sequence[Token]) -> list[Token]:
    """The tokens of an inline text with every emphasis so placed that its marks open and close."""
    # The parser leaves empty texts between marks.
    tokens = [token.copy() for token in children if token.type != "text" or token.content]
    for at in range(len(tokens) - 1, -1, -1):
        if tokens[at].type in _OPENINGS:
            _settle_opening(tokens, at)
    at = 0
    while at < len(tokens):
        if tokens[at].type.replace("_close", "_open") in _OPENINGS and tokens[at].nesting == -1:
            at = _settle_closing(tokens, at)
        at += 1
    return _without_empty(tokens)


def _settle_opening(tokens: list[Token], at: int) -> None:
    before = _last_char(tokens, at - 1)
    if _is_open_ground(before):
        return
    inner = tokens[at + 1]
    if inner.type == "text":
        kept = inner.content.lstrip("".join(filter(_is_mark, set(inner.content))))
        outside = inner.content[: len(inner.content) - len(kept)]
        inner.content = kept
        if outside:
            tokens.insert(at, Token("text", "", 0, content=outside))
    elif inner.type in {"code_inline", "link_open", "term_open"}:
        tokens.insert(at, Token("text", "", 0, content=" "))


def _settle_closing(tokens: list[Token], at: int) -> int:
    """Returns where the closing token then stands."""
    after = _first_char(tokens, at + 1)
    if _is_open_ground(after):
        return at
    inner = tokens[at - 1]
    if inner.type == "text":
        kept = inner.content.rstrip("".join(filter(_is_mark, set(inner.content))))
        outside = inner.content[len(kept) :]
        inner.content = kept
        if outside:
            tokens.insert(at + 1, Token("text", "", 0, content=outside))
    elif inner.type in {"code_inline", "link_close", "term_close"}:
        tokens.insert(at + 1, Token("text", "", 0, content=" "))
    return at


def _without_empty(tokens: list[Token]) -> list[Token]:
    """Emphasis around nothing is marks without a meaning; it goes, from the inside out."""
    kept: list[Token] = []
    for token in tokens:
        if token.type == "text" and not token.content:
            continue
        if token.nesting == -1 and kept and kept[-1].type in _OPENINGS:
            kept.pop()
            continue
        kept.append(token)
    return kept


def _last_char(tokens: Sequence[Token], at: int) -> str:
    while at >= 0 and tokens[at].nesting == 1 and tokens[at].type in _OPENINGS:
        at -= 1
    if at < 0 or tokens[at].type in {"softbreak", "hardbreak"}:
        return " "
    return tokens[at].content[-1:] if tokens[at].type == "text" else "`"


def _first_char(tokens: Sequence[Token], at: int) -> str:
    while at < len(tokens) and tokens[at].nesting == -1 and tokens[at].type.replace("_close", "_open") in _OPENINGS:
        at += 1
    if at >= len(tokens) or tokens[at].type in {"softbreak", "hardbreak"}:
        return " "
    return tokens[at].content[:1] if tokens[at].type == "text" else "`"


def _is_open_ground(char: str) -> bool:
    """Whether CommonMark lets marks open or close towards this neighbour, whatever stands inside."""
    return not char or char.isspace() or _is_mark(char)


def _is_mark(char: str) -> bool:
    return unicodedata.category(char)[0] in "PS"
