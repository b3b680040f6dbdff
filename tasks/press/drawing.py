"""A diagram engine's SVG rebuilt as one that a page may hold.

Only shapes, text and markers survive; no style sheet, no style attribute (the page's policy forbids
both), no link, no script, no address but of the drawing's own parts. Colours become classes.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from dataclasses import dataclass

from tasks.press.drawing_palette import fill_class, stroke_class
from tasks.press.drawing_style import Styles

_SVG = "{http://www.w3.org/2000/svg}"
_SHAPES = {"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"}
_TEXTS = {"text", "tspan"}
_GROUPS = {"svg", "g", "defs", "marker", "use"}
_CONTAINERS = {"g", "defs"}
_KEPT = _SHAPES | _TEXTS | _GROUPS
_AS_GROUP = {"a", "switch", "symbol"}
_BOX = {"x", "y", "width", "height"}
_ATTRIBUTES = {
    "svg": {*_BOX, "viewBox", "preserveAspectRatio"},
    "marker": {
        "viewBox", "refX", "refY", "markerWidth", "markerHeight", "markerUnits", "orient", "preserveAspectRatio",
    },
    "use": _BOX,
    "rect": {*_BOX, "rx", "ry"},
    "circle": {"cx", "cy", "r"},
    "ellipse": {"cx", "cy", "rx", "ry"},
    "line": {"x1", "y1", "x2", "y2"},
    "path": {"d"},
    "polyline": {"points"},
    "polygon": {"points"},
    "text": {"x", "y", "dx", "dy"},
    "tspan": {"x", "y", "dx", "dy"},
}  # fmt: skip
_STYLED = ("stroke-width", "stroke-dasharray", "opacity", "fill-opacity", "stroke-opacity", "visibility", "display")
_STYLED_TEXT = (*_STYLED, "font-size", "font-weight", "font-style", "text-anchor", "dominant-baseline")
_MARKERS = ("marker-start", "marker-mid", "marker-end")
_VALUE = re.compile(r"[\w\s.,+%()#/-]{0,200000}")
_LOCAL = re.compile(r"\s*url\(\s*[\"']?#(?P<id>[^\"')]+)[\"']?\s*\)\s*")
_LONG_NUMBER = re.compile(r"(?<![\d.])-?\d+\.\d{3,}(?:e-?\d+)?")
_MOST_ELEMENTS = 20_000
_MOST_LABELS = 40


class UnsafeDrawing(Exception):
    """The engine's answer cannot be shown; the message says why."""


@dataclass(frozen=True)
class Drawing:
    """A drawing ready for a page: `svg` is safe, sizes in CSS pixels, `labels` its words in order."""

    svg: str
    width: float
    height: float
    labels: tuple[str, ...]

    def named(self, title: str, description: str, prefix: str) -> str:
        """The drawing with an accessible name and description."""
        names = "".join(
            f'<{tag} id="{prefix}:{tag}">{_escape(words)}</{tag}>'
            for tag, words in (("title", title), ("desc", description))
            if words
        )
        described = f' aria-describedby="{prefix}:desc"' if description else ""
        opening, rest = self.svg.split(">", 1)
        return f'{opening} role="img" aria-labelledby="{prefix}:title"{described}>{names}{rest}'


def redraw(svg: str, prefix: str) -> Drawing:
    """Rebuild a drawing; `prefix` begins each of its ids. Raises UnsafeDrawing."""
    if "<!DOCTYPE" in svg or "<!ENTITY" in svg:
        raise UnsafeDrawing("the drawing declares entities")
    try:
        root = ET.fromstring(svg)  # noqa: S314 - no entity can be declared, see above
    except ET.ParseError as error:
        raise UnsafeDrawing(f"the drawing is no XML: {error}") from None
    if root.tag != f"{_SVG}svg":
        raise UnsafeDrawing("the engine gave no drawing")
    if sum(1 for _ in root.iter()) > _MOST_ELEMENTS:
        raise UnsafeDrawing(f"it has more than {_MOST_ELEMENTS:,} parts")
    box = _view_box(root)
    made = _Redrawing(root, prefix).made()
    made.attrib = {"viewBox": " ".join(map(_number, box)), "width": _number(box[2]), "height": _number(box[3])}
    labels = tuple(dict.fromkeys(text for text in _labels(root) if text))[:_MOST_LABELS]
    # Without the namespace prefix: in an HTML page `svg` is enough, and in XHTML the caller declares it.
    text = ET.tostring(made, encoding="unicode", short_empty_elements=True)
    return Drawing(text, box[2], box[3], labels)


