"""How long roles take: what this run has measured, and before that what is usual."""

from __future__ import annotations

import statistics
from collections.abc import Iterable

from memory_schema.contracts import Role

USUAL_SECONDS: dict[Role, float] = {
    Role.ARCHITECT: 180.0,
    Role.ARCHITECT_REVISING: 120.0,
    Role.RESEARCHER: 120.0,
    Role.WRITER: 90.0,
    Role.WRITER_REVISING: 90.0,
    Role.WRITER_FINALISING: 90.0,
}
"""For a reply of several thousand tokens at 60 to 80 tokens a second; every other role writes one page."""
_ONE_PAGE = 30.0
_LEAST_MEASURED = 3


class Pace:
    """Seconds by role. Measured figures count once there are three of a role."""

    def __init__(self) -> None:
        self._seconds: dict[str, list[float]] = {}

    def measured(self, role: str, milliseconds: int) -> None:
        """Count an agent that the model was asked for."""
        self._seconds.setdefault(role, []).append(milliseconds / 1000)

    def expected(self, role: Role) -> float:
        """The median of what was measured in this run, else what is usual."""
        seconds = self._seconds.get(role.value, [])
        if len(seconds) >= _LEAST_MEASURED:
            return statistics.median(seconds)
        return USUAL_SECONDS.get(role, _ONE_PAGE)

    def between(self, roles: Iterable[Role]) -> float:
        """Seconds that these roles take one after the other."""
        return sum(map(self.expected, roles))
