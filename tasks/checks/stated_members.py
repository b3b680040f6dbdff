"""What the prose says of members: a method of a class, a value of an enum, how many there are, what decorates one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tasks.checks.definitions import CALLABLES, OPEN_TYPES, Definition
from tasks.checks.members import has_no_member
from tasks.checks.source_index import SourceIndex
from tasks.checks.statement_grammar import AGREES, Relation, Statement, Verdict, mentions, phrase, types_only
from tasks.source.symbol import Symbol

_ADJ = r"(?:(?:public|private|static|abstract|async|class|instance|own|new) )*"
_M = r"(?:methods?|propert(?:y|ies)|attributes?|fields?|members?|functions?|constructors?)"
_C = r"(?:the )?(?:class |interface |struct |trait |type |enum )?"
_V = r"(?:members?|variants?|values?|cases?|constants?|options?)"
_IN_CLASS = "method|propert|attribute|field|member|function|constructor"
_IN_ENUM = "member|variant|value|case|constant|option"
_MEMBER = (
    phrase(" of ", rf"{{N}} is (?:an?|the|one of the) {_ADJ}{_M} (?:of|on|in) {_C}{{C}}"),
    phrase(_IN_CLASS, rf"{{C}}(?: class)? (?:has|defines|declares|provides|offers|exposes|implements) (?:an?|the) "
        rf"{_ADJ}{_M} (?:called |named )?{{N}}"),
    phrase("defines|declares", r"{C}(?: class)? (?:defines|declares) {N}"),
    phrase(_IN_CLASS, rf"\bthe {{N}} {_ADJ}{_M} (?:of|on|in) {_C}{{C}}"),
    phrase(_IN_CLASS, rf"{{C}}(?:'s|’s) {{N}} {_M}\b"),
    phrase(_IN_CLASS, rf"\bthe {_ADJ}{_M} {{N}} (?:of|on|in) {_C}{{C}}"),
    phrase("的", r"{C}_?(?:类)?_?的_?{N}_?(?:方法|属性|字段|成员)"),
    phrase("定义", r"{C}_?(?:类)?_?定义了_?{N}"),
    phrase("的", r"{N}_?是_?{C}_?(?:类)?的_?(?:一个)?_?(?:方法|属性|字段|成员)"),
)  # fmt: skip
_BELONGS = (phrase(" belongs to ", rf"{{N}} belongs to {_C}{{C}}"),)
_VALUES = (
    phrase(_IN_ENUM, rf"{{N}} is (?:an?|the|one of the) (?:enum )?{_V} of {_C}{{C}}"),
    phrase(" one of ", r"{C} is one of {L}"),
    phrase(_IN_ENUM, rf"{{C}} (?:has|defines|declares|offers) (?:the |{{D}} )?{_V}:? {{L}}"),
    phrase(_IN_ENUM, rf"\b{_V} of {_C}{{C}} are {{L}}"),
    phrase("成员", r"{C}_?的_?(?:成员|取值|值)_?(?:是|有|为|包括)_?{L}"),
)  # fmt: skip
_COUNT = (
    phrase("methods|fields|" + _IN_ENUM, rf"{{C}}(?: class)? (?:has|defines|declares|contains|provides|consists of) "
        rf"(?:exactly )?{{D}} "
        rf"(?P<A>public )?(?P<K>methods|fields|{_V})\b"),
    phrase("个", r"{C}_?(?:类)?_?(?:一共|共)?(?:有|定义了|包含)_?{D}_?个_?(?P<K>方法|字段|成员|取值|变体)"),
)  # fmt: skip
_OVERLOADS = (phrase("overloads", r"{N} has {D} overloads\b"), phrase("重载", r"{N}_?有_?{D}_?个_?重载"))
_DECORATED = (
    phrase("with ", r"{N} is (?:decorated|annotated|marked) with {P}"),
    phrase("decorator|annotation", r"\bthe {P} (?:decorator|annotation) (?:of|on|sits on|stands on|decorates) {N}"),
    phrase("decorator", r"\bthe {P} decorator (?:sits on|stands on|stands above|decorates|marks) {N}"),
    phrase("装饰", r"{N}_?(?:被|使用|用)_?{P}_?装饰"),
)
_OPEN_CLASSES = (".rb", ".rs", ".swift", ".go", ".cpp", ".hpp", ".h", ".kt", ".cs")
"""Languages in which methods may be given to a type elsewhere."""
_CLOSED_STRUCTS = (".c", ".h", ".go", ".rs")
_OVERLOADING = (".java", ".cs", ".kt", ".swift")
_HOLDING = ("attribute", "constant", "variable")
_CONDITIONAL = re.compile(r"#\s*if|#\[cfg|\bunion\b")
_EMBEDDED = re.compile(r"^[ \t]+\*?(?:\w+\.)?\w+\s*(?:`[^`]*`)?\s*(?://.*)?$", re.MULTILINE)
"""A type that a struct of Go takes in whole."""
_ABOVE = 4
"""Lines above a definition in which an annotation may stand."""


def _owner(statement: Statement, index: SourceIndex) -> tuple[Definition, ...]:
    return index.definitions.types(statement.name("C")) if statement.name("C") else ()


def _member(statement: Statement, index: SourceIndex) -> Verdict | None:
    owner, member = statement.name("C"), statement.name().rpartition(".")[2]
    if not _owner(statement, index) or not member:
        return None
    fault = has_no_member(owner, member, index)
    if fault is None:
        return AGREES
    holder = index.definitions.named(member)[:1]
    where = f"; {holder[0].symbol.qualified_name} has ({holder[0]})" if holder else ""
    return Verdict(f"{owner} has no {member}{where}", _owner(statement, index)[0], fault)


def _belongs(statement: Statement, index: SourceIndex) -> Verdict | None:
    """Only of what is a member of something: a `Post` may belong to an `Author`."""
    found = index.definitions.named(statement.name()) if statement.name() else ()
    is_member = found and all(one.symbol.parent and one.symbol.kind not in OPEN_TYPES for one in found)
    return _member(statement, index) if is_member else None


def _values(statement: Statement, index: SourceIndex) -> Verdict | None:
    enums = types_only(statement.name("C"), index)
    if not enums or not all(members_of_enum(one, index) for one in enums):
        return None
    written = statement.names() or (statement.holes.get("N") or "",)
    for one in enums:
        real = members_of_enum(one, index)
        text = index.body(one)
        wrong = [
            two for two in written if two.strip("\"'").rpartition(".")[2] not in real and two.strip("\"'") not in text
        ]
        if not wrong:
            return AGREES
    return Verdict(f"{enums[0].symbol.qualified_name} has no {wrong[0]}; it has {', '.join(real[:12])}", enums[0])


def members_of_enum(owner: Definition, index: SourceIndex) -> list[str]:
    """The values of an enum, [] for another type. Python's are classes that build on an `Enum`."""
    symbol = owner.symbol
    is_python = any(
        base.rpartition(".")[2] in ("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag") for base in symbol.bases
    )
    if symbol.kind != "enum" and not is_python:
        return []
    inside = (one for one in index.symbols(owner.path) if one.parent == symbol.qualified_name)
    return [one.name for one in inside if one.kind in _HOLDING]


