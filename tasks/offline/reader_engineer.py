"""What an engineer misses: failure paths, defaults and limits, where to look, how to change it."""

from __future__ import annotations

import re

from memory_schema.conventions import without_marks
from memory_schema.findings import Finding, Severity
from tasks.offline.chapter_reading import Chapter, sentences

_RAISES = re.compile(r"\braise\s+([A-Z]\w+)|\bthrow\s+new\s+(\w+)|\bpanic!?\(")
_DEFAULT = re.compile(r"\b(\w+)(?:\s*:\s*[\w.\[\], |'\"]+)?\s*=\s*(None|True|False|-?\d+|\"[^\"\n]*\"|'[^'\n]*')")
_CATCHES = re.compile(r"^\s*except\b(.*):|\bcatch\s*\(", re.MULTILINE)


def findings(chapter: Chapter, zh: bool) -> list[Finding]:
    """Everything that an engineer could say, most serious kinds first."""
    return [
        *_failures(chapter, zh),
        *_swallowed(chapter, zh),
        *_defaults(chapter, zh),
        *_unplaced(chapter, zh),
        *_change(chapter, zh),
        *_at_work(chapter, zh),
    ]


def _failures(chapter: Chapter, zh: bool) -> list[Finding]:
    found = []
    prose = "\n".join(section.prose for section in (chapter.opening, *chapter.sections))
    for quote in chapter.quotes:
        for match in _RAISES.finditer(quote.text):
            error = match[1] or match[2] or "panic"
            if prose.count(error) < 2:
                found.append(
                    Finding(
                        severity=Severity.SHOULD if error not in prose else Severity.COULD,
                        place=quote.heading,
                        quote=match[0],
                        problem=f"线上若抛出 {error}，我不知道该查什么"
                        if zh
                        else f"if {error} reaches my log I would not know what caused it",
                        evidence=quote.place,
                        fix=f"说明什么输入会引发 {error}" if zh else f"name the input that leads to {error}",
                    )
                )
    return found[:2]


def _swallowed(chapter: Chapter, zh: bool) -> list[Finding]:
    found = []
    for quote in chapter.quotes:
        match = _CATCHES.search(quote.text)
        if match:
            found.append(
                Finding(
                    severity=Severity.COULD,
                    place=quote.heading,
                    quote=match[0].strip(),
                    problem=f"{quote.place} 接住了异常，之后的行为我得自己读"
                    if zh
                    else f"{quote.place} catches something; what the caller then sees I had to read myself",
                    fix="说出捕获之后返回什么" if zh else "say what is returned after the catch",
                )
            )
    return found[:1]


def _defaults(chapter: Chapter, zh: bool) -> list[Finding]:
    found = []
    prose = "\n".join(section.prose for section in (chapter.opening, *chapter.sections))
    for quote in chapter.quotes:
        for match in _DEFAULT.finditer(quote.text):
            if len(match[1]) > 3 and not match[1].isupper() and match[1] not in prose:
                found.append(
                    Finding(
                        severity=Severity.COULD,
                        place=quote.heading,
                        quote=match[0],
                        problem=f"默认值 {match[1]} 为何如此、何时该改，没有说"
                        if zh
                        else f"when would I change {match[1]} from its default?",
                        evidence=quote.place,
                        fix=f"说明 {match[1]} 的取舍" if zh else f"say what {match[1]} trades off",
                    )
                )
                break
    return found[:2]


def _unplaced(chapter: Chapter, zh: bool) -> list[Finding]:
    """Sections that talk of code without showing any."""
    return [
        Finding(
            severity=Severity.COULD,
            place=without_marks(section.heading),
            quote=(sentences(section.prose) or ("",))[0][:120],
            problem=f"这一节讲了 {len(section.names)} 个名字却没有代码可对照"
            if zh
            else f"{len(section.names)} names and no code to set a breakpoint in",
            fix="引用关键的几行" if zh else "quote the lines that matter, or say where they are",
        )
        for section in chapter.body_sections
        if len(section.names) >= 3 and not section.quotes
    ][:2]


def _change(chapter: Chapter, zh: bool) -> list[Finding]:
    found = []
    for section in chapter.body_sections:
        if section.quotes:
            quote = section.quotes[0]
            first = next((line.strip() for line in quote.text.split("\n") if line.strip()), "")
            found.append(
                Finding(
                    severity=Severity.COULD,
                    place=without_marks(section.heading),
                    quote=first,
                    problem=f"若要改 {quote.place}，谁会受影响？" if zh else f"if I change {quote.place}, who notices?",
                    fix="点名调用者" if zh else "name the callers that depend on it",
                )
            )
    return found[:3]


def _at_work(chapter: Chapter, zh: bool) -> list[Finding]:
    """How would one see it run? Asked of the sections that name most."""
    found = []
    for section in sorted(chapter.body_sections, key=lambda one: -len(one.names))[:2]:
        name = f"`{section.names[0]}`" if section.names else without_marks(section.heading)
        found.append(
            Finding(
                severity=Severity.COULD,
                place=without_marks(section.heading),
                quote=(sentences(section.prose) or (section.heading,))[0][:120],
                problem=f"我想亲眼看见{name}运行，却不知从哪里调用"
                if zh
                else f"I would like to watch {name} run and do not know what to call",
                fix="给出触发它的一次调用" if zh else f"show one call that sets {name} in motion",
            )
        )
    return found
