"""The auditor: what only the whole book shows, from memory and the checks of code (PROTOCOL 6.4)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory_schema.conventions import normal_term
from memory_schema.findings import Finding, Severity, parse_findings
from memory_schema.views import GLANCE, Glance, parse_glance, parse_glossary, parse_references, parse_summary_titles
from tasks.offline.merged_parts import is_part
from tasks.offline.reply import Reply
from tasks.offline.request import Brief
from tasks.offline.review_consistency import variants
from tasks.offline.review_page import counted, review

_AHEAD = re.compile(r"^- looks ahead to chapter (?P<to>\d+): (?P<what>.*)$")
_CHAPTER = re.compile(r"^## Chapter (?P<number>\d+): ")


def answer(brief: Brief) -> Reply:
    """Judge the book as a whole."""
    zh = brief.chinese
    summaries = brief.text("chapter-summaries.md")
    glance = parse_glance(brief.text(GLANCE))
    titles = glance.titles | parse_summary_titles(summaries)
    checks = [f for file in brief.files if "checks" in file.name for f in parse_findings(file.text)]
    by_code = [finding for finding in checks if finding.severity is Severity.MUST]
    findings = [*_weighed(by_code, zh), *_terms(brief, glance, zh)]
    if not is_part(brief) or glance.titles:
        # What only the whole shows is seen in a part by the book at a glance; each part says it of its own lines.
        own = parse_summary_titles(summaries)
        findings += [*_promises(summaries, titles, zh), *_alone(brief, glance, titles if own == titles else own, zh)]
    references = len(parse_references(brief.text("cross-references.md"))) or len(glance.links)
    terms = len(parse_glossary(brief.text("glossary.md"))) or len(glance.terms)
    overall = (
        f"全书 {len(titles)} 章，{terms} 个术语，{references} 处互相引用；代码留下 {len(by_code)} 个必须处理的问题。"
        if zh
        else f"{len(titles)} chapters, {terms} terms and {references} cross references; code left {len(by_code)} "
        f"findings that must be dealt with. My own: {counted(findings)}."
    )
    evidence = [f"{len(titles)} chapters, {terms} terms, {references} references"]
    return review(brief, "终审" if zh else "Final audit", overall, findings, evidence=evidence)


def _weighed(by_code: Sequence[Finding], zh: bool) -> list[Finding]:
    """What code found wrong stands; the auditor repeats it under its own name so that its chapter is blocked."""
    return [
        Finding(
            severity=Severity.MUST,
            place=finding.place,
            quote=finding.quote,
            problem=f"代码检查：{finding.problem}" if zh else f"found by code and not to be printed: {finding.problem}",
            evidence=finding.evidence or finding.by,
            fix=finding.fix,
        )
        for finding in by_code[:10]
    ]


def _promises(summaries: str, titles: dict[int, str], zh: bool) -> list[Finding]:
    """A chapter looks ahead to one that the book does not have."""
    found, here = [], 0
    for line in summaries.split("\n"):
        head, ahead = _CHAPTER.match(line), _AHEAD.match(line)
        here = int(head["number"]) if head else here
        if ahead and int(ahead["to"]) not in titles:
            found.append(
                Finding(
                    severity=Severity.SHOULD,
                    place=f"Chapter {here}, {titles.get(here, '')}",
                    quote=ahead["what"],
                    problem=f"许诺了不存在的第 {ahead['to']} 章"
                    if zh
                    else f"promises chapter {ahead['to']}, which the book does not have",
                    fix="删去或改指" if zh else "drop the promise or point it elsewhere",
                )
            )
    return found


def _terms(brief: Brief, glance: Glance, zh: bool) -> list[Finding]:
    """Two names that differ only in spelling; in a part, one of its own and an earlier one of the whole book."""
    found = []
    seen: dict[str, tuple[str, int]] = {}
    own = {term.term for term in parse_glossary(brief.text("glossary.md"))}
    for name, chapter in glance.terms:
        for form in {normal_term(name), *map(normal_term, variants(name))} if name not in own else ():
            seen.setdefault(form, (name, chapter))
    for term in parse_glossary(brief.text("glossary.md")):
        forms = {normal_term(form) for form in (term.term, *variants(term.term))}
        twin = next((seen[form] for form in sorted(forms) if form in seen), None)
        if twin and twin[0] != term.term and twin[1] <= term.chapter:
            found.append(
                Finding(
                    severity=Severity.SHOULD,
                    place=f"Chapter {term.chapter}, {term.term}",
                    problem=f"与第 {twin[1]} 章的 {twin[0]} 只差写法"
                    if zh
                    else f"differs only in spelling from {twin[0]} of chapter {twin[1]}",
                    fix="统一写法" if zh else "use one spelling",
                )
            )
        for form in forms:
            seen.setdefault(form, (term.term, term.chapter))
    return found


def _alone(brief: Brief, glance: Glance, titles: dict[int, str], zh: bool) -> list[Finding]:
    """Chapters that no reference leaves or reaches."""
    references = parse_references(brief.text("cross-references.md"))
    linked = {r.from_chapter for r in references} | {r.to_chapter for r in references}
    linked |= {number for link in glance.links for number in link}
    return [
        Finding(
            severity=Severity.COULD,
            place=f"Chapter {number}, {title}",
            problem="与其他章节没有任何链接" if zh else f'"{title}" neither links to another chapter nor is linked to',
            fix="在相关处互相链接" if zh else "link it where its matter is used",
        )
        for number, title in titles.items()
        if max(len(titles), len(glance.titles)) > 1 and number not in linked
    ][:4]
