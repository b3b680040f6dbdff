"""A quote of any language with a table: one function, one class, several methods, or statements."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tree_sitter import Node

from tasks.offline.report_facts import Quote
from tasks.offline.syntax_code import Code
from tasks.offline.syntax_fragments import fragment_of
from tasks.offline.syntax_heads import body_of
from tasks.offline.syntax_kinds import Kind
from tasks.offline.syntax_scope import jump_of, names_of
from tasks.offline.syntax_statements import Scope, declared, value_after
from tasks.offline.syntax_steps import Reader
from tasks.offline.syntax_tables_other import SYNTAX
from tasks.offline.syntax_values import handed
from tasks.offline.write_acts import HANDED, RETURNED, Act, Step
from tasks.offline.write_conditions import Shape

_MAKERS = ("constructor", "initialize", "__construct", "init")
_FUNCTIONS = (Kind.FUNCTION, Kind.MAKER, Kind.LAMBDA)
_HOLDERS = (Kind.CLASS, Kind.TYPE)


def _runs(code: Code, node: Node) -> bool:
    """Whether a definition has statements: a function, or a property of C# that is one expression."""
    return code.kind(node) in _FUNCTIONS or any(one.type == "arrow_expression_clause" for one in node.named_children)


def tree_steps(quote: Quote, *, of_class: bool, failing: frozenset[str]) -> tuple[Step, ...]:
    """The steps of a quote, in order; none where its language has no table or its lines make no sense."""
    syntax = SYNTAX.get(quote.language)
    fragment = fragment_of(quote.text, quote.language, syntax) if syntax is not None else None
    if syntax is None or fragment is None or any(unit.is_error for unit in fragment.units):
        return ()
    code = Code(quote.language, syntax, fragment, quote.start)
    units = [_unit(code, one) for one in fragment.units]
    own = [(name, node) for name, node in units if _runs(code, node) and name == quote.symbol.rpartition(".")[2] != ""]
    units = own if len(own) == 1 and not of_class else units
    if len(units) == 1 and _runs(code, units[0][1]):
        name, function = units[0]
        short = quote.symbol.rpartition(".")[2]
        within = name if quote.symbol and name and name != short else ""
        return tuple(replace(step, within=step.within or within) for step in _function(code, function, name, failing))
    if len(units) == 1 and code.kind(units[0][1]) in _HOLDERS:
        inside = body_of(code, units[0][1])
        return tuple(_members(code, [_unit(code, one) for one in inside], failing, whole=True))
    if of_class or all(code.kind(node) in (*_FUNCTIONS, Kind.FIELD) for _, node in units):
        return tuple(_members(code, units, failing, whole=False))
    nodes = [one for unit in fragment.units for one in code.statements(unit)]
    scope = Scope(code, names_of(code, nodes, None), failing)
    # What the function did before these lines may have ended the call.
    return tuple(replace(step, preempted=True) for step in Reader(scope).whole(nodes, tail=False))


def _unit(code: Code, node: Node) -> tuple[str, Node]:
    """A definition under the name that it is given, looked for inside `export`, an assignment, a declaration."""
    name = ""
    while True:
        kind = code.kind(node)
        if _runs(code, node) or kind in _HOLDERS:
            return _name(code, node) or name, node
        inner = _defined(code, node)
        if inner is None:
            return name, node
        name, node = (inner[0] or name), inner[1]


def _defined(code: Code, node: Node) -> tuple[str, Node] | None:
    kind = code.kind(node)
    if kind in (Kind.WRAP, Kind.PAREN) or node.type in ("pair", "decorated_definition"):
        label, inside = code.part(node, "label", "key"), code.children(node)
        return (code.raw(label) if label else "", inside[-1]) if inside else None
    if kind is Kind.DECLARE:
        found = [one for one in code.children(node) if code.kind(one) in (Kind.DECLARATOR, Kind.DECLARE)]
        return ("", found[0]) if len(found) == 1 else None
    if kind in (Kind.ASSIGN, Kind.DECLARATOR, Kind.FIELD):
        target, value = declared(code, node) if kind is not Kind.ASSIGN else _sides(code, node)
        if value is not None and code.kind(value) in (*_FUNCTIONS, Kind.CLASS, Kind.ASSIGN):
            return target, value
    return None


def _sides(code: Code, node: Node) -> tuple[str, Node | None]:
    left = code.part(node, "left", "target")
    name = code.raw(left).rpartition(".")[2] if left is not None else ""
    return name, code.part(node, "right", "result")


def _name(code: Code, node: Node) -> str:
    declared = _signature(node)
    found = code.part(declared, "declarator") if declared is not None else code.part(node, "name")
    return code.raw(found).rpartition("::")[2] if found is not None else ""


def _signature(node: Node) -> Node | None:
    """The part of a definition of C or C++ that holds its name and parameters, inside of `*` and `&`."""
    inner = node.child_by_field_name("declarator")
    while inner is not None and inner.type != "function_declarator":
        below = [child for child in inner.named_children if child.type.endswith("_declarator")]
        inner = below[0] if below else None
    return inner


