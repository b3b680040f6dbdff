"""The kinds of errors that `make bench-fidelity` plants in quoted blocks. Imports nothing of ours."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from benchmarks.planting import Block, Change, Chapter, Truth, free_fences, misspelt, replace


def changed_token(rng: random.Random, chapter: Chapter, truth: Truth) -> Change | None:
    """One name in a quoted block becomes another one."""
    for block in free_fences(rng, chapter):
        line = rng.choice(block.lines[1:-1])
        words = list(re.finditer(r"[A-Za-z_]\w{3,}", line.text))
        if words:
            word = rng.choice(words)
            change = replace(block, line, word.start(), word.end(), misspelt(rng, word[0]))
            return Change(block.lines[0], change.before, change.after)
    return None


def dropped_line(rng: random.Random, chapter: Chapter, truth: Truth) -> Change | None:
    """A line in the middle of a quoted block is left out."""
    for block in free_fences(rng, chapter, 4):
        inner = [line for line in block.lines[2:-2] if line.text.strip()]
        if inner:
            line = rng.choice(inner)
            block.lines.remove(line)
            block.used = True
            return Change(block.lines[0], line.text, "")
    return None


def added_line(rng: random.Random, chapter: Chapter, truth: Truth) -> Change | None:
    """A line that the source does not have stands in a quoted block."""
    for block in free_fences(rng, chapter):
        at = rng.randrange(2, len(block.lines) - 1)
        copy = type(block.lines[0])(re.sub(r"\w+", "extra", block.lines[at].text, count=1) or "extra")
        if copy.text.strip() and copy.text != block.lines[at].text:
            block.lines.insert(at, copy)
            block.used = True
            return Change(block.lines[0], "", copy.text)
    return None


def swapped_lines(rng: random.Random, chapter: Chapter, truth: Truth) -> Change | None:
    """Two neighbouring lines of a quoted block change places."""
    for block in free_fences(rng, chapter, 4):
        for at in rng.sample(range(1, len(block.lines) - 2), len(block.lines) - 3):
            first, second = block.lines[at].text, block.lines[at + 1].text
            if first.strip() and second.strip() and first != second:
                block.lines[at].text, block.lines[at + 1].text = second, first
                block.used = True
                return Change(block.lines[0], first, second)
    return None


def shifted_range(rng: random.Random, chapter: Chapter, truth: Truth) -> Change | None:
    """A quoted block claims lines that begin and end n lines off."""
    for block, claim in claimed(rng, chapter):
        off = rng.choice((-3, -2, -1, 1, 2, 3))
        start, end = int(claim["start"]) + off, int(claim["end"]) + off
        if start >= 1 and end <= len(truth.texts[claim["path"]].splitlines()):
            return _claim(block, f"{claim['path']}:{start}-{end}")
    return None


def long_range(rng: random.Random, chapter: Chapter, truth: Truth) -> Change | None:
    """A quoted block claims one line more, or less, than it shows."""
    for block, claim in claimed(rng, chapter):
        end = int(claim["end"]) + rng.choice((-1, 1, 2))
        lines = truth.texts[claim["path"]].splitlines()
        if end <= len(lines) and all(lines[at].strip() for at in (end - 1, int(claim["end"]) - 1)):
            return _claim(block, f"{claim['path']}:{claim['start']}-{end}")
    return None


def range_behind_the_end(rng: random.Random, chapter: Chapter, truth: Truth) -> Change | None:
    """A quoted block claims lines that its file does not have."""
    for block, claim in claimed(rng, chapter):
        last = len(truth.texts[claim["path"]].splitlines())
        return _claim(block, f"{claim['path']}:{last + 5}-{last + 9}")
    return None


def wrong_path(rng: random.Random, chapter: Chapter, truth: Truth) -> Change | None:
    """A quoted block claims a file that does not exist."""
    for block, claim in claimed(rng, chapter):
        path = other_path(rng, claim["path"], truth)
        return _claim(block, f"{path}:{claim['start']}-{claim['end']}") if path else None
    return None


def other_file(rng: random.Random, chapter: Chapter, truth: Truth) -> Change | None:
    """A quoted block claims the same lines of another file."""
    for block, claim in claimed(rng, chapter):
        body = "\n".join(line.text for line in block.lines[1:-1])
        others = [
            path
            for path, text in truth.texts.items()
            if path.endswith(claim["path"][-3:]) and len(text.splitlines()) >= int(claim["end"]) and body not in text
        ]
        if others:
            return _claim(block, f"{rng.choice(others)}:{claim['start']}-{claim['end']}")
    return None


def lost_place(rng: random.Random, chapter: Chapter, truth: Truth) -> Change | None:
    """A quoted block says no longer where it stands."""
    for block, claim in claimed(rng, chapter):
        if sum(len(line.text.strip()) for line in block.lines[1:-1]) > 40:
            line = block.lines[0]
            return replace(block, line, len(f"```{claim['language']}"), len(line.text), "")
    return None


def lost_indent(rng: random.Random, chapter: Chapter, truth: Truth) -> Change | None:
    """One line of a quoted block stands further right."""
    for block in free_fences(rng, chapter):
        line = rng.choice(block.lines[1:-1])
        if line.text.strip():
            before, line.text, block.used = line.text, f"    {line.text}", True
            return Change(block.lines[0], before, line.text)
    return None


def claimed(rng: random.Random, chapter: Chapter) -> Iterator[tuple[Block, re.Match[str]]]:
    """The quoted blocks that are free, in any order, each with the place that it claims."""
    for block in free_fences(rng, chapter):
        if block.fence is not None:
            yield block, block.fence


def _claim(block: Block, place: str) -> Change:
    line = block.lines[0]
    return replace(block, line, line.text.index(" ") + 1, len(line.text), place)


def other_path(rng: random.Random, path: str, truth: Truth) -> str:
    folder, slash, name = path.rpartition("/")
    stem, dot, ending = name.rpartition(".")
    new = f"{folder}{slash}{misspelt(rng, stem)}{dot}{ending}"
    return "" if new in truth.texts or any(one.endswith(f"/{new}") for one in truth.texts) else new


QUOTES = {
    "quote: a changed token": changed_token,
    "quote: a dropped line": dropped_line,
    "quote: an added line": added_line,
    "quote: two lines swapped": swapped_lines,
    "quote: the range n lines off": shifted_range,
    "quote: the range too long or short": long_range,
    "quote: a range behind the end": range_behind_the_end,
    "quote: a path that does not exist": wrong_path,
    "quote: another file": other_file,
    "quote: no place named": lost_place,
    "quote: white space changed": lost_indent,
}
