"""How mdformat writes the elements that CommonMark does not have, or that a tool spells in its own way."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from mdformat.renderer import DEFAULT_RENDERERS, RenderContext, RenderTreeNode

from tasks.press.export.flavour import Flavour
from tasks.press.fences import is_diagram, parse_info
from tasks.press.language import Labels
from tasks.press.manuscript import Origin
from tasks.press.source_links import source_address
from tasks.press.terms import TermUse

_RULES = {"align-left": ":--", "align-right": "--:", "align-center": ":-:"}


@dataclass(frozen=True)
class BlockWriters:
    """The writers of one page in one flavour, as mdformat asks for them: a plugin without a module."""

    flavour: Flavour
    page: str
    labels: Labels
    origin: Origin

    @property
    def RENDERERS(self) -> Mapping[str, Callable[[RenderTreeNode, RenderContext], str]]:  # noqa: N802 - mdformat's name
        """Node type -> how it is written."""
        return {
            "heading": self._heading,
            "paragraph": self._paragraph,
            "hardbreak": self._hardbreak,
            "fence": self._fence,
            "code_block": self._fence,
            "link": self._link,
            "term": self._term,
            "s": lambda node, context: f"~~{_inner(node, context)}~~",
            "list_item": _list_item,
            "alert": self._alert,
            "table": self._table,
            "dl": self._definitions,
            "footnote_ref": lambda node, _context: f"[^{_number(node)}]",
            "footnote_block": lambda node, context: _inner(node, context, "\n\n"),
            "footnote": _footnote,
            "footnote_anchor": lambda _node, _context: "",
        }

    @property
    def POSTPROCESSORS(self) -> Mapping[str, Callable[[str, RenderTreeNode, RenderContext], str]]:  # noqa: N802
        """What is done to running text after mdformat has escaped it for CommonMark."""
        return {"text": lambda text, _node, _context: self.flavour.active.sub(r"\\\g<0>", text)}

    def _heading(self, node: RenderTreeNode, context: RenderContext) -> str:
        text = " ".join(_inner(node, context).split())
        if text.endswith("#"):
            text = f"{text[:-1]}\\#"
        return self.flavour.heading("#" * int(node.tag[1]), text, str(node.attrs.get("id") or ""), self.page)

    def _paragraph(self, node: RenderTreeNode, context: RenderContext) -> str:
        text = DEFAULT_RENDERERS["paragraph"](node, context)
        lines = (self.flavour.line_active.sub(_escaped, line) for line in text.split("\n"))
        return "\n".join(lines)

    def _hardbreak(self, node: RenderTreeNode, context: RenderContext) -> str:
        one_line = _stands_in(node, {"heading", "th", "td", "dt"})
        return " " if one_line else DEFAULT_RENDERERS["hardbreak"](node, context)

    def _fence(self, node: RenderTreeNode, _context: RenderContext) -> str:
        token = node.token
        assert token is not None
        if is_diagram(token):
            return self.flavour.diagram(node.content)
        info = parse_info(node.info)
        address = source_address(self.origin, info.path, info.start, info.end) if info.path else ""
        return self.flavour.listing(info, node.content, address, self.labels)

    def _link(self, node: RenderTreeNode, context: RenderContext) -> str:
        if "permalink" in str(node.attrs.get("class", "")):
            return ""
        address = self.flavour.address(str(node.attrs["href"]), self.page)
        return f"[{_inner(node, context)}]({_destination(address)})"

    def _term(self, node: RenderTreeNode, context: RenderContext) -> str:
        use = node.nester_tokens.opening.meta["term"] if node.nester_tokens else None
        text = _inner(node, context)
        return self.flavour.term(text, use) if isinstance(use, TermUse) else text

    def _alert(self, node: RenderTreeNode, context: RenderContext) -> str:
        assert node.nester_tokens is not None
        kind = str(node.nester_tokens.opening.meta["kind"]).lower()
        parts = (child.render(context) for child in node.children if child.type != "alert_title")
        return self.flavour.alert(kind, "\n\n".join(part for part in parts if part))

    def _table(self, node: RenderTreeNode, context: RenderContext) -> str:
        rows = [row for part in node.children for row in part.children]
        lines = [self._row(row, context) for row in rows]
        rules = [_RULES.get(str(cell.attrs.get("class", "")), "---") for cell in rows[0].children]
        return "\n".join([lines[0], f"| {' | '.join(rules)} |", *lines[1:]])

    def _row(self, row: RenderTreeNode, context: RenderContext) -> str:
        cells = (self._cell(cell, context) for cell in row.children)
        return f"| {' | '.join(cells)} |"

    def _cell(self, cell: RenderTreeNode, context: RenderContext) -> str:
        for node in cell.walk():
            if node.type == "code_inline" and node.token is not None and "|" in node.content:
                node.token.content = self.flavour.pipe_in_code(node.content)
        return _inner(cell, context).replace("\n", " ")

    def _definitions(self, node: RenderTreeNode, context: RenderContext) -> str:
        indent = " " * self.flavour.definition_indent
        lines: list[str] = []
        for child in node.children:
            if child.type == "dt":
                lines += ["", _inner(child, context).replace("\n", " ")]
            else:
                body = _inner(child, context, "\n\n")
                lines.append(f":{indent[1:]}{_indented(body, indent)}")
        return "\n".join(lines).strip("\n")


def _inner(node: RenderTreeNode, context: RenderContext, separator: str = "") -> str:
    parts = (child.render(context) for child in node.children)
    return separator.join(part for part in parts if part)


def _list_item(node: RenderTreeNode, context: RenderContext) -> str:
    """An item; what is no list stands apart, since Pandoc sees a fence or a quotation only after a blank line."""
    text = ""
    for child in node.children:
        part = child.render(context)
        close = child.type in {"bullet_list", "ordered_list"} and child.previous_sibling and _tight(node)
        text += (("\n" if close else "\n\n") if text else "") + part
    assert node.nester_tokens is not None
    done = node.nester_tokens.opening.meta.get("checked")
    return text if done is None else f"[{'x' if done else ' '}] {text}"


def _tight(node: RenderTreeNode) -> bool:
    return all(child.hidden for child in node.children if child.type == "paragraph")


def _footnote(node: RenderTreeNode, context: RenderContext) -> str:
    assert node.nester_tokens is not None
    number = int(node.nester_tokens.opening.meta["id"]) + 1
    return f"[^{number}]: {_indented(_inner(node, context, chr(10) * 2), '    ')}"


def _number(node: RenderTreeNode) -> int:
    return int(node.meta["id"]) + 1


def _indented(text: str, indent: str) -> str:
    first, *rest = text.split("\n")
    return "\n".join([first, *(f"{indent}{line}" if line else "" for line in rest)])


def _stands_in(node: RenderTreeNode, kinds: set[str]) -> bool:
    parent = node.parent
    while parent is not None:
        if parent.type in kinds:
            return True
        parent = parent.parent
    return False


def _destination(address: str) -> str:
    """A link's address; in pointed brackets where it holds what would end it."""
    if re.fullmatch(r"[^\s()<>\\`*_{}$\x00-\x1f]+", address):
        return address
    escaped = re.sub(r"[\\<>]", r"\\\g<0>", " ".join(address.split()))
    return f"<{escaped}>"


def _escaped(match: re.Match[str]) -> str:
    """A backslash before the mark that makes the line's beginning a block: the last sign of the match."""
    text = match[0]
    return f"{text[:-1]}\\{text[-1]}"
