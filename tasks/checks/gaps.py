"""What nobody decided about, as findings: a gap in a book's coverage is a decision, or it is a finding."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from memory_schema.findings import Finding, Severity
from tasks.checks.result import CheckResult, found

_MOST_NAMED = 8
_MOST_FILES = 12
_FIX = "name it in a chapter, or under `## Left out` with a reason, in memory/source-map.md"


def check_gaps(files: Sequence[str], names: Mapping[str, Sequence[str]]) -> CheckResult:
    """One ⚠️ for the files in no chapter, one for each file with public names that nobody decided about.

    Args:
        files: source files in no chapter and not left out with a reason.
        names: by path of a chapter's file the public names that nothing speaks of.
    """
    count = len(files) + sum(map(len, names.values()))
    return CheckResult(tuple(_found(files, names)), {"undecided gaps": count})


def _found(files: Sequence[str], names: Mapping[str, Sequence[str]]) -> Iterator[Finding]:
    if files:
        what = "a source file is" if len(files) == 1 else f"{len(files)} source files are"
        yield _finding("source map", f"{what} in no chapter and not left out with a reason: {_named(files)}")
    for path, missed in list(names.items())[:_MOST_FILES]:
        yield _finding(path, f"public, never mentioned, and not left out with a reason: {_named(missed)}")


def _finding(place: str, problem: str) -> Finding:
    return found("coverage", Severity.SHOULD, place, problem, fix=_FIX)


def _named(names: Sequence[str]) -> str:
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return ", ".join(f"`{one}`" for one in names[:_MOST_NAMED]) + more
