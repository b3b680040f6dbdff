"""Names of code in the prose: one that occurs nowhere in the source is suspicious, never more."""

from __future__ import annotations

import builtins
import keyword
import re
import sys
from collections.abc import Collection
from functools import lru_cache

from memory_schema.findings import Certainty, Severity
from tasks.checks.chapter_text import ChapterText
from tasks.checks.claims import code_spans, fence_claim, span_claim
from tasks.checks.named_places import looks_like_path
from tasks.checks.result import CheckResult, found
from tasks.checks.source_index import SourceIndex
from tasks.source.languages import UNKNOWN, language_of

CHECK = "fidelity"

_NAME = re.compile(r"(?P<name>[^\W\d]\w*(?:\.[^\W\d]\w*)*)(?P<call>\(.*\))?")
_CAMEL = re.compile(r"[A-Z]\w*[a-z]\w*[A-Z]|[A-Z][a-z0-9]+[A-Z]\w*|[a-z]\w*[a-z][A-Z]\w*")
_BOUND = re.compile(
    r"\b(?:def|class|function|func|fn|fun|const|let|var|val|type|struct|interface|trait|enum|import|as|for|package)"
    r"\s+(?P<named>[^\W\d]\w*)"
    r"|(?P<assigned>[^\W\d]\w*)\s*(?::=|=(?!=))"
)


def check_code_names(chapter: ChapterText, index: SourceIndex) -> CheckResult:
    """Count the names in inline code; a CamelCase, dotted or called one that the source does not know is 💡.

    A name is known when each of its parts occurs as a word of the source or of the chapter's own code blocks,
    or belongs to Python itself. Each unknown name is reported once, at its first place.
    """
    own = names_of_examples(chapter)
    findings = []
    seen = 0
    unknown: set[str] = set()
    for line in chapter.prose:
        for span in code_spans(line.text) if "`" in line.text else ():
            match = _NAME.fullmatch(span[:200])
            claim = span_claim(span)
            if match is None or claim is None or looks_like_path(claim, index) or language_of(span) != UNKNOWN:
                continue
            seen += 1
            name = match["name"]
            suspicious = "." in name or match["call"] is not None or _CAMEL.match(name) is not None
            missing = _missing_part(name, own, index) if suspicious and name not in unknown else ""
            if missing:
                unknown.add(name)
                near = index.nearest_word(missing)
                problem = f"the name {missing} occurs nowhere in the source"
                fix = f"did you mean {near}?" if near else "use the name that the source uses, or say where it is from"
                place = chapter.place(line.number)
                findings.append(
                    found(CHECK, Severity.COULD, place, problem, quote=span, fix=fix, certainty=Certainty.LIKELY)
                )
    return CheckResult(tuple(findings), {"names": seen, "unknown names": len(unknown)})


def names_of_examples(chapter: ChapterText) -> frozenset[str]:
    """The names that a text's own examples define or bind; blocks that claim a place are the source's."""
    bodies = (fence.body for fence in chapter.fences if fence_claim(fence) is None)
    return frozenset(match["named"] or match["assigned"] for body in bodies for match in _BOUND.finditer(body))


def _missing_part(name: str, own: Collection[str], index: SourceIndex) -> str:
    parts = name.split(".")
    known = python_names()
    if parts[0] in sys.stdlib_module_names or parts[0] in dir(builtins):
        return ""
    return next((p for p in parts if p not in index.words and p not in own and p not in known), "")


@lru_cache(maxsize=1)
def python_names() -> frozenset[str]:
    """Names that any Python text may use: built-ins, keywords, `self`, and the methods of built-in types."""
    kinds = (str, bytes, int, float, list, tuple, dict, set, type, object, Exception)
    methods = {name for kind in kinds for name in dir(kind)}
    return frozenset({*dir(builtins), *keyword.kwlist, "self", "cls", "__init__", *methods})
