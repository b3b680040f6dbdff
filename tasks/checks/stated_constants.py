"""What the prose says of the value of a constant."""

from __future__ import annotations

import re

from tasks.checks.definitions import Definition
from tasks.checks.source_index import SourceIndex
from tasks.checks.stated_defaults import same_value
from tasks.checks.statement_grammar import AGREES, Relation, Statement, Verdict, phrase

_CONSTANTS = (
    phrase(
        " is | equals | has the value| holds",
        r"(?:constant |value of )?{N} (?:is|equals|is set to|is equal to|has the value|holds) {V}(?!\w)",
    ),
    phrase("`", r"{N}_?(?:的值)?_?(?:是|为|等于|设为|设置为)_?{V}"),
    phrase("=", r"(?<!`)`(?P<N>[A-Za-z_][\w.]*)(?:: ?[\w\[\], .|]+)? ?=_?(?P<V>[^`=]+)`(?!`)"),
)
_VALUE = re.compile(r"[^=<>!:]*?(?:=|:=)\s*(?P<value>[^=].*)|#define\s+\w+\s+(?P<macro>.+)", re.DOTALL)
_LITERAL = re.compile(
    r"[-+]?\d[\d_.]*(?:e[-+]?\d+)?|0[xob][0-9a-f_]+|\"[^\"]*\"|'[^']*'|true|false|none|null|nil", re.IGNORECASE
)
_SUFFIX = re.compile(r"(?<=\d)(?:[uUlLfFdm]{1,3}|_?[iu](?:8|16|32|64|size)|_?f(?:32|64))$")
_SHELL_DEFAULT = re.compile(r"\"?\$\{\w+:?[-=](?P<value>[^{}\"]*)\}\"?")
"""`${NAME:-0}`: what a variable of the shell is unless somebody sets it."""
_VALUES = frozenset({"constant", "variable", "attribute"})


def _constant(statement: Statement, index: SourceIndex) -> Verdict | None:
    name, stated = statement.name(), _plain(statement.value())
    found = index.definitions.named(name) if name else ()
    if not found or _LITERAL.fullmatch(stated) is None:
        return None
    values = [_value_of(one, index) for one in found]
    if any(one.symbol.kind not in _VALUES for one in found) or not all(values):
        return None
    if any(same_value(stated, real) or _number(stated) == _number(real) != "" for real in values):
        return AGREES
    return Verdict(f"{found[0].symbol.qualified_name} is {values[0]}, not {stated}", found[0])


def _value_of(definition: Definition, index: SourceIndex) -> str:
    """The literal that a constant is, "" where it is made of something else, or others may set it."""
    symbol = definition.symbol
    match = _VALUE.fullmatch(symbol.signature)
    value = _plain((match["value"] or match["macro"]) if match else "")
    if default := _SHELL_DEFAULT.fullmatch(value):
        value = default["value"]
    again = re.compile(rf"(?m)^\s*(?:global\s+)?{re.escape(symbol.name)}\s*(?:=(?!=)|[-+*|]=|$)")
    is_fixed = symbol.kind == "constant" or symbol.name.isupper() or (
        symbol.parent is None and len(again.findall(index.text(definition.path))) == 1
    )  # fmt: skip
    return value if is_fixed and _LITERAL.fullmatch(value) else ""


def _plain(value: str) -> str:
    return _SUFFIX.sub("", value.strip().rstrip(";,").strip())


def _number(value: str) -> str:
    plain = value.replace("_", "").lower()
    try:
        return str(float(int(plain, 0) if plain.startswith(("0x", "0b", "0o")) else float(plain)))
    except (ValueError, OverflowError):
        return ""


CONSTANTS = (Relation(_CONSTANTS, _constant),)
