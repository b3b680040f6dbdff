"""The pages of an e-book joined to one document: what is laid out on paper.

Each page becomes a section. Ids are unique on a page only, so each gets its page's name before it, and
every link between pages becomes one inside the document.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Mapping
from html import escape
from urllib.parse import unquote

_XHTML = "{http://www.w3.org/1999/xhtml}"
_SVG = "{http://www.w3.org/2000/svg}"
_NAMING = ("aria-labelledby", "aria-describedby")
_MEASURE, _DEPTH = 136.0, 175.0
"""Millimetres of text on a page, across and down (paper.css), less what a caption needs."""
_SCALE = 25.4 / 96 * 0.8
"""Millimetres of a CSS pixel, a fifth smaller: the type of a drawing is set for screens."""
_PAINTED = ("marker-start", "marker-mid", "marker-end")


def paper_document(
    pages: Mapping[str, str], *, title: str, language: str, direction: str, author: str, date: str, drawing_style: str
) -> str:
    """The document as HTML.

    Args:
        pages: name -> XHTML, in reading order.
        title: of the book.
        language: BCP 47.
        direction: `ltr` or `rtl`.
        author: who wrote it.
        date: as printed; "" for none.
        drawing_style: the rules that paint drawings.
    """
    sections = "".join(_section(name, page, pages, drawing_style) for name, page in pages.items())
    metas = "".join(
        f'<meta name="{name}" content="{escape(value)}">'
        for name, value in (("author", author), ("generator", "Sourcebook"), ("dcterms.created", date))
        if value
    )
    return (
        f'<!doctype html><html lang="{escape(language)}" dir="{direction}"><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title>{metas}</head><body>"
        f"{sections}</body></html>"
    )


def _section(name: str, page: str, pages: Mapping[str, str], drawing_style: str) -> str:
    body = ET.fromstring(page).find(f"{_XHTML}body")  # noqa: S314 - our own page, without entities
    assert body is not None
    for element in body.iter():
        _localise(element, name, pages)
    for drawing in body.iter("svg"):
        if drawing.get("role") == "img":
            style = ET.Element("style")
            style.text = drawing_style
            drawing.insert(0, style)
            _fit(drawing)
    for ways in body.iter("p"):
        if ways.get("class") == "ways":
            _page_numbers_only(ways)
    kind = body.get("class", "")
    inner = "".join(ET.tostring(child, encoding="unicode", method="html") for child in body)
    return f'<section class="paper {escape(kind)}" id="{escape(_place(name))}">{inner}</section>\n'


def _page_numbers_only(ways: ET.Element) -> None:
    """An index on paper names pages, not sections: the style prints the number of the page in each link."""
    for way in ways.iter("a"):
        way.text = ""
        for child in list(way):
            way.remove(child)


def _fit(drawing: ET.Element) -> None:
    """Say a drawing's size on paper: a fifth smaller than on a screen, and never larger than the page."""
    try:
        width, height = (float(drawing.get(side, "")) * _SCALE for side in ("width", "height"))
    except ValueError:
        return  # one that fills the measure
    shrink = min(1, _MEASURE / width, _DEPTH / height)
    drawing.set("style", f"width: {width * shrink:.2f}mm; height: {height * shrink:.2f}mm")
    for side in ("width", "height"):
        del drawing.attrib[side]


def _localise(element: ET.Element, name: str, pages: Mapping[str, str]) -> None:
    """Take the namespaces off an element, and let ids and links hold in the whole document."""
    if isinstance(element.tag, str):
        element.tag = element.tag.removeprefix(_XHTML).removeprefix(_SVG)
    for key in [key for key in element.attrib if "}" in key]:
        del element.attrib[key]
    if "id" in element.attrib:
        element.set("id", _place(name, element.attrib["id"]))
    for key in _NAMING:
        if key in element.attrib:
            element.set(key, " ".join(_place(name, one) for one in element.attrib[key].split()))
    for key in _PAINTED:
        if key in element.attrib:
            element.set(key, element.attrib[key].replace("url(#", f"url(#{_place(name)}.", 1))
    if element.tag == "a" and "".join(element.itertext()) == element.get("href"):
        element.set("class", "bare")  # its address need not be printed behind it
    if "href" in element.attrib:
        element.set("href", _address(element.attrib["href"], name, pages))


def _address(href: str, name: str, pages: Mapping[str, str]) -> str:
    path, _, fragment = href.partition("#")
    target = unquote(path) or name
    if target not in pages:
        return href
    return f"#{_place(target, unquote(fragment))}"


def _place(page: str, ident: str = "") -> str:
    """An id of the whole document: the page's name, and the id on it."""
    stem = page.rpartition(".")[0]
    return f"{stem}.{ident}" if ident else stem