class _Redrawing:
    """One pass over the engine's tree."""

    def __init__(self, root: ET.Element, prefix: str) -> None:
        self._root = root
        self._styles = Styles(root)
        referred = [match["id"] for element in root.iter() for match in _references(element, self._styles)]
        self._ids = {name: f"{prefix}:{rank}" for rank, name in enumerate(dict.fromkeys(referred), 1)}

    def made(self) -> ET.Element:
        made = self._element(self._root, in_marker=False)
        assert made is not None
        return made

    def _element(self, old: ET.Element, *, in_marker: bool) -> ET.Element | None:
        tag = old.tag.removeprefix(_SVG) if isinstance(old.tag, str) else ""
        tag = "g" if tag in _AS_GROUP else tag
        if tag not in _KEPT or (tag == "marker" and old.get("id") not in self._ids):
            return None
        new = ET.Element(tag)
        for name, value in old.attrib.items():
            known = name == "transform" or name in _ATTRIBUTES.get(tag, ())
            if known and value and _VALUE.fullmatch(value):
                new.set(name, _rounded(value))
        if tag == "svg":
            new.set("aria-hidden", "true")  # inside a drawing; the outermost gets a name of its own
        if (name := old.get("id", "")) in self._ids:
            new.set("id", self._ids[name])
        if tag == "use":
            target = self._ids.get(old.get("href", "").removeprefix("#"))
            if target is None:
                return None
            new.set("href", f"#{target}")
        self._paint(old, new, tag, in_marker=in_marker or tag == "marker")
        if tag in _TEXTS:
            new.text = old.text
        for child in old:
            made = self._element(child, in_marker=in_marker or tag == "marker")
            if made is not None and (len(made) or made.tag not in _CONTAINERS):
                made.tail = child.tail if tag in _TEXTS else None
                new.append(made)
        return new

    def _paint(self, old: ET.Element, new: ET.Element, tag: str, *, in_marker: bool) -> None:
        style = self._styles.of(old)
        classes = []
        if tag in _TEXTS:
            if tag == "text":
                # Words are ink, but for those that the engine sets light on dark, such as numbers in dots.
                on_dark = fill_class(style.get("fill", "none"), in_marker=False) == "paper"
                classes.append("f-paper" if on_dark else "f-ink")
        else:
            for name, kind in (("fill", "f"), ("stroke", "s")):
                if name not in style:
                    continue
                value = style[name]
                part = fill_class(value, in_marker=in_marker) if kind == "f" else stroke_class(value)
                if part == "none":
                    new.set(name, "none")
                else:
                    classes.append(f"{kind}-{part}")
        if classes:
            new.set("class", " ".join(classes))
        for name in _STYLED if tag in _SHAPES else _STYLED_TEXT:
            if style.get(name) and _VALUE.fullmatch(style[name]):
                new.set(name, style[name])
        for name in _MARKERS:
            match = _LOCAL.fullmatch(style.get(name, ""))
            if match and match["id"] in self._ids:
                new.set(name, f"url(#{self._ids[match['id']]})")


def _references(element: ET.Element, styles: Styles) -> Iterable[re.Match[str]]:
    style = styles.of(element)
    values = [style[name] for name in _MARKERS if name in style]
    if element.tag == f"{_SVG}use":
        values.append(f"url({element.get('href', '')})")
    return (match for value in values if (match := _LOCAL.fullmatch(value)))


def _view_box(root: ET.Element) -> tuple[float, float, float, float]:
    try:
        x, y, width, height = (float(part) for part in root.get("viewBox", "").replace(",", " ").split())
    except ValueError:
        raise UnsafeDrawing("the drawing says no size") from None
    if not (0 < width < 100_000 and 0 < height < 100_000):
        raise UnsafeDrawing("the drawing has no usable size")
    return x, y, width, height


def _labels(root: ET.Element) -> Iterable[str]:
    for text in root.iter(f"{_SVG}text"):
        yield " ".join("".join(text.itertext()).split())


def _rounded(value: str) -> str:
    return _LONG_NUMBER.sub(lambda match: _number(float(match[0])), value)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
