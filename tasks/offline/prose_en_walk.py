"""English for the walk through quoted lines, statement by statement."""

from __future__ import annotations

from tasks.offline.prose_en_code import action_words, condition_words
from tasks.offline.prose_voice import Voice, code, join, upper_first
from tasks.offline.write_acts import Act, Step, choose_steps, grouped
from tasks.offline.write_conditions import Test
from tasks.offline.write_stops import Stop


def walk(stop: Stop, voice: Voice, most: int) -> list[str]:
    """The quoted lines in words, in their order."""
    groups = grouped(choose_steps(stop.steps, most), room=220)
    said: list[str] = []
    previous: Step | None = None
    for position, group in enumerate(groups):
        last = position == len(groups) - 1
        said.append(_sentence(stop, group, previous, voice, first=position == 0, last=last))
        previous = group[-1]
    return said


def _sentence(stop: Stop, group: list[Step], previous: Step | None, voice: Voice, *, first: bool, last: bool) -> str:
    step = group[0]
    deed = join([action_words(one, voice) for one in group], "and")
    subject = _subject(stop, step, previous, voice, first=first)
    if step.act is Act.REPEAT and step.condition is not None:
        return upper_first(f"{subject} {deed} as long as {condition_words(step.condition)}.")
    if step.within and not first and step.condition is None and (previous is None or previous.within != step.within):
        return f"{upper_first(subject)} {deed}."
    if step.act is Act.METHODS and not first:
        return f"It {deed}."
    if step.condition is not None:
        return _conditional(step, previous, subject, deed, voice)
    new_loop = (
        previous is not None and previous.act in (Act.LOOP, Act.REPEAT, Act.ENDLESS) and step.depth > previous.depth
    )
    if new_loop:
        return voice.pick("inside", (f"Inside the loop, {subject} {deed}.", f"On each pass {subject} {deed}."))
    if step.act in (Act.FIELDS, Act.METHODS):
        return f"{upper_first(subject)} {deed}."
    if step.act in (Act.LOOP, Act.CATCH, Act.LADDER, Act.HOLD) or first:
        return voice.pick(
            "plainfirst", (f"{upper_first(subject)} {deed}.", f"In line {step.start}, {subject} {deed}.")
        )
    if last:
        return voice.pick(
            "last",
            (
                f"Finally {subject} {deed}.",
                f"At the end {subject} {deed}.",
                f"Line {group[-1].start} closes it: {subject} {deed}.",
            ),
        )
    return voice.pick(
        "then",
        (
            f"Then {subject} {deed}.",
            f"Next, {subject} {deed}.",
            f"{upper_first(subject)} {deed}.",
            f"After that {subject} {deed}.",
        ),
    )


def _subject(stop: Stop, step: Step, previous: Step | None, voice: Voice, *, first: bool) -> str:
    if step.act in (Act.FIELDS, Act.METHODS):
        return "the class" if not first else code(stop.symbol.short)
    if step.within and (previous is None or previous.within != step.within):
        return code(step.within)
    if first:
        return code(stop.symbol.short) if stop.symbol.name else "the code"
    return "it"


def _conditional(step: Step, previous: Step | None, subject: str, deed: str, voice: Voice) -> str:
    assert step.condition is not None
    test = condition_words(step.condition)
    chained = step.otherwise and previous is not None and previous.condition is not None
    if previous is not None and previous.condition is not None and step.depth > previous.depth and not step.otherwise:
        return f"In that case, if {test}, {subject} {deed}."
    if chained and previous is not None and previous.depth == step.depth and 0 <= step.start - previous.end <= 3:
        if previous.act is Act.LADDER:
            return f"If none of them fits, {subject} {deed}."
        opposite = step.condition.left == previous.condition.left if previous.condition else False
        if opposite or "none of these" in test:
            return voice.pick("otherwise", (f"Otherwise {subject} {deed}.", f"If not, {subject} {deed}."))
        return f"Otherwise, when {test}, {subject} {deed}."
    if step.condition.test in (Test.LONG, Test.NOT_LONG):
        return f"If {test}, {subject} {deed}."
    if "none of these" in test:
        return f"If none of the cases fits, {subject} {deed}."
    return voice.pick(
        "condition",
        (
            f"When {test}, {subject} {deed}.",
            f"If {test}, {subject} {deed}.",
            f"{upper_first(subject)} {deed} when {test}.",
            f"Line {step.condition.line} tests whether {test}; if so, {subject} {deed}.",
            f"Once {test}, {subject} {deed}.",
        ),
    )
