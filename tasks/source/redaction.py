"""What a redaction is: a function on text that keeps its lines, and the record of where it hid something."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

Mark: TypeAlias = tuple[int, str]
"""A line in which something was replaced, and of which kind it was."""
Redact: TypeAlias = Callable[[str, str], str]
"""(path, text) -> the text without its secrets, with the same number of lines."""
_PLACEHOLDER = re.compile(r"\[REDACTED: ([a-z0-9 ]+)\]")


@dataclass(frozen=True)
class Redaction:
    """One line of a file in which a secret of this kind was replaced; never the secret."""

    path: str
    line: int
    kind: str

    @property
    def placeholder(self) -> str:
        """What stands in the text instead."""
        return placeholder(self.kind)


def placeholder(kind: str) -> str:
    """`[REDACTED: aws access key]`."""
    return f"[REDACTED: {kind}]"


def no_redaction(path: str, text: str) -> str:
    """The view shows everything."""
    return text


def marks_of(original: str, shown: str) -> tuple[Mark, ...]:
    """The lines that a redaction changed, with the kinds that their placeholders name."""
    if original == shown:
        return ()
    pairs = zip(original.split("\n"), shown.split("\n"), strict=True)
    return tuple(
        (number, kind)
        for number, (before, after) in enumerate(pairs, 1)
        if before != after
        for kind in dict.fromkeys(_PLACEHOLDER.findall(after)) or {"secret": None}
    )
