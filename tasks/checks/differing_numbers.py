"""Numbers that differ between chapters: the same thing said with another number."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from memory_schema.findings import Certainty, Finding, Severity
from tasks.checks.chapter_text import ChapterText
from tasks.checks.result import CheckResult, found

CHECK = "consistency"
MOST_REPORTED = 50

_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBER = rf"(?P<number>\d[\d,.]*\d|\d|{'|'.join(_WORDS)})"
_UNIT = (
    r"(?P<unit>lines?|files?|modules?|functions?|methods?|classes|fields?|arguments?|parameters?|bytes?|seconds?"
    r"|milliseconds?|characters?|items?|entries|retries|attempts|行|个文件|个参数|秒)"
)
_OF_NAME = re.compile(
    rf"(?<!`)`(?P<name>[^`\n]+)`\s*(?:[(（]|\s(?:has|holds|counts|takes|needs|spans|keeps|waits)\s+(?:exactly\s+)?)\s*"
    rf"{_NUMBER}\s*{_UNIT}",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"\S(?:[^.!?。！？]|[.!?](?!\s|$))*(?:[.!?](?=\s|$)|[。！？])")
_ANY_NUMBER = re.compile(rf"(?<![\w.`]){_NUMBER}(?![\w`])", re.IGNORECASE)
_POINTING = re.compile(
    r"\b(?:lines?|chapters?|sections?|steps?)\s+\d[\d\s,–-]*(?:and\s+\d+)?|第\s*\d+\s*[行章节步]", re.IGNORECASE
)
"""Numbers that say where, not how many: two calls of one function stand in two lines."""
_VAGUE = re.compile(
    r"\W*(?:its?|this|that|these|those|here|they|he|she|there|of|out|all|both|each|every|其|它|这|那)\b", re.I
)
"""What a sentence that begins so speaks of stands in another sentence."""
_SHORTEST_SENTENCE = 40


@dataclass(frozen=True)
class _Said:
    chapter: int
    line: int
    number: str
    quote: str


def check_differing_numbers(texts: Mapping[int, ChapterText]) -> CheckResult:
    """⚠️ for a later chapter that gives another number than an earlier one for the same thing.

    The same thing is the same unit of the same name in code ("`lexer.py` (868 lines)"), or the same sentence but
    for its numbers, with a name in code. Which chapter is right a reader must say.
    """
    first: dict[tuple[str, ...], _Said] = {}
    findings: list[Finding] = []
    count = 0
    for chapter, text in sorted(texts.items()):
        for key, said in _numbers(chapter, text):
            count += 1
            earlier = first.setdefault(key, said)
            if earlier.number != said.number and earlier.chapter != chapter and len(findings) < MOST_REPORTED:
                place = f"chapter {chapter}, {text.place(said.line)}"
                problem = f"chapter {earlier.chapter} says {earlier.number} where this one says {said.number}"
                evidence = f"chapter {earlier.chapter}, line {earlier.line}: {earlier.quote}"
                fix = "find out which is right, and say it in both"
                findings.append(
                    found(
                        CHECK,
                        Severity.SHOULD,
                        place,
                        problem,
                        quote=said.quote,
                        evidence=evidence,
                        fix=fix,
                        certainty=Certainty.LIKELY,
                    )
                )
    return CheckResult(tuple(findings), {"numbers": count})


def _numbers(chapter: int, text: ChapterText) -> Iterator[tuple[tuple[str, ...], _Said]]:
    for block in text.blocks:
        for match in _OF_NAME.finditer(block.text):
            unit = match["unit"].lower().rstrip("s")
            said = _Said(chapter, block.line(match.start()), _plain(match["number"]), " ".join(match[0].split()))
            yield ("unit", match["name"], unit), said
        if "`" not in block.text:
            continue
        for sentence in _SENTENCE.finditer(block.text):
            words = " ".join(sentence[0].split())
            if "`" not in words or len(words) < _SHORTEST_SENTENCE or _VAGUE.match(words):
                continue
            plain = _POINTING.sub("", words)
            numbers = [_plain(one["number"]) for one in _ANY_NUMBER.finditer(plain)]
            if numbers:
                skeleton = _ANY_NUMBER.sub("#", plain)
                said = _Said(chapter, block.line(sentence.start()), " and ".join(numbers), words)
                yield ("sentence", skeleton.casefold()), said


def _plain(number: str) -> str:
    lower = number.lower()
    return str(_WORDS.index(lower)) if lower in _WORDS else lower.replace(",", "").rstrip(".")
