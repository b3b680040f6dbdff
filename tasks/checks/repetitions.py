"""Sentences that too many chapters share."""

from __future__ import annotations

from collections.abc import Mapping

from memory_schema.findings import Certainty, Severity
from tasks.checks.chapter_text import ChapterText
from tasks.checks.result import CheckResult, found
from tasks.checks.sentences import Sentence, long_sentences

CHECK = "style"
MOST_CHAPTERS = 2
MOST_REPEATED = 20


def check_repetitions_in_book(texts: Mapping[int, ChapterText]) -> CheckResult:
    """A 💡 for each sentence of 8 or more words (16 CJK characters) in more than two chapters, at most 20.

    The most frequent come first; the place is the third chapter that says it.
    """
    said: dict[str, dict[int, Sentence]] = {}
    sentences = 0
    for number, chapter in sorted(texts.items()):
        for sentence in long_sentences(chapter):
            sentences += 1
            said.setdefault(sentence.key, {}).setdefault(number, sentence)
    repeated = sorted((places for places in said.values() if len(places) > MOST_CHAPTERS), key=len, reverse=True)
    findings = []
    for places in repeated[:MOST_REPEATED]:
        number, sentence = list(places.items())[MOST_CHAPTERS]
        findings.append(
            found(
                CHECK,
                Severity.COULD,
                f"chapter {number}, {texts[number].place(sentence.line)}",
                f"chapters {', '.join(map(str, places))} say the same sentence",
                quote=sentence.text,
                fix="say it once, or say what is special here",
                certainty=Certainty.LIKELY,
            )
        )
    return CheckResult(tuple(findings), {"long sentences": sentences, "repeated sentences": len(repeated)})
