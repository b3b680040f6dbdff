"""English for code: values, conditions and steps as phrases. Everything said is what the syntax says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from tasks.offline.prose_voice import Voice, code, join, number
from tasks.offline.report_facts import RaiseFact
from tasks.offline.write_acts import EMPTY, FROM, Act, Step, added_by
from tasks.offline.write_conditions import Condition, Shape, Test, Value, one_of, opposite_of

_COMPARES = re.compile(r"[<>=!]=|[<>] ")
_SIMPLE = {
    Test.NONE: "{left} is `None`",
    Test.NOT_NONE: "{left} is not `None`",
    Test.INSTANCE: "{left} is an instance of {right}",
    Test.NOT_INSTANCE: "{left} is no instance of {right}",
    Test.TRUE: "{left} is true",
    Test.FALSE: "{left} is empty or false",
    Test.EQUAL: "{left} equals {right}",
    Test.NOT_EQUAL: "{left} differs from {right}",
    Test.SAME: "{left} is {right}",
    Test.NOT_SAME: "{left} is not {right}",
    Test.IN: "{left} is in {right}",
    Test.NOT_IN: "{left} is not in {right}",
    Test.CALL: "{left} is true",
    Test.NOT_CALL: "{left} is false",
    Test.FAILS: "{left} fails",
    Test.SUCCEEDS: "{left} succeeds",
    Test.MATCHES: "{left} matches {right}",
    Test.NOT_MATCHES: "{left} does not match {right}",
    Test.TRUTHY: "{left} is truthy",
    Test.FALSY: "{left} is falsy",
    Test.CODE: "{left} is true",
    Test.NOT_CODE: "{left} is false",
    Test.CAUGHT: "{left} was caught",
}


_VERBS = {Test.EQUAL: "equals", Test.MATCHES: "matches", Test.SAME: "is"}


def error_words(fact: RaiseFact) -> str:
    """What a failure ends in: the class of an exception by name, else "an error" or "a panic"."""
    return "an error" if fact.is_returned else "a panic" if fact.is_panic else code(fact.exception)


def condition_words(condition: Condition) -> str:
    """A condition as a clause that can follow "when"."""
    if condition.later:
        return f"the tests above it fail and {condition_words(replace(condition, later=False))}"
    if condition.test is Test.ALL:
        return all_words(condition.parts)
    if condition.test is Test.ANY and (either := one_of(condition)) is not None:
        first, second = (code(part.right) for part in condition.parts)
        return f"{code(either.left)} {_VERBS[either.test]} {first} or {second}"
    if condition.test is Test.ANY:
        return " or ".join(condition_words(part) for part in condition.parts)
    if condition.test is Test.NEITHER:
        return f"no test from line {condition.line} on holds"
    if condition.test is Test.LONG:
        return f"the test in line {condition.line} holds"
    if condition.test is Test.NOT_LONG:
        return f"the test in line {condition.line} fails"
    if condition.test is Test.CAUGHT and not condition.left:
        return "an error was caught"
    if condition.test is Test.CODE and _COMPARES.search(condition.left):
        return code(condition.left)
    return _SIMPLE[condition.test].format(left=code(condition.left), right=code(condition.right))


def all_words(parts: Sequence[Condition]) -> str:
    """Conditions that hold together; one that is asked again, after something has changed, is told as such."""
    said: list[str] = []
    for part in parts:
        words = condition_words(part)
        if part.test is Test.ANY and len(parts) > 1 and not part.later:
            words = f"either {words}"
        asked = (part.test, part.left, part.right)
        before = [one for one in parts[: len(said)] if (one.left, one.right) == asked[1:] and one.left]
        if any(one.test is part.test for one in before):
            words = f"{words} still, in line {part.line}"
        elif any(opposite_of(one).test is part.test for one in before):
            words = f"{words} by line {part.line}"
        said.append(words)
    return " and ".join(said)


def value_words(value: Value) -> str:
    """A value as a noun phrase."""
    fixed = {
        Shape.NOTHING: "`None`",
        Shape.TEXT: "a text",
        Shape.CHOICE: f"one of two values, by the test in line {value.line}",
        Shape.FUNCTION: "a function made on the spot",
        Shape.TEST: "the truth value computed there",
        Shape.LONG: f"the expression of line {value.line}",
        Shape.LIST: f"a list of {value.count}",
        Shape.TUPLE: f"a tuple of {value.count}",
        Shape.SET: f"a set of {value.count}",
        Shape.DICT: f"a dictionary with {value.count} keys" if value.count != 1 else "a dictionary with one key",
        Shape.OBJECT: f"an object with {_properties(value.count)}",
        Shape.SEVERAL: join([value_words(part) for part in value.parts], "and"),
    }
    if value.shape is Shape.CODE:
        return code(value.text)
    if value.shape is Shape.CALL:
        return f"a new {code(value.name)}" if value.makes else f"the result of {code(value.name)}"
    if value.shape is Shape.BUILT:
        return f"a collection built from {code(value.name)}" if value.name else "a collection built on the spot"
    return fixed[value.shape]


def _properties(count: int) -> str:
    return "one property" if count == 1 else f"{count} properties" if count else "no properties"


def action_words(step: Step, voice: Voice) -> str:
    """A step as a verb phrase in the third person; its condition is not part of it."""
    lines = f"lines {step.start}-{step.end}" if step.end > step.start else f"line {step.start}"
    value = value_words(step.value)
    if step.act is Act.REFUSE and step.target:
        return f"gives up through {code(step.target)}" + (f" with the message “{step.message}”" if step.message else "")
    if step.act is Act.REFUSE:
        what = code(step.exception) if step.exception else "the exception again"
        told = f" with the message “{step.message}”" if step.message else ""
        return voice.pick(
            "refuse", (f"{raises_word(step)} {what}{told}", f"gives up with {what}{told.replace(' with', ' and')}")
        )
    if step.act is Act.RETURN:
        return voice.pick("return", (f"returns {value}", f"hands back {value}", f"answers with {value}"))
    if step.act is Act.STOP:
        return voice.pick("stop", ("returns without a value", "returns nothing"))
    if step.act is Act.YIELD and FROM in step.names:
        return f"passes on everything out of {code(step.value.name) if step.value.shape is Shape.CALL else value}"
    if step.act is Act.YIELD:
        return voice.pick("yield", (f"yields {value}", f"hands out {value} and pauses"))
    if step.act is Act.SKIP:
        return "moves on to the next round"
    if step.act is Act.JUMP:
        return f"jumps to {code(step.target)}"
    if step.act is Act.LEAVE:
        return "leaves the loop"
    if step.act is Act.STORE:
        names = join([code(name) for name in step.names[:5]], "and")
        more = f" and {len(step.names) - 5} more" if len(step.names) > 5 else ""
        return voice.pick("store", (f"keeps {names}{more} on the instance", f"stores {names}{more}"))
    if step.act is Act.ASSIGN:
        if step.value.name and step.value.shape is Shape.CODE:
            return voice.pick(
                "assigncall", (f"gets {code(step.target)} from {value}", f"sets {code(step.target)} to {value}")
            )
        return voice.pick(
            "assign", (f"sets {code(step.target)} to {value}", f"computes {code(step.target)} as {value}")
        )
    if step.act is Act.GROW:
        return f"adds {value} to {code(step.target)}"
    if (added := added_by(step)) is not None:
        return f"adds {code(added) if added else 'an entry'} to {code(step.target.rpartition('.')[0])}"
    if step.act is Act.CALL and step.value.shape is Shape.CALL and step.value.parts:
        return voice.pick(
            "hands",
            (f"hands a function to {code(step.target)}", f"calls {code(step.target)} with a function"),
        )
    if step.act is Act.CALL:
        called = value if step.value.shape is Shape.CODE else code(step.target)
        return voice.pick("call", (f"calls {called}", f"runs {called}"))
    if step.act is Act.DEFER:
        late = code(step.target) if step.value.shape is Shape.CALL else value
        return voice.pick("defer", (f"leaves {late} for the moment it returns", f"runs {late} when it returns"))
    if step.act is Act.REMOVE:
        return f"removes {code(step.target)}"
    if step.act is Act.CHECK:
        return f"asserts {value}"
    if step.act is Act.IMPORT:
        return f"imports {join([code(name) for name in step.names], 'and')} only at this moment"
    if step.act is Act.INNER:
        if len(step.names) > 1:
            return f"defines the inner functions {_some(step.names)}"
        return f"defines the inner function {code(step.target)}"
    if step.act is Act.LADDER:
        if step.answers:
            given = [f"{code(answer)} for {code(case)}" for case, answer in step.answers]
            rest = f" and so on for {number(step.count - len(given))} more" if step.count > len(given) else ""
            told = ", ".join(given) + rest if rest else join(given, "and")
            return f"answers by {code(step.target)}: {told}"
        if step.target and step.names:
            cases = f"{number(step.count)} cases of {code(step.target)} apart: {_some(step.names)}"
            return voice.pick("cases", (f"tells {cases}", f"keeps {cases}"))
        span = f", {code(step.names[0])} first" if step.names and step.names[0] else ""
        return voice.pick(
            "ladder",
            (f"tells {number(step.count)} cases apart{span}", f"tries {number(step.count)} tests in turn{span}"),
        )
    if step.act is Act.LOOP:
        taken = f" as {code(step.target)}" if step.target else ""
        return voice.pick("loop", (f"goes through {value}{taken}", f"loops over {value}{taken}"))
    if step.act is Act.REPEAT:
        asked = condition_words(step.condition) if step.condition is not None else "its test holds"
        return f"runs a loop of its own as long as {asked}"
    if step.act is Act.ENDLESS:
        return f"loops in {lines} {ended_by(step)}"
    if step.act is Act.HOLD:
        held = join([code(name) for name in step.names], "and") or "a context manager"
        return f"does the work of {lines} inside {held}"
    if step.act is Act.CATCH:
        return _caught(step, value, voice)
    if step.act is Act.CLEANUP:
        calls = f", calling {join([code(name) for name in step.names], 'and')}" if step.names else ""
        return f"runs {lines} in any case{calls}"
    if step.act is Act.FIELDS:
        if step.count < len(step.names):
            return f"declares, among others, {join([code(name) for name in step.names[:5]], 'and')}"
        return f"declares {_some(step.names)}"
    if step.act is Act.METHODS:
        return f"defines {_some(step.names)}"
    span = f", from {code(step.names[0])} to {code(step.names[-1])}" if len(step.names) == 2 else ""
    return f"fills {code(step.target)} with {step.count} entries{span}"


def raises_word(step: Step) -> str:
    """What a function does with an error, in the word of its language."""
    return "throws" if step.throws or (step.then is not None and step.then.throws) else "raises"


def ended_by(step: Step) -> str:
    """By which lines an endless loop is left."""
    if not step.exits:
        return "until something from outside ends it"
    lines = join([str(line) for line in step.exits[:4]], "or")
    return (
        f"until line {lines} ends it" if len(step.exits) <= 4 else f"until one of its {len(step.exits)} exits is taken"
    )


def _some(names: tuple[str, ...]) -> str:
    shown = [code(name) for name in names[:5]]
    return join(shown, "and") if len(names) <= 5 else f"{', '.join(shown)} and {len(names) - 5} more"


def _caught(step: Step, value: str, voice: Voice) -> str:
    caught = code(step.exception) if step.exception else "any error"
    if step.inner is not None:
        caught += f" and, if {condition_words(step.inner)},"
        caught = caught.removesuffix(",") + ","
        act = step.names[0] if step.names else ""
        if act == Act.REFUSE.value:
            return f"catches {caught} {raises_word(step)} {code(step.target) if step.target else 'it again'}"
        return f"catches {caught} goes on in line {step.start + 1}"
    act = step.names[0] if step.names else ""
    if step.message in ("pass", EMPTY):
        return voice.pick("pass", (f"catches {caught} and lets it pass", f"ignores {caught}"))
    if act == Act.REFUSE.value:
        again = f"turns it into {code(step.target)}" if step.target else f"{raises_word(step)} it again"
        again = (
            f"{raises_word(step)} a new {code(step.target)} in its place" if step.target == step.exception else again
        )
        return f"catches {caught} and {again}"
    if act == Act.RETURN.value:
        return f"answers {caught} with {value}"
    if act == Act.STOP.value:
        return f"catches {caught} and returns"
    if step.then is not None:
        return f"catches {caught} and {action_words(step.then, voice)}"
    return f"catches {caught} and carries on in line {step.start + 1}"
