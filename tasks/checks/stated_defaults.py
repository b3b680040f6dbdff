"""What the prose says of defaults, where the sentence names the function or a heading above a table or list does."""

from __future__ import annotations

import re

from tasks.checks.call_text import normal_value
from tasks.checks.definitions import Definition
from tasks.checks.source_index import SourceIndex
from tasks.checks.stated_parameters import callables
from tasks.checks.statement_grammar import AGREES, Relation, Statement, Verdict, phrase

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
    phrase("default", r"{N}:? {P}(?:'s|’s) default(?: value)? is {V}"),
    phrase("default", rf"{{N}} (?:has|uses|gives) a default(?: value)? of {{V}} (?:for|to) {_OPTION}"),
    phrase("if ", rf"\bif {_OPTION} (?:is|was) (?:omitted|not given|not set|not passed|left "
        rf"out|missing|absent),? {{N}} (?:uses|takes|falls back to|assumes) {{V}}"),
    phrase("默认", r"{N}_?(?:的|中|里)_?(?:参数)?_?{P}_?(?:参数)?_?(?:的)?_?默认(?:值)?_?(?:为|是)_?{V}"),
    phrase("默认", r"{N}_?(?:的|中|里)_?(?:参数)?_?{P}_?(?:参数)?_?，?_?默认(?:值)?_?(?:为|是)?_?{V}"),
)  # fmt: skip


def holders(found: tuple[Definition, ...], name: str) -> list[tuple[Definition, str]]:
    """The functions that have a parameter of this name with a default, each with the default."""
    return [(one, two.default) for one in found for two in one.symbol.parameters if two.name == name and two.default]


def same_value(stated: str, real: str) -> bool:
    """Whether two values are one, whatever the kind of quotes, the prefix of a text, or the case of `None`."""
    first, second = (_plain(one) for one in (stated, real))
    return first == second or first.strip('"') == second.strip('"')


def _plain(value: str) -> str:
    return re.sub(r'^[rbuf]+(?=")', "", normal_value(value))


def wrong_default(found: tuple[Definition, ...], name: str, stated: str) -> Verdict | None:
    """What the functions say of the default of their parameter, None where they have none of the name with one."""
    known = holders(found, name)
    if not known or not stated:
        return None
    if any(same_value(stated, real) for _, real in known):
        return AGREES
    definition, real = known[0]
    return Verdict(f"the default of {name} in {definition.symbol.qualified_name} is {real}, not {stated}", definition)


def _default(statement: Statement, index: SourceIndex) -> Verdict | None:
    return wrong_default(callables(statement, index), statement.name("P"), statement.value())


DEFAULTS = (Relation(_DEFAULTS, _default),)
