"""Where a definition of Rust begins among its attributes and the comments between them."""

from __future__ import annotations

import re

from tasks.offline.request import ShownFile
from tasks.source.symbol import Symbol

_TELLING = re.compile(r"#\[(?:derive|repr|macro_export|non_exhaustive|test|proc_macro\w*)\b")
"""Attributes that are part of what a definition is; others speak to the compiler (`cfg`, `inline`, `doc`)."""


def first_line(symbol: Symbol, file: ShownFile) -> int:
    """The first line of a definition: in Rust its first telling attribute behind the last comment, else itself.

    `#[cfg_attr(…, doc = "…")]` may stand in the middle of a doc comment, and the source room counts all from there.
    """
    if file.language != "rust":
        return symbol.start
    telling = 0
    inside = False
    for number, line in enumerate(file.excerpt(symbol.start, symbol.end).split("\n"), start=symbol.start):
        text = line.strip()
        if not inside and text.startswith("//"):
            telling = 0
        elif not inside and not text.startswith("#["):
            return telling or number
        else:
            telling = telling or (number if not inside and _TELLING.match(text) else 0)
            inside = not text.partition("//")[0].rstrip().endswith("]")
    return symbol.start
