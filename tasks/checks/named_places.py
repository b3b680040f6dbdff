"""Paths and ranges that the prose names in inline code must exist in the source."""

from __future__ import annotations

from pathlib import PurePosixPath

from rapidfuzz import fuzz

from memory_schema.findings import Certainty, Finding, Severity
from tasks.checks.chapter_text import ChapterText
from tasks.checks.claims import Claim, code_spans, span_claim
from tasks.checks.result import CheckResult, found
from tasks.checks.source_index import SourceIndex

CHECK = "fidelity"

_ALIKE = 85.0
"""Likeness of two file names, of 100, from which one is taken for a misspelling of the other."""

_NO_PATH = frozenset("*?<>{}$|\"'()[]=,;\\")


def check_named_places(chapter: ChapterText, index: SourceIndex) -> CheckResult:
    """Check `src/a.py`, `a.py:10` and `a.py:10-20` in inline code.

    ❌ only where it cannot be wrong: lines that the file does not have, and a missing file that is named with
    lines or inside a real folder. Any other name that looks like a source file may be the reader's own
    (`app.py`): ⚠️ where a real name is close, else 💡.
    """
    findings: list[Finding] = []
    counts = {"places": 0, "wrong places": 0}
    for line in chapter.prose:
        for span in code_spans(line.text) if "`" in line.text else ():
            claim = span_claim(span)
            if claim is None or not looks_like_path(claim, index):
                continue
            counts["places"] += 1
            finding = _check(claim, span, chapter.place(line.number), index)
            if finding is not None:
                counts["wrong places"] += finding.severity is Severity.MUST
                findings.append(finding)
    return CheckResult(tuple(findings), counts)


def looks_like_path(claim: Claim, index: SourceIndex) -> bool:
    """Whether an inline code names a file: a real one, or one whose ending is that of the source's code."""
    if claim.path in index.paths or claim.path in index.skipped:
        return True
    if _NO_PATH & set(claim.path) or " " in claim.path or claim.path.startswith(("/", "~", "-", "..")):
        return False
    if claim.path.endswith("/") or "://" in claim.path:
        return False
    name = PurePosixPath(claim.path).name
    return index.is_source_file_name(name) or (index.has_name(name) and ("." in name or claim.names_lines))


def _check(claim: Claim, span: str, place: str, index: SourceIndex) -> Finding | None:
    meant = index.resolve(claim.path)
    if not meant:
        return _missing(claim, span, place, index)
    readable = [path for path in meant if path in index.paths]
    if not claim.names_lines or not readable:
        return None
    longest = max(len(index.lines(path)) for path in readable)
    if 1 <= claim.start <= claim.end <= longest:
        return None
    problem = f"{claim} is no range of this file: it has {longest} lines"
    return found(CHECK, Severity.MUST, place, problem, quote=span, fix="name lines that the file has")


def _is_meant(path: str, near: str) -> bool:
    """The same name elsewhere, or nearly the same in the same folder or in none; else it may be a reader's own file."""
    written, real = PurePosixPath(path), PurePosixPath(near)
    if not near or written.name == real.name:
        return bool(near)
    return str(written.parent) in (".", str(real.parent)) and fuzz.ratio(written.stem, real.stem) >= _ALIKE


def _missing(claim: Claim, span: str, place: str, index: SourceIndex) -> Finding:
    folder = str(PurePosixPath(claim.path).parent)
    near = index.nearest_path(claim.path)
    if claim.names_lines or (folder != "." and index.has_folder(folder)):
        severity, certainty = Severity.MUST, Certainty.CERTAIN
    else:
        severity, certainty = (Severity.SHOULD if _is_meant(claim.path, near) else Severity.COULD), Certainty.LIKELY
    # What is no more than a question gets no answer: `main.go` of a reader's program is not to be called gin.go.
    sure = near and severity is not Severity.COULD
    fix = f"write {near}" if sure else "name a file of the source, or say whose file it is"
    problem = f"no file {claim.path} in the source"
    return found(CHECK, severity, place, problem, quote=span, fix=fix, certainty=certainty)
