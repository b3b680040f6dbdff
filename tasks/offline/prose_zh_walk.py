"""Chinese for the points of quoted lines: what decides, what fails, what comes back."""

from __future__ import annotations

from dataclasses import replace

from tasks.offline.prose_voice import Voice, code
from tasks.offline.prose_zh_code import action_words, all_words, condition_words, listed, value_words
from tasks.offline.prose_zh_loops import caught, looped
from tasks.offline.prose_zh_results import result
from tasks.offline.prose_zh_words import deed
from tasks.offline.write_acts import FROM, Act
from tasks.offline.write_conditions import Shape, Test
from tasks.offline.write_loops import all_parts
from tasks.offline.write_point_choice import MOST, chosen_points, nothing_untold, set_before
from tasks.offline.write_points import Move, Point, field_of, is_making, points_of
from tasks.offline.write_speakers import Speaker, name_of, speaker_of
from tasks.offline.write_stops import Stop


def walk(stop: Stop, voice: Voice, most: int) -> list[str]:
    """What the quoted lines decide, in their order; at most four points."""
    every = points_of(stop.steps, stop.helpers, stop.remarks)
    points = chosen_points(every, min(most, MOST))
    said: list[str] = []
    before: Point | None = None
    for point in points:
        subject = _subject(stop, point, before)
        if point.move is Move.RESULT:
            made = set_before(stop.steps, point.step)
            sure = nothing_untold(every, points, point)
            sentence = result(point.step, made, before if sure else None, subject, voice, sure=sure)
        else:
            sentence = _told(point, before, subject, voice, len(said))
        said += [_placed(sentence, subject, point)] if sentence else []
        before = point
    return said


def _subject(stop: Stop, point: Point, before: Point | None) -> str:
    speaker = speaker_of(point, before)
    name = name_of(speaker, stop, point)
    return {
        Speaker.SAME: "",
        Speaker.WHOLE: f"{code(name)} " if name else "这段代码",
        Speaker.METHOD: f"{code(name)} ",
        Speaker.CONSTRUCTOR: "构造函数",
        Speaker.HANDED: f"交给 {code(name)} 的函数",
        Speaker.RETURNED: f"{code(name)} 返回的函数" if name else "返回的函数",
    }[speaker]


def _placed(sentence: str, subject: str, point: Point) -> str:
    """The sentence, with the method whose lines it tells where it would not name it: a class quotes many."""
    named = subject.strip()
    if not point.steps[0].within or not named or named in sentence:
        return sentence
    return f"在 {named} 中，{sentence}"


def _told(point: Point, before: Point | None, subject: str, voice: Voice, turn: int) -> str:
    step = point.step
    test = _test(point, before, turn)
    value = value_words(step.value)
    if point.move is Move.REFUSAL:
        return _refusal(point, test, subject, voice)
    if point.move is Move.EARLY:
        if step.act is Act.STOP or step.value.shape is Shape.NOTHING:
            return (
                voice.pick("早停", (f"{test}，{subject}就此返回。", f"{test}，{subject}到此为止。"))
                if len(point.steps) == 1
                else f"{test}，{subject}{_deeds(point, voice)}。"
            )
        if len(point.steps) > 1:
            return f"{test}，{subject}{_deeds(point, voice)}。"
        return voice.pick(
            "早回",
            (
                f"{test}，{subject}当即返回 {value}，后面的代码不再执行。",
                f"{test}，答案就是 {value}。",
                f"{test}，{subject}直接给出 {value}。",
                f"{test}，不必往下走，{value} 便是结果。",
            ),
        )
    if point.move is Move.YIELDS and FROM in step.names:
        return f"{test + '，' if test else ''}{subject}{action_words(step, voice)}。"
    if point.move is Move.YIELDS:
        lead = f"{test}，" if test else ""
        return voice.pick(
            "产出", (f"{lead}{subject}交出 {value}，然后停下来等人来取下一个。", f"{lead}{subject}产出 {value}。")
        )
    if point.move in (Move.ROUND, Move.WHILE):
        return looped(point, test, subject, voice)
    if point.move is Move.CAUGHT:
        told = caught(step, voice, subject)
        return f"{test}，{told}" if test and told else told
    if point.move is Move.ALWAYS:
        calls = listed([code(name) for name in step.names])
        return f"不管前面发生了什么，{calls} 总会执行。" if calls else "收尾的那几行无论如何都会执行。"
    if point.move is Move.BUILT:
        return _built(point, subject)
    if point.move is Move.HANDED and point.callee is not None:
        name, does = code(point.callee.name), deed(point.callee.name)
        told = f"，由它{does}" if does else ""
        return voice.pick("交付", (f"{subject}把其中一步交给 {name}{told}。", f"中间有一步归 {name}{told}。"))
    lead = f"{test}，" if test else ""
    return f"{lead}{subject}{_deeds(point, voice)}。"


