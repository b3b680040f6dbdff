"""What the prose says of parameters: how many, which, in which order."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tasks.checks.definitions import Definition
from tasks.checks.source_index import SourceIndex
from tasks.checks.statement_grammar import AGREES, Relation, Statement, Verdict, phrase

_PLAIN = re.compile(r"[*&$.]*(?P<name>[^\W\d][\w$]*)\??(?:\s*[:=].*)?", re.DOTALL)
_TAKES = r"(?:takes|needs|accepts|expects|requires|receives|has)"
_ANY = "param|arg"
_P = r"(?:parameters?|arguments?|params?|args?)"
_ADJECTIVE = r"(?:(?P<A>required|mandatory|optional|positional|keyword|keyword-only|named) )?"
_NO_TYPE = r"(?<!类型为\x20)(?<!类型为)(?<!类型是\x20)(?<!类型是)"
"""Before a name: the parameter is one of that type, not of a function."""

_COUNT = (
    phrase(_ANY, rf"{{N}} {_TAKES} (?:exactly |in all )?{{D}} {_ADJECTIVE}{_P}\b(?! (?:called |named )?`)"),
    phrase(" of ", rf"\b(?:the|all) {{D}} {_ADJECTIVE}{_P} (?:of|to) (?:the )?(?:function |method )?{{N}}"),
    phrase(
        " is ",
        rf"{{N}} is an? (?:\w+ )?(?P<M>function|method|constructor) (?:with|of|that takes|which takes) {{D}} "
        rf"{_ADJECTIVE}{_P}\b",
    ),
    phrase("参数", r"{N}_?(?:函数|方法)?_?(?:一共|共)?(?:接受|接收|有|需要|带|带有|要求)_?{D}_?个_?(?:参数|形参)"),
)
_LIST = (
    phrase(
        "take|need|accept|expect|requir|receiv| has ",
        rf"{{N}} {_TAKES} (?:the |these |{{D}} )?(?:(?P<W>{_P}):? )?{{L}}(?P<X> as (?:its |the )?{_P})?",
    ),
    phrase(" are ", rf"(?P<W>{_P}) (?:of|to) {{N}} are(?: called)? {{L}}"),
    phrase(" are ", rf"{{N}}(?:'s|’s) (?P<W>{_P}) are {{L}}"),
    phrase("参数", r"{N}_?的_?(?P<W>参数)_?(?:是|有|为|包括|包含|分别是|分别为)_?[:：]?_?{L}"),
    phrase("参数", r"{N}_?(?:接受|接收|有)_?(?P<W>参数)_?[:：]?_?{L}"),
)
_HAS = (
    phrase(_ANY, rf"{{N}} (?:has|takes|accepts|declares) (?:an?|the) (?:\w+ )?{_P} (?:called |named )?{{P}}"),
    phrase(_ANY, rf"\bthe {{P}} {_P} (?:of|to|in|on) (?:the )?(?:function |method )?{{N}}"),
    phrase(_ANY, rf"\b{_P} {{P}} (?:of|to|in) (?:the )?(?:function |method )?{{N}}"),
    phrase(_ANY, rf"{{N}}(?:'s|’s) {{P}} {_P}\b"),
    phrase("参数", rf"{_NO_TYPE}{{N}}_?的_?(?:\w{{2,4}})?参数_?{{P}}"),
    phrase("参数", rf"{_NO_TYPE}{{N}}_?的_?{{P}}_?参数"),
)
_ORDER = (
    phrase(_ANY, rf"\bthe {{O}} (?:positional )?{_P} (?:of|to) {{N}} is (?:called |named )?{{P}}"),
    phrase(_ANY, rf"{{P}} is the {{O}} (?:positional )?{_P} (?:of|to) {{N}}"),
    phrase(" as ", rf"{{N}} (?:takes|accepts|receives|expects) {{P}} as (?:its|the) {{O}} (?:positional )?{_P}"),
    phrase("参数", r"{N}_?的第_?{D}_?个_?参数_?(?:是|为|叫)_?{P}"),
)
_PAIR = (
    phrase(
        "first",
        rf"{{N}} {_TAKES} (?:the |an? )?{{P}} first,?(?: and)?(?: then)? (?:the |an? )?{{Q}}(?: second| next)?",
    ),
)
_LAST = (
    phrase("last", rf"\bthe (?:last|final) (?:positional )?{_P} (?:of|to) {{N}} is (?:called |named )?{{P}}"),
    phrase("last", rf"{{P}} is the (?:last|final) (?:positional )?{_P} (?:of|to) {{N}}"),
    phrase("参数", r"{N}_?的最后一个_?参数_?(?:是|为|叫)_?{P}"),
)


def callables(statement: Statement, index: SourceIndex) -> tuple[Definition, ...]:
    """The functions that a statement can mean; none where one of them cannot be read in full."""
    found = index.definitions.callables(statement.name()) if statement.name() else ()
    return found if all(one.name for two in found for one in two.symbol.parameters) else ()


def names_of(definition: Definition) -> list[str]:
    """The parameters of a function by name, without what marks them."""
    return [one.name.lstrip("*&$.") for one in definition.symbol.parameters]


def _count(statement: Statement, index: SourceIndex) -> Verdict | None:
    found, stated = callables(statement, index), statement.number()
    if not found or stated < 0:
        return None
    if (statement.holes.get("M") or "").lower() == "method" and not any(one.symbol.parent for one in found):
        # A method that the text speaks of is none of these functions.
        return None
    kind = (statement.holes.get("A") or "").lower()
    if any(_has_so_many(one, stated, kind) for one in found):
        return AGREES
    first = found[0]
    real = f"{first.symbol.qualified_name} has {len(first.symbol.parameters)} parameters"
    said = statement.holes["D"]
    return Verdict(f"{real}, not {said}", first)


def _has_so_many(definition: Definition, stated: int, kind: str) -> bool:
    parameters = definition.symbol.parameters
    optional = sum(one.default is not None or one.kind.startswith("var") for one in parameters)
    if kind in ("required", "mandatory"):
        return stated == len(parameters) - optional
    if kind:
        return stated <= len(parameters)
    return len(parameters) - optional <= stated <= len(parameters)


def _list(statement: Statement, index: SourceIndex) -> Verdict | None:
    found = callables(statement, index)
    written = [match["name"] if (match := _PLAIN.fullmatch(one)) else "" for one in statement.names()]
    is_said = bool(statement.holes.get("W") or statement.holes.get("X"))
    known = {name for one in found for name in names_of(one)}
    if (
        not found
        or statement.number() == 0
        or "" in written
        or (not is_said and (len(written) < 2 or not known.intersection(written)))
    ):
        return None
    return _known(written, found)


def _has(statement: Statement, index: SourceIndex) -> Verdict | None:
    match = _PLAIN.fullmatch(statement.holes.get("P") or "")
    found = callables(statement, index)
    return _known([match["name"]], found) if found and match else None


def _known(written: Sequence[str], found: Sequence[Definition]) -> Verdict:
    """Whether one of the functions has all of these parameters, or takes any keyword."""
    for one in found:
        open_ended = any(two.kind.startswith("var") for two in one.symbol.parameters)
        if open_ended or set(written) <= {*names_of(one), "self", "cls", "this"}:
            return AGREES
    first = found[0]
    wrong = next(name for name in written if name not in names_of(first))
    has = ", ".join(names_of(first)) or "no parameters"
    return Verdict(f"{first.symbol.qualified_name} has no parameter {wrong}; it has {has}", first)


def _order(statement: Statement, index: SourceIndex) -> Verdict | None:
    found, at, name = callables(statement, index), statement.ordinal(), statement.name("P")
    if not found or at < 1 or not name:
        return None
    # Some count the object that a method is bound to.
    if any(name in names_of(one)[max(0, at - 1) : at] or (name in ("self", "cls") and at == 1) for one in found):
        return AGREES
    return _in_order(found[0])


def _pair(statement: Statement, index: SourceIndex) -> Verdict | None:
    found, before, after = callables(statement, index), statement.name("P"), statement.name("Q")
    if not found or any(not {before, after} <= set(names_of(one)) for one in found):
        return None
    if any(names_of(one).index(before) < names_of(one).index(after) for one in found):
        return AGREES
    return _in_order(found[0])


def _last(statement: Statement, index: SourceIndex) -> Verdict | None:
    """What takes all that is left over may stand behind the last one that is meant."""
    found, name = callables(statement, index), statement.name("P")
    if not found or not name:
        return None
    for one in found:
        plain = [two.name.lstrip("*&$.") for two in one.symbol.parameters if not two.kind.startswith("var")]
        if name in (*plain[-1:], *names_of(one)[-1:]):
            return AGREES
    return _in_order(found[0])


def _in_order(definition: Definition) -> Verdict:
    names = ", ".join(names_of(definition)) or "none"
    return Verdict(f"the parameters of {definition.symbol.qualified_name} are {names}", definition)


PARAMETERS = (
    Relation(_COUNT, _count),
    Relation(_LIST, _list),
    Relation(_HAS, _has),
    Relation(_ORDER, _order),
    Relation(_PAIR, _pair),
    Relation(_LAST, _last),
)
