"""Footnotes of any Markdown document: what a sign in the text points to must be there."""

from __future__ import annotations

import re
from bisect import bisect_right

from memory_schema.findings import Certainty, Finding, Severity
from tasks.checks.chapter_text import ChapterText
from tasks.checks.result import CheckResult, bounded, found

CHECK = "links"

_NOTE = re.compile(r"^[ \t]*(?:>[ \t]*)*\[\^(?P<label>[^\]\s]{1,80})\]:", re.MULTILINE)
_SIGN = re.compile(
    r"(?<![\\\w])(?<!\[)\[\^(?P<label>[\w-]{1,80})\](?![:(])|(?<=\w)\[\^(?P<joined>[\w-]{1,80})\](?![:(])"
)


def check_footnotes(document: ChapterText) -> CheckResult:
    """⚠️ where `[^1]` has no note (https://docs.github.com/en/get-started/writing-on-github, footnotes).

    Only in a document that has notes: elsewhere the sign may be a set of letters, or the notes lie in another file.
    """
    notes = {match["label"].lower() for line in document.prose for match in _NOTE.finditer(line.text)}
    findings: list[Finding] = []
    count = 0
    for block in document.blocks if notes else ():
        spans = block.spans
        for match in _SIGN.finditer(block.text):
            before = bisect_right(spans, match.start(), key=lambda span: span.start)
            if before and match.start() < spans[before - 1].end:
                continue
            count += 1
            label = match["label"] or match["joined"]
            if label.lower() not in notes:
                findings.append(
                    found(
                        CHECK,
                        Severity.SHOULD,
                        document.place(block.line(match.start())),
                        f"no footnote of this document is called {label}",
                        quote=match[0],
                        fix=f"write the note [^{label}]: ..., or drop the sign",
                        certainty=Certainty.LIKELY,
                    )
                )
    return CheckResult(bounded(CHECK, findings), {"footnotes": count})
