"""What a C or C++ declarator names: behind pointers, arrays and parentheses, qualifiers and template arguments."""

from __future__ import annotations

import re

from tree_sitter import Node

_NAMES = frozenset({
    "identifier", "field_identifier", "type_identifier", "qualified_identifier", "destructor_name",
    "operator_name", "template_function", "operator_cast",
})  # fmt: skip

_LONGEST = 1000
"""Characters of a name whose template arguments are looked at."""
_ARGUMENTS = re.compile(r"<[^<>]*>")
_OPERATOR = re.compile(r"(?:^|::)\s*operator(?!\w)")
NO_NAMES = frozenset({
    "if", "else", "for", "while", "do", "switch", "case", "return", "sizeof", "void", "defined", "catch", "throw",
    "delete", "new",
})  # fmt: skip
"""What a misread statement begins with."""


def declared_in(node: Node | None) -> tuple[Node | None, Node | None]:
    """The name below pointers, arrays and parentheses, and the function declarator around it, if any."""
    function: Node | None = None
    while node is not None and node.type not in _NAMES:
        if node.type == "function_declarator":
            function = node
        following = node.child_by_field_name("declarator")
        node = following or next((one for one in node.named_children if one.type.endswith(("declarator", "identifier"))
                                  or one.type in _NAMES), None)  # fmt: skip
    return node, function


def split_name(name: str) -> tuple[str | None, str]:
    """`("P", "draw")` of `a::P::draw`: which qualifiers are namespaces cannot be told, the last one is the type."""
    if len(name) > _LONGEST:
        name = name.partition("<")[0]
    head, operator, rest = name.partition("operator") if _OPERATOR.search(name) else (name, "", "")
    # What a template is specialised for may hold colons and line breaks of its own.
    while (bare := _ARGUMENTS.sub("", head)) != head:
        head = bare
    parts = [part.strip() for part in (head.partition("<")[0] + operator + rest).split("::")]
    return (parts[-2], parts[-1]) if len(parts) > 1 and parts[-2] else (None, " ".join(parts[-1].split()))
