"""A page as its elements: start tags with attributes, ids, addresses, tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

_VOID = {"meta", "link", "br", "hr", "img", "input", "source", "col", "wbr"}


@dataclass
class Element:
    """One start tag and the text inside it, up to its end."""

    tag: str
    attributes: dict[str, str]
    text: str = ""


@dataclass
class PageElements(HTMLParser):
    """A parsed page; build it with `of`."""

    elements: list[Element] = field(default_factory=list)
    tables: list[int] = field(default_factory=list)
    """The number of header cells of each table."""

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._open: list[Element] = []

    @classmethod
    def of(cls, data: bytes) -> PageElements:
        """The elements of a page in UTF-8."""
        page = cls()
        page.feed(data.decode("utf-8", "replace"))
        page.close()
        return page

    @property
    def ids(self) -> list[str]:
        """Every id, in order."""
        return [element.attributes["id"] for element in self.elements if "id" in element.attributes]

    @property
    def addresses(self) -> list[tuple[Element, str]]:
        """Every address that an element links to or loads."""
        return [
            (element, element.attributes[name])
            for element in self.elements
            for name in ("href", "src", "data")
            if name in element.attributes
        ]

    def all(self, tag: str) -> list[Element]:
        """Every element of a tag, in order."""
        return [element for element in self.elements if element.tag == tag]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take up a start tag."""
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.elements.append(element)
        if tag not in _VOID:
            self._open.append(element)
        if tag == "table":
            self.tables.append(0)
        if tag == "th" and self.tables:
            self.tables[-1] += 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take up a tag that closes itself, as SVG writes them."""
        self.elements.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        """Close the innermost element of this tag."""
        for at in range(len(self._open) - 1, -1, -1):
            if self._open[at].tag == tag:
                del self._open[at:]
                return

    def handle_data(self, data: str) -> None:
        """Text belongs to every element that is open; headings and scripts are asked for theirs."""
        for element in self._open[-6:]:
            element.text += data
