"""Which lines of a large definition tell most, in any language: runs of whole statements, weighed by what happens.

A reader of one language says what its statements are (`Part`) and where something happens (`Mark`); the rest is here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MAX_LINES = 30
"""PROTOCOL 7: at most 30 lines a block."""
GOOD_LINES = 26
MIN_LINES = 3
MAX_CHARACTERS = 1_800
MIN_CORE = 6
"""A shorter run of statements says too little on its own."""
RAISES, TRIES, BRANCHES, LOOPS, RETURNS, YIELDS, CALLS = 3.0, 2.5, 1.5, 2.5, 1.0, 2.0, 0.3
"""What makes a window worth reading."""
_INNER = 0.5
"""What a window is worth that is cut out of a block, beside one at the top of a function."""
_FULL = 14
_MOST_RUNS = 60


@dataclass(frozen=True)
class Window:
    """Lines to quote, inclusive."""

    start: int
    end: int

    @property
    def lines(self) -> int:
        """How many."""
        return self.end - self.start + 1


@dataclass(frozen=True)
class Mark:
    """Something that happens in these lines, and its weight."""

    start: int
    end: int
    weight: float


@dataclass(frozen=True)
class Part:
    """A statement or a member.

    Args:
        blocks: the statements inside it, where a window may be cut out of them.
        begins: whether a window may begin with it.
        ends: whether a window may end with it.
        leaves: whether it always ends the call or the round around it: cut out of its block, it would read as if
            it did so under no test.
        opens: whether a window may hold its beginning alone, where all of it is too long.
    """

    start: int
    end: int
    blocks: tuple[tuple[Part, ...], ...] = ()
    begins: bool = True
    ends: bool = True
    leaves: bool = False
    opens: bool = False


def runs(body: Sequence[Part]) -> list[tuple[Window, int]]:
    """Runs of whole statements with the number of blocks around each, as long as fits.

    A statement that does not fit gives what is inside it, and its own beginning where it has one.
    """
    found: list[tuple[Window, int]] = []
    blocks: list[tuple[Sequence[Part], int]] = [(body, 0)]
    while blocks and len(found) < _MOST_RUNS:
        block, depth = blocks.pop(0)
        for position, part in enumerate(block):
            end = _reach(block[position:], part.start, inside=depth > 0)
            if part.begins and end:
                found.append((Window(part.start, end), depth))
            elif part.end - part.start + 1 > GOOD_LINES:
                last = opening([part], part.start) if part.begins and part.opens else 0
                found += [(Window(part.start, last), depth + 1)] if last else []
                blocks += [(inner, depth + 1) for inner in part.blocks]
    return found


def _reach(following: Sequence[Part], start: int, *, inside: bool) -> int:
    """The last line of the statements in a row that fit into a window from `start` on; 0 for none."""
    end = 0
    for part in following:
        if part.end - start + 1 > GOOD_LINES or (inside and part.leaves):
            break
        end = part.end if part.ends else end
    return end


def opening(body: Sequence[Part], start: int) -> int:
    """The last line at which a whole statement ends that is read from `start` on; in a long one the first inside it.

    A long statement of which little would be seen below the others is left out. 0 where none fits.
    """
    end = 0
    for part in body:
        if part.end - start + 1 > GOOD_LINES:
            full = end - start + 1 >= GOOD_LINES // 2
            return end if full else max([end, *(opening(block, start) for block in part.blocks)])
        end = part.end if part.ends else end
    return end


def by_worth(head: Window, body: Sequence[Part], marks: Sequence[Mark]) -> list[Window]:
    """The head of a function and the runs of its statements, those in which most happens first."""
    cores = [(window, depth) for window, depth in runs(body) if window.lines >= MIN_CORE]
    ranked = sorted([(head, 0), *cores], key=lambda one: -worth(one[0], marks) * (_INNER if one[1] else 1.0))
    return [window for window, _ in ranked]


def worth(window: Window, marks: Sequence[Mark]) -> float:
    """How much happens in a window, as far as all of it is inside; less where the window is short."""
    score = sum(mark.weight for mark in marks if window.start <= mark.start and mark.end <= window.end)
    return score * min(1.0, window.lines / _FULL)
