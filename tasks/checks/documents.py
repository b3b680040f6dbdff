"""One Markdown document that talks about a source, and is no chapter of a book: what code can say of it."""

from __future__ import annotations

from dataclasses import dataclass

from memory_schema.findings import Finding, Severity
from tasks.checks.chapter_text import ChapterText
from tasks.checks.diagrams import check_diagrams
from tasks.checks.document_links import DocumentPlace, check_document_links
from tasks.checks.fidelity import check_fidelity
from tasks.checks.result import CheckResult, merged
from tasks.checks.source_index import SourceIndex


@dataclass(frozen=True)
class DocumentReport:
    """What was found in one document; `counts` say how much was looked at."""

    name: str
    result: CheckResult

    @property
    def statements(self) -> int:
        """How many things of the document were compared with the source or looked up."""
        wrong = ("exact", "elided", "mismatches", "wrong places", "unknown names")
        return sum(number for noun, number in self.result.counts.items() if noun not in wrong)

    def worst(self, severity: Severity) -> tuple[Finding, ...]:
        """The findings of at least this severity, in the order of the text."""
        return tuple(finding for finding in self.result.findings if finding.severity.rank <= severity.rank)


def verify_document(name: str, text: str, index: SourceIndex, place: DocumentPlace | None = None) -> DocumentReport:
    """Check quotes, places, names, statements, links and diagrams of one document.

    Args:
        name: how the report calls it.
        text: its Markdown.
        index: the source; it should not take the document itself for evidence.
        place: where it lies, for links to its neighbours.

    Raises:
        SourceChanged: a file is not what the view's manifest pins.
    """
    document = ChapterText(text)
    results = (
        check_fidelity(document, index),
        check_document_links(document, place),
        check_diagrams(document),
    )
    return DocumentReport(name, merged(results))
