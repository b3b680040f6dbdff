"""Where one sentence more belongs in a finished text: in the paragraph that speaks of the same thing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from memory_schema.fences import scan
from tasks.offline.prose_language import Prose
from tasks.offline.write_paragraphs import paragraphs

_NO_PROSE = ("#", "|", "-", "*", ">", "<", "!", "    ")


def joined_to_paragraph(text: str, names: Sequence[str], sentence: str, prose: Prose, lines: range) -> str | None:
    """The text with the sentence at the end of the last paragraph about one of the names; None where none has room.

    Args:
        names: what the paragraph has to mention, as inline code.
        lines: numbers of the lines to look at, from 1 as `scan` counts them.
    """
    rows = text.split("\n")
    for start, end in reversed(list(_prose_blocks(text, lines))):
        block = prose.space.join(row.strip() for row in rows[start:end])
        if block.endswith((":", "：")) or not any(f"`{name}`" in block for name in names):
            continue
        wrapped = paragraphs([block, sentence], prose.width, prose.space)
        if len(wrapped) == 1:
            return "\n".join([*rows[:start], *wrapped, *rows[end:]])
    return None


def _prose_blocks(text: str, lines: range) -> Iterator[tuple[int, int]]:
    """Paragraphs of running text as half-open ranges of row indexes."""
    runs = groupby(scan(text)[0], key=lambda line: line.fence is None and bool(line.text.strip()))
    for is_text, run in runs:
        block = list(run)
        if is_text and block[0].number in lines and not block[0].text.startswith(_NO_PROSE):
            yield block[0].number - 1, block[-1].number
