"""A chapter as blocks: what stands between empty lines, fences whole, under its H2."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from memory_schema.fences import scan


@dataclass(frozen=True)
class Blocks:
    """An H2 with what stands below it; `heading` is "" for what stands before the first one."""

    heading: str
    blocks: tuple[str, ...]

    @property
    def text(self) -> str:
        """The section as Markdown."""
        return "\n\n".join([*([f"## {self.heading}"] if self.heading else []), *self.blocks])


def blocks_of(text: str) -> list[str]:
    """The blocks of a text: paragraphs, lists, headings; an empty line within a fence divides nothing."""
    found: list[list[str]] = [[]]
    for line in scan(text)[0]:
        if line.fence is None and not line.text.strip():
            found.append([])
        else:
            found[-1].append(line.text)
    return ["\n".join(rows) for rows in found if rows]


def sections_of(text: str) -> list[Blocks]:
    """What stands before the first H2 (the title is a block of it), then each H2."""
    found: list[tuple[str, list[str]]] = [("", [])]
    for block in blocks_of(text):
        if block.startswith("## "):
            head, _, rest = block.partition("\n")
            found.append((head[3:].strip(), [rest] if rest.strip() else []))
        else:
            found[-1][1].append(block)
    return [Blocks(heading, tuple(blocks)) for heading, blocks in found]


def is_prose(block: str) -> bool:
    """Whether a block is a paragraph: no heading, fence, list, table, quotation or picture."""
    return not block.startswith(("#", "```", "~~~", "- ", "* ", "|", ">", "*Picture it", "*打个比方", "1."))


def three_way(base: str, versions: Sequence[str]) -> str:
    """The base with the changes of every version, block by block; of two that touch the same block the first holds."""
    old = blocks_of(base)
    edits: list[tuple[int, int, list[str]]] = []
    for version in versions:
        new = blocks_of(version)
        for kind, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            free = all(i2 < first or last < i1 or (i2 <= first and last > first) for first, last, _ in edits)
            if kind != "equal" and free:
                edits.append((i1, i2, new[j1:j2]))
    for first, last, new in sorted(edits, key=lambda edit: edit[0], reverse=True):
        old[first:last] = new
    return "\n\n".join(old) + "\n"
