"""Chinese, as one implementation of `prose_language.Prose`."""

from __future__ import annotations

import re

from tasks.offline import prose_zh_after as after
from tasks.offline import prose_zh_closing as closing
from tasks.offline import prose_zh_opening as opening
from tasks.offline import prose_zh_recap as recap
from tasks.offline import prose_zh_roles as roles
from tasks.offline import prose_zh_sections as sections
from tasks.offline import prose_zh_stops as stops
from tasks.offline import prose_zh_walk as walk
from tasks.offline.prose_voice import Voice, code
from tasks.offline.report_facts import RaiseFact, SymbolFacts
from tasks.offline.write_diagram import Diagram
from tasks.offline.write_opening import Opening
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

    def hook(self, plan: ChapterPlan, voice: Voice) -> Opening:
        """See `Prose.hook`."""
        return opening.hook(plan, voice)

    def section_title(self, section: Section, plan: ChapterPlan, position: int) -> str:
        """See `Prose.section_title`."""
        return sections.section_title(section)

    def section_opening(self, section: Section, plan: ChapterPlan, voice: Voice, detail: int) -> list[str]:
        """See `Prose.section_opening`."""
        return sections.section_opening(section, plan, voice)

    def before(self, stop: Stop, plan: ChapterPlan, voice: Voice, detail: int) -> list[str]:
        """See `Prose.before`."""
        return stops.before(stop, voice, detail)

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
        thing, why, limit = picture.chinese
        return f"*打个比方：* **{concept}** 就像 *{thing}*：{why}；这个比方到{limit}。"

    def diagram(self, plan: ChapterPlan, picture: Diagram, voice: Voice) -> list[str]:
        """One sentence that says what the arrows are and where most of them end."""
        centre = code(picture.centre)
        if picture.inheritance:
            return [
                voice.pick(
                    "家谱",
                    (
                        f"箭头从子类指向基类，其中 {picture.arrows} 支落在 {centre} 上：",
                        f"画成家谱来看，{picture.arrows} 个类同出 {centre}：",
                    ),
                )
            ]
        if picture.arrows < 2:
            return [
                voice.pick("走向", (f"一次调用怎样一站站走下去，{centre} 也在途中：", f"谁调用谁，{centre} 也在其中："))
            ]
        return [
            voice.pick(
                "调用图",
                (
                    f"每个箭头是一次调用，注意有多少条路通向 {centre}：",
                    f"调用织成的网里，{picture.arrows} 个箭头在 {centre} 会合：",
                    f"谁调用谁？先看 {centre}，有 {picture.arrows} 个箭头指着它：",
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
