"""The writer: a chapter out of the report, the outline and what the book remembers; it sees no source."""

from __future__ import annotations

from dataclasses import replace

from memory_schema.lengths import length, unit
from memory_schema.notes import Confidence, StructuredNote
from tasks.offline.merged_parts import room_in_characters
from tasks.offline.prose_en import English
from tasks.offline.prose_language import Prose
from tasks.offline.prose_zh import Chinese
from tasks.offline.reply import Reply, ToolCall, ToolCalls
from tasks.offline.report_facts import FileFacts, ReportFacts
from tasks.offline.report_parse import parse_report
from tasks.offline.request import Brief
from tasks.offline.write_background import Background, read_background
from tasks.offline.write_manuscript import Amount, manuscript
from tasks.offline.write_plan import ChapterPlan, plan_chapter

TOLERANCE = 0.2
"""How far a chapter may be from its target (PROTOCOL 7)."""
_AMOUNTS = tuple(Amount(steps, detail) for steps, detail in ((4, 3), (4, 2), (4, 1), (3, 1), (3, 0), (2, 0)))
_NEAR = 0.12
_PAGE = 400
_REPORT = "-report.md"
_PART_WORD, _PART_CHARACTERS = 12, 5
"""Characters of a draft, code included, for each word or counted character of it."""
_ANY = 10**9


def answer(brief: Brief) -> Reply | ToolCalls:
    """Write the chapter; pages of the report that were cut are read first."""
    pages = missing_pages(brief)
    if pages:
        return ToolCalls(pages, "The report was cut; reading the rest of it.")
    facts = _with_files(parse_report(brief.text(_REPORT)))
    background = target_in(brief, read_background(brief))
    plan, body = compose(facts, background, brief)
    return Reply(body, write_note(brief, plan, body))


def _with_files(facts: ReportFacts) -> ReportFacts:
    """The facts of some lines of a report, whose records of files stand in others."""
    paths = dict.fromkeys(one.path for one in facts.symbols)
    return facts if facts.files else replace(facts, files=tuple(FileFacts(path, "", 0, "") for path in paths))


def target_in(brief: Brief, background: Background) -> Background:
    """The background with a target that fits the room of a result which is merged yet."""
    rate = _PART_CHARACTERS if brief.counts_characters else _PART_WORD
    return replace(background, target=min(background.target, max(1, room_in_characters(brief, _ANY) // rate)))


def language_of(brief: Brief) -> Prose:
    """The language module of the book; English where there is none."""
    return Chinese() if brief.chinese else English()


def missing_pages(brief: Brief) -> tuple[ToolCall, ...]:
    """The reading that is left, when a file that the writer must see was cut."""
    if "read_file" not in brief.tools:
        return ()
    asked = {(str(a.input.get("path")), a.input.get("start")) for a in brief.answers if a.name == "read_file"}
    calls: list[ToolCall] = []
    for file in brief.files:
        start = file.first_missing_line
        if file.need == "must" and start is not None and (file.name, start) not in asked:
            calls.append(ToolCall("read_file", {"path": file.name, "start": start, "end": start + _PAGE - 1}))
    return tuple(calls[:8])


def compose(facts: ReportFacts, background: Background, brief: Brief) -> tuple[ChapterPlan, str]:
    """The chapter whose length comes closest to the target, the richest one first."""
    title = background.outline.title or brief.chapter_title or facts.title
    number = brief.chapter or background.outline.number or 1
    prose = language_of(brief)
    best: tuple[float, ChapterPlan, str] | None = None
    for quotes in _quote_counts(background.target, brief.counts_characters):
        plan = plan_chapter(facts, background, number, title, quotes)
        for amount in _AMOUNTS:
            text = manuscript(plan, prose, brief.language, amount, cjk=brief.counts_characters)
            share = length(text, brief.language) / background.target
            distance = abs(share - 1.0)
            if best is None or distance < best[0]:
                best = (distance, plan, text)
            if distance <= _NEAR:
                return plan, text
            if share < 1.0:
                break
    assert best is not None
    return best[1], best[2]


def _quote_counts(target: int, cjk: bool) -> tuple[int, ...]:
    usual = max(5, min(11, round(target / (260 if cjk else 190))))
    return tuple(dict.fromkeys((usual, usual + 1, usual + 2, usual + 4, 15, 18, 22, max(5, usual - 2), 5)))


def write_note(brief: Brief, plan: ChapterPlan, body: str) -> StructuredNote:
    """What was written, on which places it rests, and what is missing."""
    told = length(body, brief.language)
    target = plan.background.target
    issues = [f"the report names a gap: {gap}" for gap in plan.facts.gaps]
    if abs(told / target - 1.0) > TOLERANCE:
        issues.append(f"{told} of {target} {unit(brief.language)}: the report holds no more facts")
    silent = [one.name for one in plan.facts.mapped if not one.doc and one.kind != "constant"]
    issues += [f"no docstring to go by: {', '.join(silent[:5])}"] if silent else []
    if len(plan.stops) < 5:
        issues.append(f"{len(plan.stops)} quoted blocks only: the report quotes no more")
    main = plan.main.name if plan.main else plan.title
    short = len(plan.stops) < 5 or abs(told / target - 1.0) > TOLERANCE
    return StructuredNote(
        conclusion=f"{plan.title}: {told} {unit(brief.language)} around {main}, {len(plan.stops)} quoted blocks, "
        f"{len(plan.sections)} sections",
        evidence=tuple(stop.quote.place for stop in plan.stops[:5]),
        file_refs=(brief.output,),
        open_issues=tuple(issues),
        confidence=Confidence.MEDIUM if short else Confidence.HIGH,
    )
