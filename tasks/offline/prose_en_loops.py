"""English for loops and for caught exceptions."""

from __future__ import annotations

from tasks.offline.prose_en_code import action_words, condition_words, value_words
from tasks.offline.prose_voice import Voice, code, join
from tasks.offline.write_acts import Act, Step
from tasks.offline.write_points import Point, ways_out


def looped(point: Point, test: str, subject: str, voice: Voice) -> str:
    """A loop with the most telling step inside it."""
    step = point.steps[0]
    lead = f"{test}, " if test and step.act is not Act.REPEAT else ""
    inside = _inside(point, voice)
    if step.act is Act.LOOP:
        over = f"{value_words(step.value)}" + (f" as {code(step.target)}" if step.target else "")
        if not inside:
            return f"{lead}{subject} goes through {over}."
        return voice.pick(
            "loop",
            (
                f"{lead}{subject} goes through {over}; each time {inside}.",
                f"{lead}{subject} walks over {over}, and {inside}.",
                f"{lead}for every item of {over}, {inside}.",
            ),
        )
    if step.act is Act.ENDLESS:
        tests, all_of_them = ways_out(point)
        ways = " or when ".join(map(condition_words, tests))
        if ways and all_of_them:
            return voice.pick(
                "endless",
                (
                    f"{lead}the loop has no end of its own; it stops when {ways}.",
                    f"{lead}{subject} goes round and round until {ways}.",
                ),
            )
        if ways:
            return f"{lead}{subject} loops without a test of its own; one way out opens when {ways}."
        return f"{lead}{subject} loops until something inside the loop ends it."
    asked = condition_words(step.condition) if step.condition is not None else "the test of the loop holds"
    return f"as long as {asked}, {inside}." if inside else f"{subject} repeats its loop as long as {asked}."


def _inside(point: Point, voice: Voice) -> str:
    """The step inside a loop that says most, with its test."""
    least = min((one.depth for one in point.inner), default=0)
    near = [one for one in point.inner if one.depth == least and one.outer in (None, point.steps[0].condition)]
    if not near:
        return ""
    best = max(near, key=lambda one: (one.weight, -one.start))
    if best.weight < 2.0:
        return ""
    deed = f"it {action_words(best, voice)}"
    if best.act is Act.CATCH:
        return deed
    if best.condition is None or best.act in (Act.REPEAT, Act.LADDER):
        return deed
    words = condition_words(best.condition)
    if best.condition.line == 0 or "test in line" in words or "none of these" in words:
        return f"{deed} where the test in line {best.start} allows it" if "none" not in words else ""
    return f"{deed} when {words}"


def caught(step: Step, voice: Voice) -> str:
    """What becomes of an exception."""
    error = join([code(one.strip()) for one in step.exception.strip("()").split(",")], "or")
    act = step.names[0] if step.names else ""
    value = value_words(step.value)
    if step.inner is not None:
        asks = condition_words(step.inner)
        if act == Act.REFUSE.value:
            again = f"{code(step.target)} leaves in its place" if step.target else "it goes on to the caller"
            return voice.pick(
                "looked",
                (
                    f"not every {error} is treated alike: if {asks}, {again}.",
                    f"a {error} is caught, but if {asks}, {again}.",
                    f"when {error} comes up and {asks}, {again}.",
                ),
            )
        return f"a {error} is caught, and what follows depends on whether {asks}."
    if step.message == "pass":
        return voice.pick(
            "pass",
            (
                f"{error} is swallowed on purpose: the `except` holds nothing but `pass`.",
                f"should {error} come up, it is passed over in silence.",
            ),
        )
    if act == Act.REFUSE.value:
        if not step.target:
            return f"{error} is caught only to be raised again."
        if step.target == step.exception:
            return f"{error} is caught and raised anew, with other words."
        return voice.pick(
            "turned",
            (
                f"{error} from the `try` does not reach the caller: {code(step.target)} takes its place.",
                f"out of {error} it makes {code(step.target)}.",
            ),
        )
    if act == Act.RETURN.value:
        return voice.pick(
            "rescued",
            (f"{error} is no failure here: the answer is then {value}.", f"when {error} occurs, {value} comes back."),
        )
    if act == Act.STOP.value:
        return f"{error} ends the call without a value."
    return voice.pick(
        "handled",
        (
            f"{error} is caught, and the work goes on in line {step.start + 1}.",
            f"for {error} there is a way round, from line {step.start + 1} on.",
        ),
    )
