"""A person's guidance, obeyed as far as code can; the rest is named, never silently dropped."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory_schema.conventions import headings, without_marks
from memory_schema.fences import scan
from memory_schema.lengths import length
from memory_schema.markers import strip_marker
from tasks.offline.prose_language import Prose
from tasks.offline.prose_voice import Voice
from tasks.offline.report_facts import ReportFacts
from tasks.offline.write_paragraphs import paragraphs

_REMOVE = re.compile(
    r"(?:remove|drop|delete|cut)\s+(?:the\s+)?section\s+(?:on\s+|about\s+)?[\"“「`]?(?P<title>.+?)[\"”」`]?[.。]?$|(?:删除|去掉|删去)[“\"「]?(?P<zh>.+?)[”\"」]?(?:这?一节|部分)",
    re.I,
)
_MENTION = re.compile(r"\b(?:mention|explain|add|describe|name|include)\b|提到|提及|补充|解释|说明|加上", re.IGNORECASE)
_SHORTER = re.compile(r"\b(?:shorter|shorten|too long|less text)\b|更短|缩短|太长|精简", re.IGNORECASE)
_TITLE = re.compile(
    r"(?:title|rename)\b[^:：]*[:：]\s*[\"“]?(?P<title>.+?)[\"”]?$|(?:标题|改名)[^:：]*[:：]\s*(?P<zh>.+)$",
    re.IGNORECASE,
)
_NAME = re.compile(r"`([^`]+)`|\b([A-Za-z_][\w.]{3,})\b")


@dataclass(frozen=True)
class Guided:
    """The text, what was obeyed and what could not be."""

    text: str
    applied: tuple[str, ...]
    declined: tuple[str, ...]


def obey(text: str, guidance: str, facts: ReportFacts, prose: Prose, language: str) -> Guided:
    """Follow the wishes one by one, in their order."""
    applied: list[str] = []
    declined: list[str] = []
    for wish in _wishes(guidance):
        before = text
        if (match := _REMOVE.search(wish)) is not None:
            text = _without_section(text, (match["title"] or match["zh"]).strip())
        elif (match := _TITLE.search(wish)) is not None:
            text = re.sub(r"^# .*$", f"# {(match['title'] or match['zh']).strip()}", text, count=1, flags=re.MULTILINE)
        elif _SHORTER.search(wish):
            text = _shorter(text, language)
        elif _MENTION.search(wish):
            text = _mentioning(text, wish, facts, prose)
        (applied if text != before else declined).append(
            f"guidance {'followed' if text != before else 'not followed by code'}: {wish[:100]}"
        )
    return Guided(text, tuple(applied), tuple(declined))


def _wishes(guidance: str) -> list[str]:
    rows: list[str] = []
    for row in strip_marker(guidance).split("\n"):
        clean = re.sub(r"^\s*(?:[-*+]|\d+[.)])\s*", "", row).strip()
        if clean and not clean.startswith(("#", "{", "}", "<!--", "|")):
            rows += [part.strip() for part in re.split(r";\s+|；|(?<=[.。])\s+(?=[A-Z])", clean) if part.strip()]
    return rows[:12]


def _without_section(text: str, title: str) -> str:
    second = [head for head in headings(text) if head.level == 2]
    wanted = without_marks(title).casefold()
    for at, head in enumerate(second):
        if wanted and wanted in without_marks(head.text).casefold() and len(second) > 3:
            lines = text.split("\n")
            end = second[at + 1].line - 1 if at + 1 < len(second) else len(lines)
            return "\n".join([*lines[: head.line - 1], *lines[end:]])
    return text


def _shorter(text: str, language: str) -> str:
    """Drop the second paragraph after a block, from the end on, until a seventh of the text is gone."""
    goal = length(text, language) * 6 // 7
    blocks = text.split("\n\n")
    at = len(blocks) - 1
    while at > 1 and length("\n\n".join(blocks), language) > goal:
        plain = not re.match(r"^(?:#|```|\||- |>|\*)", blocks[at]) and "\n    " not in blocks[at]
        follows = blocks[at - 1].strip() and not re.match(r"^(?:#|\||- )", blocks[at - 1])
        if plain and follows and not blocks[at].rstrip().endswith((":", "：")) and "**" not in blocks[at]:
            shorter = "\n\n".join([*blocks[:at], *blocks[at + 1 :]])
            if len(scan(shorter)[1]) == len(scan(text)[1]) and "](ch" not in blocks[at]:
                del blocks[at]
        at -= 2
    return "\n\n".join(blocks)


def _mentioning(text: str, wish: str, facts: ReportFacts, prose: Prose) -> str:
    voice = Voice(facts.chapter + 2)
    for one, two in _NAME.findall(wish):
        symbol = facts.symbol(one or two) or next((s for s in facts.symbols if s.short == (one or two)), None)
        if symbol is None:
            continue
        said = [prose.meaning(symbol, voice), *([prose.callers(symbol, voice)] if symbol.called_by else [])]
        block = "\n\n".join(paragraphs(map(prose.tidy, said), prose.width, prose.space))
        second = [head for head in headings(text) if head.level == 2]
        if block in text or not second:
            return text
        lines = text.split("\n")
        end = second[1].line - 1 if len(second) > 1 else len(lines)
        return "\n".join([*lines[:end], block, "", *lines[end:]])
    return text
