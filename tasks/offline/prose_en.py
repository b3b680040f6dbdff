"""English, as one implementation of `prose_language.Prose`."""

from __future__ import annotations

from tasks.offline import prose_en_after as after
from tasks.offline import prose_en_closing as closing
from tasks.offline import prose_en_opening as opening
from tasks.offline import prose_en_recap as recap
from tasks.offline import prose_en_roles as roles
from tasks.offline import prose_en_sections as sections
from tasks.offline import prose_en_stops as stops
from tasks.offline import prose_en_walk as walk
from tasks.offline.prose_voice import Voice, article, code, is_plural, join, number
from tasks.offline.report_facts import RaiseFact, SymbolFacts
from tasks.offline.write_diagram import Diagram
from tasks.offline.write_opening import Opening
from tasks.offline.write_plan import ChapterPlan
from tasks.offline.write_stops import Section, Stop


class English:
    """Sentences end with a full stop and are kept apart by a space."""

    width = 98
    space = " "

    def tidy(self, sentence: str) -> str:
        """English needs nothing."""
        return sentence

    def hook(self, plan: ChapterPlan, voice: Voice) -> Opening:
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

    def asides(self, section: Section, voice: Voice) -> list[str]:
        """See `Prose.asides`."""
        return after.asides(section, voice)

    def parting(self, stop: Stop, voice: Voice) -> str:
        """See `Prose.parting`."""
        return after.parting(stop, voice)

    def metaphor(self, plan: ChapterPlan) -> str:
        """The line of `memory_schema.conventions`."""
        if plan.metaphor is None:
            return ""
        concept, picture = plan.metaphor
        thing, why, limit = picture.english
        likened = f"**{concept}** are like" if is_plural(concept) else f"{article(concept)} **{concept}** is like"
        return f"*Picture it:* {likened} *{thing}*: {why}; the picture stops where {limit}."

    def diagram(self, plan: ChapterPlan, picture: Diagram, voice: Voice) -> list[str]:
        """One sentence that says what the arrows are and where most of them end."""
        centre, arrows = code(picture.centre), number(picture.arrows)
        if picture.inheritance:
            return [
                voice.pick(
                    "drawkin",
                    (
                        f"The arrows go from a class to its base; {arrows} of them end in {centre}:",
                        f"Seen as a family, {arrows} classes share the parent {centre}:",
                    ),
                )
            ]
        if picture.arrows < 2:
            return [
                voice.pick(
                    "drawway",
                    (
                        f"Who calls whom, {centre} among them:",
                        f"The calls of this part as arrows; one leads to {centre}:",
                    ),
                )
            ]
        return [
            voice.pick(
                "drawcalls",
                (
                    f"Every arrow is a call; note how many roads lead to {centre}:",
                    f"In the net of calls, {centre} is where {arrows} arrows meet:",
                    f"Who calls whom? Look at {centre}, which {arrows} of the arrows reach:",
                ),
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
        return roles.role(row)

    def failure(self, symbol: SymbolFacts, fact: RaiseFact, voice: Voice) -> str:
        """See `Prose.failure`."""
        return closing.failure(symbol, fact, voice)

    def callers(self, symbol: SymbolFacts, voice: Voice) -> str:
        """See `Prose.callers`."""
        return after.callers(symbol, voice)

    def meaning(self, symbol: SymbolFacts, voice: Voice) -> str:
        """See `Prose.meaning`."""
        return next(iter(stops.purpose(symbol, voice)), "")

    def recap(self, plan: ChapterPlan, voice: Voice) -> tuple[str, list[str], list[str]]:
        """See `Prose.recap`."""
        return recap.recap(plan, voice)
