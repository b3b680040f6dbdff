"""What the prose denies: "`f` does not raise `E`", "`A` has no method `f`", where the source plainly shows it.

Only a denial that ends its clause is taken: "does not raise `E` when ..." says nothing of the other cases.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Set

from tasks.checks.definitions import CALLABLES, Definition
from tasks.checks.source_index import SourceIndex
from tasks.checks.stated_parameters import callables, names_of
from tasks.checks.statement_grammar import AGREES, Relation, Statement, Verdict, phrase, types_only

_END = r"(?=\s*(?:[.;!。；！]|$))"
_NOT = r"(?:does not|doesn['’]t|never|do not)"
_DENIED = "not |n't |n’t "
_M = r"(?:method|function|property|attribute|field|member)"
_P = r"(?:parameter|argument)"
_RAISES = (
    phrase("raise|throw", rf"{{N}} {_NOT} (?:raises?|throws?) (?:an? )?{{T}}{_END}"),
    phrase("抛出|引发", rf"{{N}}_?(?:不会|从不|不)(?:抛出|引发)_?{{T}}{_END}"),
)
_BASES = (
    phrase(_DENIED, rf"{{N}} (?:is not|isn['’]t) an? (?:direct )?(?:subclass|child|child class|descendant|subtype) "
        rf"of {{T}}{_END}"),
    phrase(_DENIED, rf"{{N}} {_NOT} (?:inherit from|extend|derive from|subclass|build on) {{T}}{_END}"),
    phrase("子类", rf"{{N}}_?(?:不是|并非)_?{{T}}_?的_?子类{_END}"),
    phrase("继承", rf"{{N}}_?(?:没有|不|并不|并未)继承(?:自)?_?{{T}}{_END}"),
)  # fmt: skip
_MEMBERS = (
    phrase(" no ", rf"{{C}} (?:has|provides|offers|(?P<W>defines|declares)) no {_M} (?:called |named )?{{N}}{_END}"),
    phrase(_DENIED, rf"{{C}} {_NOT} (?:have|provide|offer|(?P<W>define|declare)) (?:an? |the )?(?:{_M} )?"
        rf"(?:called |named )?{{N}}(?: {_M})?{_END}"),
    phrase("没有", rf"{{C}}_?没有_?{{N}}_?(?:方法|属性|字段|成员){_END}"),
    phrase("没有", rf"{{C}}_?没有_?(?:名为_?)?(?:方法|属性|字段|成员)?_?{{N}}{_END}"),
)  # fmt: skip
_PARAMETERS = (
    phrase(" no ", rf"{{N}} (?:has|takes|accepts) no {_P} (?:called |named )?{{P}}{_END}"),
    phrase(_DENIED, rf"{{N}} {_NOT} (?:have|take|accept) (?:an? |the )?{_P} (?:called |named )?{{P}}{_END}"),
    phrase("参数", rf"{{N}}_?没有_?(?:名为_?)?参数_?{{P}}{_END}"),
)
_CALLS = (
    phrase("call|invoke", rf"{{N}} {_NOT} (?:call|invoke)s? {{T}}{_END}"),
    phrase("调用", rf"{{N}}_?(?:不会|从不|不|没有)调用_?{{T}}{_END}"),
)
_KINDS = (phrase(_DENIED, r"{N} (?:is not|isn['’]t) (?:an? )?(?P<A>async|asynchronous|static|abstract|final)\b"),)

_HANDLER = re.compile(r"\b(?:except|catch|rescue)\b(?P<errors>[^\n{]{0,300})")
_TYPE = re.compile(r"(?<!\w)[A-Z]\w*")
_ANY_ERROR = frozenset({"BaseException", "Exception", "Throwable", "Error", "StandardError"})
_OWN = frozenset({"self", "this", "cls", "super", "super()", "Self"})
_RECEIVER = re.compile(r"func\s*\(\s*(?P<name>\w+)\s")
"""What a method of Go calls the value that it is bound to."""


def _raises(statement: Statement, index: SourceIndex) -> Verdict | None:
    """What a function catches itself does not leave it."""
    name, error = statement.name(), statement.name("T").rpartition(".")[2]
    found = index.definitions.named(name) if name else ()
    caught = _ANY_ERROR | {error} | {two for one in index.definitions.types(error) for two in _built_on(one, index)}
    if any(_may_catch(index.body(one), caught) for one in found):
        return None
    return _denied(found, "raises", statement, lambda one: one.symbol.raises)


def _may_catch(body: str, errors: Set[str]) -> bool:
    """Whether a handler names one of the errors, or none at all, as those of JavaScript do."""
    for handler in _HANDLER.finditer(body):
        written = frozenset(_TYPE.findall(handler["errors"]))
        if not written or not written.isdisjoint(errors):
            return True
    return False


def _calls(statement: Statement, index: SourceIndex) -> Verdict | None:
    name, denied = statement.name(), statement.name("T")

    def surely_called(one: Definition) -> tuple[str, ...]:
        return tuple(call for call in one.symbol.calls if _is_call_of(call, denied, one, index))

    return _denied(index.definitions.named(name) if name else (), "calls", statement, surely_called)


def _is_call_of(call: str, denied: str, caller: Definition, index: SourceIndex) -> bool:
    """Whether a call is surely one of what is denied: `self.sock.close()` is none of `Server.close`."""
    holder, last = call.rpartition(".")[0].rpartition(".")[2], call.rpartition(".")[2]
    owner = denied.rpartition(".")[0].rpartition(".")[2]
    bound = _RECEIVER.match(caller.symbol.signature)
    if not holder or holder in _OWN or (bound is not None and holder == bound["name"]):
        return not owner or owner == (caller.symbol.parent or "").rpartition(".")[2]
    return holder == owner if owner else not index.definitions.named(last)


def _bases(statement: Statement, index: SourceIndex) -> Verdict | None:
    return _denied(types_only(statement.name(), index), "builds on", statement, lambda one: _built_on(one, index))


def _built_on(one: Definition, index: SourceIndex) -> tuple[str, ...]:
    lines = index.definitions.ancestors(one)[0]
    return tuple(re.split(r"[\[<(]", base)[0] for two in lines for base in two.symbol.bases)


def _denied(
    found: tuple[Definition, ...], verb: str, statement: Statement, shown: Callable[[Definition], tuple[str, ...]]
) -> Verdict | None:
    denied = statement.name("T").rpartition(".")[2]
    if not found or not denied:
        return None
    if any(denied not in {name.rpartition(".")[2] for name in shown(one)} for one in found):
        return AGREES
    return Verdict(f"{found[0].symbol.qualified_name} {verb} {denied}", found[0])


def _members(statement: Statement, index: SourceIndex) -> Verdict | None:
    owners, name = types_only(statement.name("C"), index), statement.name().rpartition(".")[2]
    if not owners or not name:
        return None
    # What a type is said not to define it may still inherit.
    is_of_its_own = bool(statement.holes.get("W"))
    parents = {two.symbol.parent for two in index.definitions.named(name)}
    if any(
        one.symbol.qualified_name not in parents if is_of_its_own else not index.definitions.has_member(one, name)
        for one in owners
    ):
        return AGREES
    there = index.definitions.named(f"{statement.name('C')}.{name}")
    return Verdict(f"{owners[0].symbol.qualified_name} has {name}", (there or owners)[0])


def _parameters(statement: Statement, index: SourceIndex) -> Verdict | None:
    found, name = callables(statement, index), statement.name("P")
    if not found or not name:
        return None
    if any(name not in names_of(one) for one in found):
        return AGREES
    return Verdict(f"{found[0].symbol.qualified_name} has the parameter {name}", found[0])


def _kinds(statement: Statement, index: SourceIndex) -> Verdict | None:
    name, said = statement.name(), (statement.holes.get("A") or "").lower()
    found = index.definitions.named(name) if name else ()
    if not found or any(not _is_marked(one, said) for one in found):
        return AGREES if found else None
    return Verdict(f"{found[0].symbol.qualified_name} is {said}", found[0])


def _is_marked(one: Definition, said: str) -> bool:
    """Whether the definition itself says it of itself."""
    symbol = one.symbol
    if said.startswith("async"):
        return symbol.kind in CALLABLES and symbol.is_async
    marks = {two.partition("(")[0].rpartition(".")[2] for two in symbol.decorators}
    written = {"static": "staticmethod", "abstract": "abstractmethod"}.get(said, "final")
    head = symbol.signature.partition("(")[0]
    return written in marks or re.search(rf"\b{said}\s", head) is not None


DENIALS = (
    Relation(_RAISES, _raises),
    Relation(_BASES, _bases),
    Relation(_MEMBERS, _members),
    Relation(_PARAMETERS, _parameters),
    Relation(_CALLS, _calls),
    Relation(_KINDS, _kinds),
)
