"""English for loops and for caught exceptions."""

from __future__ import annotations

import re

from tasks.offline.prose_en_code import action_words, all_words, condition_words, ended_by, raises_word, value_words
from tasks.offline.prose_voice import Voice, code, join
from tasks.offline.write_acts import EMPTY, Act, Step
from tasks.offline.write_conditions import Shape, Test
from tasks.offline.write_loops import Deed, deeds_of_round, last_arm, ways_out
from tasks.offline.write_points import Point


def looped(point: Point, test: str, subject: str, voice: Voice) -> str:
    """A loop with the most telling steps of a round."""
    step = point.steps[0]
    if step.act is Act.REPEAT:
        test = f"when {condition_words(step.outer)}" if step.outer is not None else ""
    lead = f"{test}, " if test else ""
    inside = _inside(point, voice)
    if step.act is Act.LOOP:
        over = f"{value_words(step.value)}" + (f" as {code(step.target)}" if step.target else "")
        if not inside:
            return f"{lead}{subject} goes through {over}."
        ways = [f"{lead}{subject} goes through {over}; each time it {inside}."]
        if subject == "it" and step.target and step.value.shape is Shape.CODE:
            ways.append(f"{lead}for each {code(step.target)} in {value_words(step.value)} it {inside}.")
        else:
            ways.append(f"{lead}{subject} takes up {over}, one after the other; on each round it {inside}.")
        return voice.pick("loop", ways)
    if step.act is Act.ENDLESS:
        return _endless(point, lead, subject, inside, voice)
    asked = condition_words(step.condition) if step.condition is not None else "the test of the loop holds"
    if inside:
        return f"{lead}as long as {asked}, {subject} {inside}."
    return f"{lead}{subject} repeats its loop as long as {asked}."


def _endless(point: Point, lead: str, subject: str, inside: str, voice: Voice) -> str:
    tests, all_of_them = ways_out(point)
    told = [
        "none of the tests inside holds" if last_arm(one) else condition_words(one) for one in tests if one is not None
    ]
    ways = " or when ".join(dict.fromkeys(told))
    if ways and all_of_them:
        deed = f"; until then it {inside}" if inside and not inside.startswith("leaves the loop") else ""
        return voice.pick(
            "endless",
            (
                f"{lead}the loop has no end of its own; it stops when {ways}{deed}.",
                f"{lead}{subject} goes round and round until {ways.replace(' or when ', ' or until ')}{deed}.",
            ),
        )
    if ways:
        return f"{lead}{subject} loops without a test of its own; one way out opens when {ways}."
    deed = f"; each round {inside}" if inside else ""
    return f"{lead}{subject} loops {ended_by(point.steps[0])}{deed}."


def _inside(point: Point, voice: Voice) -> str:
    """The deeds of a round as verb phrases, each with its tests."""
    told: list[str] = []
    before: Deed | None = None
    for deed in deeds_of_round(point):
        words = action_words(deed.step, voice)
        if deed.tests:
            last = deed.tests[-1]
            rest = before is not None and before.step.act is Act.LADDER and last.test is Test.NEITHER
            shared = before is not None and before.tests == deed.tests
            words += "" if shared else " in all other cases" if rest else f" when {all_words(deed.tests)}"
        elif deed.late:
            skip = before is not None and before.tests and before.step.act in (Act.SKIP, Act.LEAVE)
            words = f"otherwise {words}" if skip else f"{words}, unless an earlier test ends the round"
        told.append(words)
        before = deed
    return join(told, "and") if len(told) < 2 or "," not in told[0] else f"{told[0]}; then it {told[1]}"


def caught(step: Step, voice: Voice, subject: str = "it") -> str:
    """What becomes of an exception."""
    named = re.split(r"\s*[,|]\s*", step.exception.strip("()"))
    error = join([code(one) for one in named], "or") if step.exception else "an error"
    act = step.names[0] if step.names else ""
    value = value_words(step.value)
    if step.inner is not None:
        asks = condition_words(step.inner)
        if act == Act.REFUSE.value and not (step.then is not None and step.then.target):
            again = f"{code(step.target)} leaves in its place" if step.target else "it goes on to the caller"
            return voice.pick(
                "looked",
                (
                    f"{error} is not always treated alike: if {asks}, {again}.",
                    f"{error} is caught, but if {asks}, {again}.",
                    f"when {error} comes up and {asks}, {again}.",
                ),
            )
        return f"{error} is caught, and what follows depends on whether {asks}."
    if step.message == EMPTY:
        return voice.pick(
            "empty",
            (
                f"line {step.start} swallows {error}: its block is empty.",
                f"{error} is passed over in silence.",
            ),
        )
    if step.message == "pass":
        return voice.pick(
            "pass",
            (
                f"line {step.start} swallows {error} on purpose: the `except` holds nothing but `pass`.",
                f"{error} is passed over in silence.",
            ),
        )
    if act == Act.REFUSE.value and step.then is not None and step.then.target:
        return f"after {error} {subject} {action_words(step.then, voice)}."
    if act == Act.REFUSE.value:
        raised = "thrown" if raises_word(step) == "throws" else "raised"
        if not step.target:
            return f"{error} is caught and {raised} again."
        if step.target == step.exception:
            return f"{error} is {raised} anew, with other words."
        return voice.pick(
            "turned",
            (
                f"line {step.start} turns {error} into {code(step.target)}, and that is what the caller sees.",
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
    if step.then is None:
        return f"{error} is caught in line {step.start}."
    deed = action_words(step.then, voice)
    return voice.pick("handled", (f"should {error} come up, {subject} {deed}.", f"after {error} {subject} {deed}."))
