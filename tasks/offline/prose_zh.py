"""Chinese, as one implementation of `prose_language.Prose`."""

from __future__ import annotations

import re

from tasks.offline import prose_zh_after as after
from tasks.offline import prose_zh_closing as closing
from tasks.offline import prose_zh_opening as opening
from tasks.offline import prose_zh_sections as sections
from tasks.offline import prose_zh_stops as stops
from tasks.offline import prose_zh_walk as walk
from tasks.offline.prose_voice import Voice, code
from tasks.offline.prose_zh_code import listed
from tasks.offline.report_facts import RaiseFact, SymbolFacts
from tasks.offline.write_plan import ChapterPlan
from tasks.offline.write_stops import Section, Stop

_HAN = "\u4e00-\u9fff"
_MARKS = "，。、；：！？（）“”《》"


class Chinese:
    """Sentences end with a full-width stop and follow each other without a space."""

    width = 45
    space = ""

    def tidy(self, sentence: str) -> str:
        """A space between Han characters and code or Latin letters, none beside full-width marks."""
        parts = re.split(r"(``.+?``|`[^`]*`|\[[^\]]*\]\([^)]*\))", sentence)
        out = ""
        for at, part in enumerate(parts):
            is_code = at % 2 == 1
            if not is_code:
                part = re.sub(rf"(?<=[{_HAN}{_MARKS}]) +(?=[{_HAN}{_MARKS}])", "", part)
            before, after = out[-1:], part[:1]
            if (is_code and part[0] == "`" and re.match(rf"[{_HAN}]", before)) or (
                not is_code and out.endswith("`") and re.match(rf"[{_HAN}]", after)
            ):
                out += " "
            out += part
        return re.sub(rf" +(?=[{_MARKS}])|(?<=[{_MARKS}]) +", "", out)

    def hook(self, plan: ChapterPlan, voice: Voice) -> tuple[list[str], list[str]]:
        """See `Prose.hook`."""
        return opening.hook(plan, voice)

    def section_title(self, section: Section, plan: ChapterPlan, position: int) -> str:
        """See `Prose.section_title`."""
        return sections.section_title(section)

    def section_opening(self, section: Section, plan: ChapterPlan, voice: Voice, detail: int) -> list[str]:
        """See `Prose.section_opening`."""
        return sections.section_opening(section, voice)

    def before(self, stop: Stop, plan: ChapterPlan, voice: Voice, detail: int) -> list[str]:
        """See `Prose.before`."""
        return stops.before(stop, voice, detail)

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
        thing, why, limit = picture.chinese
        return f"*打个比方：* **{concept}** 就像 *{thing}*：{why}；这个比方到{limit}。"

    def diagram(self, plan: ChapterPlan, inheritance: bool, voice: Voice) -> list[str]:
        """One sentence with names of this chapter."""
        names = [code(stop.symbol.name) for stop in plan.stops if stop.symbol.name][:2]
        who = listed(names) if names else code(plan.facts.files[0].path)
        if inheritance:
            return [voice.pick("家谱", (f"{who} 所在的继承关系：", f"谁继承谁，以 {who} 为例："))]
        return [
            voice.pick("调用图", (f"{who} 周围的调用关系：", f"谁调用谁，从 {who} 看起：", f"把 {who} 连起来的调用："))
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
