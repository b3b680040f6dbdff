"""What a quality gate says: the pages it read, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

SCHEMES = frozenset({"http", "https", "mailto"})
"""What a link of a book may lead to outside of it."""


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong with a page."""

    page: str
    problem: str


@dataclass(frozen=True)
class Proof:
    """What the gate found: every page with the number of its checked links, and the faults."""

    pages: Mapping[str, int]
    faults: tuple[Fault, ...]

    @property
    def links(self) -> int:
        """Links and anchors checked, over all pages."""
        return sum(self.pages.values())

    def on(self, page: str) -> tuple[Fault, ...]:
        """The faults of one page."""
        return tuple(fault for fault in self.faults if fault.page == page)

    def and_(self, other: Proof) -> Proof:
        """Both proofs as one."""
        return Proof({**self.pages, **other.pages}, self.faults + other.faults)
