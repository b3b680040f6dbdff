"""English for the points of quoted lines: what decides, what fails, what comes back."""

from __future__ import annotations

from dataclasses import replace

from tasks.offline.prose_en_code import action_words, all_words, condition_words, raises_word, value_words
from tasks.offline.prose_en_docs import clause_of, plain_comment
from tasks.offline.prose_en_loops import caught, looped
from tasks.offline.prose_en_results import result
from tasks.offline.prose_voice import Voice, code, join, upper_first
from tasks.offline.write_acts import FROM, Act
from tasks.offline.write_conditions import Shape, Test
from tasks.offline.write_loops import all_parts
from tasks.offline.write_point_choice import MOST, chosen_points, nothing_untold, set_before
from tasks.offline.write_points import Move, Point, field_of, is_making, points_of
from tasks.offline.write_speakers import Speaker, name_of, speaker_of
from tasks.offline.write_stops import Stop

_REST = ("in all other cases", "in every other case", "for whatever is left")
"""By the line as well, so that short arms of many chapters do not read alike."""
_STARTERS = ("when", "if", "once")
"""How a condition begins, so that no three sentences in a row start alike."""


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
        if sentence:
            said.append(upper_first(_placed(sentence, subject, point)))
            said += _reason(point, voice)
        before = point
    return said


def _subject(stop: Stop, point: Point, before: Point | None) -> str:
    speaker = speaker_of(point, before)
    name = name_of(speaker, stop, point)
    return {
        Speaker.SAME: "it",
        Speaker.WHOLE: code(name) if name else "the code",
        Speaker.METHOD: code(name),
        Speaker.CONSTRUCTOR: "the constructor",
        Speaker.HANDED: f"the function handed to {code(name)}",
        Speaker.RETURNED: f"the function that {code(name)} returns" if name else "the function returned",
    }[speaker]


def _placed(sentence: str, subject: str, point: Point) -> str:
    """The sentence, with the method whose lines it tells where it would not name it: a class quotes many."""
    if not point.steps[0].within or subject == "it" or subject in sentence:
        return sentence
    return f"in {subject}, {sentence}"


def _told(point: Point, before: Point | None, subject: str, voice: Voice, turn: int) -> str:
    step = point.step
    test = _test(point, before, turn)
    value = value_words(step.value)
    if point.move is Move.REFUSAL:
        return _refusal(point, test, subject, voice)
    if point.move is Move.EARLY:
        if step.act is Act.STOP or step.value.shape is Shape.NOTHING:
            what = "without a value" if step.act is Act.STOP else "with `None`"
            return voice.pick(
                "earlystop",
                (
                    f"{test}, {subject} returns {what}.",
                    f"{test}, {subject} stops there, {what}.",
                )
                if step is point.steps[0]
                else (f"{test}, {subject} {_deeds(point, voice)}.",),
            )
        if len(point.steps) > 1:
            return f"{test}, {subject} {_deeds(point, voice)}."
        return voice.pick(
            "early",
            (
                f"{test}, {value} comes back at once.",
                f"{test}, {subject} answers with {value} and looks no further.",
                f"{test}, the answer is {value}.",
                f"{test}, {subject} returns {value}.",
            ),
        )
    if point.move is Move.YIELDS and FROM in step.names:
        return f"{test + ', ' if test else ''}{subject} {action_words(step, voice)}."
    if point.move is Move.YIELDS:
        lead = f"{test}, " if test else ""
        return voice.pick(
            "yield",
            (f"{lead}{subject} hands out {value} and waits for the next request.", f"{lead}{subject} yields {value}."),
        )
    if point.move in (Move.ROUND, Move.WHILE):
        return looped(point, test, subject, voice)
    if point.move is Move.CAUGHT:
        told = caught(step, voice, subject)
        return f"{test}, {told}" if test and told else told
    if point.move is Move.ALWAYS:
        calls = join([code(name) for name in step.names], "and")
        return (
            f"Whatever happened before, {calls} still {'run' if len(step.names) > 1 else 'runs'}."
            if calls
            else "What stands last runs in any case."
        )
    if point.move is Move.BUILT:
        return _built(point, subject)
    if point.move is Move.HANDED:
        return _handed(point, subject, voice)
    lead = f"{test}, " if test else ""
    return f"{lead}{subject} {_deeds(point, voice)}."


