"""The words of an error, as far as the source writes them down."""

from __future__ import annotations

import re

from tree_sitter import Node

from tasks.offline.syntax_code import Code, every_node
from tasks.offline.syntax_kinds import Kind

_LONGEST_MESSAGE = 120
_QUOTED = re.compile(r"[A-Za-z$@]*#*(\"\"\"|[\"'`])(.*)\1#*", re.DOTALL)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


def message_of(code: Code, node: Node) -> str:
    """The first literal text of two words or more that is handed over, its holes as `{name}` or …."""
    for one in every_node(node):
        if code.kind(one) is Kind.LAMBDA:
            return ""
        if code.kind(one) is Kind.TEXT or _is_joined(code, one):
            text = " ".join(_literal(code, one).split())
            if "`" not in text and (len(text.split()) >= 2 or re.fullmatch(r"\w+'\w+", text)):
                if len(text) > _LONGEST_MESSAGE:
                    text = text[:_LONGEST_MESSAGE].rpartition(" ")[0].rstrip(" ,;") + " …"
                return text.rstrip(" .:")
    return ""


def _is_joined(code: Code, node: Node) -> bool:
    """Whether a text is put together of several by an operator."""
    mark = code.part(node, "operator")
    joins = code.kind(node) is Kind.BINARY and mark is not None and code.raw(mark) in ("+", ".")
    return joins and any(code.kind(one) is Kind.TEXT or _is_joined(code, one) for one in code.children(node))


def _literal(code: Code, node: Node) -> str:
    if _is_joined(code, node):
        return "".join(_literal(code, one) for one in code.children(node))
    if code.kind(node) is not Kind.TEXT:
        name = code.raw(node).lstrip("$")
        return f"{{{name}}}" if code.kind(node) is Kind.NAME and name.isidentifier() else "…"
    quoted = _QUOTED.fullmatch(code.raw(node))
    raw = (quoted[2] if quoted is not None else code.raw(node)).removesuffix("\\n")
    for hole in every_node(node):
        if any(word in hole.type for word in ("substitution", "interpolation", "interpolated_expression")):
            inner = code.raw(hole).strip("$#{}\\() ")
            raw = raw.replace(code.raw(hole), f"{{{inner}}}" if inner.isidentifier() else "…")
    # One escape after the other: the second half of an escaped backslash begins none.
    return _ESCAPE.sub(lambda found: " " if found[1] in "nrt" else found[1] if found[1] in "\"'`\\" else found[0], raw)
