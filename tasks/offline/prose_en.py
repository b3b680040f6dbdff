"""English, as one implementation of `prose_language.Prose`."""

from __future__ import annotations

from tasks.offline import prose_en_after as after
from tasks.offline import prose_en_closing as closing
from tasks.offline import prose_en_opening as opening
from tasks.offline import prose_en_sections as sections
from tasks.offline import prose_en_stops as stops
from tasks.offline import prose_en_walk as walk
from tasks.offline.prose_voice import Voice, code, join
from tasks.offline.report_facts import RaiseFact, SymbolFacts
from tasks.offline.write_plan import ChapterPlan
from tasks.offline.write_stops import Section, Stop


class English:
    """Sentences end with a full stop and are kept apart by a space."""

    width = 98
    space = " "

    def tidy(self, sentence: str) -> str:
        """English needs nothing."""
        return sentence

    def hook(self, plan: ChapterPlan, voice: Voice) -> tuple[list[str], list[str]]:
        """See `Prose.hook`."""
        return opening.hook(plan, voice)

    def section_title(self, section: Section, plan: ChapterPlan, position: int) -> str:
        """The topic, else the names that the section dwells on."""
        if section.topic:
            return section.topic.rstrip(" .")
        names = [code(stop.symbol.name) for stop in section.stops if stop.symbol.name]
        if not names:
            return f"Inside {code(section.stops[0].quote.path)}"
        return join(names[:2], "and") if len(names) <= 2 else f"From {names[0]} to {names[-1]}"

    def section_opening(self, section: Section, plan: ChapterPlan, voice: Voice, detail: int) -> list[str]:
        """See `Prose.section_opening`."""
        return sections.section_opening(section, plan, voice)

    def before(self, stop: Stop, plan: ChapterPlan, voice: Voice, detail: int) -> list[str]:
        """See `Prose.before`."""
        return stops.before(stop, plan, voice, detail)

    def walk(self, stop: Stop, plan: ChapterPlan, voice: Voice, steps: int) -> list[str]:
        """See `Prose.walk`."""
        return walk.walk(stop, voice, steps)

    def after(self, stop: Stop, plan: ChapterPlan, voice: Voice, detail: int) -> list[str]:
        """See `Prose.after`."""
        return after.after(stop, voice, detail)

    def metaphor(self, plan: ChapterPlan) -> str:
        """The line of `memory_schema.conventions`."""
        if plan.metaphor is None:
            return ""
        concept, picture = plan.metaphor
        thing, why, limit = picture.english
        article = "an" if concept[:1].lower() in "aeiou" else "a"
        return f"*Picture it:* {article} **{concept}** is like *{thing}*: {why}; the picture stops where {limit}."

    def diagram(self, plan: ChapterPlan, inheritance: bool, voice: Voice) -> list[str]:
        """One sentence with names of this chapter."""
        names = [code(stop.symbol.name) for stop in plan.stops if stop.symbol.name][:2]
        who = join(names, "and") if names else code(plan.facts.files[0].path)
        if inheritance:
            return [voice.pick("drawkin", (f"The family around {who}:", f"Who extends whom, with {who} in it:"))]
        return [
            voice.pick(
                "drawcalls",
                (f"Who calls whom around {who}:", f"The calls that connect {who}:", f"{who} in their net of calls:"),
            )
        ]

    def failures(self, plan: ChapterPlan, voice: Voice) -> tuple[str, list[str], list[str]]:
        """See `Prose.failures`."""
        return closing.failures(plan, voice)

    def table(self, plan: ChapterPlan, voice: Voice) -> tuple[str, list[str], tuple[str, str, str]]:
        """See `Prose.table`."""
        return closing.table(plan, voice)

    def role(self, row: tuple[SymbolFacts, ...]) -> str:
        """See `Prose.role`."""
        return closing.role(row)

    def failure(self, symbol: SymbolFacts, fact: RaiseFact, voice: Voice) -> str:
        """See `Prose.failure`."""
        return closing.failure(symbol, fact, voice)

    def callers(self, symbol: SymbolFacts, voice: Voice) -> str:
        """See `Prose.callers`."""
        return after.callers(symbol, voice)

    def meaning(self, symbol: SymbolFacts, voice: Voice) -> str:
        """See `Prose.meaning`."""
        return stops.purpose(symbol, voice)[0]

    def recap(self, plan: ChapterPlan, voice: Voice) -> tuple[str, list[str], list[str]]:
        """See `Prose.recap`."""
        return closing.recap(plan, voice)