def _test(point: Point, before: Point | None, turn: int) -> str:
    first = point.steps[0]
    mine = first.condition
    if mine is None:
        return ""
    told = before.steps[0] if before is not None else None
    near = told is not None and told.condition is not None and told.depth == first.depth
    last = before.steps[-1].end if before is not None else 0
    chained = first.otherwise and near and 0 <= first.start - last <= 3 and first.outer is None
    left = first.otherwise and told is not None and told.act is Act.LADDER and told.depth == first.depth
    if (chained or left) and mine.test is Test.NEITHER:
        return "以上条件在此都不成立时" if first.preempted else "其余情况下"
    if chained and told is not None and told.condition is not None:
        other = told.condition
        if (mine.left, mine.right) == (other.left, other.right) and mine.test is not other.test:
            return "否则"
        return f"否则，若 {condition_words(replace(mine, later=False))}"
    if first.past and told is not None and told.outer == mine and first.outer is None and not mine.parts:
        return "如果只有前一个条件成立"
    test = all_words([*all_parts(first.outer), mine]) + ("，又没有提前结束" if first.past else "")
    return (f"如果 {test}", f"当 {test} 时", f"一旦 {test}")[turn % 3]


def _deeds(point: Point, voice: Voice) -> str:
    steps = [step for step in point.steps if step.act is not Act.ASSIGN] or list(point.steps)
    deeds = [action_words(one, voice) for one in steps[:3]]
    return "，".join(deeds[:1] + [f"再{one}" for one in deeds[1:2]] + [f"然后{one}" for one in deeds[2:]])


def _refusal(point: Point, test: str, subject: str, voice: Voice) -> str:
    step = point.step
    told = f"，消息是 {code(step.message)}" if step.message else ""
    if step.target and not test and not subject:
        return f"剩下的情形都走向 {code(step.target)}{told}。"
    if step.target:
        return f"{test + '，' if test else ''}{subject}经由 {code(step.target)} 报错{told}。"
    error = code(step.exception) if step.exception else "原来的异常"
    first = next((one for one in point.steps if one.act is Act.CALL), None)
    if first is not None and first is not step:
        return f"{test + '，' if test else ''}{subject}先{action_words(first, voice)}，再抛出 {error}{told}。"
    if not test:
        ways = (f"走到最后，只能抛出 {error}{told}。", f"剩下的路通向 {error}{told}。")
        return f"{subject}抛出 {error}{told}。" if subject else voice.pick("终拒", ways)
    return voice.pick(
        "拒绝时",
        (
            f"{test}，{subject}拒绝继续，抛出 {error}{told}。",
            f"{test}，等待调用者的是 {error}{told}。",
            f"{test}，{subject}以 {error} 收场{told}。",
            f"{test}，{subject}就抛出 {error}{told}。",
        ),
    )


def _built(point: Point, subject: str) -> str:
    kept = [code(name) for step in point.steps if step.act is Act.STORE for name in step.names]
    made = [code(field_of(step)) for step in point.steps if step.act is Act.ASSIGN]
    parts = [f"原样收下 {_few(kept)}"] if kept else []
    makes = is_making(point, subject.strip("` "))
    parts += [f"{'备好' if makes else '设置'} {_few(made)}"] if made else []
    return f"{subject}{'，并'.join(parts)}。"


def _few(names: list[str]) -> str:
    return listed(names) if len(names) <= 3 else f"{'、'.join(names[:3])} 等 {len(names)} 项"
