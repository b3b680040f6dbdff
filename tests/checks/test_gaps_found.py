"""An undecided gap is a ⚠️ with names and a way to decide it; a decided one is nothing."""

from __future__ import annotations

from memory_schema.findings import Severity
from tasks.checks.gaps import check_gaps


def test_each_gap_is_named_with_its_place() -> None:
    """Files together, names by file; long lists are cut with their number."""
    found = check_gaps(("a.go",), {"b.go": tuple(f"Name{number}" for number in range(11))})
    files, names = found.findings
    assert (files.severity, files.place) == (Severity.SHOULD, "source map")
    assert "`a.go`" in files.problem
    assert "Left out" in files.fix
    assert names.place == "b.go"
    assert names.problem.endswith("`Name7` and 3 more")
    assert found.counts == {"undecided gaps": 12}
    assert not found.failed, "a gap is a person's to decide: it blocks nothing"


def test_nothing_undecided_is_nothing_found() -> None:
    """The count says that it was looked at."""
    assert check_gaps((), {}).findings == ()
    assert check_gaps((), {}).counts == {"undecided gaps": 0}
