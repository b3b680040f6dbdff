"""Heads of loops and tests in languages that are read line by line: what is gone through, what is asked."""

from __future__ import annotations

import re

from tasks.offline.write_acts import Act, Step
from tasks.offline.write_conditions import SHORT, Condition, Shape, Test, Value

_NAME = r"[A-Za-z_$][\w$]*"
_RANGE = re.compile(rf"(?:(?P<taken>{_NAME}(?:\s*,\s*{_NAME})?)\s*:?=\s*)?range\s+(?P<over>.+)$")
_EACH = re.compile(
    r"(?:(?:const|let|var|auto|final|local|val)\s+)?(?:[\w.:]+(?:<[^;=]*>)?[\[\]*&?]*\s+)?"
    rf"(?P<taken>\$?{_NAME}|[\[{{(][\w$, ]+[\]}})])"
    r"\s*(?:\bof\b|\bin\b|:)\s*(?P<over>.+)$"
)
_AS = re.compile(rf"(?P<over>\$?[\w$>\-.()]+)\s+as\s+(?:\$\w+\s*=>\s*)?(?P<taken>\$?{_NAME})$")
_CHECKED_ERROR = re.compile(
    rf"(?:{_NAME}\s*,\s*)*(?P<error>{_NAME})\s*:?=\s*(?P<call>[\w.]+)\(.*\)\s*;\s*(?P=error)\s*!=\s*nil$"
)


def loop_of(head: str, line: int) -> Step | None:
    """A `for` as a step: over a collection, or as long as a test holds; None where its head says too little."""
    head = _balanced(head)
    for pattern in (_RANGE, _AS, _EACH):
        if (match := pattern.match(head)) and ";" not in head:
            over = match["over"].strip()
            if len(over) > SHORT or "`" in over or over.count("(") != over.count(")"):
                return None
            return Step(Act.LOOP, line, line, target=_taken(match["taken"]), value=Value(Shape.CODE, over, line=line))
    parts = [part.strip() for part in head.split(";")]
    test = parts[1] if len(parts) == 3 else head if len(parts) == 1 else ""
    return Step(Act.REPEAT, line, line, condition=test_of(test, line)) if test else None


def test_of(text: str, line: int) -> Condition:
    """What a test asks; of Go's `if err := f(); err != nil` that the call fails, else what follows the semicolon."""
    text = _balanced(text)
    if match := _CHECKED_ERROR.match(text):
        return Condition(Test.FAILS, match["call"], line=line)
    asked = text.rpartition(";")[2].strip() if ";" in text and '"' not in text else text
    whole = asked.count("(") == asked.count(")") and 0 < len(asked) <= SHORT and "`" not in asked
    return Condition(Test.CODE if whole else Test.LONG, asked if whole else "", line=line)


def _balanced(text: str) -> str:
    """The text with the bracket that it lost when the head was taken out of its line."""
    if text.find(")") >= 0 and not 0 <= text.find("(") < text.find(")"):
        text = f"({text}"
    return f"{text})" if text.count("(") == text.count(")") + 1 else text


def _taken(names: str | None) -> str:
    """The name that a round works with: Go's blank says that a key or value is not used."""
    used = [name.strip() for name in (names or "").split(",") if name.strip() not in ("_", "")]
    return ", ".join(used) if used and used[0][:1] in "[{(" else used[-1] if used else ""
