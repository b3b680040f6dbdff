"""How a file stands in a request: a header line, then its lines verbatim to the end of the block.

The boundary is the content block itself, so no text can forge it (PROTOCOL 3.2). Prompts and tools
show files in this one form.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from memory_schema.pointers import Pointer


@dataclass(frozen=True)
class ShownText:
    """What of a pointer's text is shown: lines `first` to `last` of `lines`, 1-based; 0-0 for none.

    `text` holds exactly those lines. `cut` says in words what is not shown, "" when all is.
    """

    pointer: Pointer
    text: str
    lines: int
    first: int
    last: int
    numbered: bool = False
    language: str = "markdown"
    cut: str = ""
    inside: tuple[tuple[int, str], ...] = ()
    """Of a text that begins in the middle: the lines above that open what it lies in (a class, a section)."""


def lines_of(text: str) -> list[str]:
    """The lines of a text, split at newlines only; a final newline ends a line and opens none."""
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def shown_whole(
    pointer: Pointer, text: str, *, numbered: bool = False, language: str = "markdown", cut: str = ""
) -> ShownText:
    """The whole of a text as it is shown."""
    count = len(lines_of(text))
    return ShownText(pointer, text, count, min(count, 1), count, numbered, language, cut)


def file_block(shown: ShownText) -> str:
    """The block of a file: one header line, a newline, the content."""
    header: dict[str, object] = {
        "name": shown.pointer.name,
        "part": shown.pointer.part,
        "need": shown.pointer.need.value,
        "lines": shown.lines,
        "shown": f"{shown.first}-{shown.last}" if shown.last else "none",
        "numbered": shown.numbered,
        "language": shown.language,
    }
    body = numbered_lines(shown.text, shown.first) if shown.numbered else shown.text
    if shown.inside and shown.numbered:
        body = "\n".join([*(f"{number}\t{line}" for number, line in shown.inside), body])
    elif shown.inside:
        header["inside"] = [line for _, line in shown.inside]
    return f"FILE {json.dumps(header, ensure_ascii=False)}\n{body}"


def numbered_lines(text: str, first: int) -> str:
    """Every line prefixed with its number and a tab; the prefix is not part of the file."""
    return "\n".join(f"{number}\t{line}" for number, line in enumerate(lines_of(text), start=first))


def pointer_line(shown: ShownText) -> str:
    """The line of the pointer list: need, name, part, purpose, and what was cut."""
    pointer = shown.pointer
    part = f" ({pointer.part})" if pointer.part else ""
    purpose = f" — {pointer.purpose}" if pointer.purpose else ""
    cut = f" — {shown.cut}" if shown.cut else ""
    return f"- 📖 {pointer.need.value} · {pointer.name}{part}{purpose}{cut}"
