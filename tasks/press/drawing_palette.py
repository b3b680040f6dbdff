"""The colours of a drawing: those that the engine is told, and the class that each becomes.

The engine knows one fixed colour for each part of a diagram; a page has two, light and dark. So the
engine is given colours that stand for names, and the drawing gets a class for each, which the style
sheet paints. An author's own colours become the nearest part's: on a dark page they would not be
legible.
"""

from __future__ import annotations

import re

TONES = 8
"""How many tones tell slices, branches and sections apart."""

_PARTS = {
    "ink": ("primaryTextColor", "textColor", "titleColor", "secondaryTextColor", "tertiaryTextColor"),
    "line": ("lineColor", "signalColor", "actorLineColor", "defaultLinkColor"),
    "edge": ("primaryBorderColor", "nodeBorder", "secondaryBorderColor", "tertiaryBorderColor"),
    "node": ("primaryColor", "mainBkg", "actorBkg", "secondaryColor"),
    "group": ("clusterBkg", "tertiaryColor", "sectionBkgColor"),
    "edge-of-group": ("clusterBorder",),
    "paper": ("background", "edgeLabelBackground", "sequenceNumberColor"),
    "note": ("noteBkgColor",),
    "edge-of-note": ("noteBorderColor",),
}
_TONE_NAMES = ("pie{}", "cScale{}", "git{}", "fillType{}")
_FIRST_INDEX = {"pie{}": 1}


def _engine_colours() -> dict[str, str]:
    colours = {
        variable: f"#f100{rank:02d}" for rank, variables in enumerate(_PARTS.values(), 1) for variable in variables
    }
    for name in _TONE_NAMES:
        first = _FIRST_INDEX.get(name, 0)
        for index in range(12):
            colours[name.format(index + first)] = f"#f200{index % TONES + 1:02d}"
    return colours


ENGINE_COLOURS = _engine_colours()
"""Mermaid theme variable -> the colour that stands for a part of the drawing."""

_CLASSES = {f"#f100{rank:02d}": part for rank, part in enumerate(_PARTS, 1)} | {
    f"#f200{tone:02d}": f"tone-{tone}" for tone in range(1, TONES + 1)
}
_RGB = re.compile(r"rgba?\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,.*)?\)")
_NO_PAINT = {"none", "transparent", ""}

FILL_CLASSES = frozenset({"ink", "line", "edge", "node", "group", "paper", "note"}) | {
    f"tone-{tone}" for tone in range(1, TONES + 1)
}
"""Every class with which a shape may be filled (as `f-NAME`)."""


def fill_class(value: str, *, in_marker: bool) -> str:
    """The class of a shape's fill, or "none" for no paint."""
    colour = _plain(value)
    if colour in _NO_PAINT:
        return "none"
    if colour in {"white", "#fff", "#ffffff"}:
        return "paper"
    part = _CLASSES.get(colour, "")
    if in_marker:
        # An arrowhead is a piece of its line, whatever the engine's own theme says.
        return part if part in {"ink", "edge", "paper"} else "line"
    if part.startswith("edge-of-"):
        return "edge"
    return part or "node"


def stroke_class(value: str) -> str:
    """The class of a shape's stroke, or "none" for no paint."""
    colour = _plain(value)
    if colour in _NO_PAINT:
        return "none"
    part = _CLASSES.get(colour, "")
    if part.startswith("tone-"):
        return part
    return "edge" if part.startswith("edge") else "line"


def _plain(value: str) -> str:
    text = value.replace("!important", "").strip().lower()
    if match := _RGB.fullmatch(text):
        return "#{:02x}{:02x}{:02x}".format(*(min(int(part), 255) for part in match.groups()))
    return text
