"""What the prose says of types: what a class builds on, what a function gives back."""

from __future__ import annotations

import re

from tasks.checks.call_text import same_type
from tasks.checks.definitions import OPEN_TYPES, Definition
from tasks.checks.source_index import SourceIndex
from tasks.checks.standard_names import is_standard_too
from tasks.checks.stated_parameters import callables
from tasks.checks.statement_grammar import AGREES, Relation, Statement, Verdict, mentions, phrase, types_only

_CLASS = r"(?:the )?(?:abstract |base |parent |super)?(?:class |interface |protocol |trait |type )?"
_BASES = (
    phrase("inherit|extend|deriv|subclass|builds|implement", rf"{{N}}(?: class| interface| struct)? "
        rf"(?:directly )?(?:inherits(?: directly)?(?: "
        rf"from)?|extends|derives from|subclasses|builds on|implements) {_CLASS}{{T}}"),
    phrase(" is ", rf"{{N}}(?: class)? is (?:an? |the )?(?:direct )?(?:subclass|child "
        rf"class|child|descendant|subtype|derived class) of {_CLASS}{{T}}"),
    phrase(" is ", rf"{{N}}(?: class)? is (?:derived from|inherited from) {_CLASS}{{T}}"),
    phrase("class", rf"\b(?:base class|superclass|super class|parent class|parent) of {_CLASS}{{N}} is "
        rf"{_CLASS}{{T}}"),
    phrase("class", rf"{{T}} is the (?:direct )?(?:base class|superclass|super class|parent class) of {_CLASS}{{N}}"),
    phrase("继承", r"{N}_?(?:类)?_?(?:直接)?继承(?:自|了|于)?_?{T}"),
    phrase("实现", r"{N}_?(?:类)?_?实现了?_?{T}"),
    phrase("类", r"{N}_?的_?(?:基类|父类|超类)_?(?:是|为)_?{T}"),
    phrase("子类", r"{N}_?是_?{T}_?的_?子类"),
)  # fmt: skip
_RETURN_TYPE = (
    phrase("type", r"\breturn type (?:of|for) (?:the )?(?:function |method )?{N} is (?:an? )?{T}"),
    phrase("type", r"{N}(?:'s|’s) return type is (?:an? )?{T}"),
    phrase("type", r"{N} has (?:the |a )?return type (?:of )?{T}"),
    phrase("value", r"\breturn value of (?:the )?(?:function |method )?{N} is (?:of (?:the )?type|an?|an "
        r"instance of) {T}"),
    phrase("返回", r"{N}_?的_?返回(?:值)?_?(?:的)?类型_?(?:是|为)_?{T}"),
)  # fmt: skip
_RETURNS = (
    phrase(
        "return",
        r"{N}(?: (?:function|method))? (?:always )?returns (?:an? |the )?(?:new )?(?:instance of )?(?:an? )?{T}",
    ),
    phrase("返回", r"{N}_?(?:会|将|总是)?返回(?:一个|类型)?_?{T}(?:_?(?:类型|对象|实例))?"),
)
_TOLD_AT_ONCE = (".py", ".pyi", ".java", ".kt", ".ts", ".tsx", ".php")
"""Languages in which a type says all that it builds on where it is declared."""
_SOME_TYPE = frozenset(
    ["int", "str", "bool", "float", "bytes", "dict", "list", "tuple", "set", "complex", "string", "number", "boolean"]
)
_OPEN = re.compile(
    r"\b(?:Any|any|object|Object|auto|Self|self|this|static|mixed|unknown|dynamic|interface|var|impl|dyn|[A-Z]\d?|T\w+)\b"
)
"""In a return type: it may be anything."""


def _plain(base: str) -> str:
    """The name of a type without its module and without what it is generic over."""
    plain = re.sub(r"::|\\|/", ".", base.partition("[")[0].partition("<")[0].partition("(")[0])
    return plain.rpartition(".")[2].strip("&*~ ")


def _base(statement: Statement, index: SourceIndex) -> Verdict | None:
    owners = types_only(statement.name(), index)
    wanted = _plain(statement.holes.get("T") or "")
    if not owners or not wanted.isidentifier() or is_standard_too(owners[0].symbol.name, owners):
        return None
    for owner in owners:
        lines, complete = index.definitions.ancestors(owner)
        if wanted in {
            owner.symbol.name,
            *(_plain(part) for one in lines for base in one.symbol.bases for part in base.split("|")),
        }:
            return AGREES
        if not complete and wanted not in index.words:
            return None
    is_whole = all(one.path.endswith(_TOLD_AT_ONCE) for one in owners)
    if not is_whole and _stand_together(owners[0].symbol.name, wanted, index):
        return None
    first = owners[0]
    real = ", ".join(first.symbol.bases) or "nothing"
    return Verdict(f"{first.symbol.qualified_name} builds on {real}, not on {wanted}", first)


def _stand_together(name: str, other: str, index: SourceIndex) -> bool:
    """Whether one line of the source names both, as `impl Base for Name` or a registration does."""
    files = frozenset(index.words.get(name, ())) & frozenset(index.words.get(other, ()))
    return any(mentions(line, name) and mentions(line, other) for path in files for line in index.lines(path))


def _return_type(statement: Statement, index: SourceIndex) -> Verdict | None:
    found = callables(statement, index)
    stated = statement.holes.get("T") or ""
    if not found or any(not one.symbol.returns for one in found):
        return None
    if any(_is_returned(one, stated) for one in found):
        return AGREES
    first = found[0]
    return Verdict(f"the return type of {first.symbol.qualified_name} is {first.symbol.returns}, not {stated}", first)


def _is_returned(definition: Definition, stated: str) -> bool:
    real = definition.symbol.returns or ""
    return same_type(real, stated) or mentions(real, _plain(stated)) or mentions(stated, _plain(real))


def _returns(statement: Statement, index: SourceIndex) -> Verdict | None:
    """A value is no type, and a type that stands in the function, or builds on what it promises, may well come back."""
    wanted = _plain(statement.holes.get("T") or "")
    types = index.definitions.types(wanted) if wanted.isidentifier() else ()
    if not types and wanted not in _SOME_TYPE:
        return None
    found = callables(statement, index)
    if any(one.symbol.kind in OPEN_TYPES or _may_return(one, wanted, types, index) for one in found):
        return None
    return _return_type(statement, index)


def _may_return(one: Definition, wanted: str, types: tuple[Definition, ...], index: SourceIndex) -> bool:
    real = one.symbol.returns or ""
    if _OPEN.search(real) or mentions(index.body(one).removeprefix(one.symbol.signature), wanted):
        return not mentions(real, wanted)
    above = {
        _plain(base) for two in types for line in index.definitions.ancestors(two)[0] for base in line.symbol.bases
    }
    return any(mentions(real, base) for base in above)


TYPES = (Relation(_BASES, _base), Relation(_RETURN_TYPE, _return_type), Relation(_RETURNS, _returns))
