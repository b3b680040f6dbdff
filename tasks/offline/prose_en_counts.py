"""English for how many call a definition: a report names at most twelve, and only those it can resolve."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.offline.prose_voice import number
from tasks.offline.report_facts import MOST_SITES, Site


def how_many(sites: Sequence[Site]) -> str:
    """The number in words; where a report may have left some out, that there are at least so many."""
    return number(len(sites)) if len(sites) < MOST_SITES else f"at least {number(len(sites))}"
