"""What quoted lines of any other language visibly do: returns, throws, loops, tests, by the look of a line.

Nothing is inferred: a step repeats what one line says, so it is true even where the grammar is unknown.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from tasks.offline.report_facts import Quote
from tasks.offline.write_acts import Act, Step
from tasks.offline.write_bindings import NO_NAMES
from tasks.offline.write_conditions import SHORT, Condition, Shape, Test, Value, opposite_of
from tasks.offline.write_plain_heads import loop_of, test_of
from tasks.offline.write_steps import python_steps

_COMMENT = re.compile(r"^\s*(?://|#(?!include)|\*|/\*|--|;|%)")
_IF = re.compile(
    r"^\s*(?:\}\s*)?(?P<other>else\s+)?if\s*(?:let\b)?\s*\(?(?P<test>.+?)\)?\s*(?:\{|then|:)?\s*(?P<rest>return\b.*|throw\b.*)?$"
)
_LOOP = re.compile(r"^\s*for(?:each)?\b\s*(?:await\s*)?\(?\s*(?P<head>.+?)\)?\s*(?:\{|do|:)?\s*$")
_WHILE = re.compile(r"^\s*while\s*\(?(?P<test>.+?)\)?\s*(?:\{|do|:)?\s*$")
_CASE = re.compile(r"^\s*(?:case\b.+|default\s*):")
_RETURN = re.compile(r"^\s*return\b\s*(?P<value>.*?);?\s*$")
_THROW = re.compile(
    r"^\s*(?:throw\s+(?:new\s+)?|raise\s+)(?P<what>[^\W\d][\w.]*)?.*?"
    r"(?:\"(?P<double>[^\"]{4,90})\".*|'(?P<single>[^']{4,90})'.*|`(?P<back>[^`]{4,90})`.*)?$"
)
_ASSIGN = re.compile(
    r"^\s*(?:const|let|var|auto|local|my|val|final|static)?\s*(?P<target>(?:[^\W\d]|\$)[\w$.]*)\s*(?::=|=)(?![=>])\s*"
    r"(?P<value>[^=].*?);?\s*$"
)
_METHOD = re.compile(
    r"^\s*(?:(?:static|async|get|set|public|private|protected|override|pub|func|fn|def|function)\s+)*"
    r"(?P<name>(?:[^\W\d]|\$)[\w$]*)\s*\([^()]*\)\s*(?::\s*[\w<>\[\]]+\s*)?\{\s*$"
)
_CALL = re.compile(r"^\s*(?:await\s+)?(?P<name>(?:[^\W\d]|\$)[\w$.:]*(?:->\w+)?)\s*\((?P<rest>.*)\);?\s*$")
_MOST_HEAD = 8
_MADE_FUNCTION = re.compile(r"\b(?:func|function)\s*\w*\(.*\{\s*$|=>\s*\{\s*$|\|[^|]*\|\s*\{\s*$")
"""A function that is made here and runs later: its steps are not those of the one that makes it."""
_NOT_CALLS_WORDS = """
if for while switch return function catch sizeof with elif match func fn def
"""
_NOT_CALLS = frozenset(_NOT_CALLS_WORDS.split())


_SHAPES = frozenset({"struct", "interface", "enum", "union", "type", "constant", "variable", "attribute"})


def steps_of(quote: Quote, kind: str, failing: frozenset[str] = NO_NAMES) -> tuple[Step, ...]:
    """The steps of a quote in its language; `kind` is that of the definition it belongs to.

    What only shapes or holds data does nothing: a struct, an interface, a constant. `failing` are the last parts
    of the names of functions that never return, as far as their signatures say so.
    """
    if quote.language == "python":
        return python_steps(quote, of_class=kind == "class", failing=failing)
    if kind in _SHAPES:
        return ()
    return tuple(_plain(quote))


@dataclass
class _Block:
    """An open block: the indentation of its head, and what holds inside (None: unknown, so nothing is told)."""

    indent: int
    condition: Condition | None = None
    known: bool = True
    loop: bool = False
    within: str = ""
    arms: int = 1
    told: int = 0


def _plain(quote: Quote) -> list[Step]:
    """Steps by lines and indentation. What stands in a block of unknown kind is left out."""
    found: list[Step] = []
    stack: list[_Block] = []
    closed: _Block | None = None
    open_brackets = 0
    lines = quote.text.split("\n")
    body = _body_start(lines)
    for position, line in enumerate(lines):
        number = quote.start + position
        if not line.strip() or _COMMENT.match(line) or position < body:
            continue
        inside = open_brackets > 0
        open_brackets = max(0, open_brackets + line.count("(") + line.count("[") - line.count(")") - line.count("]"))
        if inside:
            continue
        indent = len(line) - len(line.lstrip())
        while stack and stack[-1].indent >= indent:
            closed = stack.pop()
        head = _head(line, number, indent, closed)
        if head is not None:
            head.known = head.known and all(block.known for block in stack)
            if head.loop and head.known and (step := _statement(line, number)):
                found.append(_placed(step, stack))
            rest = _IF.match(line)
            if rest and rest["rest"] and head.known and (step := _statement(rest["rest"], number)):
                found.append(_placed(step, [*stack, head]))
            else:
                stack.append(head)
        elif not all(block.known for block in stack):
            continue
        elif line.rstrip().endswith("{") or open_brackets:
            step = _statement(line, number) if open_brackets else None
            if made := _MADE_FUNCTION.search(line):
                step = _maker(line, number, made)
            if step is not None and step.act is not Act.ASSIGN:
                found.append(_placed(step, stack))
            stack.append(_Block(indent, known=False))
        elif step := _statement(line, number):
            found.append(_placed(step, stack))
        if head is None and not line.lstrip().startswith("}"):
            closed = None
    return found


def _body_start(lines: list[str]) -> int:
    """The position behind the head of a definition, which may take several lines until its brace opens."""
    for position, line in enumerate(lines[:_MOST_HEAD]):
        if line.rstrip().endswith(("{", ":", "do", "then")):
            return position + 1
        if line.rstrip().endswith((";", "}")):
            break
    return 1


def _head(line: str, number: int, indent: int, closed: _Block | None) -> _Block | None:
    """The block that a line opens, or None. `closed` is the block that ended just before it."""
    text = line.strip()
    chained = closed is not None and closed.indent == indent and closed.condition is not None
    if re.match(r"(?:\}\s*)?else\b(?!\s*if\b)", text):
        if not chained or closed is None or closed.condition is None:
            return _Block(indent, known=False)
        opposite = opposite_of(closed.condition) if closed.arms == 1 else Condition(Test.NEITHER, line=number)
        return _Block(indent, opposite)
    if match := _IF.match(line):
        condition = test_of(match["test"].strip().rstrip("{ ").strip(), number)
        return _Block(indent, condition, arms=closed.arms + 1 if match["other"] and chained and closed else 1)
    if _CASE.match(line):
        # Which of the cases it is was asked above: what happens in one of them is not told as if it always did.
        return _Block(indent, known=False)
    if _LOOP.match(line) or _WHILE.match(line):
        return _Block(indent, loop=True)
    if (match := _METHOD.match(line)) and match["name"] not in _NOT_CALLS:
        return _Block(indent, within=match["name"])
    return None


def _placed(step: Step, stack: list[_Block]) -> Step:
    """A step with the condition, the method and the depth that its place gives it."""
    guards = [block for block in stack if block.condition is not None]
    inner = guards[-1] if guards and stack[-1] is guards[-1] else None
    depth = sum(1 for block in stack if block.loop) + max(0, len(guards) - 1)
    within = next((block.within for block in reversed(stack) if block.within), "")
    if inner is None:
        return replace(step, depth=depth + len(guards), within=within)
    inner.told += 1
    other = inner.condition is not None and inner.condition.test in (Test.NOT_CODE, Test.NOT_LONG, Test.NEITHER)
    condition = step.condition or inner.condition
    return replace(
        step, condition=condition, same=inner.told > 1, otherwise=other and inner.told == 1, depth=depth, within=within
    )


def _maker(line: str, number: int, made: re.Match[str]) -> Step | None:
    """A line that opens a function: it is handed back, kept, or handed on."""
    function = Value(Shape.FUNCTION, line=number)
    before = line[: made.start()].strip()
    if re.match(r"return\b", line.strip()):
        if before.count("(") == before.count(")"):
            return Step(Act.RETURN, number, number, value=function)
        # It is handed to a call whose result comes back.
        taker = re.match(r"return\s+(?:await\s+)?(?P<name>[A-Za-z_$][\w$.]*)\(", before)
        return Step(Act.RETURN, number, number, value=Value(Shape.CALL, name=taker["name"])) if taker else None
    if match := re.match(r"(?:const|let|var)?\s*(?P<target>[A-Za-z_$][\w$.]*)\s*:?=\s*(?:async\s*)?(?:\(|$)", before):
        return Step(Act.ASSIGN, number, number, target=match["target"], value=function)
    if match := re.match(r"(?:await\s+|return\s+)?(?P<name>[A-Za-z_$][\w$.]*)\(", before):
        return Step(Act.CALL, number, number, target=match["name"], value=Value(Shape.CALL, name=match["name"]))
    return None


def _statement(line: str, number: int) -> Step | None:
    text = line.strip().rstrip(";")
    if match := _LOOP.match(line):
        return loop_of(match["head"].strip(), number)
    if match := _WHILE.match(line):
        return Step(Act.REPEAT, number, number, condition=test_of(match["test"].strip(), number))
    if text in ("break", "continue"):
        return Step(Act.LEAVE if text == "break" else Act.SKIP, number, number)
    if re.match(r"\s*(throw|raise)\b", line) and (match := _THROW.match(line)):
        message = match["double"] or match["single"] or match["back"] or ""
        return Step(Act.REFUSE, number, number, exception=match["what"] or "", message=message)
    if match := _RETURN.match(line):
        value = match["value"].strip()
        return Step(Act.RETURN, number, number, value=_code(value, number)) if value else Step(Act.STOP, number, number)
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
    called = re.match(r"(?P<new>new\s+)?(?:await\s+)?(?P<name>(?:[^\W\d]|\$)[\w$.:]*)\s*\(", clean)
    if called is None or not _is_one_call(clean[called.end() - 1 :]):
        return Value(Shape.LONG, line=line)
    return Value(Shape.CALL, name=called["name"], line=line, makes=bool(called["new"]))


def _is_one_call(text: str) -> bool:
    """Whether nothing follows the bracket that a text begins with: `f(a).g(b)` is not the result of `f`."""
    depth = 0
    for at, char in enumerate(text):
        depth += (char in "([{") - (char in ")]}")
        if depth == 0:
            return not text[at + 1 :].strip(" ;,?")
    return True
