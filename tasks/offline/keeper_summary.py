"""What a chapter says, in its own sentences: those that stand for themselves, in the order of the chapter."""

from __future__ import annotations

import re

from memory_schema.conventions import without_marks
from memory_schema.fences import inline_code
from memory_schema.lengths import length
from memory_schema.writing_rules import rules_for
from tasks.offline.chapter_reading import Chapter, Section, sentences

"""PROTOCOL 7: characters where characters are counted, words otherwise."""
_AHEAD = re.compile(r"next chapter|later chapter|下一章|后面的章节|后文", re.IGNORECASE)
_LEANS = re.compile(
    r"^(?:this|that|these|those|it|its|they|their|he|here|so|then|but|and|or|after that|in the end|finally|both|such"
    r"|the (?:code|lines?|block|excerpt|picture|diagram|table|check|test|docstring|next)|first|second|last|lines? \d"
    r"|in line|from line|now|let us|look|see"
    r"|whole|complete|watch|remember|start|ask|take|note|consider|one more|where to|when|once|if)\b"
    r"|^(?:这|那|它|其|于是|所以|但|而且|接着|然后|最后|此外|下面|上面|第\s*\d+\s*行|看|同样|另外|要|如果|当|离它|想象|一切|上一步|同一片)",
    re.IGNORECASE,
)
_STEPS = (
    "defines", "declares", "stand", "sets", "runs", "answers", "stores", "keeps", "computes", "fills", "imports",
    "adds", "gets", "calls", "hands", "gives", "closes", "belongs", "introduces", "continues", "raises", "throws",
)  # fmt: skip
"""Verbs that retell a single line of code."""
_POINTS = re.compile(r"\b(?:lines? \d+|below|above|quoted|excerpt|in full|whole:)|第\s*\d+.*?行|下面|上面|如下|摘录")
_WALK = "(?:" + "|".join(_STEPS) + r")\b"
_OF_A_NAME = re.compile(
    r"`(?!_)[^`]*?(?<!_)`(?:, in short,)? (?!" + _WALK + r")[a-z]+s\b|What `[^`]+` does: |At the centre stands `"
    r"|`(?!_)[^`]*?(?<!_)`[\s，]*(?!给|从|返回|填|依次)[\u4e00-\u9fff]|站在中心的是"
)
"""A sentence about one name: the name, and what it does."""
_NAME = re.compile(r"[A-Za-z_$][\w.$]*(?:\(\))?")
_LEAST_CHARACTERS = 24
_MOST_CODE = 4


def summary_of(chapter: Chapter, language: str, *, characters: bool) -> str:
    """The core of a chapter's summary, at the length of PROTOCOL 7 where the chapter has the sentences for it.

    After a line on the way of the chapter each section gives what it defines and what its definitions do, then
    the recap; sentences that lean on a neighbour, quote or point at a line of the page fill what is left.
    """
    least, most = rules_for(language).summary
    space = "" if characters else " "
    by_section = [_ranked(section) for section in chapter.body_sections]
    rounds = [told[at] for at in range(8) for told in by_section if at < len(told)]
    recap = _ranked(chapter.recap) if chapter.recap else []
    every = (*chapter.body_sections, *((chapter.recap,) if chapter.recap else ()), chapter.opening)
    spare = [s for section in every for s in _statements(section) if _stands_alone(s)]
    spare += [s for section in every for s in _statements(section)]
    order = {sentence: at for at, sentence in enumerate(map(plain_sentence, chapter.sentences))}
    way = _way(chapter, characters)
    chosen: list[str] = []
    for sentence in dict.fromkeys(map(plain_sentence, (*rounds, *recap, *spare))):
        size = length(space.join([way, *chosen]), language)
        if size >= (least + most) // 2:
            break
        if length(space.join([way, *chosen, sentence]), language) <= most:
            chosen.append(sentence)
    chosen.sort(key=lambda sentence: order.get(sentence, 0))
    return space.join([way, *chosen] if chosen and way else chosen) or plain_sentence(chapter.hook) or chapter.title


def _way(chapter: Chapter, characters: bool) -> str:
    """Which questions the chapter takes in turn: its headings, without the names in them."""
    bare = [bare_heading(section.heading) for section in chapter.body_sections]
    heads = [head for head in dict.fromkeys(bare) if 3 < len(head) < 60][:4]
    if len(heads) < 2:
        return ""
    if characters:
        return f"依次讲{'、'.join(f'「{head}」' for head in heads)}。"
    return f"Told in turn: {'; '.join(head[:1].lower() + head[1:] for head in heads)}."


def bare_heading(heading: str) -> str:
    """A heading without the names that follow its colon; code marks stay."""
    return re.split(r"[:：]", re.sub(r"\*", "", heading))[0].strip()


def plain_sentence(sentence: str) -> str:
    """A sentence without links and bold marks; code marks stay, since names in them are exact."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", sentence)
    return " ".join(re.sub(r"\*{1,2}", "", text).split())


def _ranked(section: Section) -> list[str]:
    """What a section states of its own names: definitions first, then what the definitions do, as in the text."""
    free = [s for s in _statements(section) if _stands_alone(s) and ("**" in s or _OF_A_NAME.match(s))]
    return sorted(free, key=lambda sentence: "**" not in sentence)


def _statements(section: Section) -> list[str]:
    """Whole statements: no question, no head of a list or block, no metaphor line, no bridge to another chapter."""
    return [
        sentence
        for paragraph in section.paragraphs
        if not paragraph.startswith(("*Picture it", "*打个比方", "|", ">", "-"))
        for sentence in sentences(paragraph)
        if len(sentence) > _LEAST_CHARACTERS
        and re.search(r"[.!。！][”’」』）\"*]*$", sentence)
        and not _AHEAD.search(sentence)
        and "](ch" not in sentence
    ]


def _stands_alone(sentence: str) -> bool:
    plain = without_marks(plain_sentence(sentence))
    if sentence.count("“") != sentence.count("”") or sentence.startswith(("“", "‘")):
        return False
    if any(not _NAME.fullmatch(code) or code.startswith("_") for code in inline_code(sentence)):
        return False
    crowded = sentence.count("`") // 2 > _MOST_CODE
    return not _LEANS.search(plain) and not _POINTS.search(plain) and not crowded