def _test(point: Point, before: Point | None, turn: int) -> str:
    """The condition of a point as the start of a sentence, "" for none."""
    first = point.steps[0]
    mine = first.condition
    if mine is None:
        return ""
    starter = _STARTERS[turn % len(_STARTERS)]
    told = before.steps[0] if before is not None else None
    near = told is not None and told.condition is not None and told.depth == first.depth
    last = before.steps[-1].end if before is not None else 0
    chained = first.otherwise and near and 0 <= first.start - last <= 3 and first.outer is None
    left = first.otherwise and told is not None and told.act is Act.LADDER and told.depth == first.depth
    if (chained or left) and mine.test is Test.NEITHER:
        return "when none of these tests holds here" if first.preempted else _REST[(turn + first.start) % len(_REST)]
    if chained and told is not None and told.condition is not None:
        other = told.condition
        if (mine.left, mine.right) == (other.left, other.right) and mine.test is not other.test:
            return "otherwise"
        return f"failing that, when {condition_words(replace(mine, later=False))}"
    if first.past:
        inner = told is not None and told.outer == mine and told.condition is not None and first.outer is None
        if inner and len(mine.parts) == 0:
            return "if only the first of these holds"
        words = all_words([*all_parts(first.outer), mine])
        return f"{starter} {words} and nothing under that test ends the call first"
    return f"{starter} {all_words([*all_parts(first.outer), mine])}"


def _deeds(point: Point, voice: Voice) -> str:
    steps = [step for step in point.steps if step.act is not Act.ASSIGN] or list(point.steps)
    return join([action_words(one, voice) for one in steps[:3]], "and")


def _refusal(point: Point, test: str, subject: str, voice: Voice) -> str:
    step = point.step
    told = f", with the message “{step.message}”" if step.message else ""
    if step.target and not test and subject == "it":
        return f"whatever is left ends in {code(step.target)}{told}."
    if step.target:
        return f"{test + ', ' if test else ''}{subject} gives up through {code(step.target)}{told}."
    error = code(step.exception) if step.exception else "the exception again"
    raises = raises_word(step)
    first = next((one for one in point.steps if one.act is Act.CALL), None)
    if first is not None and first is not step:
        return f"{test + ', ' if test else ''}{subject} {action_words(first, voice)} and then {raises} {error}{told}."
    if not test:
        ways = (
            f"{subject} ends by {'throwing' if step.throws else 'raising'} {error}{told}.",
            f"what is left ends in {error}{told}.",
        )
        return voice.pick("refuse", ways) if subject == "it" else f"{subject} {raises} {error}{told}."
    return voice.pick(
        "refusewhen",
        (
            f"{test}, {subject} refuses and {raises} {error}{told}.",
            f"{test}, the call fails: {error}{told}.",
            f"{test}, {subject} gives up with {error}{told}.",
            f"{test}, the way ends in {error}{told}.",
        ),
    )


def _built(point: Point, subject: str) -> str:
    kept = [name for step in point.steps if step.act is Act.STORE for name in step.names]
    made = [field_of(step) for step in point.steps if step.act is Act.ASSIGN]
    parts = [f"keeps {_few(kept)} as given"] if kept else []
    if len(made) == 1 and point.steps[-1].act is Act.ASSIGN:
        parts += [f"sets {code(made[0])} to {value_words(point.steps[-1].value)}"]
    elif made:
        parts += [f"{'prepares' if is_making(point, subject.strip('`')) else 'sets'} {_few(made)}"]
    return f"{subject} {join(parts, 'and')}."


def _few(names: list[str]) -> str:
    shown = [code(name) for name in names[:3]]
    return join(shown, "and") if len(names) <= 3 else f"{', '.join(shown)} and {len(names) - 3} more"


def _handed(point: Point, subject: str, voice: Voice) -> str:
    assert point.callee is not None
    name = code(point.callee.name)
    told = clause_of(point.callee, limit=110)
    if told is not None and told.kind == "verb" and voice.once(f"purpose:{point.callee.name}"):
        return voice.pick(
            "handed",
            (f"{subject} relies on {name}, which {told.text}.", f"part of the work is left to {name}: it {told.text}."),
        )
    return voice.pick("handedon", (f"{subject} calls {name} on the way.", f"{subject} makes use of {name}."))


def _reason(point: Point, voice: Voice) -> list[str]:
    if point.remark is None or not voice.once(f"remark:{point.remark.path}:{point.remark.line}"):
        return []
    text = plain_comment(point.remark.text)
    said = voice.sparing(
        "comment",
        (
            f"The comment above it says why: “{text}.”",
            f"Why? “{text},” says line {point.remark.line}.",
            f"The authors left a note there: “{text}.”",
            f"“{text},” in the words of the comment.",
        ),
    )
    return [said] if said else []
