"""Chinese for loops and for caught exceptions."""

from __future__ import annotations

import re

from tasks.offline.prose_voice import Voice, code
from tasks.offline.prose_zh_code import action_words, all_words, condition_words, ended_by, value_words
from tasks.offline.write_acts import EMPTY, Act, Step
from tasks.offline.write_conditions import Test
from tasks.offline.write_loops import Deed, deeds_of_round, last_arm, ways_out
from tasks.offline.write_points import Point


def looped(point: Point, test: str, subject: str, voice: Voice) -> str:
    """A loop with the most telling step inside it."""
    step = point.steps[0]
    if step.act is Act.REPEAT:
        test = f"如果 {condition_words(step.outer)}" if step.outer is not None else ""
    lead = f"{test}，" if test else ""
    inside = _inside(point, voice)
    if step.act is Act.LOOP:
        over = value_words(step.value)
        taken = f"，每次取出 {code(step.target)}" if step.target else ""
        if not inside:
            return f"{lead}{subject}遍历 {over}{taken}。"
        return voice.pick(
            "循环",
            (
                f"{lead}{subject}逐个走过 {over}{taken}：{inside}。",
                f"{lead}{subject}遍历 {over}{taken}，{inside}。",
            ),
        )
    if step.act is Act.ENDLESS:
        tests, all_of_them = ways_out(point)
        told = ["里面的条件都不满足" if last_arm(one) else condition_words(one) for one in tests]
        ways = "，或者 ".join(dict.fromkeys(told))
        each = f"；每一轮{inside}" if inside and not inside.endswith("跳出循环") else ""
        whose = f"{subject}的循环" if subject else "循环"
        if ways and all_of_them:
            return voice.pick(
                "无尽",
                (
                    f"{lead}{whose}本身没有尽头，直到 {ways} 才停下{each}。",
                    f"{lead}{subject}一圈圈转下去，直到 {ways}{each}。",
                ),
            )
        if ways:
            return f"{lead}{whose}没有写条件，一条出路是 {ways}。"
        return f"{lead}{subject}一直循环，{ended_by(step)}{each}。"
    asked = condition_words(step.condition) if step.condition is not None else "循环条件成立"
    return f"{lead}只要 {asked}，{subject}{inside}。" if inside else f"{lead}只要 {asked}，{subject}就重复这个循环。"


def _inside(point: Point, voice: Voice) -> str:
    """The deeds of a round, each with its tests."""
    told: list[str] = []
    before: Deed | None = None
    for deed in deeds_of_round(point):
        words = action_words(deed.step, voice)
        if deed.tests:
            rest = before is not None and before.step.act is Act.LADDER and deed.tests[-1].test is Test.NEITHER
            shared = before is not None and before.tests == deed.tests
            head = "" if shared else "其余情况" if rest else f"若 {all_words(deed.tests)}，"
            words = f"{head}{words}" if shared else f"{head}就{words}"
        elif deed.late:
            skip = before is not None and before.tests and before.step.act in (Act.SKIP, Act.LEAVE)
            words = f"否则{words}" if skip else f"如果这一轮没有提前结束，就{words}"
        told.append(words)
        before = deed
    return "；".join(told)


def caught(step: Step, voice: Voice, subject: str = "") -> str:
    """What becomes of an exception."""
    named = re.split(r"\s*[,|]\s*", step.exception.strip("()"))
    error = " 或 ".join(code(one) for one in named) if step.exception else "错误"
    act = step.names[0] if step.names else ""
    value = value_words(step.value)
    if step.inner is not None:
        asks = condition_words(step.inner)
        if act == Act.REFUSE.value and not (step.then is not None and step.then.target):
            return f"捕获 {error} 之后先看一眼：若 {asks}，就" + (
                f"改抛 {code(step.target)}。" if step.target else "原样再抛。"
            )
        return f"捕获 {error} 之后怎么办，取决于 {asks} 与否。"
    if step.message in ("pass", EMPTY):
        return voice.pick("吞下", (f"{error} 被有意吞下，不留痕迹。", f"万一出现 {error}，这里只当没看见。"))
    if act == Act.REFUSE.value and step.then is not None and step.then.target:
        return f"一旦出现 {error}，{subject}就{action_words(step.then, voice)}。"
    if act == Act.REFUSE.value:
        if not step.target:
            return f"{error} 被接住，又原样抛出。"
        if step.target == step.exception:
            return f"{error} 被接住后换一套说辞重新抛出。"
        return voice.pick(
            "改抛",
            (
                f"这几行里的 {error} 不会传到调用者那里，取而代之的是 {code(step.target)}。",
                f"它把 {error} 换成 {code(step.target)}。",
            ),
        )
    if act == Act.RETURN.value:
        return voice.pick(
            "转圜", (f"出现 {error} 也不算失败，此时返回 {value}。", f"碰上 {error}，就以 {value} 作答。")
        )
    if act == Act.STOP.value:
        return f"一旦出现 {error}，就直接返回。"
    if step.then is None:
        return f"{error} 在第 {step.start} 行被接住。"
    deed = action_words(step.then, voice)
    return voice.pick("绕行", (f"万一出现 {error}，{subject}就{deed}。", f"接住 {error} 之后，{subject}{deed}。"))
