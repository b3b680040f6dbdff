"""What stops a student: words before their definition, long quotes, missing examples, hidden assumptions."""

from __future__ import annotations

import re

from memory_schema.conventions import defined_terms, without_marks
from memory_schema.findings import Finding, Severity
from tasks.offline.chapter_reading import Chapter, Section, sentences
from tasks.offline.chapter_rhythm import bare_lists

_LONG_QUOTE = 18
_MANY_NAMES = 10
"""So many names in one paragraph are no matter of taste any more."""
_EXAMPLE = re.compile(r"for example|for instance|such as|e\.g\.|say,|suppose|例如|比如|假设", re.IGNORECASE)


def findings(chapter: Chapter, zh: bool) -> list[Finding]:
    """Everything that a student could say, most serious kinds first."""
    return [
        *_early_terms(chapter, zh),
        *_only_lists(chapter, zh),
        *_long_quotes(chapter, zh),
        *_unexplained_names(chapter, zh),
        *_no_example(chapter, zh),
        *_dense(chapter, zh),
        *_to_remember(chapter, zh),
    ]


def _early_terms(chapter: Chapter, zh: bool) -> list[Finding]:
    prose = "\n\n".join(section.prose for section in (chapter.opening, *chapter.sections))
    found = []
    for term in defined_terms(prose):
        defined = prose.find(f"**{term}**")
        early = re.search(rf"(?<![\w*`]){re.escape(term)}(?![\w*`])", prose[:defined], re.IGNORECASE)
        if early:
            sentence = next((s for s in sentences(prose[: defined + 1]) if early[0] in s), early[0])
            found.append(
                Finding(
                    severity=Severity.SHOULD,
                    place=_heading_of(chapter, sentence),
                    quote=sentence[:120],
                    problem=f"{term} 还没定义就用上了，我只好往后翻"
                    if zh
                    else f"I met {term} here and its definition only later",
                    fix=f"在第一次出现处定义 {term}" if zh else f"define {term} where it first appears",
                )
            )
    return found[:2]


def _long_quotes(chapter: Chapter, zh: bool) -> list[Finding]:
    return [
        Finding(
            severity=Severity.COULD,
            place=quote.heading,
            quote=quote.text.strip().split("\n")[0],
            problem=f"{quote.place} 一次给出 {quote.text.count(chr(10)) + 1} 行，读到一半就忘了开头"
            if zh
            else f"{quote.place} gives me {quote.text.count(chr(10)) + 1} lines at once; I lost the beginning half-way",
            fix="先说该看哪几行" if zh else "say before the block which lines to watch",
        )
        for quote in chapter.quotes
        if quote.text.count("\n") + 1 >= _LONG_QUOTE
    ][:2]


def _unexplained_names(chapter: Chapter, zh: bool) -> list[Finding]:
    """Names that the prose mentions once and never comes back to."""
    prose = "\n".join(section.prose for section in (chapter.opening, *chapter.sections))
    found = []
    for section in chapter.body_sections:
        for name in section.names:
            plain = re.fullmatch(r"[^\W\d][\w.]*(?:\(\))?", name)
            sentence = next((s for s in sentences(section.prose) if f"`{name}`" in s), "")
            if plain and len(name) > 4 and prose.count(f"`{name}`") == 1 and sentence and len(sentence) < 160:
                found.append(
                    Finding(
                        severity=Severity.COULD,
                        place=without_marks(section.heading),
                        quote=sentence,
                        problem=f"`{name}` 只出现这一次，我不知道它是什么"
                        if zh
                        else f"`{name}` passes by once and I could not say what it is",
                        fix=f"用半句话说明 `{name}`" if zh else f"give `{name}` half a sentence",
                    )
                )
                break
    return found[:2]


def _no_example(chapter: Chapter, zh: bool) -> list[Finding]:
    found = []
    for section in chapter.body_sections:
        if section.names and not _EXAMPLE.search(section.prose):
            found.append(_about(section, zh))
    return found[:2]


def _about(section: Section, zh: bool) -> Finding:
    name, heading = section.names[0], without_marks(section.heading)
    return Finding(
        severity=Severity.COULD,
        place=heading,
        quote=next((s for s in sentences(section.prose) if f"`{name}`" in s), name)[:120],
        problem=f"讲 `{name}` 时没有一个具体的输入，我得自己想象"
        if zh
        else f"I had to invent an input of my own to follow `{name}` here",
        fix=f"给 `{name}` 一个具体的输入与结果"
        if zh
        else f"show one concrete value going into `{name}` and what comes out",
    )


def _dense(chapter: Chapter, zh: bool) -> list[Finding]:
    """The paragraph with the most names in code."""
    paragraphs = [(p, s) for s in chapter.body_sections for p in s.paragraphs if not p.startswith(("|", "*", "-"))]
    if not paragraphs:
        return []
    paragraph, section = max(paragraphs, key=lambda pair: pair[0].count("`") // 2)
    count = paragraph.count("`") // 2
    if count < 3:
        return []
    return [
        Finding(
            severity=Severity.SHOULD if count >= _MANY_NAMES else Severity.COULD,
            place=without_marks(section.heading),
            quote=" ".join(paragraph.split())[:100],
            problem=f"这一段里有 {count} 个代码名字，我读了两遍"
            if zh
            else f"{count} names in code in one paragraph; I read it twice",
            fix="分成两步讲" if zh else "take it in two steps",
        )
    ]


def _only_lists(chapter: Chapter, zh: bool) -> list[Finding]:
    return [
        Finding(
            severity=Severity.SHOULD,
            place=run.heading,
            quote=run.quote,
            problem=f"「{run.heading}」只列了 {run.count} 行，我不知道该看什么"
            if zh
            else f'"{run.heading}" lists {run.count} rows at me and tells me nothing of them',
            fix="先说这些行合起来说明什么" if zh else "say first what the rows show together",
        )
        for run in bare_lists(chapter)[:1]
    ]


def _heading_of(chapter: Chapter, sentence: str) -> str:
    for section in (chapter.opening, *chapter.sections):
        if sentence in sentences(section.prose):
            return without_marks(section.heading)
    return without_marks(chapter.title)


def _to_remember(chapter: Chapter, zh: bool) -> list[Finding]:
    """Sections that end without saying what to keep in mind."""
    return [
        Finding(
            severity=Severity.COULD,
            place=without_marks(section.heading),
            quote=(sentences(section.prose) or (section.heading,))[-1][:120],
            problem=f"读完「{without_marks(section.heading)}」，我说不准该记住哪一点"
            if zh
            else f'at the end of "{without_marks(section.heading)}" I was not sure which point to keep',
            fix="用一句话收束" if zh else "close the section with the one point to keep",
        )
        for section in sorted(chapter.body_sections, key=lambda one: -len(one.prose))[:2]
    ]
