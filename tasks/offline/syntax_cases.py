"""Several cases of one subject: `switch`, `match`, `when`, `case`, each as the arms that its language gives it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tree_sitter import Node

from tasks.offline.syntax_code import Code
from tasks.offline.syntax_kinds import Kind
from tasks.offline.syntax_scope import exits_of, jump_of
from tasks.offline.write_acts import Act, Step
from tasks.offline.write_arms import LADDER, guarded
from tasks.offline.write_conditions import SHORT, Condition, Test, opposite_of

Read = Callable[[list[Node]], list[Step]]
_GUARDS = ("when_clause",)
_MATCHING = frozenset(("rust", "swift", "csharp", "ruby", "bash"))
_LABELS = frozenset(("switch_label", "pattern", "switch_pattern", "match_pattern", "when_clause", "expression_list"))
_MOST_ANSWERS = 3
_WORDS = ("is ", "in ", "!in ", "!is ")


class Case:
    """One arm: its labels as code ("" for one too long), its statements, whether it is the one that is left."""

    def __init__(self, code: Code, node: Node) -> None:
        labels = _labels(code, node)
        self.left = _is_rest(code, node, labels)
        self.labels = [code.text(one) for one in labels]
        self.exact = all(one.type == "constant_pattern" for one in labels)
        asked = [(one.start_byte, one.end_byte) for one in labels]
        self.body = [
            one
            for child in code.children(node)
            if child.type not in (*_GUARDS, "switch_label")
            and not any(child.start_byte <= start and end <= child.end_byte for start, end in asked)
            for one in code.statements(child)
        ]
        if any(child.type in _GUARDS for child in node.named_children):
            self.labels = [""]


def read_cases(code: Code, node: Node, head: Step, read: Read) -> list[Step]:
    """The steps of a switch: one that names its cases, or from two cases down the arms themselves."""
    found = [Case(code, one) for one in _case_nodes(code, node)]
    if code.fragment.is_cut(node) or not found:
        return []
    cases, unsafe = _merged(code, found) if code.syntax.falls else (found, False)
    if unsafe:
        return []
    subject = _subject(code, node)
    named = [case for case in cases if not case.left]
    rest = [case for case in cases if case.left]
    if len(named) >= LADDER:
        return _ladder(code, named, rest, replace(head, target=subject), read)
    if not named or (subject == "" and code.part(node, "value", "condition", "expr") is not None):
        return []
    tests = [_test(code, case, subject, code.line(node)) for case in named]
    steps: list[Step] = []
    for at, (case, test) in enumerate(zip(named, tests, strict=True)):
        steps += guarded(read(_without_break(code, case.body)), test, otherwise=at > 0)
    if rest:
        opposite = opposite_of(tests[0]) if len(tests) == 1 else Condition(Test.NEITHER, line=code.line(node))
        steps += guarded(read(_without_break(code, rest[0].body)), opposite, otherwise=True)
    return steps


def _ladder(code: Code, named: list[Case], rest: list[Case], head: Step, read: Read) -> list[Step]:
    every = [label for case in named for label in case.labels]
    names = tuple(label for label in every if label and len(label) <= 30)
    names = names if head.target and len(names) == len(every) else tuple(label for label in every[:1] if label)
    bodies = [case.body for case in named]
    ends = tuple(
        sorted({code.line(one) for body in bodies for part in body for one in exits_of(code, part, of_case=True)})
    )
    count = len(every) if len(names) == len(every) else len(named)
    step = replace(head, act=Act.LADDER, names=names, count=count, exits=ends)
    if len(names) != len(every):
        step = replace(step, target="")
    if len(names) == len(every) == len(named):
        given = [read(case.body) for case in named]
        plain = all(len(steps) == 1 and steps[0].act is Act.RETURN and steps[0].value.text for steps in given)
        pairs = zip(names, (steps[0].value.text for steps in given if steps), strict=False)
        step = replace(step, answers=tuple(pairs)[:_MOST_ANSWERS] if plain else ())
    tail = read(_without_break(code, rest[0].body))[:1] if rest else []
    return [step, *guarded(tail, Condition(Test.NEITHER, line=head.start), otherwise=True)]


def _case_nodes(code: Code, node: Node) -> list[Node]:
    inside = code.part(node, "body") or node
    return [one for one in inside.named_children if code.kind(one) in (Kind.CASE, Kind.DEFAULT) or one.type == "else"]


def _subject(code: Code, node: Node) -> str:
    found = code.part(node, "value", "condition", "expr")
    if found is None and code.language in ("kotlin", "csharp"):
        inside = code.children(node)
        found = inside[0] if inside and code.kind(inside[0]) is not Kind.CASE else None
        found = code.children(found)[-1] if found is not None and found.type == "when_subject" else found
    if found is None:
        return ""
    text = code.text(code.bare(found), 40)
    return f"{text}.(type)" if node.type == "type_switch_statement" and text else text


def _labels(code: Code, node: Node) -> list[Node]:
    """What a case is compared with; what stands before its arrow or its colon."""
    for fields in ("condition", "value", "pattern", "type", "conditional_expressions"):
        found = node.children_by_field_name(fields)
        if found and (fields != "value" or code.language != "rust"):
            return [one for each in found for one in _single(code, each)]
    marked = [one for one in node.named_children if one.type in _LABELS or one.type.endswith("_pattern")]
    if marked:
        return [one for each in marked for one in _single(code, each)]
    arrow = [child.start_byte for child in node.children if child.type == "=>"]
    return [one for one in code.children(node) if arrow and one.end_byte <= arrow[0]]


def _single(code: Code, node: Node) -> list[Node]:
    inside = code.children(node)
    several = node.type in ("switch_label", "expression_list", "match_condition_list")
    return inside if several else [node]


def _is_rest(code: Code, node: Node, labels: list[Node]) -> bool:
    """Whether it is the case that is left: `default`, `else`, and a pattern that takes everything."""
    if code.kind(node) is Kind.DEFAULT or node.type == "else":
        return True
    words = {code.raw(child) for child in node.children[:2] if not child.is_named or child.type.endswith("keyword")}
    words |= {code.raw(one) for one in node.named_children if one.type == "switch_label"}
    if words & {"default", "else"}:
        return True
    return len(labels) == 1 and code.raw(labels[0]) in ("_", "*")


def _merged(code: Code, cases: list[Case]) -> tuple[list[Case], bool]:
    """Cases without statements joined to the next; and whether one with statements goes on into the next."""
    out: list[Case] = []
    waiting: list[str] = []
    falls = False
    for at, case in enumerate(cases):
        if not case.body and at + 1 < len(cases):
            waiting += case.labels if not case.left else [""]
            continue
        case.labels = [*waiting, *case.labels] if not case.left else case.labels
        falls = falls or (bool(waiting) and case.left)
        waiting = []
        last = code.bare(case.body[-1]) if case.body else None
        arrow = code.language == "php" or code.language == "csharp"
        ends = last is None or jump_of(code, last) is not None or at + 1 == len(cases) or bool(_arrow(code, case))
        falls = falls or not (ends or (arrow and not case.body))
        out.append(case)
    return out, falls


def _arrow(code: Code, case: Case) -> bool:
    parent = case.body[0].parent if case.body else None
    while parent is not None and code.kind(parent) not in (Kind.CASE, Kind.DEFAULT):
        parent = parent.parent
    return parent is not None and any(child.type in ("->", "=>") for child in parent.children)


def _without_break(code: Code, body: list[Node]) -> list[Node]:
    """A `break` at the end of a case ends the case, and no loop."""
    if body and code.syntax.falls and code.raw(body[-1]).rstrip(";") == "break":
        return body[:-1]
    return body


def _test(code: Code, case: Case, subject: str, line: int) -> Condition:
    parts = [_compared(code, label, subject, line, exact=case.exact) for label in case.labels]
    if len(parts) == 1:
        return parts[0]
    if len(parts) == 2 and all(part.test is not Test.LONG for part in parts):
        return Condition(Test.ANY, parts=tuple(parts), line=line)
    return Condition(Test.LONG, line=line)


def _compared(code: Code, label: str, subject: str, line: int, *, exact: bool) -> Condition:
    if not label or len(label) + len(subject) > SHORT + 14:
        return Condition(Test.LONG, line=line)
    if not subject:
        return Condition(Test.CODE, label, line=line)
    if code.language == "kotlin" and label.startswith(_WORDS):
        word, _, rest = label.partition(" ")
        tests = {"is": Test.INSTANCE, "!is": Test.NOT_INSTANCE, "in": Test.IN, "!in": Test.NOT_IN}
        return Condition(tests[word], subject, rest.strip(), line=line)
    if subject.endswith(".(type)"):
        return Condition(Test.SAME, subject, label, line=line)
    # Ruby's `when` and the patterns of other languages ask more than whether two things are equal.
    matches = code.language in _MATCHING and not exact
    return Condition(Test.MATCHES if matches else Test.EQUAL, subject, label, line=line)
