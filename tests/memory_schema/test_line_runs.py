"""Lines of several files, written on one line and read again."""

from __future__ import annotations

import pytest

from memory_schema.line_runs import Run, parse_runs, render_runs


@pytest.mark.parametrize("runs", [(), (("a.py", 1, 800),), (("a, b.py", 1, 2), ("odd lines 3.md", 4, 40))])
def test_runs_are_read_as_they_were_written(runs: tuple[Run, ...]) -> None:
    """Who merges parts knows exactly which lines were read, whatever a file is called."""
    assert parse_runs(render_runs(runs)) == runs


def test_another_text_holds_no_runs() -> None:
    """A pointer's part that names no lines is none."""
    assert parse_runs("as of chapter 3") == ()
