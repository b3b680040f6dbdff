"""How long a text is: words, characters, tokens, and what is Chinese.

Chapter lengths count words in Latin script and characters in CJK, code excluded (PROTOCOL 7).
Token figures are estimates (FACTS, anthropic: no public tokenizer exists for current models).
"""

from __future__ import annotations

import re
from math import ceil

from memory_schema.fences import prose_lines

CJK = re.compile(
    "[\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
    "\uf900-\ufaff\uff66-\uff9d\U00020000-\U000323af]"
)
_CJK_OR_MARK = re.compile(
    "[\u2e80-\u303f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U000323af]"
)
_WORD = re.compile(r"[^\W_](?:[\w'’./:-]*[\w])?")
_CJK_LANGUAGES = ("zh", "ja", "ko")


def counts_characters(language: str) -> bool:
    """Whether lengths in this BCP 47 language are counted in characters instead of words."""
    return language.split("-")[0].lower() in _CJK_LANGUAGES


def prose_of(text: str) -> str:
    """The text without fenced blocks and without HTML comment lines (markers)."""
    kept = (line.text for line in prose_lines(text))
    return "\n".join(line for line in kept if not line.strip().startswith("<!--"))


def length(text: str, language: str) -> int:
    """Words, or for CJK languages characters, of the prose of a Markdown text, code excluded.

    In a CJK language a run of Latin letters counts as one character, as word processors count.
    """
    prose = prose_of(text)
    if counts_characters(language):
        return len(CJK.findall(prose)) + len(_WORD.findall(CJK.sub(" ", prose)))
    return len(_WORD.findall(prose))


def unit(language: str) -> str:
    """The unit in which `length` counts, for messages."""
    return "characters" if counts_characters(language) else "words"


def han_share(text: str) -> float:
    """CJK characters as a share of all letters of a text, 0.0 to 1.0 (0.0 for no letters)."""
    cjk = len(CJK.findall(text))
    letters = sum(1 for char in CJK.sub("", text) if char.isalpha())
    return cjk / (cjk + letters) if cjk + letters else 0.0


def estimate_tokens(text: str) -> int:
    """Expected tokens of a text: ascii/2.8 + 1.25 x CJK + 0.6 x other (FACTS; within about 30 %)."""
    ascii_count, cjk, other = _classes(text)
    return ceil(ascii_count / 2.8 + 1.25 * cjk + 0.6 * other)


def ceiling_tokens(text: str, *, dense_json: bool = False) -> int:
    """Upper estimate used for gating: ascii/2.2 (2.0 for dense JSON) + 1.6 x CJK + other (FACTS)."""
    ascii_count, cjk, other = _classes(text)
    return ceil(ascii_count / (2.0 if dense_json else 2.2) + 1.6 * cjk + other)


def _classes(text: str) -> tuple[int, int, int]:
    if text.isascii():
        return len(text), 0, 0
    ascii_count = len(text.encode("ascii", "ignore"))
    cjk = len(_CJK_OR_MARK.findall(text))
    return ascii_count, cjk, len(text) - ascii_count - cjk
