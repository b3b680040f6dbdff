"""From the shown source files to facts about their definitions, and who calls whom among them."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from memory_schema.outline import SourceFile
from tasks.offline.report_facts import TYPE_KINDS, FileFacts, MemberFact, RaiseFact, Site, SymbolFacts
from tasks.offline.request import ShownFile
from tasks.offline.research_attributes import first_line
from tasks.offline.research_bodies import Body, bodies_of, parse_python
from tasks.offline.research_shown import known_definitions
from tasks.offline.syntax_raises import Raise, raises_of
from tasks.source.symbols import Symbol, module_doc

_BUILTINS_WORDS = """
len str int float bool list dict set tuple frozenset isinstance issubclass getattr setattr hasattr delattr
super type iter next range enumerate zip map filter sorted reversed sum min max any all repr print open id
callable hash vars format ord chr abs round bytes
"""
_WITH_CODE = ("function", "method", "property", "macro", "definition")
_BUILTINS = frozenset(_BUILTINS_WORDS.split())
_PYTHON_IMPORT = re.compile(r"^\s*(?:from\s+(\.+[\w.]*|[\w.]+)\s+import\b|import\s+([\w.]+))", re.MULTILINE)
_PLAIN_CALL = re.compile(r"(?<![\w.$])((?:[^\W\d]|\$)[\w$]*)\s*\(")


@dataclass(frozen=True)
class Sources:
    """The chapter's files as shown, what the source map wants of each, and what was parsed out of them."""

    files: tuple[ShownFile, ...]
    wanted: Mapping[str, SourceFile]
    symbols: Mapping[str, tuple[Symbol, ...]]
    """By path, the definitions that lie wholly in what was shown."""
    bodies: Mapping[str, Mapping[int, Body]]
    """By path and first line, what the functions of a Python file do."""
    raises: Mapping[str, tuple[Raise, ...]]
    """By path, what a file of any other language raises."""
    heads: Mapping[str, frozenset[int]]
    """By path, the first lines of types that go on behind what was shown: of these only the head is known."""


def read_sources(files: tuple[ShownFile, ...], wanted: Mapping[str, SourceFile]) -> Sources:
    """Parse every file once."""
    known = {file.name: known_definitions(file) for file in files}
    symbols = {name: whole for name, (whole, _) in known.items()}
    heads = {name: open_ended for name, (_, open_ended) in known.items()}
    bodies = {file.name: bodies_of(file.text) if file.language == "python" else {} for file in files}
    raises = {file.name: raises_of(file.text, file.language) for file in files if file.language != "python"}
    return Sources(files, wanted, symbols, bodies, raises, heads)


def file_facts(sources: Sources) -> tuple[FileFacts, ...]:
    """One record a file, in the order in which the files were shown."""
    return tuple(
        FileFacts(
            path=file.name,
            language=file.language,
            lines=file.lines,
            read=", ".join(f"{start}-{end}" for start, end in file.shown) or "none",
            purpose=sources.wanted[file.name].purpose if file.name in sources.wanted else "",
            doc=module_doc(file.text, file.language),
            imports=_imports(file),
        )
        for file in sources.files
    )


def symbol_facts(sources: Sources) -> tuple[SymbolFacts, ...]:
    """Every definition with its calls resolved inside the chapter, in order of file and line."""
    facts: list[SymbolFacts] = []
    names = _names(sources)
    for file in sources.files:
        symbols = sources.symbols[file.name]
        bodies = sources.bodies[file.name]
        for symbol in _first_of_each(symbols):
            body = bodies.get(symbol.start)
            calls, outside = _calls(symbol, body, file, names)
            facts.append(
                SymbolFacts(
                    name=symbol.qualified_name,
                    kind=_kind(symbol),
                    path=file.name,
                    start=first_line(symbol, file),
                    end=symbol.end,
                    signature=symbol.signature,
                    doc=symbol.doc if file.language == "python" else _said(symbol.doc),
                    bases=symbol.bases,
                    decorators=symbol.decorators,
                    members=() if symbol.start in sources.heads[file.name] else _members(symbol, symbols),
                    raises=body.raises if body else _tree_raises(symbol, sources.raises.get(file.name, ())),
                    calls=calls,
                    outside=outside,
                    generator=symbol.is_generator,
                    mapped=_is_mapped(symbol, sources.wanted.get(file.name)),
                )
            )
    return _with_callers(facts)


def _first_of_each(symbols: tuple[Symbol, ...]) -> tuple[Symbol, ...]:
    seen: dict[str, Symbol] = {}
    for symbol in symbols:
        seen.setdefault(symbol.qualified_name, symbol)
    return tuple(seen.values())


def _kind(symbol: Symbol) -> str:
    return f"async {symbol.kind}" if symbol.is_async else symbol.kind


def _is_mapped(symbol: Symbol, wanted: SourceFile | None) -> bool:
    if wanted is None:
        return False
    if wanted.symbols:
        return symbol.qualified_name in wanted.symbols or (symbol.parent is None and symbol.name in wanted.symbols)
    return symbol.public and symbol.parent is None


