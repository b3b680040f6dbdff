"""Calls and signatures in inline code against the definitions that they name."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from rapidfuzz import process

from memory_schema.findings import Certainty, Finding, Severity
from tasks.checks.call_text import Argument, CallText, normal_value, read_call, same_type
from tasks.checks.chapter_text import ChapterText
from tasks.checks.definitions import Definition
from tasks.checks.result import CheckResult, found
from tasks.checks.source_index import SourceIndex
from tasks.source.symbol import Parameter

CHECK = "signatures"

_LITERAL = re.compile(r"[-+]?\d[\w.]*|\"[^\"]*\"|'[^']*'|True|False|None|true|false|null|nil")
_KEEPING = frozenset({
    "staticmethod", "classmethod", "abstractmethod", "override", "final", "contextmanager", "asynccontextmanager",
    "lru_cache", "cache", "deprecated", "setupmethod", "typechecked", "overload", "pass_context", "wraps",
})  # fmt: skip
"""Decorators that leave the parameters as they are written."""
_Alike: TypeAlias = tuple[str, frozenset[str]]
"""What two calls have in common that differ by the order of their arguments."""
_MERELY_MARKED = (".java", ".kt", ".cs", ".swift", ".php", ".rs", ".c", ".h", ".cpp", ".hpp", ".go")


def check_signatures(chapter: ChapterText, index: SourceIndex) -> CheckResult:
    """Compare `f(a, b=3)`, `def f(a: int = 3) -> str` and `class A(B)` with what the source defines.

    ⚠️ at most, and only where every definition of that name contradicts: a keyword that none takes, more
    arguments than any takes, and in what must be a signature other names, order, defaults, bases or return type.
    """
    findings: list[Finding] = []
    count = 0
    for block in chapter.blocks:
        calls = [(span, call) for span in block.spans if "(" in span.text and (call := read_call(span.text))]
        told_apart = _in_two_orders([call for _, call in calls])
        for span, call in calls:
            if not call.arguments or not (call.is_whole or call.returns) or _alike(call) in told_apart:
                continue
            problem = _fault(call, index)
            count += problem is not None
            if problem:
                what, definition, fix = problem
                place = chapter.place(block.line(span.start))
                evidence = definition.shown
                findings.append(
                    found(
                        CHECK,
                        Severity.SHOULD,
                        place,
                        what,
                        quote=span.text,
                        evidence=evidence,
                        fix=fix,
                        certainty=Certainty.LIKELY,
                    )
                )
    return CheckResult(tuple(findings), {"signatures": count})


def _alike(call: CallText) -> _Alike:
    return call.name, frozenset(one.name for one in call.arguments)


def _in_two_orders(calls: Sequence[CallText]) -> frozenset[_Alike]:
    """The calls that a paragraph writes in more than one order: "`less(b, a)` is the reverse of `less(a, b)`"."""
    orders: dict[_Alike, set[tuple[str, ...]]] = {}
    for call in calls:
        orders.setdefault(_alike(call), set()).add(tuple(one.name for one in call.arguments))
    return frozenset(alike for alike, written in orders.items() if len(written) > 1 and len(alike[1]) > 1)


def is_example_call(text: str, index: SourceIndex) -> bool:
    """Whether a text calls what the source defines, with literals and by its parameters' names, or with these names
    alone: nobody's quotation."""
    call = read_call(text.removeprefix("@"))
    if call is None or call.is_signature or not call.is_whole:
        return False
    definitions = index.definitions.callables(call.name)
    plain = [one.name for one in call.arguments if one.is_plain]
    if len(plain) == len(call.arguments) and any(
        plain == [one.name for one in definition.symbol.parameters][: len(plain)] for definition in definitions
    ):
        return True
    if not any(one.value for one in call.arguments):
        return False
    names = {one.name for definition in definitions for one in definition.symbol.parameters} | {"self", "cls"}
    shown = all(
        (one.name in names and (not one.value or _LITERAL.fullmatch(one.value))) or _LITERAL.fullmatch(one.text)
        for one in call.arguments
    )
    return bool(definitions) and shown and _fault(call, index) == ()


def _fault(call: CallText, index: SourceIndex) -> tuple[str, Definition, str] | tuple[()] | None:
    """What is wrong, by which definition, and the fix; () where a definition agrees, None where none is known."""
    if call.declared.strip() == "class":
        return _wrong_bases(call, index)
    if not call.declared and call.name in dir(builtins):
        return None
    candidates = written_definitions(call.name, index)
    if not candidates or _is_another(call, candidates):
        return None
    # An overload that takes less than is written is not the one that is meant.
    meant = [one for one in candidates if _takes(one, len(call.arguments))] or candidates
    faults = [_compare(call, one) if call.is_whole else _wrong_return(call, one) for one in meant]
    return () if "" in faults else (faults[0], meant[0], f"see {meant[0]}")


def _takes(definition: Definition, count: int) -> bool:
    parameters = definition.symbol.parameters
    return len(parameters) >= count or any(one.kind.startswith("var") or not one.name for one in parameters)


def written_definitions(name: str, index: SourceIndex) -> tuple[Definition, ...]:
    """The functions of a name where each is called as it is written: no decorator changes it, no overload adds one."""
    every = index.definitions.callables(name)
    whole = all(_is_plain(one) and not _is_overloaded(one, index) for one in every)
    return every if whole else ()


def _is_overloaded(definition: Definition, index: SourceIndex) -> bool:
    """Whether a Python function has other signatures beside its own, of which only the last is a definition."""
    name = re.escape(definition.symbol.name)
    return re.search(rf"@(?:\w+\.)?overload\s+(?:async\s+)?def\s+{name}\b", index.text(definition.path)) is not None


