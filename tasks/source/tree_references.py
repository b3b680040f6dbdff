"""What a file refers to, by its syntax tree: imports, includes, `use`, `require`, and the namespace it is in."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from tree_sitter import Node, QueryCursor

from tasks.source.grammars import compiled_query, text_of
from tasks.source.reference_queries import REFERENCE_QUERIES

_FUNCTIONS = frozenset({
    "function_declaration", "function_expression", "arrow_function", "method_definition", "function_item", "method",
    "singleton_method", "function_definition", "generator_function_declaration",
})  # fmt: skip
_MAX_REFERENCES = 10_000
_RENAMED = re.compile(r"\s+as\s+\w+")


@dataclass(frozen=True)
class Reference:
    """A reference as written, with its line.

    `names` are what is taken out of the target, `kind` tells forms of one language apart ("mod", "use", ...),
    `type_checking` an import for types only, `deferred` one that a function makes when it runs.
    """

    line: int
    target: str
    names: tuple[str, ...] = ()
    kind: str = ""
    type_checking: bool = False
    deferred: bool = False


@dataclass(frozen=True)
class References:
    """`namespace` is the package or namespace that the file says it belongs to, "" for none."""

    found: tuple[Reference, ...]
    namespace: str = ""


def tree_references(root: Node, data: bytes, language: str) -> References | None:
    """Every reference of a parsed text in order of appearance; None for a language without rules here."""
    query = compiled_query(language, REFERENCE_QUERIES[language]) if language in REFERENCE_QUERIES else None
    if query is None:
        return None
    text = _Text(data)
    captured = QueryCursor(query).captures(root)
    nodes = sorted(captured.get("reference", [])[:_MAX_REFERENCES], key=lambda one: one.start_byte)
    found = [reference for node in nodes for reference in _RULES[node.type](node, text)]
    named = min(captured.get("namespace", []), key=lambda one: one.start_byte, default=None)
    return References(tuple(found), "" if named is None else _namespace(named, text))


class _Text:
    def __init__(self, data: bytes) -> None:
        self._data = data

    def __call__(self, node: Node | None) -> str:
        return "" if node is None else text_of(node, self._data)


def _script_import(node: Node, text: _Text) -> Iterable[Reference]:
    source = node.child_by_field_name("source")
    if source is None:
        return
    names = [
        text(one.child_by_field_name("name"))
        for clause in node.named_children
        for group in (clause, *clause.named_children)
        for one in group.named_children
        if one.type in ("import_specifier", "export_specifier")
    ]
    is_type = any(child.type == "type" for child in node.children)
    yield Reference(_line(node), _unquoted(text(source)), tuple(names), "", is_type)


def _script_call(node: Node, text: _Text) -> Iterable[Reference]:
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or arguments is None or text(function) not in ("require", "import", "require.resolve"):
        return
    first = arguments.named_children[0] if arguments.named_children else None
    if first is not None and first.type in ("string", "template_string") and "${" not in text(first):
        yield Reference(_line(node), _unquoted(text(first)), deferred=_is_inside_function(node))


def _go_import(node: Node, text: _Text) -> Iterable[Reference]:
    yield Reference(_line(node), _unquoted(text(node.child_by_field_name("path"))))


def _rust_use(node: Node, text: _Text) -> Iterable[Reference]:
    written = "".join(_RENAMED.sub("", text(node.child_by_field_name("argument"))).split())
    for target in dict.fromkeys(_expanded(written)):
        yield Reference(_line(node), target, kind="use", deferred=_is_inside_function(node))


def _expanded(written: str, depth: int = 0) -> Iterator[str]:
    """`a::{b,c::{d,e}}` as `a::b`, `a::c::d`, `a::c::e`; `self` within braces is what stands before them."""
    head, brace, rest = written.partition("{")
    if not brace or depth > 8:
        yield written.removesuffix("::*")
        return
    level, start = 0, 0
    inner = rest.rpartition("}")[0] + ","
    for at, character in enumerate(inner):
        level += (character == "{") - (character == "}")
        if character == "," and level == 0:
            if part := inner[start:at]:
                yield from (
                    head.removesuffix("::") if one == "self" else head + one for one in _expanded(part, depth + 1)
                )
            start = at + 1


def _rust_mod(node: Node, text: _Text) -> Iterable[Reference]:
    if node.child_by_field_name("body") is None:
        yield Reference(_line(node), text(node.child_by_field_name("name")), kind="mod")


def _jvm_import(node: Node, text: _Text) -> Iterable[Reference]:
    written = text(node).removeprefix("import").strip().rstrip(";").partition(" as ")[0].strip()
    kind = "static" if written.startswith("static ") else ""
    yield Reference(_line(node), "".join(written.removeprefix("static ").split()), kind=kind)


def _include(node: Node, text: _Text) -> Iterable[Reference]:
    path = node.child_by_field_name("path")
    if path is not None and path.type in ("string_literal", "system_lib_string"):
        yield Reference(_line(node), text(path).strip('"<>'), kind="system" if path.type.startswith("system") else "")


def _csharp_using(node: Node, text: _Text) -> Iterable[Reference]:
    named = [one for one in node.named_children if one.type in ("identifier", "qualified_name")]
    kind = "static" if any(child.type == "static" for child in node.children) else ""
    if named:
        yield Reference(_line(node), text(named[-1]), kind=kind)


def _ruby_call(node: Node, text: _Text) -> Iterable[Reference]:
    method, arguments = text(node.child_by_field_name("method")), node.child_by_field_name("arguments")
    if method in ("require", "require_relative", "load", "autoload") and arguments and arguments.named_children:
        last = arguments.named_children[-1]
        if last.type == "string" and "#{" not in text(last):
            yield Reference(_line(node), _unquoted(text(last)), kind=method, deferred=_is_inside_function(node))


def _php_use(node: Node, text: _Text) -> Iterable[Reference]:
    written = text(node).removeprefix("use").strip().rstrip(";").strip()
    kind = next((one for one in ("function", "const") if written.startswith(one + " ")), "use")
    prefix, brace, group = written.removeprefix(kind + " ").partition("{")
    for clause in (group.rstrip("} \n") if brace else prefix).split(","):
        name = clause.partition(" as ")[0].strip()
        if name:
            yield Reference(_line(node), (prefix.strip() + name if brace else name).lstrip("\\"), kind=kind)


def _php_require(node: Node, text: _Text) -> Iterable[Reference]:
    written = text(node)
    strings = [one for one in _descendants(node) if one.type in ("string", "encapsed_string")]
    if len(strings) == 1 and "$" not in written:
        yield Reference(_line(node), _unquoted(text(strings[0])).lstrip("/"), kind="require")


def _bash_source(node: Node, text: _Text) -> Iterable[Reference]:
    argument = node.child_by_field_name("argument")
    if text(node.child_by_field_name("name")) in ("source", ".") and argument is not None:
        target = _unquoted(text(argument))
        if target.startswith("$") and "/" in target:
            target = target.partition("/")[2]  # `"$DIR/lib.sh"`: a folder that only the shell knows
        yield Reference(_line(node), target)


def _declared_import(node: Node, text: _Text) -> Iterable[Reference]:
    """Java's and Swift's import bear one name; only Java's ends in a semicolon."""
    if text(node).endswith(";"):
        yield from _jvm_import(node, text)
    elif node.named_children:
        yield Reference(_line(node), text(node.named_children[-1]))


