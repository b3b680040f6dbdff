"""English for what comes back in the end."""

from __future__ import annotations

from tasks.offline.prose_en_code import value_words
from tasks.offline.prose_voice import Voice, code
from tasks.offline.write_acts import Act, Step
from tasks.offline.write_conditions import Shape
from tasks.offline.write_points import ITSELF, Move, Point


def result(step: Step, made: Step | None, before: Point | None, subject: str, voice: Voice, *, sure: bool) -> str:
    """What comes back in the end; `sure`: every other way out of the call has been told."""
    if step.value.text in ITSELF:
        myself = code(step.value.text)
        return f"{subject} returns {myself}, so calls chain." if before else f"{subject} returns the object itself."
    value = _made_before(step) or value_words(step.value)
    if made is not None:
        value = f"sets {code(made.target)} to {value_words(made.value)} and returns it"
        return f"{'otherwise it' if before is not None and _leaves(before, step) else subject} {value}."
    if before is not None and _leaves(before, step) and step.act is Act.RETURN:
        return voice.pick(
            "else",
            (
                f"otherwise the caller gets {value}.",
                f"in every other case {value} comes back.",
                f"past that, the result is {value}.",
            ),
        )
    if subject != "it":
        return voice.pick(
            "result",
            (
                f"{subject} answers with {value}.",
                f"{subject} returns {value}.",
                f"what {subject} gives back is {value}.",
            ),
        )
    if not sure:
        return voice.pick(
            "resultlast",
            (f"at its end stands {value} as the answer.", f"a call that gets to the end returns {value}."),
        )
    return voice.pick(
        "resultit", (f"what comes back is {value}.", f"the caller gets {value}.", f"in the end it returns {value}.")
    )


def _leaves(before: Point, step: Step) -> bool:
    return before.move in (Move.EARLY, Move.REFUSAL) and before.steps[0].within == step.within


def _made_before(step: Step) -> str:
    """A value that an earlier call made, "" for any other."""
    if not step.target or step.value.shape is not Shape.CODE or not step.value.name:
        return ""
    return f"the new {code(step.value.name)}" if step.value.makes else f"the result of {value_words(step.value)}"
