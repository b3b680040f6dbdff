"""What a change made false: statements that hold at one commit of a source and not at a later one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from rapidfuzz import fuzz, process

from memory_schema.findings import Finding
from tasks.checks.definitions import Definition
from tasks.checks.diagnosis import MOST_SHOWN
from tasks.checks.documents import DocumentReport
from tasks.checks.expressions import stands
from tasks.checks.result import CheckResult, line_of
from tasks.checks.source_index import SourceIndex
from tasks.source.line_search import inked
from tasks.source.symbol import Symbol

CHECK = "history"
_NAME = re.compile(r"[^\W\d]\w*")
_LEAST_LIKENESS = 75.0
"""Of two bodies, in percent, to say that one is the other under a new name."""
_LEAST_BODY = 80
"""Characters without blanks from which on likeness says something: of less, many definitions have nearly the same."""
_MOST_CANDIDATES = 400
_ADAPTED = re.compile(r"code without a place that differs from (?P<path>.+):\d+(?:-\d+)? in the source")


def became_false(
    before: Sequence[DocumentReport], after: Sequence[DocumentReport], old: SourceIndex, new: SourceIndex
) -> tuple[DocumentReport, ...]:
    """The reports of the same documents on two states of a source, with only what is false now and was true.

    A finding counts as new where the older state gave none for the same words on the same line. Where it
    names something that was renamed, the fix says what it is called now.
    """
    reports = []
    for was, now in zip(before, after, strict=True):
        known = Counter(_key(finding) for finding in was.result.findings)
        kept: list[Finding] = []
        for finding in now.result.findings:
            if known[_key(finding)]:
                known[_key(finding)] -= 1
            elif not _was_an_example(finding, old):
                kept.append(_renamed(finding, old, new))
        reports.append(DocumentReport(now.name, CheckResult(tuple(kept), now.result.counts)))
    return tuple(reports)


def _was_an_example(finding: Finding, old: SourceIndex) -> bool:
    """Whether code was not the older source's either: that the newer one has something like it makes nothing false."""
    if finding.problem.startswith("this expression "):
        return not stands(finding.quote, old)
    adapted = _ADAPTED.match(finding.problem)
    if adapted is None:
        return False
    written = [line[2:] for line in finding.evidence.split("\n") if line.startswith("- ")]
    lines = old.lines(adapted["path"]) if adapted["path"] in old.paths else []
    return not {line[:MOST_SHOWN] for line in inked(lines)[1]}.issuperset(written)


def _key(finding: Finding) -> tuple[int, str, str]:
    return line_of(finding), finding.quote, finding.by


def _renamed(finding: Finding, old: SourceIndex, new: SourceIndex) -> Finding:
    for name in dict.fromkeys(_NAME.findall(finding.quote)):
        if name in old.words and name not in new.words:
            for definition in old.definitions.named(name)[:1]:
                successor = _successor(definition.path, definition.symbol, old, new)
                if successor:
                    return finding.model_copy(update={"fix": successor})
    return finding


def _successor(path: str, symbol: Symbol, old: SourceIndex, new: SourceIndex) -> str:
    """ "X is now called Y (path:line)" for the new definition whose body is most like a vanished one's, or "".

    A short body, such as a field's, must be the same in the same place, and the only one there.
    """
    body = _body(path, symbol, old).replace(symbol.name, "")
    candidates = list(_fresh(path, symbol, old, new))[:_MOST_CANDIDATES]
    texts = [_body(where, one, new).replace(one.name, "") for where, one in candidates]
    if len("".join(body.split())) < _LEAST_BODY:
        there = [where == path and one.parent == symbol.parent for where, one in candidates]
        alike = [at for at, text in enumerate(texts) if text == body and there[at]]
        best = alike[0] if len(alike) == 1 else None
    else:
        match = process.extractOne(body, texts, scorer=fuzz.ratio, score_cutoff=_LEAST_LIKENESS)
        best = match[2] if match else None
    if best is None:
        return ""
    where, found = candidates[best]
    return f"{symbol.qualified_name} is now called {found.qualified_name} ({where}:{found.start})"


def _fresh(path: str, symbol: Symbol, old: SourceIndex, new: SourceIndex) -> Iterator[tuple[str, Symbol]]:
    """Definitions of the same kind whose names the old state did not have; those in the same file first."""
    changed = [one for one in new.evidence if one not in old.paths or new.text(one) != old.text(one)]
    for where in sorted(changed, key=lambda one: one != path):
        for candidate in new.symbols(where):
            if candidate.kind == symbol.kind and candidate.name not in old.words:
                yield where, candidate


def _body(path: str, symbol: Symbol, index: SourceIndex) -> str:
    return index.body(Definition(path, symbol))[:4000]
