"""What the prose says a function does: which error it raises, what it calls, how long it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate

from memory_schema.findings import Severity
from tasks.checks.definitions import CALLABLES, OPEN_TYPES, Definition
from tasks.checks.source_index import SourceIndex
from tasks.checks.statement_grammar import AGREES, Relation, Statement, Verdict, mentions, phrase

_RAISES = (
    phrase(
        "raise|throw",
        r"{N}(?: (?:function|method))? (?:may |can |will |also |then )?(?:raises?|throws?) (?:an? |the )?{T}",
    ),
    phrase(" by ", r"{T} is (?:raised|thrown) (?:by|from|in) {N}"),
    phrase("`", r"{N}_?(?:可能会|可能|会|将)?(?:抛出|引发)(?:了)?_?(?:一个)?_?{T}"),
)
_CALLS = (
    phrase(
        "call|invoke|delegate",
        r"{N} (?:directly |then |first |also |in turn |internally )?(?:calls|invokes|delegates to) {T}",
    ),
    phrase(" by ", r"{T} is (?:called|invoked) (?:by|from) {N}"),
    phrase("调用", r"{N}_?(?:会|将|直接|先|再|又)?调用了?_?{T}"),
)
_CALLS_IN_ORDER = (
    phrase(
        "then",
        r"{N} (?:first )?(?:calls|invokes) {T},? (?:and )?(?:then|after that|afterwards) (?:calls |invokes )?{U}",
    ),
    phrase("再调用|然后调用", r"{N}_?先调用_?{T}_?，?_?(?:再|然后)调用_?{U}"),
)
_LATER = re.compile(r"\b(?:defer|lambda|def|fn|fun|func|function)\b|=>|\s->\s")
"""Within a function: what stands behind it is called later, or by somebody else."""
_BRACKETS = {"(": 1, ")": -1}
_LENGTH = (
    phrase("lines", r"{N} (?:is|has|spans|counts) (?:exactly )?{D} lines(?: long| of code)?\b"),
    phrase("行", r"{N}_?(?:一共|共)?(?:有|长)_?{D}_?行"),
)
_DEPTH, _CALL_DEPTH = 3, 2
"""Steps of calls: an error comes up from afar, and who hands a call on is said to make it."""
_MOST_REACHED = 120
_ERROR = re.compile(r".*(?:Error|Exception|Fault|Failure|Warning|Interrupt|Exit)$|^Err\w+")


def _subjects(statement: Statement, index: SourceIndex) -> tuple[Definition, ...]:
    name = statement.name()
    found = index.definitions.named(name) if name else ()
    return found if all(one.symbol.kind in CALLABLES | OPEN_TYPES for one in found) else ()


def _reached(found: Sequence[Definition], index: SourceIndex, depth: int = _DEPTH) -> Iterator[Definition]:
    """Definitions, and what they call as far as the source tells, a few steps deep."""
    seen, level = set[Definition](), list(found)
    for _ in range(depth):
        following = list[Definition]()
        for one in level:
            if one in seen or len(seen) > _MOST_REACHED:
                continue
            seen.add(one)
            yield one
            for call in one.symbol.calls:
                # Making an error does nothing, and its class names the errors that it builds on.
                if call not in one.symbol.raises:
                    following += index.definitions.named(call.rpartition(".")[2])[:4]
        level = following


def _raises(statement: Statement, index: SourceIndex) -> Verdict | None:
    """An error of the source that stands nowhere in what the function does; one of the language may come by itself."""
    found, name = _subjects(statement, index), statement.name("T").rpartition(".")[2]
    own = index.definitions.types(name) if name else ()
    if not found or not name or not (own or _ERROR.match(name)):
        return None
    family = {name} | {one.symbol.name for one in _below(name, index)} | _above(own, index)
    if any(mentions(index.body(one), two) for one in _reached(found, index) for two in family):
        return AGREES
    first = found[0]
    real = ", ".join(first.symbol.raises) or "no error of its own"
    severity = Severity.SHOULD if own else Severity.COULD
    return Verdict(f"{first.symbol.qualified_name} names no {name}; it raises {real}", first, severity)


def _below(name: str, index: SourceIndex) -> Iterator[Definition]:
    """The types of the source that build on a type directly."""
    for path in index.words.get(name, ())[:40]:
        for one in index.symbols(path):
            if any(base.rpartition(".")[2] == name for base in one.bases):
                yield Definition(path, one)


def _above(own: Sequence[Definition], index: SourceIndex) -> set[str]:
    return {two.symbol.name for one in own for two in index.definitions.ancestors(one)[0]}


def _calls(statement: Statement, index: SourceIndex) -> Verdict | None:
    found, called = _subjects(statement, index), statement.name("T")
    last = called.rpartition(".")[2]
    if not found or not called or not index.definitions.named(called):
        return None
    if any(mentions(index.body(one), last) for one in _reached(found, index, _CALL_DEPTH)):
        return AGREES
    first = found[0]
    if first.symbol.kind in OPEN_TYPES and not index.definitions.ancestors(first)[1]:
        return None
    real = ", ".join(first.symbol.calls[:8]) or "nothing that the source defines"
    return Verdict(f"{first.symbol.qualified_name} does not name {last}; it calls {real}", first)


def _calls_in_order(statement: Statement, index: SourceIndex) -> Verdict | None:
    """Only where the function itself makes both calls, one after the other, and all of the second before the first.

    What stands within brackets is called before what they belong to, or later, as a callback is.
    """
    found = _subjects(statement, index)
    first, second = (statement.name(hole).rpartition(".")[2] for hole in "TU")
    if not found or not first or not second or first == second:
        return None
    for one in found:
        body = index.body(one)
        earlier, later = ([call.start() for call in _called(name, body)] for name in (first, second))
        if not earlier or not later or _LATER.search(body.partition("\n")[2]):
            return None
        depths = list(accumulate(_BRACKETS.get(one, 0) for one in body))
        if any(depths[at] for at in (*earlier, *later)):
            return None
        if min(earlier) < max(later):
            return AGREES
    return Verdict(f"{found[0].symbol.qualified_name} calls {second} before {first}", found[0])


def _called(name: str, text: str) -> Iterator[re.Match[str]]:
    return re.finditer(rf"(?<![\w$]){re.escape(name)}\s*[(!]", text)


def _length(statement: Statement, index: SourceIndex) -> Verdict | None:
    found, stated = _subjects(statement, index), statement.number()
    if not found or stated < 0:
        return None
    for one in found:
        lines = index.body(one).split("\n")
        head = next((at for at, line in enumerate(lines) if mentions(line, one.symbol.name)), 0)
        filled = sum(bool(line.strip()) for line in lines)
        if any(abs(stated - number) <= 1 for number in (len(lines), len(lines) - head, filled)):
            return AGREES
    first = found[0]
    real = first.symbol.end - first.symbol.start + 1
    return Verdict(f"{first.symbol.qualified_name} has {real} lines, not {stated}", first)


DEEDS = (
    Relation(_RAISES, _raises),
    Relation(_CALLS, _calls),
    Relation(_CALLS_IN_ORDER, _calls_in_order),
    Relation(_LENGTH, _length),
)
