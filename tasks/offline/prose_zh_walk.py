"""Chinese for the walk through quoted lines, statement by statement."""

from __future__ import annotations

from tasks.offline.prose_voice import Voice, code
from tasks.offline.prose_zh_code import action_words, condition_words
from tasks.offline.write_acts import Act, Step, choose_steps, grouped
from tasks.offline.write_conditions import Test
from tasks.offline.write_stops import Stop


def walk(stop: Stop, voice: Voice, most: int) -> list[str]:
    """The quoted lines in words, in their order."""
    groups = grouped(choose_steps(stop.steps, most), room=64)
    said: list[str] = []
    previous: Step | None = None
    for position, group in enumerate(groups):
        last = position == len(groups) - 1
        said.append(_sentence(stop, group, previous, voice, first=position == 0, last=last))
        previous = group[-1]
    return said


def _sentence(stop: Stop, group: list[Step], previous: Step | None, voice: Voice, *, first: bool, last: bool) -> str:
    step = group[0]
    deeds = [action_words(one, voice) for one in group]
    told = "，".join(deeds[:1] + [f"再{one}" for one in deeds[1:2]] + [f"然后{one}" for one in deeds[2:]])
    subject = _subject(stop, step, previous, first=first)
    if step.act is Act.REPEAT and step.condition is not None:
        return f"只要 {condition_words(step.condition)}，{subject}就{told}。"
    if step.condition is not None:
        return _conditional(step, previous, subject, told, voice)
    if previous is not None and previous.act in (Act.LOOP, Act.REPEAT, Act.ENDLESS) and step.depth > previous.depth:
        return voice.pick("循环内", (f"每一轮里，{subject}{told}。", f"循环体内，{subject}{told}。"))
    if subject or first:
        return (
            voice.pick("起句", (f"{subject}{told}。", f"{subject}在第 {step.start} 行{told}。"))
            if step.act not in (Act.FIELDS, Act.METHODS)
            else f"{subject}{told}。"
        )
    if last:
        return voice.pick("末句", (f"最后，{told}。", f"末了{told}。", f"第 {group[-1].start} 行收尾：{told}。"))
    return voice.pick("承接", (f"接着{told}。", f"随后{told}。", f"第 {step.start} 行{told}。", f"然后{told}。"))


def _subject(stop: Stop, step: Step, previous: Step | None, *, first: bool) -> str:
    if step.within and (previous is None or previous.within != step.within):
        return f"{code(step.within)} "
    if first:
        return f"{code(stop.symbol.short)} " if stop.symbol.name else "这段代码"
    return ""


def _conditional(step: Step, previous: Step | None, subject: str, told: str, voice: Voice) -> str:
    assert step.condition is not None
    test = condition_words(step.condition)
    near = previous is not None and previous.depth == step.depth and 0 <= step.start - previous.end <= 3
    if previous is not None and previous.condition is not None and step.depth > previous.depth and not step.otherwise:
        return f"此时若 {test}，{subject}就{told}。"
    if step.condition.test is Test.NEITHER:
        return f"若{test}，{subject}就{told}。"
    if step.otherwise and near and previous is not None and previous.condition is not None:
        if step.condition.left == previous.condition.left:
            return voice.pick("否则", (f"否则{subject}{told}。", f"若非如此，{subject}便{told}。"))
        return f"否则，当 {test} 时，{subject}{told}。"
    return voice.pick(
        "条件",
        (
            f"当 {test} 时，{subject}{told}。",
            f"如果 {test}，{subject}就{told}。",
            f"第 {step.condition.line} 行先问一句：若 {test}，{subject}便{told}。",
            f"一旦 {test}，{subject}就{told}。",
        ),
    )
