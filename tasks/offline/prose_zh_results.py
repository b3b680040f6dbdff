"""Chinese for what comes back in the end."""

from __future__ import annotations

from tasks.offline.prose_voice import Voice, code
from tasks.offline.prose_zh_code import value_words
from tasks.offline.write_acts import Step
from tasks.offline.write_conditions import Shape
from tasks.offline.write_points import ITSELF, Move, Point


def result(step: Step, made: Step | None, before: Point | None, subject: str, voice: Voice, *, sure: bool) -> str:
    """What comes back in the end; `sure`: every other way out of the call has been told."""
    if step.value.text in ITSELF:
        return f"{subject or '最后'}返回对象自身。"
    value = value_words(step.value)
    if step.target and step.value.name and step.value.shape is Shape.CODE:
        value = f"新建的 {code(step.value.name)}" if step.value.makes else f"{value} 的结果"
    early = before is not None and before.move in (Move.EARLY, Move.REFUSAL) and before.steps[0].within == step.within
    if made is not None:
        return f"{'否则' if early else subject}把 {code(made.target)} 设为 {value_words(made.value)}，再返回它。"
    if early:
        return voice.pick(
            "余下", (f"除此之外，返回的是 {value}。", f"过了这一关，结果就是 {value}。", f"其他情形一律返回 {value}。")
        )
    if subject:
        return voice.pick("结果", (f"{subject}返回 {value}。", f"{subject}给出的是 {value}。"))
    if not sure:
        return voice.pick("末果", (f"走到最后，返回 {value}。", f"能走到末尾的调用得到 {value}。"))
    return voice.pick("终果", (f"交到调用者手里的是 {value}。", f"最终返回 {value}。", f"得到的结果是 {value}。"))
