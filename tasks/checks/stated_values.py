"""What the prose says of defaults, numbers of parameters, bases and return types, against the definitions."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from memory_schema.findings import Certainty, Finding, Severity
from tasks.checks.call_text import same_type
from tasks.checks.chapter_text import Block, ChapterText
from tasks.checks.definitions import CALLABLES, Definition
from tasks.checks.result import CheckResult, found
from tasks.checks.source_index import SourceIndex
from tasks.checks.stated_defaults import wrong_default

CHECK = "statements"

_CODE = r"(?<!`)`(?P<{}>[^`]+)`(?!`)"
_NAME = re.compile(r"[^\W\d][\w$]*(?:(?:\.|::)[^\W\d][\w$]*)*")
_DEFAULTS = re.compile(
    rf"{_CODE.format('name')}\s+(?:defaults?\s+to|(?:has|with)\s+(?:a|the)\s+default(?:\s+value)?\s+of"
    rf"|is\s+by\s+default|默认(?:值)?(?:为|是))\s*{_CODE.format('value')}",
    re.IGNORECASE,
)
_LISTED_HEAD = re.compile(r"(?:Every|Each|All \w+) arguments? ha(?:s|ve)(?: a)? defaults?:?", re.IGNORECASE)
_LISTED = re.compile(rf"{_CODE.format('name')}\s+is\s+{_CODE.format('value')}")
_RETURNS = re.compile(
    rf"(?:The\s+annotation\s+promises|[Bb]ack\s+comes|(?:is\s+)?annotated\s+(?:to\s+return|with)"
    rf"|(?:return|result)\s+type\s+(?:is|of))\s+(?:a\s+|an\s+)?{_CODE.format('value')}"
    # "the return type of `f` is ..." speaks of a function.
    r"(?!\s+(?:is|was|has|had|will|can|could|may|must|should|changed|changes|depends)\b)"
)
_ANNOTATED = re.compile(r"(?:is\s+)?annotated\s+with")
"""Elsewhere than in Python an annotation is no type."""
_LOOKED_BACK = 3
"""Blocks above a statement in which its subject may have been named."""
_MOST_SPANS = 60
"""Of each of them: no sentence is about what was named so long before."""


@dataclass(frozen=True)
class _Statement:
    """A name, what is said of it, and where: `at` is a character of the block."""

    name: str
    value: str
    at: int
    quote: str


def check_stated_values(chapter: ChapterText, index: SourceIndex) -> CheckResult:
    """Check "`limit` defaults to `3`", "`A` inherits from `B`", "`f` takes two arguments", "annotated to return `T`".

    ⚠️ at most: only where every definition that the sentence can mean says otherwise. A sentence whose subject is
    not found says nothing.
    """
    findings: list[Finding] = []
    count = 0
    recent: list[Block] = []
    for block in chapter.blocks:
        recent = [*recent[-_LOOKED_BACK:], block]
        if "`" not in block.text:
            continue
        for statement, real in _judged(block, recent, index):
            count += 1
            if real is None:
                continue
            problem, definition = real
            place = chapter.place(block.line(statement.at))
            evidence = definition.shown
            findings.append(
                found(
                    CHECK,
                    Severity.SHOULD,
                    place,
                    problem,
                    quote=statement.quote,
                    evidence=evidence,
                    fix=f"say what {definition} says",
                    certainty=Certainty.LIKELY,
                )
            )
    return CheckResult(tuple(findings), {"statements": count})


_Judged = tuple[_Statement, tuple[str, Definition] | None]


def _judged(block: Block, recent: Sequence[Block], index: SourceIndex) -> Iterator[_Judged]:
    for statement in _statements(_DEFAULTS, block):
        yield from _default(statement, _subjects(recent, statement.at, index), index)
    for head in _LISTED_HEAD.finditer(block.text):
        end = block.text.find(". ", head.end())
        part = block.text[: end if end >= 0 else len(block.text)]
        for match in _LISTED.finditer(part, head.end()):
            statement = _Statement(match["name"], match["value"], match.start(), " ".join(match[0].split()))
            yield from _default(statement, _subjects(recent, statement.at, index), index)
    for match in _RETURNS.finditer(block.text):
        statement = _Statement("", match["value"], match.start(), " ".join(match[0].split()))
        subjects = [one for one in _subjects(recent[-2:], match.start(), index) if one.symbol.returns]
        if _ANNOTATED.match(match[0]):
            subjects = [one for one in subjects if one.path.endswith((".py", ".pyi"))]
        yield from _against(statement, subjects, _returns, "{name} is annotated to return {real}")


def _statements(pattern: re.Pattern[str], block: Block) -> Iterator[_Statement]:
    for match in pattern.finditer(block.text):
        yield _Statement(match["name"], match["value"], match.start(), " ".join(match[0].split()))


def _default(statement: _Statement, subjects: Sequence[Definition], index: SourceIndex) -> Iterator[_Judged]:
    """Compare with the subjects that have the parameter, the nearest of which is the one that is named."""
    verdict = wrong_default(tuple(subjects), statement.name, statement.value, index)
    if verdict is not None:
        yield statement, (verdict.problem, verdict.definition) if verdict.definition else None


def _against(
    statement: _Statement, definitions: Sequence[Definition], agrees: Callable[[Definition, str], bool], problem: str
) -> Iterator[_Judged]:
    if not definitions:
        return
    if any(agrees(one, statement.value) for one in definitions):
        yield statement, None
        return
    first = definitions[0]
    real = first.symbol.returns if "return" in problem else len(first.symbol.parameters)
    said = problem.format(name=first.symbol.qualified_name, real=real)
    yield statement, (f"{said}, not {statement.value}", first)


def _returns(definition: Definition, stated: str) -> bool:
    return same_type(definition.symbol.returns or "", stated)


def _subjects(recent: Sequence[Block], at: int, index: SourceIndex) -> list[Definition]:
    """The functions that the text names before a character of the last block, the nearest first."""
    found: list[Definition] = []
    for block in reversed(recent):
        before = (
            len(block.spans) if block is not recent[-1] else bisect_left(block.spans, at, key=lambda one: one.start)
        )
        for span in reversed(block.spans[max(0, before - _MOST_SPANS) : before]):
            name = span.text.partition("(")[0].strip().replace("::", ".")
            if _NAME.fullmatch(name):
                found += [one for one in index.definitions.named(name) if one.symbol.kind in CALLABLES]
    return found
