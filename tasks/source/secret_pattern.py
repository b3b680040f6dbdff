"""One pattern for secrets: what it matches, and where it is worth trying."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class SecretPattern:
    """`regex` finds the secret as its group "secret".

    `hints`: a word (of a form) or a line (of a keyword, in lower case) without any of them holds no match;
    `in_text` the same for the whole text. `least_entropy` is in bits a character. `before` must end where the
    secret begins, on its line. `is_jumbled`: only a value of several kinds of characters counts. `spans_lines`: the
    value may stand on the line below its name.
    """

    kind: str
    regex: re.Pattern[str]
    hints: tuple[str, ...]
    least_entropy: float = 0.0
    is_password: bool = False
    is_jumbled: bool = False
    before: re.Pattern[str] | None = None
    in_text: tuple[str, ...] = ()
    spans_lines: bool = False
