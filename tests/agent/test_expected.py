"""What is expected of agents that have not worked yet: chapters of a source, outputs by what a book has shown."""

from __future__ import annotations

import pytest

from memory_schema.contracts import Role
from memory_schema.usage import Charge, Usage
from tasks.agent.expected import expected_chapters, expected_sources, learn
from tasks.agent.spending import Spent

MODEL = "claude-sonnet-5-5"


@pytest.mark.parametrize(
    ("lines", "most", "chapters"),
    [
        ([3], 8, 1),
        ([60], 8, 1),
        ([300, 200, 900, 5, 0], 8, 3),
        ([500] * 11, 8, 3),
        ([24_350, 869, 684, 218, 343], 8, 5),
        ([600] * 24, 8, 8),
        ([600] * 24, 4, 4),
        ([], 8, 1),
    ],
)
def test_chapters_are_expected_by_lines_and_files(lines: list[int], most: int, chapters: int) -> None:
    """At most what the author allows and one a file; short files are told in passing."""
    assert expected_chapters(lines, most) == chapters


@pytest.mark.parametrize(
    ("files", "chapters", "sources"),
    [
        ([(700, 7_000)] * 4, 2, (14_000, 14_000)),
        ([(1_000, 10_000)] * 100, 2, (35_000, 35_000)),
        ([(9_000, 90_000), (100, 1_000)], 2, (90_000, 1_000)),
        ([(9_000, 90_000)], 1, (90_000,)),
        ([(9_000, 90_000)], 2, (90_000, 0)),
        ([], 1, (0,)),
    ],
)
def test_a_chapter_reads_what_it_can_hold(
    files: list[tuple[int, int]], chapters: int, sources: tuple[int, ...]
) -> None:
    """A source larger than the book is not read whole: its estimate was three times too high. A long file is."""
    assert expected_sources(files, chapters) == sources


def spent(role: Role, chapter: int, call: int, output: int) -> Spent:
    usage = Usage(uncached=1_000, output=output, calls=1)
    charge = Charge(
        model=MODEL, usage=usage, cost_usd=0.0, prices="none", estimated_input=1_000, estimated_output=output
    )
    return Spent(role.value, chapter, 1, 1, call, charge)


def test_an_agent_that_worked_in_parts_says_nothing_of_others() -> None:
    """Its outputs are many and its turns too: a chapter of ordinary size would be expected to cost as much."""
    ordinary = [spent(Role.RESEARCHER, 1, 1, 4_000), spent(Role.RESEARCHER, 1, 1, 1_000)]
    parts = [spent(Role.RESEARCHER, 2, call, 2_000) for call in range(1, 20)]
    shown = learn([*ordinary, *parts]).roles[Role.RESEARCHER.value, MODEL]
    assert (shown.output, shown.calls) == (5_000, 2)
    assert (Role.RESEARCHER.value, MODEL) not in learn(parts).roles
