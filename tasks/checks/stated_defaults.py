"""What the prose says of defaults, where the sentence names the function or a heading above a table or list does."""

from __future__ import annotations

import re

from tasks.checks.definitions import Definition
from tasks.checks.literal_values import LITERAL, same_value, value_of
from tasks.checks.source_index import SourceIndex
from tasks.checks.stated_parameters import callables
from tasks.checks.statement_grammar import AGREES, NAME, Relation, Statement, Verdict, phrase

_FUNCTION = r"(?:the )?(?:function |method |constructor )?{N}"
_OPTION = r"(?:the )?(?:parameter |argument |option )?{P}(?: (?:parameter|argument|option))?"
_DEFAULTS = (
    phrase("default", rf"{_OPTION} (?:of|in|for|to) {_FUNCTION} (?:defaults? to|(?:has|is) by default) {{V}}"),
    phrase("default", rf"\bdefault(?: value)? (?:of|for) {_OPTION} (?:of|in|for) {_FUNCTION} is {{V}}"),
    phrase("default", rf"\bin {_FUNCTION},? {_OPTION} (?:defaults? to|is by default|has (?:a|the) default(?: "
        rf"value)? of) {{V}}"),
    phrase(" is ", rf"\bin {_FUNCTION},? {_OPTION} is {{V}},? (?:unless|by default|if (?:it is )?(?:not|omitted))"),
    phrase("default", rf"{{N}} (?:takes|accepts|has) (?:an? |the )?{_OPTION},? (?:by default|defaulting "
        rf"to|which defaults to|with a default(?: value)? of) {{V}}"),
    phrase("(default", rf"{{N}} (?:takes|accepts|has) (?:an? |the )?{_OPTION} \(default(?:s to|:| is|s?)? ?{{V}}"),
    phrase("unless", rf"{_OPTION} (?:of|in|for|to) {_FUNCTION} is {{V}},? unless"),
    phrase("default", r"{N}:? {P}(?:'s|’s) default(?: value)? is {V}"),
    phrase("default", rf"{{N}} (?:has|uses|gives) a default(?: value)? of {{V}} (?:for|to) {_OPTION}"),
    phrase("if ", rf"\bif {_OPTION} (?:is|was) (?:omitted|not given|not set|not passed|left "
        rf"out|missing|absent),? {{N}} (?:uses|takes|falls back to|assumes) {{V}}"),
    phrase("默认", r"{N}_?(?:的|中|里)_?(?:参数)?_?{P}_?(?:参数)?_?(?:的)?_?默认(?:值)?_?(?:为|是)_?{V}"),
    phrase("默认", r"{N}_?(?:的|中|里)_?(?:参数)?_?{P}_?(?:参数)?_?，?_?默认(?:值)?_?(?:为|是)?_?{V}"),
)  # fmt: skip
_WRITTEN = (
    phrase("default", r"\bby default,? {N} (?:is called with|has|uses|passes|takes|sets) {P}"),
    phrase("default", r"{N} [^.`\n]{0,80}\bby default,? \({P}\)"),
    phrase("默认", r"默认情况下，?_?{N}_?(?:使用|带有|的)_?{P}"),
)
"""The parameter with its default as code writes both: `stream=False`."""
_ASSIGNMENT = re.compile(r"(?P<name>[^\W\d]\w*)\s*=\s*(?P<value>[^=].*)", re.DOTALL)


def holders(found: tuple[Definition, ...], name: str) -> list[tuple[Definition, str]]:
    """The functions that have a parameter of this name with a default, each with the default."""
    return [(one, two.default) for one in found for two in one.symbol.parameters if two.name == name and two.default]


def wrong_default(found: tuple[Definition, ...], name: str, stated: str, index: SourceIndex) -> Verdict | None:
    """What the functions say of the default of their parameter, None where they have none of the name with one, or
    where the default is a name for something that is not read."""
    known = holders(found, name)
    if not known or not stated:
        return None
    values = [(real, *_meant_by(real, stated, index)) for _, real in known]
    if any(value is not None and same_value(stated, value) for meant in values for value in meant):
        return AGREES
    if any(None in meant for meant in values):
        return None
    definition = known[0][0]
    shown = " = ".join(dict.fromkeys(one for one in values[0] if one))
    return Verdict(f"the default of {name} in {definition.symbol.qualified_name} is {shown}, not {stated}", definition)


def _meant_by(real: str, stated: str, index: SourceIndex) -> tuple[str | None, ...]:
    """What a default that is a constant's name stands for, where a number or a text is said of it; (None,) where that
    is not known."""
    is_literal = LITERAL.fullmatch(stated.strip()) and not stated.strip().isalpha()
    if not is_literal or LITERAL.fullmatch(real) or not NAME.fullmatch(real):
        return ()
    values = [value_of(one, index) or None for one in index.definitions.named(real)]
    return tuple(values) or (None,)


def _default(statement: Statement, index: SourceIndex) -> Verdict | None:
    return wrong_default(callables(statement, index), statement.name("P"), statement.value(), index)


def _written_default(statement: Statement, index: SourceIndex) -> Verdict | None:
    match = _ASSIGNMENT.fullmatch(statement.holes.get("P") or "")
    return wrong_default(callables(statement, index), match["name"], match["value"], index) if match else None


DEFAULTS = (Relation(_DEFAULTS, _default), Relation(_WRITTEN, _written_default))