def fields_of(owner: Definition, index: SourceIndex) -> list[str]:
    """The fields of a struct in a language that declares them all where it declares the struct, [] elsewhere and where
    it takes in the fields of another, shares their room or leaves some to the compiler's settings."""
    symbol = owner.symbol
    if symbol.kind != "struct" or symbol.bases or not owner.path.endswith(_CLOSED_STRUCTS):
        return []
    body = index.body(owner)
    if _CONDITIONAL.search(body) or (owner.path.endswith(".go") and _EMBEDDED.search(body)):
        return []
    inside = [one for one in index.symbols(owner.path) if one.parent == symbol.qualified_name]
    # What is called in C is a field, too: a pointer to a function. A header may be one of C++, where it is none.
    if owner.path.endswith(".h") and any(one.kind in CALLABLES for one in inside):
        return []
    kinds = (*_HOLDING, "method") if owner.path.endswith(".c") else _HOLDING
    return [one.name for one in inside if one.kind in kinds]


def _overloads(statement: Statement, index: SourceIndex) -> Verdict | None:
    name, stated = statement.name(), statement.number()
    found = index.definitions.named(name) if name else ()
    if not found or stated < 0 or len({(one.path, one.symbol.qualified_name) for one in found}) > 1:
        return None
    first = found[0]
    if first.symbol.kind not in CALLABLES or not first.path.endswith(_OVERLOADING):
        return None
    # "Three overloads" may be said of three functions, or of three beside the first.
    if stated in (len(found), len(found) - 1):
        return AGREES
    return Verdict(f"{first.symbol.qualified_name} has {len(found)} overloads, not {stated}", first)


