"""R3: the draft against the rules of style (PROTOCOL 7) and the sensitivity list."""

from __future__ import annotations

import re

from memory_schema.conventions import without_marks
from memory_schema.fences import inline_code
from memory_schema.findings import Finding, Severity
from memory_schema.lengths import length, unit
from memory_schema.writing_rules import rules_for
from tasks.offline.advocate import sensitivity
from tasks.offline.chapter_reading import Chapter, read_chapter, repeated_sentences
from tasks.offline.chapter_rhythm import bare_lists, name_heaps, repeated_forms, same_beginnings
from tasks.offline.merged_parts import is_part
from tasks.offline.reply import Reply
from tasks.offline.request import Brief
from tasks.offline.review_page import counted, review

DRAFT = "-draft.md"
_FORBIDDEN = re.compile(r"this chapter (?:introduces|will introduce)|本章(?:将)?介绍", re.IGNORECASE)
_OF_A_KIND = 2


def answer(brief: Brief) -> Reply:
    """Review the writing; the code's own findings are not repeated."""
    draft = brief.text(DRAFT)
    chapter = read_chapter(draft)
    zh = brief.chinese
    # Title, number of sections, opening and recap are the whole's: nobody sees them who reads some lines of it.
    form = [] if is_part(brief) else [*_shape(chapter, brief), *_hook(chapter, brief)]
    findings = [*form, *_phrases(chapter, zh), *_paragraphs(chapter, zh), *_sentences(chapter, zh)]
    findings += [*_mechanical(chapter, zh), *_lonely_quotes(chapter, zh)]
    written = length(draft, brief.language)
    overall = (
        f"{written} 字，{len(chapter.sections)} 节，{len(chapter.quotes)} 处引用；结论：{counted(findings, zh)}。"
        if zh
        else f"{written} words in {len(chapter.sections)} sections with {len(chapter.quotes)} quoted blocks; "
        f"{counted(findings)}."
    )
    name = without_marks(chapter.title or brief.chapter_title)
    title = f"内容评审：{name}" if zh else f"Content review: {name}"
    evidence = [f"{written} {unit(brief.language)}, target {brief.number('chapters.words', 0)}"]
    return review(brief, title, overall, findings, extra=sensitivity(brief, draft), evidence=evidence)


def _shape(chapter: Chapter, brief: Brief) -> list[Finding]:
    zh, found = brief.chinese, []
    levels = [heading.level for heading in chapter.headings]
    few = levels.count(2) < 3 and not _holds_more(chapter, brief)
    for wrong, english, chinese, fix, severity in (
        (
            levels.count(1) != 1,
            f"{levels.count(1)} H1 headings instead of one",
            "一级标题不是恰好一个",
            "keep one H1",
            Severity.MUST,
        ),
        (
            not 3 <= levels.count(2) <= 6,
            f"{levels.count(2)} H2 headings; 3 to 6 are right",
            "二级标题应为三到六个",
            "split or join sections",
            Severity.SHOULD if few else Severity.MUST,
        ),
        (any(level > 3 for level in levels), "headings below H3", "标题层级过深", "flatten them", Severity.MUST),
    ):
        if wrong:
            found.append(
                Finding(
                    severity=severity,
                    place=without_marks(chapter.title) or "the whole chapter",
                    problem=chinese if zh else english,
                    fix="调整标题" if zh else fix,
                )
            )
    if chapter.recap is None:
        found.append(
            Finding(
                severity=Severity.SHOULD,
                place=without_marks(chapter.sections[-1].heading) if chapter.sections else "the end",
                problem="结尾没有回顾" if zh else "no recap before the chapter ends",
                fix="加一节回顾" if zh else "add a recap section",
            )
        )
    return found


def _holds_more(chapter: Chapter, brief: Brief) -> bool:
    """Whether a chapter says enough to be asked for its form: a source of a few lines gives neither scene nor parts.

    What its chapter cannot say must not block it.
    """
    least, _ = rules_for(brief.language).hook
    return length(" ".join(chapter.sentences), brief.language) >= 4 * least


