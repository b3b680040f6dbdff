"""What quoted lines of any other language visibly do: returns, throws, loops, tests, by the look of a line.

Nothing is inferred: a step repeats what one line says, so it is true even where the grammar is unknown.
"""

from __future__ import annotations

import re

from tasks.offline.report_facts import Quote
from tasks.offline.write_acts import Act, Step
from tasks.offline.write_conditions import SHORT, Condition, Shape, Test, Value
from tasks.offline.write_steps import python_steps

_COMMENT = re.compile(r"^\s*(?://|#(?!include)|\*|/\*|--|;|%)")
_IF = re.compile(
    r"^\s*(?:\}\s*)?(?P<other>else\s+)?if\s*(?:let\b)?\s*\(?(?P<test>.+?)\)?\s*(?:\{|then|:)?\s*(?P<rest>return\b.*|throw\b.*)?$"
)
_LOOP = re.compile(r"^\s*for\s*(?:await\s*)?\(?\s*(?P<head>.+?)\)?\s*(?:\{|do|:)?\s*$")
_WHILE = re.compile(r"^\s*while\s*\(?(?P<test>.+?)\)?\s*(?:\{|do|:)?\s*$")
_RETURN = re.compile(r"^\s*return\b\s*(?P<value>.*?);?\s*$")
_THROW = re.compile(
    r"^\s*(?:throw\s+(?:new\s+)?|raise\s+)(?P<what>[A-Za-z_][\w.]*)?.*?(?:[\"'`](?P<message>[^\"'`]{4,90})[\"'`].*)?$"
)
_ASSIGN = re.compile(
    r"^\s*(?:const|let|var|auto|local|my|val|final|static)?\s*(?P<target>[A-Za-z_$][\w$.]*)\s*(?::=|=)(?![=>])\s*"
    r"(?P<value>[^=].*?);?\s*$"
)
_CALL = re.compile(r"^\s*(?:await\s+)?(?P<name>[A-Za-z_$][\w$.:]*(?:->\w+)?)\s*\((?P<rest>.*)\);?\s*$")
_NOT_CALLS_WORDS = """
if for while switch return function catch sizeof with elif match func fn def
"""
_NOT_CALLS = frozenset(_NOT_CALLS_WORDS.split())


def steps_of(quote: Quote, kind: str) -> tuple[Step, ...]:
    """The steps of a quote in its language; `kind` is that of the definition it belongs to."""
    if quote.language == "python":
        return python_steps(quote, of_class=kind == "class")
    return tuple(_plain(quote))


def _plain(quote: Quote) -> list[Step]:
    found: list[Step] = []
    test: Condition | None = None
    tested_in = 0
    for position, line in enumerate(quote.text.split("\n")):
        number = quote.start + position
        if not line.strip() or _COMMENT.match(line) or position == 0:
            continue
        held = test if number - tested_in == 1 else None
        test = None
        if condition := _IF.match(line):
            text = condition["test"].strip().rstrip("{( ").strip()
            balanced = text.count("(") - text.count(")")
            test = Condition(Test.CODE if 0 < len(text) <= SHORT and not balanced else Test.LONG, text, line=number)
            tested_in = number
            if condition["rest"] and (step := _statement(condition["rest"], number)):
                found.append(_with(step, test))
                test = None
            continue
        if step := _statement(line, number):
            found.append(_with(step, held) if held else step)
    return found


def _with(step: Step, condition: Condition) -> Step:
    return Step(
        step.act, step.start, step.end, condition=condition, target=step.target, value=step.value,
        exception=step.exception, message=step.message, names=step.names,
    )  # fmt: skip


def _statement(line: str, number: int) -> Step | None:
    text = line.strip().rstrip(";")
    if match := _LOOP.match(line):
        head = match["head"].strip()
        return Step(Act.LOOP, number, number, value=_code(head, number)) if len(head) <= SHORT else None
    if match := _WHILE.match(line):
        return Step(Act.REPEAT, number, number, condition=Condition(Test.CODE, match["test"].strip(), line=number))
    if text in ("break", "continue"):
        return Step(Act.LEAVE if text == "break" else Act.SKIP, number, number)
    if re.match(r"\s*(throw|raise)\b", line) and (match := _THROW.match(line)):
        return Step(Act.REFUSE, number, number, exception=match["what"] or "", message=match["message"] or "")
    if match := _RETURN.match(line):
        value = match["value"].strip()
        return (
            Step(Act.RETURN, number, number, value=_code(value, number)) if value else Step(Act.STOP, number, number)
        )
    if (match := _CALL.match(line)) and match["name"] not in _NOT_CALLS:
        return Step(Act.CALL, number, number, target=match["name"], value=_code(text, number, match["name"]))
    if match := _ASSIGN.match(line):
        value = match["value"].strip()
        if value.endswith(("{", "(", "[", "=>", ",", "|", "&&", "||", "+")):
            return None
        return Step(Act.ASSIGN, number, number, target=match["target"], value=_code(value, number))
    return None


def _code(text: str, line: int, name: str = "") -> Value:
    clean = " ".join(text.split())
    if len(clean) <= SHORT and "`" not in clean and clean.count("(") == clean.count(")") and not clean.endswith("{"):
        return Value(Shape.CODE, clean, name, line=line)
    called = re.match(r"(?:new\s+|await\s+)?([A-Za-z_$][\w$.:]*)\s*\(", clean)
    return Value(Shape.CALL, name=called[1], line=line) if called else Value(Shape.LONG, line=line)
