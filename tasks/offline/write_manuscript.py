"""A plan and a language become a chapter's Markdown, in the form that PROTOCOL 7 wants."""

from __future__ import annotations

from dataclasses import dataclass

from memory_schema.fences import fence_for
from memory_schema.lengths import length
from memory_schema.writing_rules import rules_for
from tasks.offline.prose_language import Prose
from tasks.offline.prose_voice import Voice, code
from tasks.offline.report_facts import Quote
from tasks.offline.report_render import harmless
from tasks.offline.write_diagram import draw
from tasks.offline.write_opening import Opening
from tasks.offline.write_paragraphs import BREAK, paragraphs
from tasks.offline.write_plan import ChapterPlan
from tasks.offline.write_stops import Section

LEAST_ROWS = 2
"""A table of one row is no table: what it holds was said in the text."""


@dataclass(frozen=True)
class Amount:
    """How much is said: steps a walk, `detail` 0 to 3 a stop."""

    steps: int
    detail: int


def manuscript(plan: ChapterPlan, prose: Prose, language: str, amount: Amount, *, cjk: bool) -> str:
    """The chapter without its marker."""
    voice = Voice(plan.number)
    told: set[str] = set()
    blocks = [f"# {plan.title}", *opening(plan, prose, voice, language, cjk=cjk)]
    voice.hear(" ".join(blocks))
    for position, section in enumerate(plan.sections):
        blocks.append(f"## {prose.section_title(section, plan, position)}")
        blocks += _section(section, plan, prose, voice, amount, told, first=position == 0)
    if len(plan.failures) >= 2 and len(plan.sections) <= 3:
        title, lead, items = prose.failures(plan, voice)
        blocks += [f"## {title}", *_prose(lead, prose), listed(items, prose)]
    if len(plan.table) >= LEAST_ROWS:
        title, lead, columns = prose.table(plan, voice)
        blocks += [f"## {title}", *_prose(lead, prose), _table(plan, prose, columns)]
    title, items, bridge = prose.recap(plan, voice)
    blocks += [f"## {title}", listed(items, prose), *_prose(bridge, prose)]
    return harmless("\n\n".join(block for block in blocks if block) + "\n")


def opening(plan: ChapterPlan, prose: Prose, voice: Voice, language: str, *, cjk: bool) -> list[str]:
    """The hook: its own length, in paragraphs of at most five lines (PROTOCOL 7)."""
    parts = prose.hook(plan, voice)
    said = opened(list(map(prose.tidy, parts.scene)), parts, prose, language, cjk=cjk)
    return paragraphs(said, prose.width, prose.space)


def opened(scene: list[str], parts: Opening, prose: Prose, language: str, *, cjk: bool) -> list[str]:
    """The scene, as much of the background as the length wants, and the question last."""
    least, most = rules_for(language).hook
    question = prose.tidy(parts.question)
    # A draft that is revised brings its question along, perhaps within a longer piece.
    said = [rest for one in scene if (rest := one.replace(question, "").strip() if question else one)]
    room = most - (length(question, language) if question else 0)
    for sentence in map(prose.tidy, parts.background):
        now = length(prose.space.join([*said, question]), language)
        if now >= least:
            break
        if sentence not in prose.space.join(said) and length(prose.space.join([*said, sentence]), language) <= room:
            said.append(sentence)
    return [*said, question] if question else said


def _prose(sentences: list[str], prose: Prose) -> list[str]:
    return paragraphs(map(prose.tidy, sentences), prose.width, prose.space)


def quoted(quote: Quote) -> str:
    """A quote as the fence of PROTOCOL 7."""
    ticks = fence_for(quote.text)
    return f"{ticks}{quote.info}\n{quote.text}\n{ticks}"


def _section(
    section: Section, plan: ChapterPlan, prose: Prose, voice: Voice, amount: Amount, told: set[str], *, first: bool
) -> list[str]:
    lead = prose.section_opening(section, plan, voice, amount.detail)
    voice.hear(" ".join(lead))
    blocks: list[str] = []
    if first:
        blocks += _prose(lead, prose)
        lead = []
        picture = draw(plan)
        blocks.append(prose.metaphor(plan))
        if picture is not None:
            blocks += _prose(prose.diagram(plan, picture, voice), prose)
            blocks.append(f"```mermaid\n{picture.text}\n```")
    for stop in section.stops:
        before = _fresh([*lead, *prose.before(stop, plan, voice, amount.detail)], told)
        voice.hear(" ".join(before))
        lead = []
        blocks += _prose(before, prose)
        blocks.append(quoted(stop.quote))
        after = _fresh(prose.after(stop, plan, voice, amount.detail), told)
        said = [*prose.walk(stop, plan, voice, amount.steps), *after]
        if stop is section.stops[-1] and amount.detail >= 3:
            said += _fresh(prose.asides(section, voice), told)
        if not said and stop is section.stops[-1]:
            said = _fresh([prose.parting(stop, voice)], told)
        voice.hear(" ".join(said))
        blocks += _prose(said, prose)
    return blocks


def _fresh(sentences: list[str], told: set[str]) -> list[str]:
    """The sentences that the chapter has not said yet; what leads to a quote may repeat."""
    kept = [one for one in sentences if one not in told or one == BREAK or one.endswith((":", "："))]
    told.update(kept)
    return kept


def listed(items: list[str], prose: Prose) -> str:
    """Sentences as a Markdown list."""
    rows: list[str] = []
    for item in items:
        lines = paragraphs([prose.tidy(item)], prose.width - 2, prose.space)[0].split("\n")
        rows += [f"- {lines[0]}", *(f"  {line}" for line in lines[1:])]
    return "\n".join(rows)


def _table(plan: ChapterPlan, prose: Prose, columns: tuple[str, str, str]) -> str:
    rows = [f"| {' | '.join(columns)} |", "| --- | --- | --- |"]
    for row in plan.table:
        names = ", ".join(code(one.name) for one in row)
        place = row[0].place if len(row) == 1 else f"{row[0].path}:{row[0].start}-{row[-1].end}"
        rows.append(f"| {_cell(names)} | {_cell(code(place))} | {_cell(prose.tidy(prose.role(row)))} |")
    return "\n".join(rows)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
