"""Errors planted into chapters, one a block, each knowing the lines where it stands. Imports nothing of ours.

What is planted must really be an error: the kinds ask the source's plain text (and Python's own `ast`) whether the
changed thing exists after all, and try another place where it does.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

FENCE = re.compile(r"^```(?P<language>\w+) (?P<path>\S+):(?P<start>\d+)-(?P<end>\d+)$")


@dataclass
class Line:
    """One line of a chapter under work; `plants` are the errors that a finding at this line stands for."""

    text: str
    plants: list[int] = field(default_factory=list)


@dataclass
class Block:
    """Lines that belong together: a fence with its delimiters, a paragraph, a heading; `used` holds one error."""

    lines: list[Line]
    used: bool = False

    @property
    def text(self) -> str:
        """The block as it stands."""
        return "\n".join(line.text for line in self.lines)

    @property
    def fence(self) -> re.Match[str] | None:
        """The opening of a block that claims a place in the source."""
        return FENCE.match(self.lines[0].text)


@dataclass
class Chapter:
    """A chapter in blocks, blank lines among them."""

    number: int
    blocks: list[Block]

    @classmethod
    def read(cls, number: int, text: str) -> Chapter:
        """Cut a chapter at blank lines outside fences, headings and fences."""
        blocks: list[Block] = []
        run: list[Line] = []
        fenced = False
        for raw in text.split("\n"):
            opens = raw.startswith("```") and not fenced
            if run and not fenced and (opens or not raw.strip() or raw.startswith("#")):
                blocks.append(Block(run))
                run = []
            run.append(Line(raw))
            if raw.startswith("```"):
                fenced = not fenced
            if not fenced and (raw.startswith("```") or not raw.strip()):
                blocks.append(Block(run))
                run = []
        return cls(number, [*blocks, *([Block(run)] if run else [])])

    @property
    def text(self) -> str:
        """The chapter as it stands."""
        return "\n".join(line.text for block in self.blocks for line in block.lines)

    def marked(self) -> Iterator[tuple[int, int]]:
        """(line number, plant) of every mark."""
        number = 0
        for block in self.blocks:
            for line in block.lines:
                number += 1
                yield from ((number, plant) for plant in line.plants)

    def insert(self, rng: random.Random, text: str) -> Block:
        """A new paragraph behind a paragraph somewhere in the chapter, between blank lines."""
        places = [at for at, block in enumerate(self.blocks) if _is_prose(block) and at > 3]
        at = rng.choice(places) + 1
        block = Block([Line(one) for one in text.split("\n")], used=True)
        self.blocks[at:at] = [Block([Line("")], used=True), block, Block([Line("")], used=True)]
        return block


@dataclass(frozen=True)
class Truth:
    """What the planting code knows of a source by reading its plain text."""

    texts: dict[str, str]
    words: frozenset[str]
    classes: tuple[str, ...]

    @classmethod
    def read(cls, folder: Path) -> Truth:
        """Read every text file of a source."""
        texts = {}
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                try:
                    texts[path.relative_to(folder).as_posix()] = path.read_text(encoding="utf-8")
                except UnicodeDecodeError:
                    continue
        words = frozenset(re.findall(r"[^\W\d]\w*", "\n".join(texts.values())))
        return cls(texts, words, tuple(re.findall(r"(?m)^class (\w+)", "\n".join(texts.values()))))

    @property
    def squeezed(self) -> str:
        """The whole source without white space and with one kind of quotes."""
        return re.sub(r"\s+", "", "\n".join(self.texts.values())).replace("'", '"')


@dataclass(frozen=True)
class Planted:
    """One error: its kind, its chapter, what stood there and what stands there now."""

    kind: str
    chapter: int
    before: str
    after: str
    is_true: bool = False
    """A control: a true statement, so that a finding at it is a false alarm."""


Kind = Callable[[random.Random, Chapter, Truth], "Change | None"]


@dataclass(frozen=True)
class Change:
    """What a kind did: the line to mark, and the words before and after."""

    line: Line
    before: str
    after: str
    is_true: bool = False


class Garden:
    """All plants of a round over one book's chapters."""

    def __init__(self, chapters: dict[int, str], truth: Truth, seed: int) -> None:
        self.chapters = {number: Chapter.read(number, text) for number, text in chapters.items()}
        self.truth = truth
        self.plants: list[Planted] = []
        self._rng = random.Random(seed)

    def plant(self, name: str, kind: Kind, number: int) -> bool:
        """Plant one error of a kind in a chapter; False where it has no place for one."""
        change = kind(self._rng, self.chapters[number], self.truth)
        if change is None:
            return False
        change.line.plants.append(len(self.plants))
        self.plants.append(Planted(name, number, change.before, change.after, change.is_true))
        return True

    def texts(self) -> dict[int, str]:
        """The chapters with their errors."""
        return {number: chapter.text for number, chapter in self.chapters.items()}

    def marks(self) -> dict[tuple[int, int], list[int]]:
        """The plants at each (chapter, line)."""
        found: dict[tuple[int, int], list[int]] = {}
        for number, chapter in self.chapters.items():
            for line, plant in chapter.marked():
                found.setdefault((number, line), []).append(plant)
        return found


def free_fences(rng: random.Random, chapter: Chapter, least: int = 3) -> list[Block]:
    """The quoted blocks of at least so many lines that hold no error yet, in any order."""
    found = [block for block in chapter.blocks if not block.used and block.fence and len(block.lines) >= least + 2]
    rng.shuffle(found)
    return found


def free_lines(rng: random.Random, chapter: Chapter, pattern: str) -> Iterator[tuple[Block, Line, re.Match[str]]]:
    """Places in prose that match a pattern, in blocks that hold no error yet, in any order."""
    found = [
        (block, line, match)
        for block in chapter.blocks
        if not block.used and _is_prose(block)
        for line in block.lines
        for match in re.finditer(pattern, line.text)
    ]
    rng.shuffle(found)
    yield from found


def replace(block: Block, line: Line, start: int, end: int, new: str) -> Change:
    """Put a text in the place of another one and take the block."""
    before = line.text[start:end]
    line.text = line.text[:start] + new + line.text[end:]
    block.used = True
    return Change(line, before, new)


def misspelt(rng: random.Random, word: str) -> str:
    """A word with two neighbouring letters exchanged, so that it is another word."""
    places = [at for at in range(1, len(word) - 1) if word[at] != word[at + 1] and word[at : at + 2].isalpha()]
    if not places:
        return word + word[-1]
    at = rng.choice(places)
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def _is_prose(block: Block) -> bool:
    first = block.lines[0].text
    return bool(first.strip()) and not first.startswith(("```", "#", "*Picture", "<!--", "|"))
