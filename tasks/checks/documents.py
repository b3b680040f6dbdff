"""One Markdown document that talks about a source, and is no chapter of a book: what code can say of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePosixPath

from memory_schema.findings import Certainty, Finding, Severity
from tasks.checks.chapter_text import ChapterText
from tasks.checks.diagrams import check_diagrams
from tasks.checks.document_links import DocumentPlace, check_document_links
from tasks.checks.fidelity import check_fidelity
from tasks.checks.footnotes import check_footnotes
from tasks.checks.hosted_links import check_hosted_links
from tasks.checks.quoted_blocks import PLACING
from tasks.checks.result import CheckResult, line_of, merged
from tasks.checks.source_index import SourceIndex

_PAST = re.compile(
    r"(?<![a-z])(?:ANNOUNCE|CHANGE|DEPRECAT|HISTORY|NEWS|RELEASE|UPGRAD|MIGRAT|WHATS?[-_ ]?NEW)", re.IGNORECASE
)
"""Also a "2.0 Migration Guide" and a "3.0-announcement"."""
_DIARY = frozenset({"blog", "posts", "_posts", "announcements", "changelogs", "newsletters", "migration", "migrations"})
_WAS = re.compile(
    r"\b(?:(?:was|were|been|got) (?:named|called|known|renamed|removed|dropped|replaced|moved)|used to be|formerly"
    r"|previously|no longer|(?:is|are|has been|have been) (?:now )?(?:removed|gone|obsolete)"
    r"|(?:older|earlier|previous|past) (?:versions?|releases?)|dropped (?:in|since))\b",
    re.IGNORECASE,
)
"""What a paragraph says of earlier days, in whatever document."""
_KEPT = frozenset({"versioned_docs", "legacy", "archive", "archived"})
"""Folders of documents about versions that are past."""
_VERSION = re.compile(r"v(?:ersion)?[-_ ]?(?P<number>\d{1,4}(?:\.\d{1,4}|\.x){0,3})", re.IGNORECASE)


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

    A changelog speaks of the past, and any document but a chapter also of other projects: what is false of this source
    today is a remark there, and so is a file of which nothing here comes near.

    Args:
        name: how the report calls it.
        text: its Markdown.
        index: the source; it should not take the document itself for evidence.
        place: where it lies, for links to its neighbours.

    Raises:
        SourceChanged: a file is not what the view's manifest pins.
    """
    document = ChapterText(text)
    hosted = check_hosted_links(document, index, place)
    links = merged((check_document_links(document, place), hosted, check_footnotes(document)))
    every = merged((check_fidelity(document, index), links, check_diagrams(document)))
    where = PurePosixPath(name)
    past = _PAST.search(where.name) is not None or not _DIARY.isdisjoint(where.parts[:-1])
    past = past or _is_of_an_older_version(place, index)
    told = {line for block in document.blocks if _WAS.search(block.text) for line in block.lines}
    kept = (
        _of_the_past(one) if past or line_of(one) in told or one.certainty is Certainty.JUDGEMENT else one
        for one in every.findings
        if one.by != f"check:{PLACING}"
    )
    return DocumentReport(name, CheckResult(tuple(sorted(kept, key=line_of)), every.counts))


def _is_of_an_older_version(place: DocumentPlace | None, index: SourceIndex) -> bool:
    """Whether it lies in a folder of documents that are kept, or of a version beside which there is a later one."""
    folders = PurePosixPath(place.path if place else "").parts[:-1]
    for at, folder in enumerate(folders):
        if folder.lower() in _KEPT:
            return True
        version = _VERSION.fullmatch(folder)
        above = "/".join((*folders[:at], ""))
        later = (
            _VERSION.fullmatch(path[len(above) :].partition("/")[0]) for path in index.paths if path.startswith(above)
        )
        if version and any(one and _number(one) > _number(version) for one in later):
            return True
    return False


def _number(version: re.Match[str]) -> tuple[int, ...]:
    return tuple(int(part) for part in version["number"].split(".") if part.isdigit())


def _of_the_past(finding: Finding) -> Finding:
    """In a changelog a name, a file or a line that is no more is as it should be: only a remark."""
    if finding.by in ("check:links", "check:diagrams"):
        return finding
    return finding.model_copy(update={"severity": Severity.COULD, "certainty": Certainty.LIKELY})
