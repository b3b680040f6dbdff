"""The reader advocate and the content reviewer of the outline: an outline judged before it is frozen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from memory_schema.errors import OutlineError
from memory_schema.findings import Finding, Severity
from memory_schema.markers import strip_marker
from memory_schema.notes import Confidence
from memory_schema.outline import ChapterPlan, Proposal
from memory_schema.source_map_markdown import parse_proposal
from tasks.offline.merged_parts import is_part
from tasks.offline.outline_lines import chapters_in
from tasks.offline.reply import Reply
from tasks.offline.request import Brief
from tasks.offline.review_page import counted, review

PROPOSAL = "outline-proposal.md"
_VAGUE = re.compile(
    r"^(?:intro(?:duction)?|overview|misc(?:ellaneous)?|utilities|utils|helpers|other|basics|core|internals|advanced"
    r"(?: topics)?|chapter \d+|part \d+|the rest|概述|简介|其他|杂项|基础|工具)$|\.\w{1,4}$",
    re.IGNORECASE,
)
_BROAD_FILES, _BROAD_SYMBOLS = 8, 24
_CLIFF = 2


def advocate(brief: Brief) -> Reply:
    """Judge the outline as its reader: cliffs, promises, titles, breadth, ground to stand on."""
    zh = brief.chinese
    if is_part(brief):
        plans = chapters_in(brief.text(PROPOSAL))
        found = [*_cliffs(plans, zh), *_promises(plans, zh), *_vague(plans, zh)]
        found += _ground(plans, zh) if plans and plans[0].number == 1 else []
        return _lines(brief, "读者意见：提纲" if zh else "Reader feedback on the outline", plans, found, verdict=False)
    try:
        proposal = parse_proposal(strip_marker(brief.text(PROPOSAL)))
    except OutlineError as error:
        return _unreadable(brief, "读者意见" if zh else "Reader feedback on the outline", str(error), verdict=False)
    plans = proposal.outline.kept
    findings = [
        *_cliffs(plans, zh),
        *_promises(plans, zh),
        *_vague(plans, zh),
        *_broad(proposal, zh),
        *_ground(plans, zh),
    ]
    hardest = max(plans, key=lambda plan: plan.difficulty)
    if zh:
        overall = (
            f"全书 {len(plans)} 章，难度从 {plans[0].difficulty} 到 {hardest.difficulty}，"
            f"最难的是第 {hardest.number} 章「{hardest.title}」。读者最先要站稳的是「{plans[0].title}」。"
        )
    else:
        overall = (
            f"{len(plans)} chapters; difficulty goes from {plans[0].difficulty} to {hardest.difficulty}, hardest in "
            f'chapter {hardest.number}, "{hardest.title}". What a reader meets first is "{plans[0].title}".'
        )
    title = "读者意见：提纲" if zh else "Reader feedback on the outline"
    levels = "-".join(str(plan.difficulty) for plan in plans)
    return review(brief, title, overall, findings, verdict=False, evidence=(f"difficulty by chapter: {levels}",))


def outline_r3(brief: Brief) -> Reply:
    """Review the outline's content: structure, duplicates, balance, sensitivity."""
    zh = brief.chinese
    if is_part(brief):
        part = chapters_in(brief.text(PROPOSAL))
        title = "提纲内容评审" if zh else "Content review of the outline"
        return _lines(brief, title, part, _same_titles(part, zh), verdict=True)
    try:
        proposal = parse_proposal(strip_marker(brief.text(PROPOSAL)))
    except OutlineError as error:
        return _unreadable(brief, "提纲内容评审" if zh else "Content review of the outline", str(error), verdict=True)
    findings = [*_duplicates(proposal, zh), *_balance(proposal, zh)]
    plans = proposal.outline.kept
    mapped = sum(len(proposal.source_map.files(plan.number)) for plan in plans)
    overall = (
        f"{len(plans)} 章覆盖 {mapped} 个源文件，另有 {len(proposal.source_map.left_out)} 项注明理由后不写。"
        if zh
        else f"{len(plans)} chapters cover {mapped} source files; {len(proposal.source_map.left_out)} more are left "
        f"out, each with a reason. Findings: {counted(findings)}."
    )
    title = "提纲内容评审" if zh else "Content review of the outline"
    return review(brief, title, overall, findings, extra=sensitivity(brief, brief.text(PROPOSAL)))


