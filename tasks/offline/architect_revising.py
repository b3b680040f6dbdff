"""The architect, revising: feedback and a person's guidance applied to a proposal, as far as code can."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from memory_schema.errors import OutlineError
from memory_schema.findings import Finding, Severity, parse_findings
from memory_schema.markers import strip_marker
from memory_schema.notes import Confidence, StructuredNote
from memory_schema.outline import ChapterPlan, Outline, Proposal, SourceFile, SourceMap
from memory_schema.source_map_markdown import parse_proposal, render_proposal
from tasks.offline import architect
from tasks.offline.merged_parts import is_part
from tasks.offline.reply import Reply, ToolCalls
from tasks.offline.request import Brief
from tasks.offline.review_page import clip

_PLACE = re.compile(r"(?:chapter|第)\s*(?P<number>\d+)", re.IGNORECASE)
_MOST = re.compile(
    r"(?:at most|only|no more than|reduce(?: it)? to|make it|最多|只要|减(?:少)?到|不超过)\s*(?P<number>\d+)"
    r"\s*(?:个)?(?:chapters?|章)"
    r"|(?P<alone>\d+)\s+chapters?\s+(?:are enough|at most|only|in all)",
    re.IGNORECASE,
)
_RENAME = re.compile(
    r"(?:chapter|第)\s*(?P<number>\d+)\s*(?:章)?\s*"
    r"(?:(?:should be |be )?(?:called|named|titled)|to|as|:|：|改名为|改为|叫做?)\s*"
    r"[\"“「'《]?(?P<title>[^\"”」'》\n.;；。]{3,100})",
    re.IGNORECASE,
)
_DROP = re.compile(
    r"(?:drop|remove|delete|leave out|去掉|删除|删掉|不要)\s*(?:chapter|第)\s*(?P<number>\d+)", re.IGNORECASE
)
_FEWER = re.compile(r"fewer chapters|too many chapters|章数?太多|少几章", re.IGNORECASE)
_BROAD_SYMBOLS = 12


@dataclass
class _Work:
    """The proposal under revision and what has been done to it."""

    plans: list[ChapterPlan]
    files: dict[int, tuple[SourceFile, ...]]
    zh: bool
    done: list[str] = field(default_factory=list)
    answered: list[str] = field(default_factory=list)

    def change(self, number: int, **values: object) -> None:
        """Replace fields of one chapter."""
        self.plans = [plan.model_copy(update=values) if plan.number == number else plan for plan in self.plans]

    def plan(self, number: int) -> ChapterPlan | None:
        """The chapter with this number."""
        return next((plan for plan in self.plans if plan.number == number), None)


def answer(brief: Brief) -> Reply | ToolCalls:
    """Revise the proposal; one that cannot be read is proposed anew from the map."""
    if is_part(brief):
        return piece(brief, strip_marker(brief.text("outline-proposal.md")))
    try:
        proposal = parse_proposal(strip_marker(brief.text("outline-proposal.md")))
    except OutlineError:
        return architect.answer(brief)
    work = _Work(list(proposal.outline.chapters), dict(proposal.source_map.chapters), brief.chinese)
    guidance = "\n".join(file.text for file in brief.files if file.part == "guidance")
    if guidance.strip():
        _obey(guidance, work)
    _limit(work, brief.number("chapters.most", 8))
    found = [f for name in ("outline-reader-feedback.md", "outline-r3.md") for f in parse_findings(brief.text(name))]
    for finding in found:
        _apply(finding, work)
    _smooth(work)
    outline = proposal.outline.model_copy(update={"chapters": tuple(work.plans)})
    revised = Proposal(outline=Outline.model_validate(outline.model_dump()), source_map=_map(proposal, work))
    return Reply(render_proposal(revised), _note(brief, work, found, guidance))


def piece(brief: Brief, text: str) -> Reply:
    """Lines of a proposal as they are: how chapters change together is decided on the whole, by who merges."""
    said = text.strip() or "No line of the proposal stands in this part."
    note = StructuredNote(
        conclusion="these lines of the outline stand; the whole is revised when the parts are merged",
        evidence=(f"{said.count(chr(10)) + 1} lines",),
        file_refs=(brief.output,),
        confidence=Confidence.HIGH,
    )
    return Reply(said, note)


def _obey(guidance: str, work: _Work) -> None:
    """What a person asks for: fewer chapters, other titles, chapters dropped; the rest is answered honestly."""
    before = len(work.done)
    for match in _RENAME.finditer(guidance):
        number, title = int(match["number"]), match["title"].strip()
        if work.plan(number):
            work.change(number, title=title)
            work.done.append(f'chapter {number} is now "{title}", as asked')
    for number in sorted({int(match["number"]) for match in _DROP.finditer(guidance)}, reverse=True):
        if work.plan(number) and len(work.plans) > 1:
            _merge(work, number, keep_files=False)
            work.done.append(f"chapter {number} dropped, as asked")
    limit = _MOST.search(guidance)
    if limit:
        _limit(work, int(limit["number"] or limit["alone"]))
    elif _FEWER.search(guidance) and len(work.plans) > 2:
        _limit(work, len(work.plans) - 1)
    if len(work.done) == before:
        work.answered.append(f"guidance not applied, it needs an author who understands it: {clip(guidance, 80)}")


def _apply(finding: Finding, work: _Work) -> None:
    match = _PLACE.search(finding.place)
    plan = work.plan(int(match["number"])) if match else None
    text = f"{finding.problem} {finding.fix}".lower()
    for pattern, act in _ACTS:
        if plan is not None and re.search(pattern, text):
            said = act(plan, work)
            (work.done if said else work.answered).append(said or f"not applied: {clip(finding.problem, 110)}")
            return
    if finding.severity in (Severity.MUST, Severity.SHOULD):
        work.answered.append(f"not applied, {finding.place}: {clip(finding.problem, 100)}")


def _rename(plan: ChapterPlan, work: _Work) -> str:
    taken = {other.title for other in work.plans}
    names = [f"`{name}`" for file in work.files.get(plan.number, ()) for name in file.symbols[:1]]
    joined = " 与 ".join(names[:2]) if work.zh else " and ".join(names[:2])
    candidates = [*plan.topics, f"{joined} 如何配合" if work.zh else f"How {joined} work together"]
    title = next((candidate for candidate in candidates if candidate not in taken), "")
    if not title:
        return ""
    work.change(plan.number, title=title)
    return f'chapter {plan.number} renamed to "{title}"'


def _promise(plan: ChapterPlan, work: _Work) -> str:
    names = [f"`{name}`" for file in work.files.get(plan.number, ()) for name in file.symbols][:2]
    subject = (" 与 " if work.zh else " and ").join(names) or plan.title
    work.change(
        plan.number, promise=f"读完能讲清 {subject}" if work.zh else f"You can explain {subject} to a colleague"
    )
    return f"chapter {plan.number} promises something now"


def _narrow(plan: ChapterPlan, work: _Work) -> str:
    files = work.files.get(plan.number, ())
    total = sum(len(file.symbols) for file in files)
    if total <= _BROAD_SYMBOLS:
        return ""
    share = _BROAD_SYMBOLS / total
    work.files[plan.number] = tuple(
        file.model_copy(update={"symbols": file.symbols[: max(1, round(len(file.symbols) * share))]}) for file in files
    )
    return f"chapter {plan.number} narrowed from {total} symbols"


def _ease(plan: ChapterPlan, work: _Work) -> str:
    work.change(plan.number, difficulty=max(1, min(plan.difficulty, 2)))
    return f"chapter {plan.number} begins at difficulty {min(plan.difficulty, 2)}"


def _will_smooth(plan: ChapterPlan, work: _Work) -> str:
    return f"difficulty before chapter {plan.number} smoothed"


_ACTS: tuple[tuple[str, Callable[[ChapterPlan, _Work], str]], ...] = (
    (r"cliff|smooth|断崖", _will_smooth),
    (r"promise|承诺|读完能做", _promise),
    (r"vague|title|rename|标题|改名|同名", _rename),
    (r"ground to stand|lower its difficulty|站脚|降低难度", _ease),
    (r"narrow|symbols are more|too broad|收窄|太宽", _narrow),
)


def _smooth(work: _Work) -> None:
    """No step of difficulty above one: levels are pulled together from the first chapter on."""
    level = 0
    for plan in list(work.plans):
        if level and abs(plan.difficulty - level) > 1:
            level = level + 1 if plan.difficulty > level else level - 1
            work.change(plan.number, difficulty=level)
        else:
            level = plan.difficulty


def _limit(work: _Work, most: int) -> None:
    while len(work.plans) > max(1, most):
        counts = {plan.number: sum(len(f.symbols) for f in work.files.get(plan.number, ())) for plan in work.plans}
        number = min(counts, key=lambda n: (counts[n], -n))
        work.done.append(f"chapter {number} joined with its neighbour")
        _merge(work, number, keep_files=True)


def _merge(work: _Work, number: int, *, keep_files: bool) -> None:
    """Take a chapter away; its files and topics go to the neighbour before it (or after, for the first)."""
    gone = work.plan(number)
    assert gone is not None
    target = number - 1 if number > 1 else number + 1
    if keep_files:
        heir = work.plan(target)
        assert heir is not None
        parts = (heir, gone) if target < number else (gone, heir)
        work.change(
            target,
            topics=tuple(dict.fromkeys((*parts[0].topics[:3], *parts[1].topics[:3]))),
            terms=tuple(dict.fromkeys((*parts[0].terms, *parts[1].terms)))[:5],
            builds_on=tuple(sorted({n for part in parts for n in part.builds_on if n not in (number, target)})),
        )
        held = (work.files.get(part.number, ()) for part in parts)
        work.files[target] = tuple(file for files in held for file in files)
    heirs = target if keep_files else None
    plans = [plan for plan in work.plans if plan.number != number]
    moved = {plan.number: at for at, plan in enumerate(plans, start=1)}

    def renumbered(plan: ChapterPlan) -> ChapterPlan:
        own = moved[plan.number]
        earlier = {moved.get(heirs if n == number and heirs else n, 0) for n in plan.builds_on}
        return plan.model_copy(update={"number": own, "builds_on": tuple(sorted(n for n in earlier if 0 < n < own))})

    work.plans = [renumbered(plan) for plan in plans]
    work.files = {moved[n]: files for n, files in work.files.items() if n in moved}


def _map(proposal: Proposal, work: _Work) -> SourceMap:
    from_before = {file.path for files in proposal.source_map.chapters.values() for file in files}
    kept = {file.path for files in work.files.values() for file in files}
    why = "所在章节已按要求删去" if work.zh else "its chapter was dropped, as a person asked"
    lost = tuple({"path": path, "why": why} for path in sorted(from_before - kept))
    rows = [item.model_dump() for item in proposal.source_map.left_out]
    return SourceMap.model_validate(
        {
            "chapters": {n: [f.model_dump() for f in files] for n, files in work.files.items()},
            "left_out": [*rows, *lost],
        }
    )


def _note(brief: Brief, work: _Work, found: Sequence[Finding], guidance: str) -> StructuredNote:
    asked = " and a person's guidance" if guidance.strip() else ""
    return StructuredNote(
        conclusion=f"{len(work.done)} changes applied, {len(work.answered)} answered, of {len(found)} findings{asked}; "
        f"{len(work.plans)} chapters stand for approval"[:190],
        evidence=tuple(clip(item) for item in work.done[:5]) or ("nothing had to be changed",),
        file_refs=(brief.output,),
        open_issues=tuple(clip(item, 156) for item in work.answered[:8]),
        confidence=Confidence.MEDIUM if work.answered else Confidence.HIGH,
    )
