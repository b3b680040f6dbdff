"""What the prose says of types: what a class builds on, what a function gives back."""

from __future__ import annotations

import re

from tasks.checks.call_text import same_type
from tasks.checks.definitions import OPEN_TYPES, Definition
from tasks.checks.source_index import SourceIndex
from tasks.checks.standard_names import is_standard_too
from tasks.checks.stated_parameters import callables
from tasks.checks.statement_grammar import (
    AGREES,
    Relation,
    Statement,
    Verdict,
    mentions,
    phrase,
    plain_name,
    types_only,
)
from tasks.checks.structural_types import may_fit
from tasks.checks.type_families import are_alike, contradict

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
    phrase("base|class|parent", rf"{{T}} is the (?:direct )?(?:base(?: class)?|superclass|super class|parent(?: "
        rf"class)?) of {_CLASS}{{N}}"),
    phrase("继承", r"{N}_?(?:类)?_?(?:直接)?继承(?:自|了|于)?_?{T}"),
    phrase("实现", r"{N}_?(?:类)?_?实现了?_?{T}"),
    phrase("类", r"{N}_?的_?(?:基类|父类|超类)_?(?:是|为)_?{T}"),
    phrase("子类", r"{N}_?是_?{T}_?的_?子类"),
)  # fmt: skip
_ON = r"(?:inherit from|derive from|extend|subclass|build on|implement|are subclasses of)"
_ALL_ON = (
    phrase("both|all", rf"{{L}} (?:both|all) {_ON} {_CLASS}{{T}}"),
    phrase("都", r"{L}_?都(?:直接)?(?:继承|实现)(?:自|了|于)?_?{T}"),
)
_ON_BOTH = (
    phrase("both", rf"{{N}}(?: class)? (?:inherits from|derives from|extends|subclasses|builds on|implements) both "
        rf"{_CLASS}{{T}} and {_CLASS}{{U}}"),
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
_DECLARED = (".java", ".go", ".c", ".h", ".rs", ".kt", ".cs", ".swift", ".cpp", ".hpp", ".cc")
_ITS_TRUTH_IS_A_NUMBER = (".c", ".h")
_JAVASCRIPT = (".js", ".mjs", ".cjs", ".jsx")
_MOST_FILES = 200
_MOST_AROUND = 1_000
"""Characters on either side of a trait's name in which its `impl` says for what."""
_ANY_TYPE = re.compile(r"\s*[A-Z]\d?(?!\w)")
_IN_MACRO = re.compile(r"\w!\s*[({\[]")
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
    return _builds_on(statement.name(), statement.holes.get("T") or "", index)


def _all_on(statement: Statement, index: SourceIndex) -> Verdict | None:
    """Several types on one, or one on two: the first that is wrong, else whether anything could be said."""
    names = [plain_name(one) for one in statement.names()] or [statement.name()]
    bases = [statement.holes.get(hole) or "" for hole in "TU" if statement.holes.get(hole)]
    verdicts = [_builds_on(name, base, index) for name in names for base in bases]
    return next((one for one in verdicts if one and one.problem), next(filter(None, verdicts), None))


def _builds_on(name: str, base: str, index: SourceIndex) -> Verdict | None:
    owners = types_only(name, index)
    wanted = _plain(base)
    if not owners or not wanted.isidentifier() or is_standard_too(owners[0].symbol.name, owners):
        return None
    for owner in owners:
        lines, complete = index.definitions.ancestors(owner)
        if wanted in {
            owner.symbol.name,
            *(_plain(part) for one in lines for base in one.symbol.bases for part in base.split("|")),
        }:
            return AGREES
        if may_fit(owner, wanted, index) or any(_makes_of(one, wanted) for one in lines):
            return AGREES
        if not complete and wanted not in index.words:
            return None
    is_whole = all(_is_told_at_once(one) for one in owners)
    if not is_whole and _may_build_on(owners[0].symbol.name, wanted, index):
        return None
    first = owners[0]
    real = ", ".join(first.symbol.bases) or "nothing"
    return Verdict(f"{first.symbol.qualified_name} builds on {real}, not on {wanted}", first)


def _makes_of(one: Definition, wanted: str) -> bool:
    """Whether a base is a call that is given the type: `class App extends Mixin(Core)`."""
    return any("(" in base and mentions(base, wanted) for base in one.symbol.bases)


def _is_told_at_once(owner: Definition) -> bool:
    """JavaScript says it once, too, where it says it by `extends`."""
    return owner.path.endswith(_TOLD_AT_ONCE) or (owner.path.endswith(_JAVASCRIPT) and bool(owner.symbol.bases))


def _may_build_on(name: str, other: str, index: SourceIndex) -> bool:
    """Whether one line of the source names both, as a registration does; of Rust, whether one `impl` does, or one for
    every type, or a macro."""
    files = frozenset(index.words.get(name, ())) & frozenset(index.words.get(other, ()))
    traits = [one for one in index.definitions.types(other) if one.symbol.kind == "trait" and one.path.endswith(".rs")]
    if not traits:
        return any(mentions(line, name) and mentions(line, other) for path in files for line in index.lines(path))
    texts = [(path, index.text(path)) for path in index.words.get(other, ())[:_MOST_FILES]]
    return any(_may_implement(text, other, name if path in files else "") for path, text in texts)


def _may_implement(text: str, trait: str, name: str) -> bool:
    """Whether a text of Rust implements a trait for a type ("" is none), for every type, or by a macro."""
    for match in re.finditer(rf"(?<!\w){trait}(?!\w)", text):
        before = text[max(0, match.start() - _MOST_AROUND) : match.start()].rpartition(";")[2]
        if _IN_MACRO.search(before):
            return True
        behind = re.split(r"[;{]", text[match.end() : match.end() + _MOST_AROUND], maxsplit=1)[0]
        _, is_for, subject = behind.partition(" for ")
        _, is_impl, bounds = re.split("[{}]", before)[-1].rpartition("impl")
        is_bound = bounds.count("<") > bounds.count(">")
        if is_impl and is_for and not is_bound and (_ANY_TYPE.match(subject) or (name and mentions(subject, name))):
            return True
    return False


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
    if definition.path.endswith(_ITS_TRUTH_IS_A_NUMBER) and are_alike(real, stated):
        return True
    return same_type(real, stated) or mentions(real, _plain(stated)) or mentions(stated, _plain(real))


def _returns(statement: Statement, index: SourceIndex) -> Verdict | None:
    """A value is no type, and a type that stands in the function, or builds on what it promises, may well come back."""
    wanted = _plain(statement.holes.get("T") or "")
    types = index.definitions.types(wanted) if wanted.isidentifier() else ()
    found = callables(statement, index)
    if not types and wanted not in _SOME_TYPE:
        return _plain_type(statement, found, index)
    if any(one.symbol.kind in OPEN_TYPES or _may_return(one, wanted, types, index) for one in found):
        return None
    return _return_type(statement, index)


def _plain_type(statement: Statement, found: tuple[Definition, ...], index: SourceIndex) -> Verdict | None:
    """A plain type of another language: only where the language has the function declare another one."""
    stated = statement.holes.get("T") or ""
    if not found or not all(one.path.endswith(_DECLARED) and one.symbol.returns for one in found):
        return None
    if any(not contradict(one.symbol.returns or "", stated, index) for one in found):
        return AGREES
    return _return_type(statement, index)


def _may_return(one: Definition, wanted: str, types: tuple[Definition, ...], index: SourceIndex) -> bool:
    real = one.symbol.returns or ""
    if _OPEN.search(real) or mentions(index.body(one).removeprefix(one.symbol.signature), wanted):
        return not mentions(real, wanted)
    above = {
        _plain(base) for two in types for line in index.definitions.ancestors(two)[0] for base in line.symbol.bases
    }
    return any(mentions(real, base) for base in above)


TYPES = (
    Relation(_BASES, _base),
    Relation(_ALL_ON, _all_on),
    Relation(_ON_BOTH, _all_on),
    Relation(_RETURN_TYPE, _return_type),
    Relation(_RETURNS, _returns),
)
