"""The style of e-books and paper, painted with the palette of the web edition.

Reading systems know neither custom properties nor `light-dark()`, so both are resolved here: each sheet
is written with the names of `style.css`, and gets their values.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

_COLOUR = re.compile(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)")
_USED = re.compile(r"var\(--([\w-]+)\)")
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_FILL = re.compile(r"^\.f-[\w-]+ \{.*\}$", re.MULTILINE)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


@cache
def palette() -> dict[str, tuple[str, str]]:
    """Name -> (light, dark), as #rrggbb, of every colour of the web edition."""
    return {name: (light, dark) for name, light, dark in _COLOUR.findall(asset("style.css"))}


@cache
def ebook_style() -> str:
    """The style sheet of an e-book: light, and dark where the reading system says that it is."""
    sheet = _ebook_sheet()
    dark = []
    for selector, body in _RULE.findall(_COMMENT.sub("", sheet)):
        painted = [part.strip() for part in body.split(";") if "var(--" in part]
        if painted:
            dark.append(f"  {selector.strip()} {{ {'; '.join(painted)} }}")
    night = "\n".join(dark)
    return f"{_painted(sheet, 0)}\n@media (prefers-color-scheme: dark) {{\n{_painted(night, 1)}\n}}\n"


@cache
def paper_style() -> str:
    """The style sheet of the book on paper: that of the e-book, light, and what pages need."""
    return _painted(_ebook_sheet() + asset("paper.css"), 0, "#ffffff")


@cache
def drawing_style() -> str:
    """The rules that paint drawings, light: paper's engine gives a drawing no other style than its own."""
    section = _ebook_sheet().split("/* Drawings */")[1].split("/*")[0]
    return _painted(section.replace(".drawing > svg", "svg"), 0, "#ffffff")


def _ebook_sheet() -> str:
    """ebook.css with the fills of drawings, which are those of the web edition, in their place."""
    fills = "\n".join(_FILL.findall(asset("style.css")))
    return asset("ebook.css").replace("/* fills of style.css */", fills)


def asset(name: str) -> str:
    """A file of the press's assets as text."""
    return (files("tasks.press") / "assets" / name).read_text(encoding="utf-8")


def _painted(sheet: str, side: int, ground: str = "") -> str:
    """The sheet with every colour's value; `ground` in the place of the palette's paper.

    Raises:
        KeyError: the palette has no colour of a name.
    """
    colours = {name: pair[side] for name, pair in palette().items()}
    colours |= {"paper": ground} if ground else {}
    return _USED.sub(lambda match: colours[match[1]], sheet)