def _hook(chapter: Chapter, brief: Brief) -> list[Finding]:
    zh = brief.chinese
    least, most = rules_for(brief.language).hook
    size = length(chapter.hook, brief.language)
    found = []
    if not least <= size <= most:
        far = (size < least / 2 and _holds_more(chapter, brief)) or size > most * 2
        found.append(
            Finding(
                severity=Severity.MUST if far else Severity.SHOULD,
                place="the opening",
                quote=chapter.hook[:60],
                problem=f"开篇 {size} 字，应为 {least} 到 {most}"
                if zh
                else f"the opening has {size} words; {least} to {most} are right",
                fix="调整开篇长度" if zh else "bring the opening to its length",
            )
        )
    return found


def _phrases(chapter: Chapter, zh: bool) -> list[Finding]:
    found = []
    for sentence in chapter.sentences:
        if _FORBIDDEN.search(sentence):
            found.append(
                Finding(
                    severity=Severity.MUST,
                    place="the text",
                    quote=sentence[:80],
                    problem="用了禁用的套话" if zh else "a forbidden phrase: the text announces itself",
                    fix="直接说内容" if zh else "say the thing itself",
                )
            )
    return found[:3]


def _paragraphs(chapter: Chapter, zh: bool) -> list[Finding]:
    found = []
    most = rules_for("en").paragraph_lines
    for section in (chapter.opening, *chapter.sections):
        for paragraph in section.paragraphs:
            rows = paragraph.split("\n")
            prose = not re.match(r"\s*(?:[-*|>]|\d+\.)\s?", rows[0])
            if prose and len(rows) > most:
                found.append(
                    Finding(
                        severity=Severity.SHOULD,
                        place=without_marks(section.heading),
                        quote=rows[0][:60],
                        problem=f"段落有 {len(rows)} 行，超过 {most} 行"
                        if zh
                        else f"a paragraph of {len(rows)} lines; {most} are the most",
                        fix="拆成两段" if zh else "split it",
                    )
                )
    return found[:3]


def _sentences(chapter: Chapter, zh: bool) -> list[Finding]:
    return [
        Finding(
            severity=Severity.SHOULD,
            place="the text",
            quote=sentence[:80],
            problem="同一句话出现了两次" if zh else "the same sentence stands twice",
            fix="删去一处" if zh else "drop one of them",
        )
        for sentence in repeated_sentences(chapter)[:3]
    ]


def _mechanical(chapter: Chapter, zh: bool) -> list[Finding]:
    """Prose that runs by itself; the finaliser should act on it."""
    kinds = (
        (name_heaps, "{} names in code are more than this paragraph has sentences for", "这一段堆了 {} 个代码名字",
         "say what the names have in common, or make a table of them", "说出它们的共同点，或改成表格"),
        (bare_lists, "the section is a list of {} rows without a sentence of its own", "整节只有 {} 行列表",
         "say in a sentence what the list shows", "用一句话说明列表的意思"),
        (same_beginnings, "{} sentences in a row begin with the same word", "连续 {} 句开头相同",
         "begin one of them otherwise", "换一个开头"),
        (repeated_forms, "the same form of words {} times, with other names", "同一个句式用了 {} 次，只换了名字",
         "say it once for all of them", "合起来只说一次"),
    )  # fmt: skip
    return [
        Finding(
            severity=Severity.SHOULD,
            place=run.heading,
            quote=run.quote,
            problem=(chinese if zh else english).format(run.count),
            fix=chinese_fix if zh else fix,
        )
        for find, english, chinese, fix, chinese_fix in kinds
        for run in find(chapter)[:_OF_A_KIND]
    ]


def _lonely_quotes(chapter: Chapter, zh: bool) -> list[Finding]:
    """Quoted blocks none of whose names the text around them takes up."""
    found = []
    for section in chapter.sections:
        words = set(re.findall(r"\w{3,}", " ".join(inline_code(section.prose))))
        for quote in section.quotes:
            if not words & set(re.findall(r"\w{3,}", quote.text)):
                found.append(
                    Finding(
                        severity=Severity.COULD,
                        place=without_marks(section.heading),
                        quote=quote.text.strip().split("\n")[0],
                        problem="引用之后没有讲解" if zh else "the quoted block is left without a word about it",
                        evidence=quote.place,
                        fix="讲一讲其中的名字" if zh else "walk through its names in a sentence or two",
                    )
                )
    return found[:2]