def _count(statement: Statement, index: SourceIndex) -> Verdict | None:
    owners, stated = _owner(statement, index), statement.number()
    if len(owners) != 1 or stated < 0:
        return None
    owner = owners[0]
    if (statement.holes.get("K") or "").lower() in ("methods", "方法"):
        if owner.path.endswith(_OPEN_CLASSES):
            return None
        inside = [one for one in index.symbols(owner.path) if one.parent == owner.symbol.qualified_name]
        numbers = _method_counts(owner, inside, index)
        noun, real = "methods", max(numbers, default=0)
    else:
        values = members_of_enum(owner, index)
        if not values and statement.holes.get("A"):
            return None
        noun = "values" if values else "fields"
        values = values or fields_of(owner, index)
        numbers, real = {len(values)} if values else set(), len(values)
    if not numbers:
        return None
    return (
        AGREES
        if stated in numbers
        else Verdict(f"{owner.symbol.qualified_name} has {real} {noun}, not {stated}", owner)
    )


def _method_counts(owner: Definition, inside: Sequence[Symbol], index: SourceIndex) -> set[int]:
    """In how many ways its methods can be counted: with or without properties, constructor, private ones, inherited."""
    lines, complete = index.definitions.ancestors(owner)
    if not complete:
        return set()
    methods = {one.name for one in inside if one.kind in CALLABLES}
    properties = {one.name for one in inside if one.kind == "property"}
    own = {
        name for name in methods if not name.startswith("__") and name != owner.symbol.name and name != "constructor"
    }
    public = {one.name for one in inside if one.kind in CALLABLES and one.public and not one.name.startswith("_")}
    every = sum(one.kind in CALLABLES for one in inside)
    inherited = {
        one.name
        for two in lines
        for one in index.symbols(two.path)
        if one.parent == two.symbol.qualified_name and one.kind in CALLABLES
    }
    found = {len(methods), len(own), len(public), every, len(inherited)}
    return found | {number + len(properties) for number in found}


def _decorated(statement: Statement, index: SourceIndex) -> Verdict | None:
    name, mark = statement.name(), statement.name("P").rpartition(".")[2]
    found = index.definitions.named(name) if name else ()
    if not found or not mark:
        return None
    for one in found:
        above = index.lines(one.path)[max(0, one.symbol.start - 1 - _ABOVE) : one.symbol.start + _ABOVE]
        if mentions("\n".join([*above, *one.symbol.decorators]), mark):
            return AGREES
    first = found[0]
    marks = ", ".join(f"@{one}" for one in first.symbol.decorators) or "no decorator"
    return Verdict(f"{first.symbol.qualified_name} is not marked {mark}; it has {marks}", first)


MEMBERS = (
    Relation(_MEMBER, _member),
    Relation(_BELONGS, _belongs),
    Relation(_VALUES, _values),
    Relation(_COUNT, _count),
    Relation(_OVERLOADS, _overloads),
    Relation(_DECORATED, _decorated),
)
