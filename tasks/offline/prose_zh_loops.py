"""Chinese for loops and for caught exceptions."""

from __future__ import annotations

from tasks.offline.prose_voice import Voice, code
from tasks.offline.prose_zh_code import action_words, condition_words, value_words
from tasks.offline.write_acts import Act, Step
from tasks.offline.write_points import Point, ways_out


def looped(point: Point, test: str, subject: str, voice: Voice) -> str:
    """A loop with the most telling step inside it."""
    step = point.steps[0]
    lead = f"{test}，" if test and step.act is not Act.REPEAT else ""
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
        ways = "，或者 ".join(map(condition_words, tests))
        if ways and all_of_them:
            return voice.pick(
                "无尽",
                (
                    f"{lead}{subject}的循环本身没有尽头，直到 {ways} 才停下。",
                    f"{lead}{subject}一圈圈转下去，直到 {ways}。",
                ),
            )
        if ways:
            return f"{lead}{subject}的循环没有写条件，一条出路是 {ways}。"
        return f"{lead}{subject}一直循环，直到内部主动结束。"
    asked = condition_words(step.condition) if step.condition is not None else "循环条件成立"
    return f"只要 {asked}，{inside}。" if inside else f"只要 {asked}，{subject}就重复这个循环。"


def _inside(point: Point, voice: Voice) -> str:
    least = min((one.depth for one in point.inner), default=0)
    near = [one for one in point.inner if one.depth == least and one.outer in (None, point.steps[0].condition)]
    if not near:
        return ""
    best = max(near, key=lambda one: (one.weight, -one.start))
    if best.weight < 2.0:
        return ""
    told = action_words(best, voice)
    if best.condition is None or best.act in (Act.REPEAT, Act.LADDER, Act.CATCH):
        return told
    words = condition_words(best.condition)
    return "" if "前面的条件" in words else f"若 {words}，就{told}"


def caught(step: Step, voice: Voice) -> str:
    """What becomes of an exception."""
    error = " 或 ".join(code(one.strip()) for one in step.exception.strip("()").split(","))
    act = step.names[0] if step.names else ""
    value = value_words(step.value)
    if step.inner is not None:
        asks = condition_words(step.inner)
        if act == Act.REFUSE.value:
            return f"捕获 {error} 之后先看一眼：若 {asks}，就" + (
                f"改抛 {code(step.target)}。" if step.target else "原样再抛。"
            )
        return f"捕获 {error} 之后怎么办，取决于 {asks} 与否。"
    if step.message == "pass":
        return voice.pick("吞下", (f"{error} 被有意吞下，不留痕迹。", f"万一出现 {error}，这里只当没看见。"))
    if act == Act.REFUSE.value:
        if not step.target:
            return f"{error} 被接住，又原样抛出。"
        if step.target == step.exception:
            return f"{error} 被接住后换一套说辞重新抛出。"
        return voice.pick(
            "改抛",
            (
                f"`try` 里的 {error} 不会传到调用者那里，取而代之的是 {code(step.target)}。",
                f"它把 {error} 换成 {code(step.target)}。",
            ),
        )
    if act == Act.RETURN.value:
        return voice.pick(
            "转圜", (f"出现 {error} 也不算失败，此时返回 {value}。", f"碰上 {error}，就以 {value} 作答。")
        )
    if act == Act.STOP.value:
        return f"一旦出现 {error}，就直接返回。"
    return voice.pick(
        "绕行",
        (f"{error} 会被接住，工作从第 {step.start + 1} 行继续。", f"遇到 {error} 另有去处，见第 {step.start + 1} 行。"),
    )
