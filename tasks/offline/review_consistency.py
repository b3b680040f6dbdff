"""R2: the draft against the book's memory. Terms, metaphors, links, what earlier chapters said."""

from __future__ import annotations

import re

from memory_schema.conventions import chapter_links, defined_terms, metaphors_in, normal_term, without_marks
from memory_schema.findings import Certainty, Finding, Severity
from memory_schema.lengths import prose_of
from memory_schema.views import parse_glossary, parse_metaphors, parse_summary_titles
from tasks.offline.chapter_reading import read_chapter
from tasks.offline.reply import Reply
from tasks.offline.request import Brief
from tasks.offline.review_page import counted, review

DRAFT = "-draft.md"


def answer(brief: Brief) -> Reply:
    """Compare the draft with glossary, metaphors, references and summaries as of this chapter."""
    draft = brief.text(DRAFT)
    chapter = read_chapter(draft)
    zh = brief.chinese
    findings = [*_terms(brief, draft), *_metaphors(brief, draft), *_links(brief, draft)]
    seen = len(parse_glossary(brief.text("glossary.md")))
    titles = parse_summary_titles(brief.text("chapter-summaries.md"))
    new = defined_terms(draft)
    overall = (
        f"对照了前面 {len(titles)} 章的 {seen} 个术语；本章新定义 {len(new)} 个。结论：{counted(findings, zh)}。"
        if zh
        else f"Compared with {seen} terms of {len(titles)} earlier chapters; this draft defines {len(new)} of its own. "
        f"{counted(findings).capitalize()}."
    )
    name = without_marks(chapter.title or brief.chapter_title)
    title = f"一致性评审：{name}" if zh else f"Consistency review: {name}"
    evidence = [f"{seen} earlier terms, {len(new)} new ones", f"{len(chapter_links(draft))} links to other chapters"]
    return review(brief, title, overall, findings, evidence=evidence)


def variants(term: str) -> tuple[str, ...]:
    """Other spellings in which a term slips in: hyphenated, joined, with underscores."""
    words = term.split()
    if len(words) < 2:
        return ()
    return tuple(dict.fromkeys(("-".join(words), "".join(words), "_".join(words))))


def _terms(brief: Brief, draft: str) -> list[Finding]:
    zh, found = brief.chinese, []
    prose = re.sub(r"`[^`\n]*`", " ", prose_of(draft))
    new = {normal_term(term) for term in defined_terms(draft)}
    for known in parse_glossary(brief.text("glossary.md")):
        for variant in variants(known.term):
            hit = re.search(rf"(?<![\w/-]){re.escape(variant)}(?![\w-])", prose, re.IGNORECASE)
            if hit and hit[0].casefold() != known.term.casefold():
                found.append(
                    Finding(
                        severity=Severity.SHOULD,
                        place=_line(draft, hit[0]),
                        quote=hit[0],
                        problem=f"术语写法不一：第 {known.chapter} 章写作 {known.term}"
                        if zh
                        else f"another spelling of a term that chapter {known.chapter} calls {known.term}",
                        fix=f"改为 {known.term}" if zh else f"write {known.term}",
                        certainty=Certainty.LIKELY,
                    )
                )
        if normal_term(known.term) in new:
            found.append(
                Finding(
                    severity=Severity.COULD,
                    place=_line(draft, known.term),
                    quote=known.term,
                    problem=f"第 {known.chapter} 章已经定义过 {known.term}"
                    if zh
                    else f"{known.term} was defined in chapter {known.chapter}",
                    evidence=known.definition,
                    fix="链接回去，不再重新定义" if zh else "link back instead of defining it again",
                )
            )
    return found[:5]


def _metaphors(brief: Brief, draft: str) -> list[Finding]:
    zh, found = brief.chinese, []
    for use in metaphors_in(draft):
        for taken in parse_metaphors(brief.text("metaphor-registry.md")):
            same_concept = normal_term(use.concept) == normal_term(taken.concept)
            same_picture = normal_term(use.metaphor) == normal_term(taken.metaphor)
            if same_concept != same_picture:
                found.append(
                    Finding(
                        severity=Severity.SHOULD,
                        place=f"line {use.line}",
                        quote=use.metaphor,
                        problem=f"第 {taken.chapter} 章已用「{taken.metaphor}」比喻 {taken.concept}"
                        if zh
                        else f"chapter {taken.chapter} pictures {taken.concept} as {taken.metaphor}",
                        fix="换一个比方" if zh else "choose another picture",
                        certainty=Certainty.CERTAIN,
                    )
                )
    return found


def _links(brief: Brief, draft: str) -> list[Finding]:
    zh, found = brief.chinese, []
    titles = parse_summary_titles(brief.text("chapter-summaries.md"))
    links = chapter_links(draft)
    for link in links:
        if link.chapter == brief.chapter:
            found.append(
                Finding(
                    severity=Severity.COULD,
                    place=f"line {link.line}",
                    quote=link.text,
                    problem="链接指向本章自己" if zh else "a link that leads to this very chapter",
                    fix="指向小节或删去" if zh else "name the heading or drop the link",
                )
            )
    if titles and not any(link.chapter in titles for link in links):
        number, title = max(titles.items())
        found.append(
            Finding(
                severity=Severity.COULD,
                place="the whole chapter",
                problem=f"没有回指前文，读者不知道与「{title}」的关系"
                if zh
                else f'nothing leads back to "{title}" or any other earlier chapter',
                fix=f"在第一次用到时链接第 {number} 章"
                if zh
                else f"link to chapter {number} where its matter is first used",
            )
        )
    return found


def _line(text: str, needle: str) -> str:
    for number, line in enumerate(text.split("\n"), start=1):
        if needle in line:
            return f"line {number}"
    return "the whole chapter"