def sensitivity(brief: Brief, text: str) -> str:
    """R3's part about every item of `[review] sensitivity`: which words of it the text holds, and where."""
    items = brief.items("review.sensitivity")
    if not items:
        return ""
    lines = text.split("\n")
    rows = []
    for item in items:
        words = re.findall(r"[\w-]{4,}|[\u4e00-\u9fff]{2,}", item.lower())
        hits = [number for number, line in enumerate(lines, 1) if any(word in line.lower() for word in words)]
        if hits:
            places = ", ".join(f"line {number}" for number in hits[:4])
            said = f"提到相关字词：{places}；请人确认" if brief.chinese else f"named at {places}; a person should look"
        else:
            said = "没有出现" if brief.chinese else "nothing found in this text"
        rows.append(f"- {item}: {said}")
    return "## Sensitivity\n\n" + "\n".join(rows)


def _cliffs(plans: Sequence[ChapterPlan], zh: bool) -> list[Finding]:
    found = []
    for before, after in pairwise(plans):
        if abs(after.difficulty - before.difficulty) >= _CLIFF:
            found.append(
                Finding(
                    severity=Severity.SHOULD,
                    place=f"Chapter {after.number}: {after.title}",
                    problem=f"难度断崖：从 {before.difficulty} 跳到 {after.difficulty}"
                    if zh
                    else f"a cliff: difficulty goes from {before.difficulty} to {after.difficulty}",
                    evidence=f"chapters {before.number} and {after.number}: {before.difficulty}, {after.difficulty}",
                    fix="把两章的难度差减到 1" if zh else "smooth the difficulty to a step of one",
                )
            )
    return found


def _promises(plans: Sequence[ChapterPlan], zh: bool) -> list[Finding]:
    return [
        Finding(
            severity=Severity.SHOULD,
            place=f"Chapter {plan.number}: {plan.title}",
            problem="没有写明读者读完能做什么" if zh else "no promise: I cannot see what I gain from this chapter",
            fix="补上承诺" if zh else "add a promise",
        )
        for plan in plans
        if not plan.promise
    ]


def _vague(plans: Sequence[ChapterPlan], zh: bool) -> list[Finding]:
    return [
        Finding(
            severity=Severity.SHOULD,
            place=f"Chapter {plan.number}: {plan.title}",
            quote=plan.title,
            problem="标题含糊，看不出这一章做什么" if zh else "a vague title: it does not say what the code does",
            fix=f"改名，例如用主题「{plan.topics[0]}」"
            if zh and plan.topics
            else f"rename it, for example after {plan.topics[0]}"
            if plan.topics
            else "rename",
        )
        for plan in plans
        if _VAGUE.search(plan.title)
    ]


def _broad(proposal: Proposal, zh: bool) -> list[Finding]:
    found = []
    for plan in proposal.outline.kept:
        files = proposal.source_map.files(plan.number)
        symbols = sum(len(file.symbols) for file in files)
        if len(files) > _BROAD_FILES or symbols > _BROAD_SYMBOLS:
            found.append(
                Finding(
                    severity=Severity.COULD,
                    place=f"Chapter {plan.number}: {plan.title}",
                    problem=f"一章要讲 {len(files)} 个文件、{symbols} 个符号，太宽"
                    if zh
                    else f"{len(files)} files and {symbols} symbols are more than I can keep in mind at once",
                    fix="收窄到最重要的符号" if zh else "narrow it to the symbols that matter most",
                )
            )
    return found


