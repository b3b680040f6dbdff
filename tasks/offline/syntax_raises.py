"""Where code of any language with a table raises an error: in which function, under which test, with which words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tree_sitter import Node, QueryCursor

from tasks.offline.report_facts import RaiseFact
from tasks.offline.syntax_code import Code
from tasks.offline.syntax_fragments import Fragment
from tasks.offline.syntax_heads import governed
from tasks.offline.syntax_kinds import Kind
from tasks.offline.syntax_messages import message_of
from tasks.offline.syntax_scope import Names, ends_program, jump_of
from tasks.offline.syntax_statements import Scope, left_by
from tasks.offline.syntax_tables_other import SYNTAX
from tasks.offline.write_acts import Act, Step
from tasks.source.grammars import compiled_query
from tasks.source.syntax_tree import parse_tree

_FUNCTIONS = (Kind.FUNCTION, Kind.MAKER, Kind.LAMBDA)
_MADE = frozenset(("fmt.Errorf", "errors.New"))
"""Go's errors are values: where one is made, a function is about to fail."""
_GIVING_UP = frozenset(("panic", "unreachable", "todo", "unimplemented", "fatalError", "preconditionFailure"))
_THROWS = "(throw_statement) @raise"
_QUERIES = {
    "php": "(throw_expression) @raise",
    "kotlin": "(throw_expression) @raise",
    "swift": """[
        (control_transfer_statement (throw_keyword)) @raise
        ((call_expression (simple_identifier) @name) @raise (#match? @name "^(fatalError|preconditionFailure)$"))
    ]""",
    "go": """((call_expression function: _ @name) @raise (#match? @name "^(panic|fmt.Errorf|errors.New)$"))""",
    "rust": """((macro_invocation macro: (identifier) @name) @raise
        (#match? @name "^(panic|unreachable|todo|unimplemented)$"))""",
    "ruby": """((call method: (identifier) @name) @raise (#eq? @name "raise"))""",
}
_MOST_TEST = 110
_NOBODY = Names(frozenset(), frozenset(), frozenset())


@dataclass(frozen=True)
class Raise:
    """One raise; `functions` are the first lines of the functions around it, from the outside in."""

    fact: RaiseFact
    functions: tuple[int, ...]

    def is_of(self, start: int, end: int) -> bool:
        """Whether the definition in these lines raises it, and no function that is written down inside it."""
        return start <= self.fact.line <= end and sum(start <= line <= end for line in self.functions) <= 1


def raises_of(text: str, language: str) -> tuple[Raise, ...]:
    """Every raise of a file, in order; none where its language has no table or the file does not parse."""
    syntax = SYNTAX.get(language)
    tree = parse_tree(text, language) if syntax is not None else None
    if syntax is None or tree is None:
        return ()
    data = text.encode()
    code = Code(language, syntax, Fragment(tuple(tree.root_node.named_children), data, len(data)), 1)
    query = compiled_query(language, _QUERIES.get(language, _THROWS))
    nodes = QueryCursor(query).captures(tree.root_node).get("raise", []) if query is not None else []
    found = (_raise(code, node) for node in nodes)
    return tuple(sorted((one for one in found if one is not None), key=lambda one: one.fact.line))


def _raise(code: Code, node: Node) -> Raise | None:
    kind = code.kind(node)
    if kind is Kind.CALL and code.callee(node) in _MADE:
        name, message = code.callee(node), message_of(code, node)
    elif kind is Kind.MACRO or jump_of(code, node) is Kind.THROW or ends_program(code, node) in _GIVING_UP:
        step = left_by(Scope(code, _NOBODY, frozenset()), node, Step(Act.STOP, code.line(node), code.line(node)))
        if step is None or step.act is not Act.REFUSE:
            return None
        name, message = (step.exception or step.target).removesuffix("(…)"), step.message
    else:
        return None
    functions = tuple(code.line(one) for one in reversed(list(_around(node))) if code.kind(one) in _FUNCTIONS)
    return Raise(RaiseFact(name, code.line(node), _test(code, node), message), functions) if _is_error(name) else None


def _is_error(name: str) -> bool:
    """Whether a name is that of a class of errors, as every language writes one, or of a way to give up."""
    parts = re.split(r"[.:\\]+", name)
    named = parts[-1][:1].isupper() or (len(parts) > 1 and parts[-2][:1].isupper())
    return re.fullmatch(r"[\w.:\\]+!?", name) is not None and (named or name.rstrip("!") in _GIVING_UP or name in _MADE)


def _around(node: Node) -> list[Node]:
    found: list[Node] = []
    parent = node.parent
    while parent is not None:
        found.append(parent)
        parent = parent.parent
    return found


def _test(code: Code, node: Node) -> str:
    """The test of the `if` whose first arm holds the node, with nothing but blocks between; else ""."""
    passed = (Kind.BLOCK, Kind.WRAP, Kind.RETURN, Kind.SEVERAL)
    for one in _around(node):
        if code.kind(one) is Kind.IF:
            inside = any(part.start_byte <= node.start_byte < part.end_byte for part in governed(code, one))
            asked = one.child_by_field_name("condition")
            return code.text(code.bare(asked), _MOST_TEST) if inside and asked is not None else ""
        if code.kind(one) not in passed and one.type != "statement_list":
            return ""
    return ""
