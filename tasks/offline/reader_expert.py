"""What an expert asks: why so and not otherwise, cost, limits of pictures, deep places that were skipped."""

from __future__ import annotations

import re

from memory_schema.conventions import metaphors_in, without_marks
from memory_schema.findings import Finding, Severity
from tasks.offline.chapter_reading import Chapter, Section, sentences

_WHY = re.compile(
    r"\bbecause\b|\bso that\b|\bin order to\b|otherwise|instead of|rather than|因为|以便|否则|而不是|为了",
    re.IGNORECASE,
)
_COST = re.compile(
    r"cache|copy|lock|thread|regex|re\.compile|sorted|deepcopy|lru|weakref|intern|__slots__|yield|await", re.IGNORECASE
)
_COMMENT = re.compile(r"(?:#|//)\s*(.*\b(?:XXX|TODO|FIXME|HACK|NOTE|note|because|workaround)\b.*)$", re.MULTILINE)


def findings(chapter: Chapter, zh: bool) -> list[Finding]:
    """Everything that an expert could say, most serious kinds first."""
    return [
        *_open_pictures(chapter, zh),
        *_comments(chapter, zh),
        *_no_reason(chapter, zh),
        *_cost(chapter, zh),
        *_deeper(chapter, zh),
    ]


def _open_pictures(chapter: Chapter, zh: bool) -> list[Finding]:
    prose = "\n\n".join(section.prose for section in (chapter.opening, *chapter.sections))
    return [
        Finding(
            severity=Severity.SHOULD,
            place=without_marks(chapter.title),
            quote=use.metaphor,
            problem=f"{use.concept} 的比方没说到哪里为止"
            if zh
            else f"the picture of {use.concept} does not say where it breaks",
            fix="补上比方的边界" if zh else "add where the picture stops",
        )
        for use in metaphors_in(prose)
        if not use.limits
    ]


def _comments(chapter: Chapter, zh: bool) -> list[Finding]:
    """The authors' own doubts stand in the quoted code and the text passes over them."""
    found = []
    for quote in chapter.quotes:
        match = _COMMENT.search(quote.text)
        if match:
            found.append(
                Finding(
                    severity=Severity.COULD,
                    place=quote.heading,
                    quote=match[1].strip()[:120],
                    problem="作者自己在注释里留了话，正文没有接"
                    if zh
                    else "the authors left a remark in the code and the text walks past it",
                    evidence=quote.place,
                    fix="把注释里的考虑讲出来" if zh else "take up the remark in the prose",
                )
            )
    return found[:2]


def _no_reason(chapter: Chapter, zh: bool) -> list[Finding]:
    return [
        Finding(
            severity=Severity.COULD,
            place=without_marks(section.heading),
            quote=(sentences(section.prose) or ("",))[0][:120],
            problem=f"只讲了{_named(section)}做什么，没讲为何这样做"
            if zh
            else f"I learn what {_named(section)} does, and not why it was built this way",
            fix="给出取舍或另一种做法" if zh else "name the alternative that was not taken",
        )
        for section in chapter.body_sections
        if section.names and not _WHY.search(section.prose)
    ][:2]


def _cost(chapter: Chapter, zh: bool) -> list[Finding]:
    found = []
    for quote in chapter.quotes:
        match = _COST.search(quote.text)
        section = next((s for s in chapter.sections if quote in s.quotes), None)
        if match and section and match[0].lower() not in section.prose.lower():
            found.append(
                Finding(
                    severity=Severity.COULD,
                    place=quote.heading,
                    quote=next(line.strip() for line in quote.text.split("\n") if match[0] in line)[:120],
                    problem=f"{quote.place} 里的 {match[0]} 有代价，正文没提"
                    if zh
                    else f"{match[0]} in {quote.place} has a price that nobody mentions",
                    fix=f"说明 {match[0]} 的代价" if zh else f"say what {match[0]} costs and when it pays",
                )
            )
    return found[:2]


def _deeper(chapter: Chapter, zh: bool) -> list[Finding]:
    """The shortest sections of the body, against the longest."""
    parts = sorted(chapter.body_sections, key=lambda section: len(section.prose))
    if not parts:
        return []
    longest = without_marks(parts[-1].heading)
    return [
        Finding(
            severity=Severity.COULD,
            place=without_marks(section.heading),
            quote=(sentences(section.prose) or (section.heading,))[-1][:120],
            problem=f"比起「{longest}」，这里停得太早"
            if zh
            else f'next to "{longest}" this stops before {_named(section)} gets interesting',
            fix=f"再深入一步：{_named(section)}的边界情形"
            if zh
            else f"go one step deeper: the corner cases of {_named(section)}",
        )
        for section in parts[:3]
    ]


def _named(section: Section) -> str:
    return f"`{section.names[0]}`" if section.names else without_marks(section.heading)