def _ground(plans: Sequence[ChapterPlan], zh: bool) -> list[Finding]:
    first = plans[0]
    if first.difficulty <= 3 and len(first.topics) >= 2:
        return []
    return [
        Finding(
            severity=Severity.SHOULD,
            place=f"Chapter {first.number}: {first.title}",
            problem="第一章没有给读者站脚的地方" if zh else "the first chapter gives me no ground to stand on",
            evidence=f"difficulty {first.difficulty}, {len(first.topics)} topics",
            fix="降低难度，先讲整体" if zh else "lower its difficulty and begin with what the whole is for",
        )
    ]


def _same_titles(plans: Sequence[ChapterPlan], zh: bool) -> list[Finding]:
    first: dict[str, int] = {}
    for plan in plans:
        first.setdefault(plan.title.casefold(), plan.number)
    return [
        Finding(
            severity=Severity.MUST,
            place=f"Chapter {plan.number}: {plan.title}",
            problem=f"与第 {same} 章同名" if zh else f"the same title as chapter {same}",
            fix="改名" if zh else "rename it",
        )
        for plan in plans
        if (same := first[plan.title.casefold()]) != plan.number
    ]


def _duplicates(proposal: Proposal, zh: bool) -> list[Finding]:
    found = _same_titles(proposal.outline.kept, zh)
    owners: dict[str, int] = {}
    for plan in proposal.outline.kept:
        for file in proposal.source_map.files(plan.number):
            if file.path in owners and not file.symbols:
                found.append(
                    Finding(
                        severity=Severity.SHOULD,
                        place=f"Chapter {plan.number}: {plan.title}",
                        quote=file.path,
                        problem=f"第 {owners[file.path]} 章已经讲了整个文件"
                        if zh
                        else f"chapter {owners[file.path]} already explains this whole file",
                        fix="写明各讲哪些符号" if zh else "name the symbols that each chapter explains",
                    )
                )
            owners.setdefault(file.path, plan.number)
    return found


def _balance(proposal: Proposal, zh: bool) -> list[Finding]:
    plans = proposal.outline.kept
    counts = {plan.number: sum(len(f.symbols) for f in proposal.source_map.files(plan.number)) for plan in plans}
    average = sum(counts.values()) / len(counts)
    return [
        Finding(
            severity=Severity.COULD,
            place=f"Chapter {plan.number}: {plan.title}",
            problem=f"只有 {counts[plan.number]} 个符号，全书平均 {average:.0f}"
            if zh
            else f"{counts[plan.number]} symbols to explain, while the average is {average:.0f}",
            fix="检查是否该并入相邻一章" if zh else "check whether it belongs into a neighbouring chapter",
        )
        for plan in plans
        if len(plans) > 2 and average > 4 and counts[plan.number] < average / 3
    ]


def _lines(brief: Brief, title: str, plans: Sequence[ChapterPlan], found: list[Finding], *, verdict: bool) -> Reply:
    """What may be said of some lines of a proposal: breadth and balance are the whole's."""
    numbers = ", ".join(str(plan.number) for plan in plans)
    if brief.chinese:
        overall = f"我读到的是第 {numbers} 章。" if plans else "这几行里没有章节。"
    else:
        overall = f"My lines hold chapters {numbers}." if plans else "My lines hold no chapter of the outline."
    return review(brief, title, overall, found, verdict=verdict, evidence=(f"chapters: {numbers or 'none'}",))


def _unreadable(brief: Brief, title: str, why: str, *, verdict: bool) -> Reply:
    finding = Finding(
        severity=Severity.MUST,
        place="the whole proposal",
        problem=f"提纲无法解析：{why}" if brief.chinese else f"the proposal cannot be read: {why}",
        fix="按格式改正" if brief.chinese else "correct the format",
    )
    overall = "提纲目前无法阅读。" if brief.chinese else "The proposal cannot be read as an outline with a source map."
    return review(brief, title, overall, [finding], verdict=verdict, confidence=Confidence.MEDIUM)
