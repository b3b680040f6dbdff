"""The cascade of a drawing: what its own style sheet says of each element.

The page's policy allows no style sheet inside the page, so the few properties that matter are
computed here (tinycss2 and cssselect2, the parsers of WeasyPrint) and written as attributes.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET

import cssselect2
import tinycss2

_PROPERTIES = frozenset({
    "fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "fill-opacity", "stroke-opacity", "font-size",
    "font-weight", "font-style", "text-anchor", "dominant-baseline", "visibility", "display", "marker-start",
    "marker-mid", "marker-end",
})  # fmt: skip
_STYLE = "{http://www.w3.org/2000/svg}style"


class Styles:
    """The computed (not inherited) properties of every element of one drawing."""

    def __init__(self, root: ET.Element) -> None:
        matcher = _matcher(root)
        self._of: dict[ET.Element, dict[str, str]] = {}
        for wrapped in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree():
            element = wrapped.etree_element
            attributes = {name: value for name, value in element.attrib.items() if name in _PROPERTIES}
            ordinary: dict[str, str] = {}
            important: dict[str, str] = {}
            matched = sorted(matcher.match(wrapped), key=lambda found: found[:2])
            inline = _declarations(tinycss2.parse_blocks_contents(element.get("style", "")))
            for declarations in (*(found[3] for found in matched), inline):
                for name, value, matters in declarations:
                    (important if matters else ordinary)[name] = value
            self._of[element] = attributes | ordinary | important

    def of(self, element: ET.Element) -> dict[str, str]:
        """Property -> value as written; empty where nothing is said."""
        return self._of.get(element, {})


def _matcher(root: ET.Element) -> cssselect2.Matcher:
    matcher = cssselect2.Matcher()
    for sheet in root.iter(_STYLE):
        for rule in tinycss2.parse_stylesheet(sheet.text or "", skip_whitespace=True, skip_comments=True):
            if rule.type != "qualified-rule":
                continue
            declarations = _declarations(tinycss2.parse_blocks_contents(rule.content))
            if not declarations:
                continue
            try:
                selectors = cssselect2.compile_selector_list(rule.prelude)
            except cssselect2.SelectorError:
                continue
            for selector in selectors:
                matcher.add_selector(selector, declarations)
    return matcher


def _declarations(parsed: list[tinycss2.ast.Node]) -> list[tuple[str, str, bool]]:
    return [
        (node.lower_name, tinycss2.serialize(node.value).strip(), node.important)
        for node in parsed
        if node.type == "declaration" and node.lower_name in _PROPERTIES
    ]
