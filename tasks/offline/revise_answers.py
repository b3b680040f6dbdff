"""Readers' and reviewers' findings, answered in the text where the report has the facts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from memory_schema.conventions import headings, without_marks
from memory_schema.fences import inline_code, scan
from memory_schema.findings import Finding
from memory_schema.lengths import length
from tasks.offline.prose_language import Prose
from tasks.offline.prose_voice import Voice
from tasks.offline.report_facts import ReportFacts, SymbolFacts
from tasks.offline.revise_places import joined_to_paragraph
from tasks.offline.write_paragraphs import paragraphs

_FAILS = re.compile(r"fail|rais|error|exception|wrong|panic|catch|log|异常|失败|出错|抛出|接住|引发", re.IGNORECASE)
_MEANS = re.compile(
    r"defin|what it is|unclear|means|half a sentence|nowhere|only this once|定义|含义|是什么|半句话", re.IGNORECASE
)
_USES = re.compile(
    r"caller|who notices|who calls|usage|used|example|input|at work|调用|影响|输入|用法|例", re.IGNORECASE
)
_NAME = re.compile(r"[A-Za-z_][\w.]*")
_MOST_ADDED = 4
_SUBJECT = re.compile(r"^`[^`]+`\s*(?:is|are|是)?\s*")
_FRAMES = 6
"""So many frames a language has at most for one meaning: a text that has it in any of them need not say it again."""
_ENOUGH_OF_IT, _TELLING = 36, 9
"""Characters at the end of a sentence that tell whether a text has it, and the shortest predicate to go by."""


@dataclass(frozen=True)
class Answered:
    """The text, what was applied, and what was not, each with its reason."""

    text: str
    applied: tuple[str, ...]
    declined: tuple[str, ...]


def answer_findings(
    text: str, findings: Iterable[Finding], facts: ReportFacts, prose: Prose, language: str, most: float
) -> Answered:
    """Add a sentence for each finding that the report can answer, while the text stays below `most` in length."""
    voice = Voice(facts.chapter + 1)
    applied: list[str] = []
    declined: list[str] = []
    for finding in findings:
        symbol = _named(finding, facts)
        if symbol is None:
            declined.append(f"{_short(finding)} — the report holds no fact on it")
            continue
        flat = prose.space.join(row.strip() for row in text.split("\n"))
        said = [
            sentence
            for sentence in map(prose.tidy, _sentences(finding, symbol, prose, voice, flat))
            if sentence and not _told(sentence, flat)
        ]
        if not said:
            declined.append(f"{_short(finding)} — the text already says what the report knows of {symbol.name}")
        elif len(applied) >= _MOST_ADDED or length(text, language) + length(said[0], language) > most:
            declined.append(f"{_short(finding)} — no room within the length")
        else:
            text = _inserted(text, finding, symbol, said[0], prose)
            applied.append(f"{symbol.name}: {_short(finding)}")
    return Answered(text, tuple(applied), tuple(declined))


def _named(finding: Finding, facts: ReportFacts) -> SymbolFacts | None:
    """The definition that a finding is about: named in it, or quoted by it, or the one that raises what it names."""
    asked = f"{finding.problem} {finding.fix}"
    words = dict.fromkeys(_NAME.findall(asked))
    if not inline_code(asked):
        words.update(dict.fromkeys(_NAME.findall(finding.quote)))
    by_name = {one.name: one for one in facts.symbols}
    by_short = {one.short: one for one in reversed(facts.symbols) if len(one.short) > 3}
    for word in words:
        clean = word.strip(".")
        if clean in by_name or clean in by_short:
            return by_name.get(clean) or by_short[clean]
    for one in facts.symbols:
        if any(fact.exception in words for fact in one.raises):
            return one
    place = re.search(r"(\S+):(\d+)-(\d+)", f"{finding.problem} {finding.evidence}")
    quote = next((q for q in facts.quotes if place and q.place == place[0].strip("`")), None)
    return facts.symbol(quote.symbol) if quote else None


def _sentences(finding: Finding, symbol: SymbolFacts, prose: Prose, voice: Voice, flat: str) -> list[str]:
    """What could be said; `flat` is the text that stands, its rows put together."""
    asked = f"{finding.problem} {finding.fix}"
    if _FAILS.search(asked) and symbol.raises:
        words = set(_NAME.findall(asked + finding.quote))
        facts = sorted(symbol.raises, key=lambda fact: (fact.exception not in words, not fact.condition))
        return [prose.failure(symbol, fact, voice) for fact in facts]
    if _USES.search(asked) and symbol.called_by:
        named = all(f"`{site.name}`" in flat for site in symbol.called_by[:2])
        return [] if named else [prose.callers(symbol, voice)]
    if _MEANS.search(asked):
        ways = [prose.tidy(prose.meaning(symbol, Voice(turn))) for turn in range(_FRAMES)]
        return [] if any(_told(one, flat) for one in ways if one) else [prose.meaning(symbol, voice)]
    return []


def _inserted(text: str, finding: Finding, symbol: SymbolFacts, sentence: str, prose: Prose) -> str:
    """The text with a sentence more: in the section that the finding names, else in the symbol's.

    It goes to the paragraph that speaks of the symbol; where none has room, it becomes the section's last one.
    """
    lines = text.split("\n")
    second = [head for head in headings(text) if head.level == 2]
    wanted = without_marks(finding.place)
    at = next((n for n, head in enumerate(second) if without_marks(head.text) == wanted), -1)
    if at < 0:
        rows = [line.number for line in scan(text)[0] if line.fence is None and f"`{symbol.name}`" in line.text]
        inside = [n for n, head in enumerate(second) if rows and head.line < rows[-1 if len(rows) == 1 else 0]]
        at = inside[-1] if inside else 0
    if not second:
        return f"{text.rstrip()}\n\n{sentence}\n"
    at = max(0, min(at, len(second) - 2))
    end = second[at + 1].line - 1 if at + 1 < len(second) else len(lines)
    own = range(second[at].line, end + 1)
    body = range(second[0].line, second[-1].line)
    for among in (own, body):
        joined = joined_to_paragraph(text, (symbol.name, symbol.short), sentence, prose, among)
        if joined is not None:
            return joined
    block = paragraphs([sentence], prose.width, prose.space)
    return "\n".join([*lines[:end], *([""] if end and lines[end - 1].strip() else []), *block, "", *lines[end:]])


def _told(sentence: str, flat: str) -> bool:
    """Whether a text says this already, perhaps with another beginning."""
    whole = sentence.rstrip(".。”")
    predicate = _SUBJECT.sub("", whole)
    return whole[-_ENOUGH_OF_IT:] in flat or (len(predicate) > _TELLING and predicate[-_ENOUGH_OF_IT:] in flat)


def _short(finding: Finding) -> str:
    return " ".join(finding.problem.split())[:90]
