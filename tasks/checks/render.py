"""checks.md: what the reviewers read of the checks, and the counts read back from it (PROTOCOL 2, checks)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from memory_schema.findings import render_findings
from memory_schema.markers import Marker, sealed
from tasks.checks.result import CheckResult, clipped

FIDELITY, CONSISTENCY, STYLE = "Fidelity", "Consistency", "Style"
"""The H2 of checks.md; a reviewer's pointer names one of them as its part."""

_CHECKED = "Checked:"
_NOTHING = "Checked: nothing."
_COUNT = re.compile(r"(?P<number>[0-9]+) (?P<noun>[^,.]+)")
_MOST_TITLE = 120


def render_checks(title: str, fidelity: CheckResult, consistency: CheckResult, style: CheckResult) -> str:
    """The checks of one text as Markdown with its completion marker.

    Below each H2 stands a line of counts (`Checked: 7 quoted blocks, 0 mismatches.`), then the findings as
    `memory_schema.findings.render_findings` writes them.
    """
    rows = [f"# Checks of {' '.join(clipped(title, _MOST_TITLE).split())}", ""]
    for heading, result in ((FIDELITY, fidelity), (CONSISTENCY, consistency), (STYLE, style)):
        rows += [f"## {heading}", "", _counts_line(result.counts), "", render_findings(result.findings), ""]
    return sealed("\n".join(rows), Marker.CHECKS)


def counts_of(text: str) -> dict[str, dict[str, int]]:
    """The counts of a rendered text by H2 and noun; lines that cannot be read are left out."""
    counts: dict[str, dict[str, int]] = {}
    heading = ""
    for line in text.split("\n"):
        if line.startswith("## "):
            heading = line[3:].strip()
        elif heading and heading not in counts and line.startswith(_CHECKED):
            counts[heading] = {match["noun"]: int(match["number"][:9]) for match in _COUNT.finditer(line)}
    return counts


def _counts_line(counts: Mapping[str, int]) -> str:
    return f"{_CHECKED} {', '.join(f'{number} {noun}' for noun, number in counts.items())}." if counts else _NOTHING
