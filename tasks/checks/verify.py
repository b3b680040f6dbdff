"""What `sourcebook verify` says of a text: every quote and place against the source, with counts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from memory_schema.findings import Finding, Severity
from tasks.checks.fidelity import check_fidelity
from tasks.checks.source_index import Source


@dataclass(frozen=True)
class VerifyReport:
    """The proof of one text, or of several added up (`name` says which).

    `quotes` are the blocks that claim a place: `exact` ones are byte for byte what stands there, `elided`
    ones abridged with `...`, `mismatched` ones are ❌, and the rest differs in white space only. `places`
    are paths and ranges in inline code, `wrong_places` those that do not exist for certain.
    """

    name: str
    quotes: int = 0
    exact: int = 0
    elided: int = 0
    mismatched: int = 0
    places: int = 0
    wrong_places: int = 0
    findings: tuple[Finding, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong for certain."""
        return not self.fails(Severity.MUST)

    def fails(self, on: Severity) -> bool:
        """Whether a finding is of this severity or worse."""
        return any(finding.severity.rank <= on.rank for finding in self.findings)


def verify_text(name: str, text: str, source: Source) -> VerifyReport:
    """Check one text; pass one `SourceIndex` as the source of many texts to share its work.

    Raises:
        SourceChanged: a file is not what the view's manifest pins.
    """
    result = check_fidelity(text, source)
    counts = result.counts
    return VerifyReport(
        name,
        quotes=counts["quoted blocks"],
        exact=counts["exact"],
        elided=counts["elided"],
        mismatched=counts["mismatches"],
        places=counts["places"],
        wrong_places=counts["wrong places"],
        findings=result.findings,
    )


def total(name: str, reports: Iterable[VerifyReport]) -> VerifyReport:
    """Several reports added up; each finding's place begins with the name of its text."""
    every = tuple(reports)
    return VerifyReport(
        name,
        quotes=sum(one.quotes for one in every),
        exact=sum(one.exact for one in every),
        elided=sum(one.elided for one in every),
        mismatched=sum(one.mismatched for one in every),
        places=sum(one.places for one in every),
        wrong_places=sum(one.wrong_places for one in every),
        findings=tuple(
            finding.model_copy(update={"place": f"{one.name}: {finding.place}"})
            for one in every
            for finding in one.findings
        ),
    )