def _function(code: Code, node: Node, name: str, failing: frozenset[str]) -> list[Step]:
    """The steps of one function; none where its body has parts that were not understood."""
    body = code.part(node, "body") or next((one for one in node.named_children if _is_body(code, one)), None)
    if body is None and node.type == "lambda_literal":
        body = node  # Kotlin writes the statements straight into the braces.
    if body is None or body.is_error or any(one.is_error for one in body.children):
        return []
    parameters = code.part(node, "parameters", "parameter") or code.part(node, "declarator")
    if parameters is None or code.language == "swift":
        kinds = ("parameter", "function_value_parameters")
        parameters = (
            node if code.language == "swift" else next((c for c in node.named_children if c.type in kinds), None)
        )
    making = code.kind(node) is Kind.MAKER or name in _MAKERS
    nodes = code.statements(body) if body is not node else _inside(code, node)
    scope = Scope(code, names_of(code, nodes, parameters), failing, making=making)
    if (value := _expression(code, node, body)) is not None:
        if code.fragment.is_cut(value):
            return []
        nodes = [value]
    returns = _returns(code, node, name) and not code.fragment.is_cut(node)
    one = value is not None or (code.language == "swift" and len(nodes) == 1)
    steps = Reader(scope).whole(nodes, tail=returns and (one or code.syntax.last))
    return [*_with_handed(code, nodes, steps, failing), *_returned(code, nodes, steps, failing)]


def _with_handed(code: Code, nodes: list[Node], steps: list[Step], failing: frozenset[str]) -> list[Step]:
    """The steps, and below each call in the open what the one function does that is written down as its argument."""
    calls = [code.bare(node) for node in nodes if code.kind(code.bare(node)) is Kind.CALL]
    made = {code.line(call): given[0] for call in calls if len(given := handed(code, call)) == 1}
    found: list[Step] = []
    for step in steps:
        found.append(step)
        sure = step.act is Act.CALL and step.condition is None and not step.depth
        if sure and (argument := made.get(step.start)) is not None:
            inner = _function(code, argument, "", failing)
            found += [replace(one, within=HANDED + step.target) for one in inner if not one.within]
    return found


def _returned(code: Code, nodes: list[Node], steps: list[Step], failing: frozenset[str]) -> list[Step]:
    """What the function does that a function ends by returning."""
    last = value_after(code, nodes[-1]) if nodes and jump_of(code, nodes[-1]) is Kind.RETURN else None
    last = code.bare(last) if last is not None else None
    if last is None or code.kind(last) is not Kind.LAMBDA or not steps or steps[-1].value.shape is not Shape.FUNCTION:
        return []
    inner = _function(code, last, "", failing)
    return [replace(step, within=RETURNED) for step in inner if not step.within]


def _inside(code: Code, node: Node) -> list[Node]:
    return [one for one in code.children(node) if one.type != "lambda_parameters"]


def _is_body(code: Code, node: Node) -> bool:
    return code.kind(node) is Kind.BLOCK or node.type in ("function_body", "arrow_expression_clause")


def _expression(code: Code, node: Node, body: Node) -> Node | None:
    """The one expression that stands in the place of a body."""
    if body.type == "function_body" and any(child.type == "=" for child in body.children):
        return code.children(body)[-1]
    if body.type == "arrow_expression_clause":
        return body.children[-1] if body.child_count else None
    mixed = code.language == "ruby" or body is node or body.type == "statements"
    if code.kind(node) is Kind.LAMBDA and code.kind(body) is not Kind.BLOCK and not mixed:
        return body
    return None


def _returns(code: Code, node: Node, name: str) -> bool:
    """Whether the last expression of a function can be its result."""
    if code.language == "rust":
        return code.part(node, "return_type") is not None or code.kind(node) is Kind.LAMBDA
    if code.language == "swift":
        return any(child.type == "->" for child in node.children)
    if code.language == "ruby":
        return code.kind(node) is not Kind.LAMBDA and name != "initialize" and not name.endswith("=")
    result = code.part(node, "returns", "type")
    return code.kind(node) is not Kind.MAKER and (result is None or code.raw(result) != "void")


def _members(code: Code, units: list[tuple[str, Node]], failing: frozenset[str], *, whole: bool) -> list[Step]:
    """The fields of a class, its methods, and what each of them does; `whole`: nothing of it stands elsewhere."""
    steps: list[Step] = []
    fields = [(name, node) for _, node in units for name in _fields(code, node)]
    if fields:
        names = tuple(dict.fromkeys(name for name, _ in fields))
        first, last = code.line(fields[0][1]), code.last_line(fields[-1][1])
        cut = not whole or any(code.fragment.is_cut(one) for one in code.fragment.units)
        steps.append(Step(Act.FIELDS, first, last, names=names, count=0 if cut else len(names)))
    methods = [(name, node) for name, node in units if _runs(code, node) and name]
    if len(methods) > 1:
        names = tuple(dict.fromkeys(name for name, _ in methods))
        first, last = code.line(methods[0][1]), code.last_line(methods[-1][1])
        if not any(code.fragment.is_cut(node) for _, node in methods):
            steps.append(Step(Act.METHODS, first, last, names=names, count=len(names)))
    for name, node in methods:
        steps += [replace(one, within=one.within or name) for one in _function(code, node, name, failing)]
    return steps


def _fields(code: Code, node: Node) -> Iterator[str]:
    if code.kind(node) not in (Kind.FIELD, Kind.DECLARATOR) or _signature(node) is not None:
        return
    inside = [one for one in code.own(node) if code.kind(one) is Kind.DECLARATOR or one.type == "property_element"]
    for one in inside or [node]:
        name = declared(code, one)[0] or code.raw(code.part(one, "name") or one)
        if name.strip("$_").isidentifier():
            yield name.removeprefix("$")
