"""Values as a text writes them beside values as the source does, and the literal that a constant of the source is."""

from __future__ import annotations

import re

from tasks.checks.call_text import normal_value
from tasks.checks.definitions import Definition
from tasks.checks.source_index import SourceIndex

LITERAL = re.compile(
    r"[-+]?\d[\d_.]*(?:e[-+]?\d+)?|0[xob][0-9a-f_]+|\"[^\"]*\"|'[^']*'|true|false|none|null|nil", re.IGNORECASE
)
_VALUE = re.compile(r"[^=<>!:]*?(?:=|:=)\s*(?P<value>[^=].*)|#define\s+\w+\s+(?P<macro>.+)", re.DOTALL)
_COMMENT = re.compile(r"\s/\*.*?\*/|\s//.*$")
_SUFFIX = re.compile(r"(?<=\d)(?:[uUlLfFdm]{1,3}|_?[iu](?:8|16|32|64|size)|_?f(?:32|64))$")
_SHELL_DEFAULT = re.compile(r"\"?\$\{\w+:?[-=](?P<value>[^{}\"]*)\}\"?")
"""`${NAME:-0}`: what a variable of the shell is unless somebody sets it."""


def same_value(stated: str, real: str) -> bool:
    """Whether two values are one, whatever the kind of quotes, the prefix of a text, the case of `None` or the base of
    a number."""
    first, second = (_unprefixed(one) for one in (stated, real))
    return first == second or first.strip('"') == second.strip('"') or _number(stated) == _number(real) != ""


def _unprefixed(value: str) -> str:
    return re.sub(r'^[rbuf]+(?=")', "", normal_value(value))


def _number(value: str) -> str:
    plain = without_suffix(value).replace("_", "").lower()
    try:
        return str(float(int(plain, 0) if plain.startswith(("0x", "0b", "0o")) else float(plain)))
    except (ValueError, OverflowError):
        return ""


def value_of(definition: Definition, index: SourceIndex) -> str:
    """The literal that a constant is, "" where it is made of something else, or others may set it."""
    symbol = definition.symbol
    match = _VALUE.fullmatch(_COMMENT.sub("", symbol.signature).strip())
    value = without_suffix((match["value"] or match["macro"]) if match else "")
    if default := _SHELL_DEFAULT.fullmatch(value):
        value = default["value"]
    again = re.compile(rf"(?m)^\s*(?:global\s+)?{re.escape(symbol.name)}\s*(?:=(?!=)|[-+*|]=|$)")
    is_fixed = symbol.kind == "constant" or symbol.name.isupper() or (
        symbol.parent is None and len(again.findall(index.text(definition.path))) == 1
    )  # fmt: skip
    return value if is_fixed and LITERAL.fullmatch(value) else ""


def without_suffix(value: str) -> str:
    """A literal without the type that some languages write behind it (`10u64`), nor what ends the statement."""
    return _SUFFIX.sub("", value.strip().rstrip(";,").strip())
