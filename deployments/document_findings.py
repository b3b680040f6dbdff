"""What `verify` found in documents, and how it is said: lines for a person, a value for a script."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from deployments.documents import Document, documents_of, names_below
from memory_schema.errors import InputError
from memory_schema.findings import Finding, Severity
from tasks.checks.documents import DocumentReport, verify_document
from tasks.checks.history import became_false
from tasks.checks.result import line_of
from tasks.checks.source_index import SourceIndex, index_for_documents
from tasks.source.commit_tree import resolve_commit
from tasks.source.locate_root import resolve_source
from tasks.source.pinned_source import cache_of, pin_source
from tasks.source.view import SourceView


@dataclass(frozen=True)
class Outcome:
    """The reports of all documents against one source; `commit` is "" where it is no repository.

    `addresses` are the paths of the documents below the source, in the same order.
    """

    reports: tuple[DocumentReport, ...]
    addresses: tuple[str, ...]
    source: str
    commit: str

    @property
    def findings(self) -> dict[str, tuple[Finding, ...]]:
        """Every finding by the path of its document below the source, wherever the command ran."""
        pairs = zip(self.addresses, self.reports, strict=True)
        return {address: report.result.findings for address, report in pairs}

    def fails(self, severity: Severity) -> bool:
        """Whether a finding of this severity, or a worse one, is here."""
        return any(report.worst(severity) for report in self.reports)

    def lines(self, least: Severity) -> list[str]:
        """One line a finding of at least this severity, its fix below it, and one line that sums up."""
        rows: list[str] = []
        for report in self.reports:
            for finding in report.worst(least):
                rows += rows_of(report.name, finding)
        count = {one: sum(len(_of(report, one)) for report in self.reports) for one in Severity}
        hidden = " (--all shows them)" if count[Severity.COULD] and least is not Severity.COULD else ""
        return [
            *rows,
            f"{sum(report.statements for report in self.reports)} statements of {_documents(len(self.reports))} "
            f"checked against {self.source}: {count[Severity.MUST]} errors, {count[Severity.SHOULD]} warnings, "
            f"{count[Severity.COULD]} remarks{hidden}",
        ]

    def as_json(self) -> dict[str, object]:
        """The same as a value: counts and findings by document."""
        return {
            "source": self.source,
            "commit": self.commit or None,
            "documents": {
                report.name: {
                    "counts": dict(report.result.counts),
                    "findings": [
                        {"line": line_of(one), **one.model_dump(mode="json")} for one in report.result.findings
                    ],
                }
                for report in self.reports
            },
        }


def rows_of(name: str, finding: Finding) -> list[str]:
    """A finding in a text as a person reads it: place and problem, what is said, the evidence, the fix."""
    rows = [f"{name}:{line_of(finding)}: {finding.severity.sign} {finding.problem}"]
    if finding.quote:
        rows.append(f"    it says: {finding.quote}")
    rows += [f"    {line}" for line in finding.evidence.split("\n") if line]
    if finding.fix:
        rows.append(f"    fix: {finding.fix}")
    return rows


def check_documents(paths: Sequence[Path], spec: str, revision: str) -> Outcome:
    """Verify documents against a source as it lies there, or as a commit has it.

    Raises InputError (and SourceError, which is one) for a path, a source or a commit that does not exist.
    """
    documents, folder = documents_of(paths), resolve_source(spec, Path.cwd())
    view = pin_source(folder, revision, cache_of(folder))
    return _outcome(documents, folder, view, index_for_documents(view, names_below(documents, folder)))


def check_history(paths: Sequence[Path], spec: str, commits: str) -> Outcome:
    """Verify documents against two commits and keep what the change between them made false.

    Raises InputError for anything but OLD..NEW, and as `check_documents` does.
    """
    old, separator, new = commits.partition("..")
    if not separator or not old or not new.strip("."):
        raise InputError(f"--watch-commit {commits!r} is no range; write OLD..NEW, for example v1.0..HEAD")
    documents, folder = documents_of(paths), resolve_source(spec, Path.cwd())
    for revision in (old, new.lstrip(".")):
        resolve_commit(folder, revision)
    cache = cache_of(folder)
    before, after = (pin_source(folder, revision, cache) for revision in (old, new.lstrip(".")))
    own = names_below(documents, folder)
    earlier = index_for_documents(before, own)
    later = index_for_documents(after, own, earlier)
    was, now = _outcome(documents, folder, before, earlier), _outcome(documents, folder, after, later)
    reports = became_false(was.reports, now.reports, earlier, later)
    return Outcome(reports, now.addresses, f"{now.source} (true at {old})", now.commit)


def _outcome(documents: Sequence[Document], folder: Path, view: SourceView, index: SourceIndex) -> Outcome:
    files = index.paths | index.skipped
    reports = tuple(verify_document(one.name, one.text(), index, one.place(folder, files)) for one in documents)
    commit = view.manifest.commit or ""
    at = f" at {commit[:12]}" if commit else ""
    changed = " with local changes" if view.manifest.dirty else ""
    addresses = tuple(one.address(folder) for one in documents)
    return Outcome(reports, addresses, f"{view.manifest.root_name}{at}{changed}", commit)


def _of(report: DocumentReport, severity: Severity) -> tuple[Finding, ...]:
    return tuple(finding for finding in report.result.findings if finding.severity is severity)


def _documents(count: int) -> str:
    return f"{count} document{'' if count == 1 else 's'}"
