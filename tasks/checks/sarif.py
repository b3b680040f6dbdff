"""Findings as SARIF 2.1.0 (OASIS), the form in which code hosts show them beside the line."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from urllib.parse import quote

from memory_schema.findings import Finding, Severity
from tasks.checks.result import line_of

_LEVELS = {Severity.MUST: "error", Severity.SHOULD: "warning", Severity.COULD: "note", Severity.OK: "none"}
_RULES = {
    "fidelity": "What a text shows and names of the source is really there.",
    "signatures": "Parameters, defaults, bases and return types are those of the definition.",
    "statements": "What the prose says of lines, files and values agrees with the source.",
    "options": "Command line options, environment variables and configuration keys exist.",
    "examples": "Example code imports and calls what the source defines.",
    "links": "Links, pictures and anchors lead somewhere.",
    "repository-links": "Addresses of the repository at its host lead to a file and to lines that it has.",
    "diagrams": "Diagrams can be drawn.",
    "history": "A statement that was true at one commit is true at a later one.",
}


def to_sarif(findings: Mapping[str, Iterable[Finding]], version: str, commit: str = "") -> dict[str, object]:
    """One SARIF run over the findings of each document.

    Args:
        findings: by the path of the document, relative to the root of the analysis, with forward slashes; an
            absolute one becomes the address of a file, which no code host shows.
        version: of Sourcebook.
        commit: the commit of the source, "" where there is none.
    """
    seen: Counter[str] = Counter()
    results = [_result(path, finding, seen) for path, ones in findings.items() for finding in ones]
    rules = [{"id": name, "shortDescription": {"text": text}} for name, text in _RULES.items()]
    driver = {"name": "sourcebook verify", "version": version, "rules": rules}
    run: dict[str, object] = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    if commit:
        run["properties"] = {"sourceCommit": commit}
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


def _result(path: str, finding: Finding, seen: Counter[str]) -> dict[str, object]:
    """`seen` counts what was found before: the same once more is another alert, wherever its line moves to."""
    parts = (
        finding.problem,
        finding.evidence and f"Evidence: {finding.evidence}",
        finding.fix and f"Fix: {finding.fix}",
    )
    mark = hashlib.sha256(f"{path}\n{finding.by}\n{finding.quote}\n{finding.problem}".encode()).hexdigest()[:32]
    seen[mark] += 1
    return {
        "ruleId": finding.by.removeprefix("check:"),
        "level": _LEVELS[finding.severity],
        "message": {"text": "\n".join(part for part in parts if part)},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": quote(path) if not path.startswith("/") else f"file://{quote(path)}"},
                    "region": {"startLine": max(1, line_of(finding)), "snippet": {"text": finding.quote}},
                }
            }
        ],
        "partialFingerprints": {"sourcebook/v1": mark if seen[mark] == 1 else f"{mark}:{seen[mark]}"},
        "properties": {"severity": finding.severity.value, "certainty": finding.certainty.value},
    }