def _namespace(node: Node, text: _Text) -> str:
    name = node.child_by_field_name("name")
    if name is None and node.named_children:
        name = node.named_children[0]
    return "".join(text(name).split())


def _descendants(node: Node) -> Iterator[Node]:
    pending, seen = [node], 0
    while pending and seen < 100:
        one = pending.pop()
        seen += 1
        yield one
        pending.extend(one.named_children)


def _is_inside_function(node: Node) -> bool:
    parent = node.parent
    for _ in range(60):
        if parent is None:
            return False
        if parent.type in _FUNCTIONS:
            return True
        parent = parent.parent
    return False


def _line(node: Node) -> int:
    return node.start_point.row + 1


def _unquoted(written: str) -> str:
    return written.strip().strip("\"'`")


_Rule: TypeAlias = Callable[[Node, _Text], Iterable[Reference]]
_RULES: dict[str, _Rule] = {
    "import_statement": _script_import,
    "export_statement": _script_import,
    "call_expression": _script_call,
    "import_spec": _go_import,
    "use_declaration": _rust_use,
    "mod_item": _rust_mod,
    "import": _jvm_import,
    "import_declaration": _declared_import,
    "preproc_include": _include,
    "using_directive": _csharp_using,
    "call": _ruby_call,
    "namespace_use_declaration": _php_use,
    **dict.fromkeys(
        ("require_expression", "require_once_expression", "include_expression", "include_once_expression"),
        _php_require,
    ),
    "command": _bash_source,
}