def _members(owner: Symbol, symbols: tuple[Symbol, ...]) -> tuple[MemberFact, ...]:
    if owner.kind not in TYPE_KINDS:
        return ()
    return tuple(
        MemberFact(one.name, one.kind, one.start, one.end, one.signature if one.kind == "attribute" else "")
        for one in _first_of_each(symbols)
        if one.parent == owner.qualified_name
    )


@dataclass(frozen=True)
class _Names:
    """What a call may mean: top-level names, methods by class, base classes."""

    top: Mapping[str, str]
    """Name to path."""
    methods: Mapping[str, str]
    """`Class.method` to path."""
    bases: Mapping[str, tuple[str, ...]]
    globals: Mapping[str, frozenset[str]]
    """By path, the names that a file imports or defines at its top."""

    def method(self, owner: str, name: str, *, above: bool = False) -> str:
        """The qualified method that `owner().name` means, through the base classes that are known."""
        seen, line = set(), [owner] if not above else list(self.bases.get(owner, ()))
        while line:
            current = line.pop(0).rpartition(".")[2]
            if current in seen:
                continue
            seen.add(current)
            if f"{current}.{name}" in self.methods:
                return f"{current}.{name}"
            line += self.bases.get(current, ())
        return ""


def _names(sources: Sources) -> _Names:
    top: dict[str, str] = {}
    methods: dict[str, str] = {}
    bases: dict[str, tuple[str, ...]] = {}
    for file in sources.files:
        for symbol in sources.symbols[file.name]:
            if symbol.parent is None and symbol.kind not in ("constant", "variable"):
                top.setdefault(symbol.name, file.name)
            elif symbol.kind in ("method", "property"):
                methods.setdefault(symbol.qualified_name, file.name)
            if symbol.kind in TYPE_KINDS:
                bases.setdefault(symbol.qualified_name, symbol.bases)
    return _Names(top, methods, bases, {file.name: _globals(file) for file in sources.files})


def _globals(file: ShownFile) -> frozenset[str]:
    tree = parse_python(file.text) if file.language == "python" else None
    found: set[str] = set()
    for node in tree.body if tree else ():
        if isinstance(node, ast.Import | ast.ImportFrom):
            found.update((one.asname or one.name).partition(".")[0] for one in node.names)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
    return frozenset(found)


def _calls(
    symbol: Symbol, body: Body | None, file: ShownFile, names: _Names
) -> tuple[tuple[Site, ...], tuple[str, ...]]:
    if body is None:
        return _plain_calls(symbol, file, names)
    inside: dict[str, Site] = {}
    outside: dict[str, None] = {}
    for call in body.calls:
        target = _target(call.name, symbol, names)
        if target and target != symbol.qualified_name:
            path = names.top.get(target) or names.methods.get(target) or file.name
            inside.setdefault(target, Site(target, path, call.line))
        elif not target and call.name.partition(".")[0] in names.globals[file.name] - _BUILTINS:
            outside.setdefault(call.name)
    return tuple(inside.values()), tuple(outside)[:12]


def _target(called: str, symbol: Symbol, names: _Names) -> str:
    head, _, rest = called.partition(".")
    owner = symbol.parent or ""
    if head in ("self", "cls") and rest and "." not in rest:
        return names.method(owner, rest)
    if head == "super()" and rest and "." not in rest:
        return names.method(owner, rest, above=True)
    if not rest:
        return head if head in names.top else ""
    if head in names.top and "." not in rest:
        return names.method(head, rest)
    return ""


def _plain_calls(symbol: Symbol, file: ShownFile, names: _Names) -> tuple[tuple[Site, ...], tuple[str, ...]]:
    if file.language == "python" or symbol.kind not in _WITH_CODE:
        return (), ()
    inside: dict[str, Site] = {}
    for number, line in enumerate(file.excerpt(symbol.start, symbol.end).split("\n"), start=symbol.start):
        if number == symbol.start or line.lstrip().startswith(("//", "#", "*", "/*", "--")):
            continue
        for match in _PLAIN_CALL.finditer(line):
            if match[1] in names.top and match[1] != symbol.name:
                inside.setdefault(match[1], Site(match[1], names.top[match[1]], number))
    return tuple(inside.values()), ()


def _tree_raises(symbol: Symbol, raises: tuple[Raise, ...]) -> tuple[RaiseFact, ...]:
    if symbol.kind not in _WITH_CODE:
        return ()
    return tuple(one.fact for one in raises if one.is_of(symbol.start, symbol.end))


def _said(doc: str) -> str:
    """What a comment says in sentences: up to its examples and its tags (`@param`, `@return`)."""
    kept: list[str] = []
    for line in doc.split("\n"):
        if re.match(r"\s*(?:@\w+\b|Examples?:|Usage:|```)", line):
            break
        kept.append(line)
    return "\n".join(kept).strip()


def _with_callers(facts: list[SymbolFacts]) -> tuple[SymbolFacts, ...]:
    callers: dict[str, list[Site]] = {}
    for caller in facts:
        for site in caller.calls:
            callers.setdefault(site.name, []).append(Site(caller.name, caller.path, site.line))
    return tuple(replace(one, called_by=tuple(callers.get(one.name, ()))) for one in facts)


def _imports(file: ShownFile) -> tuple[str, ...]:
    if file.language != "python":
        return ()
    return tuple(dict.fromkeys(one or two for one, two in _PYTHON_IMPORT.findall(file.text)))[:24]