def _is_another(call: CallText, candidates: Sequence[Definition]) -> bool:
    """A method is not called by its bare name: without its parameters' names it is a function from elsewhere."""
    # Stars stand in calls as well.
    by_stars = call.is_signature and not call.declared.strip() and not call.returns
    by_stars = by_stars and not any(one.annotation for one in call.arguments)
    is_bound = all(one.symbol.kind == "method" for one in candidates)
    if "." in call.name or not (by_stars or (is_bound and not call.is_signature)):
        return False
    names = {one.name for definition in candidates for one in definition.symbol.parameters}
    return not any(one.name in names for one in call.arguments)


def _compare(call: CallText, definition: Definition) -> str:
    """Why a definition contradicts a call, "" where it does not."""
    parameters = definition.symbol.parameters
    if any(one.name == "" for one in parameters):
        return ""
    names = [one.name for one in parameters]
    if definition.path.endswith((".py", ".pyi")):
        fault = next(_python_faults(call, parameters, names), "")
        return fault or _wrong_return(call, definition)
    if all(one.is_plain for one in call.arguments) and _is_disordered([one.name for one in call.arguments], names):
        return f"the parameters of {call.name} come in another order: {', '.join(names)}"
    return ""


def _is_positional(call: CallText) -> bool:
    """Keywords of a call come in any order, those of a signature do not."""
    return call.is_signature or not any(one.value for one in call.arguments)


def _is_disordered(written: Sequence[str], names: Sequence[str]) -> bool:
    """Whether names of parameters, of which some may be left out, stand in another order than the parameters."""
    if len(written) < 2 or len(set(written)) < len(written) or not set(written) <= set(names):
        return False
    return list(written) != sorted(written, key=names.index)


def _wrong_return(call: CallText, definition: Definition) -> str:
    returns = definition.symbol.returns if definition.path.endswith((".py", ".pyi")) else None
    if not call.returns or not returns or same_type(call.returns, returns):
        return ""
    return f"{call.name} is annotated to return {returns}, not {call.returns}"


def _python_faults(call: CallText, parameters: Sequence[Parameter], names: list[str]) -> Iterator[str]:
    # A first parameter that a method is bound to is written or not; a function may call its own `cls`, too.
    bound = {"self", "cls"}.difference(names)
    arguments = [one for one in call.arguments if one.text not in ("*", "/") and one.name not in bound]
    kinds = {one.kind for one in parameters}
    by_name = {one.name: one for one in parameters}
    plain = [one.name for one in arguments if one.is_plain and not one.stars]
    for argument in arguments:
        takes_it = argument.name in by_name or ("var-keyword" in kinds and not argument.annotation)
        if argument.name and (argument.value or argument.annotation) and not argument.stars and not takes_it:
            near = process.extractOne(argument.name, names, score_cutoff=60)
            yield f"{call.name} has no parameter {argument.name}" + (f"; it has {near[0]}" if near else "")
    positional = [one for one in arguments if not one.value and not one.stars]
    most = sum(one.kind in ("positional-only", "positional-or-keyword") for one in parameters)
    if "var-positional" not in kinds and len(positional) > most and not call.is_signature:
        yield f"{call.name} takes at most {most} positional arguments, not {len(positional)}"
    written = [one.name for one in arguments if one.name]
    if len(written) == len(arguments) and _is_positional(call) and _is_disordered(written, names):
        yield f"the parameters of {call.name} come in another order: {', '.join(names)}"
    if call.is_signature:
        yield from (f"{call.name} has no parameter {name}" for name in plain if name not in by_name)
        # `*args` that are not the definition's own stand for whatever is not told.
        told = all(one.name in by_name and "var-" in by_name[one.name].kind for one in arguments if one.stars)
        yield from (
            f"the signature of {call.name} leaves out {n}" for n in names if n not in written and written and told
        )
        yield from _wrong_values(call, arguments, by_name)


def _wrong_values(call: CallText, arguments: Sequence[Argument], by_name: dict[str, Parameter]) -> Iterator[str]:
    for argument in arguments:
        real = by_name.get(argument.name)
        if real is None:
            continue
        if argument.value and real.default is not None and normal_value(argument.value) != normal_value(real.default):
            yield f"the default of {argument.name} in {call.name} is {real.default}, not {argument.value}"
        if argument.value and real.default is None and real.kind not in ("var-keyword", "var-positional"):
            yield f"{argument.name} of {call.name} has no default"
        if argument.annotation and real.annotation and not same_type(argument.annotation, real.annotation):
            yield f"{argument.name} of {call.name} is annotated {real.annotation}, not {argument.annotation}"


def _wrong_bases(call: CallText, index: SourceIndex) -> tuple[str, Definition, str] | tuple[()] | None:
    owners = index.definitions.types(call.name)
    if not owners or not all(one.path.endswith((".py", ".pyi")) for one in owners):
        # Elsewhere the parameters of a constructor stand there: `class Counter(var count: Int)`.
        return None
    written = {normal_value(one.text) for one in call.arguments if not one.value}
    for owner in owners:
        if written <= {normal_value(base) for base in owner.symbol.bases}:
            return ()
    real = ", ".join(owners[0].symbol.bases) or "nothing"
    return f"{call.name} builds on {real}, not on {', '.join(sorted(written))}", owners[0], f"see {owners[0]}"


def _is_plain(definition: Definition) -> bool:
    """What stands above a definition changes its parameters in a language where it wraps it."""
    if definition.path.endswith(_MERELY_MARKED):
        return True
    names = (one.partition("(")[0].rpartition(".")[2] for one in definition.symbol.decorators)
    return all(name in _KEEPING for name in names)
