"""What CommonMark gets wrong between Chinese, Japanese or Korean characters.

CommonMark decides by spaces and punctuation whether `*` opens or closes emphasis. CJK text has no
spaces, so `**注意：**中文` stays unbold; and a line break inside a Chinese sentence becomes a space.
"""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.common.utils import isMdAsciiPunct, isPunctChar, isWhiteSpace
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline.state_inline import Scanned, StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType

_CJK = re.compile(
    "[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003ffff]"
)
_SPACELESS = re.compile("[\u2e80-\ua4cf\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\U00020000-\U0003ffff]")
"""CJK without Hangul: Korean does put spaces between words."""


def is_spaceless(char: str) -> bool:
    """Whether a character belongs to a script that puts no spaces between words."""
    return _SPACELESS.match(char) is not None


class CJKInlineParser(ParserInline):
    """The inline parser, with a state that knows CJK neighbours."""

    def parse(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> list[Token]:
        """Parse one inline text; as the base class, but for the state."""
        state = _CJKState(src, md, env, tokens)
        self.tokenize(state)
        for rule in self.ruler2.getRules(""):
            rule(state)
        return state.tokens


class _CJKState(StateInline):
    def scanDelims(self, start: int, canSplitWord: bool) -> Scanned:  # noqa: N802, N803 - markdown-it's names
        """Whether a delimiter run can open or close (CommonMark 6.2, relaxed next to CJK).

        A CJK punctuation mark does not hinder as other punctuation does, and a CJK character allows
        what a space allows. `_` keeps the strict rule, since it stands inside identifiers.
        """
        if not canSplitWord:
            return super().scanDelims(start, canSplitWord)
        end = start
        while end < self.posMax and self.src[end] == self.src[start]:
            end += 1
        before = self.src[start - 1] if start > 0 else " "
        after = self.src[end] if end < self.posMax else " "
        opens = not _is_space(after) and (not _hinders(after) or _allows(before))
        closes = not _is_space(before) and (not _hinders(before) or _allows(after))
        return Scanned(opens, closes, end - start)


def join_cjk_lines(state: StateCore) -> None:
    """Core rule: a line break between two characters of a script without spaces leaves nothing."""
    for block in state.tokens:
        children = block.children or []
        for left, token, right in zip(children, children[1:], children[2:], strict=False):
            if token.type == "softbreak" and _ends_spaceless(left) and _SPACELESS.match(right.content):
                token.type = "text"
                token.content = ""


def _ends_spaceless(token: Token) -> bool:
    return bool(token.content) and _SPACELESS.match(token.content[-1]) is not None


def _is_space(char: str) -> bool:
    return isWhiteSpace(ord(char))


def _is_punctuation(char: str) -> bool:
    return isMdAsciiPunct(ord(char)) or isPunctChar(char)


def _hinders(char: str) -> bool:
    return _is_punctuation(char) and not _CJK.match(char)


def _allows(char: str) -> bool:
    return _is_space(char) or _is_punctuation(char) or _CJK.match(char) is not None
