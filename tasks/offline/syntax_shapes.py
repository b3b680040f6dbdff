"""What only shapes data declares: the members of a struct, an interface, an enum, by name. It does nothing."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from tasks.offline.report_facts import Quote
from tasks.offline.syntax_code import Code
from tasks.offline.syntax_fragments import fragment_of
from tasks.offline.syntax_kinds import Kind
from tasks.offline.syntax_tables_other import SYNTAX
from tasks.offline.write_acts import Act, Step

_MEMBERS = frozenset(
    (
        "field_declaration", "method_elem", "enum_variant", "function_signature_item", "enumerator", "enum_constant",
        "constant_declaration", "property_signature", "method_signature", "enum_assignment", "property_identifier",
        "enum_member_declaration", "property_declaration", "enum_entry", "enum_case", "const_declaration",
        "protocol_property_declaration", "protocol_function_declaration", "property_element",
    )
)  # fmt: skip
_HOLDERS = (Kind.CLASS, Kind.TYPE)
_LEAST = 2
_NAMES = ("identifier", "field_identifier", "property_identifier", "type_identifier", "simple_identifier", "name")


def shape_steps(quote: Quote) -> tuple[Step, ...]:
    """One step with the names that the quoted lines declare; none where there are fewer than two."""
    syntax = SYNTAX.get(quote.language)
    fragment = fragment_of(quote.text, quote.language, syntax) if syntax is not None else None
    if syntax is None or fragment is None or any(unit.has_error for unit in fragment.units):
        return ()
    code = Code(quote.language, syntax, fragment, quote.start)
    members = [one for unit in fragment.units for one in _members(code, unit, outer=True)]
    names = tuple(dict.fromkeys(name for one in members for name in _names(code, one)))
    if len(names) < _LEAST:
        return ()
    cut = any(fragment.is_cut(unit) for unit in fragment.units)
    lines = code.line(members[0]), code.last_line(members[-1])
    return (Step(Act.FIELDS, *lines, names=names, count=0 if cut else len(names)),)


def _members(code: Code, node: Node, *, outer: bool) -> Iterator[Node]:
    """The members of the outermost shape; what a shape inside it declares is its own."""
    if code.fragment.is_cut(node) and not outer and node.type in _MEMBERS:
        return
    if node.type in _MEMBERS or code.kind(node) is Kind.FUNCTION:
        yield node
        return
    for child in node.named_children:
        if outer or code.kind(child) not in _HOLDERS:
            yield from _members(code, child, outer=outer and code.kind(node) not in _HOLDERS)


def _names(code: Code, node: Node) -> Iterator[str]:
    """The names of one member; `X, Y int` declares two."""
    named = node.children_by_field_name("name") or node.children_by_field_name("declarator")
    for one in named or [node]:
        found: Node | None = one
        while found is not None and found.type not in _NAMES:
            found = next((child for child in found.named_children if child.type != "modifiers"), None)
        if found is not None and code.raw(found).isidentifier():
            yield code.raw(found)
