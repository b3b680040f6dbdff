"""What the prose says of declared types: of a field, of a parameter, of what a function gives back in a plain word."""

from __future__ import annotations

import re

from tasks.checks.definitions import CALLABLES
from tasks.checks.source_index import SourceIndex
from tasks.checks.stated_parameters import callables
from tasks.checks.statement_grammar import AGREES, Relation, Statement, Verdict, phrase
from tasks.checks.type_families import contradict, family_of_type

_IS = r"(?:is an?|is of type|has (?:the )?type|is declared as(?: an?)?|is annotated (?:as|with)|is typed as)"
_OF = (
    phrase("`", rf"{{N}} (?:of|in|on) (?:the )?(?:function |method |struct |class )?{{C}} {_IS} {{T}}"),
    phrase("类型", r"{C}_?的_?(?:字段|属性|参数)?_?{N}_?(?:字段|属性|参数)?_?的?类型_?(?:是|为)_?{T}"),
)
_FIELD = (
    phrase("`", rf"{{N}} {_IS} {{T}}"),
    phrase("类型", r"{N}_?的_?类型_?(?:是|为)_?{T}"),
)
_TAKES = (
    phrase(
        "take|accept|expect|need",
        r"{N} (?:takes|accepts|expects|needs) an? (?:single )?{T}(?=\s*(?:[.,;)]|and\b|$))",
    ),
)
_WORDS = {
    "dictionary": "dict", "dict": "dict", "mapping": "dict", "list": "list", "tuple": "tuple", "string": "str",
    "boolean": "bool", "bool": "bool", "integer": "int", "字典": "dict", "列表": "list", "元组": "tuple",
    "字符串": "str", "布尔值": "bool", "整数": "int",
}  # fmt: skip
_IS_ALL = (
    r"(?=\s*(?:[.,;:()]|$)|\s+(?:and|at|by|containing|describing|for|from|holding|in|mapping|on|representing|that|to"
    r"|where|which|whose|with)\b)"
)
"""Behind a word for a type: it is the whole of what is returned, and not the first word of "a list index"."""
_IN_WORDS = (
    phrase("return", rf"{{N}} returns an? (?:new |single |plain )?(?P<W>{'|'.join(w for w in _WORDS if w.isascii())})\b"
        rf"{_IS_ALL}"),
    phrase("返回", rf"{{N}}_?返回_?(?:一个)?_?(?P<W>{'|'.join(w for w in _WORDS if not w.isascii())})(?!的|类)"),
)  # fmt: skip
_UNION = re.compile(r"\bOptional\b|\bUnion\b|\||\bAny\b|\bT\b")
_TYPED = (".java", ".go", ".c", ".h", ".rs", ".kt", ".cs", ".swift", ".cpp", ".hpp", ".py", ".ts")


def _of(statement: Statement, index: SourceIndex) -> Verdict | None:
    """`len` of `abAppend` is an `int`: a parameter of a function, or a field of a type."""
    holder, name, stated = statement.name("C"), statement.name(), statement.holes.get("T") or ""
    if not holder or not name or not family_of_type(stated):
        return None
    fields = [one for one in index.definitions.named(f"{holder}.{name}") if one.symbol.kind not in CALLABLES]
    found = fields or list(index.definitions.callables(holder))
    types = [one.symbol.returns for one in fields] or [
        two.annotation for one in found for two in one.symbol.parameters if two.name.lstrip("*&$.") == name
    ]
    if not types or any(one is None or not contradict(one, stated, index) for one in types):
        return AGREES if types else None
    # A prototype's pointer belongs to the name, so that its type alone says less than it is.
    if not fields and "*" in stated:
        return None
    return Verdict(f"{name} of {holder} is declared as {types[0]}, not {stated}", found[0])


def _field(statement: Statement, index: SourceIndex) -> Verdict | None:
    name, stated = statement.name(), statement.holes.get("T") or ""
    if "." not in name or not family_of_type(stated):
        return None
    found = index.definitions.named(name)
    if not found or any(one.symbol.kind in CALLABLES or not one.path.endswith(_TYPED) for one in found):
        return None
    if any(not contradict(one.symbol.returns or "", stated, index) for one in found):
        return AGREES
    return Verdict(f"{name} is declared as {found[0].symbol.returns}, not {stated}", found[0])


def _takes(statement: Statement, index: SourceIndex) -> Verdict | None:
    found, stated = callables(statement, index), statement.holes.get("T") or ""
    if not found or not family_of_type(stated) or "*" in stated:
        return None
    for one in found:
        types = [two.annotation or "" for two in one.symbol.parameters]
        if not types or any(not contradict(two, stated, index) for two in types):
            return AGREES if types else None
    first = found[0]
    real = ", ".join(two.annotation or "" for two in first.symbol.parameters)
    return Verdict(f"{first.symbol.qualified_name} takes {real}, not {stated}", first)


def _in_words(statement: Statement, index: SourceIndex) -> Verdict | None:
    stated = _WORDS[(statement.holes.get("W") or "").lower()]
    found = callables(statement, index)
    for one in found:
        real = one.symbol.returns or ""
        if not real or _UNION.search(real) or not family_of_type(real) or not contradict(real, stated, index):
            return AGREES if real else None
    if not found:
        return None
    first, said = found[0], statement.holes["W"]
    return Verdict(f"the return type of {first.symbol.qualified_name} is {first.symbol.returns}, not a {said}", first)


DECLARED = (Relation(_OF, _of), Relation(_FIELD, _field), Relation(_TAKES, _takes), Relation(_IN_WORDS, _in_words))
