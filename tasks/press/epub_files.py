"""An e-book read back: its package, and its pages as elements, ids and links."""

from __future__ import annotations

import posixpath
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

_OPF = "{http://www.idpf.org/2007/opf}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_XHTML = "{http://www.w3.org/1999/xhtml}"
_OPS = "{http://www.idpf.org/2007/ops}"
_CONTAINER = "{urn:oasis:names:tc:opendocument:xmlns:container}"
_LOADING = {"img", "link", "use", "image", "script", "source"}


class UnreadableBook(Exception):
    """A part of an e-book cannot be read; the message says which and why."""


@dataclass(frozen=True)
class Link:
    """An address on a page; `loads` if the page asks for it by itself."""

    tag: str
    address: str
    loads: bool

    @property
    def scheme(self) -> str:
        """Of an address outside the book; "" for one inside."""
        parts = urlsplit(self.address)
        return parts.scheme or ("//" if parts.netloc else "")

    @property
    def fragment(self) -> str:
        """The place on the page."""
        return unquote(urlsplit(self.address).fragment)

    def target(self, page: str) -> str:
        """The file that it means on `page`."""
        path = unquote(urlsplit(self.address).path)
        return posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page


@dataclass(frozen=True)
class ReadPage:
    """One page of an e-book."""

    language: str
    title: str
    elements: tuple[tuple[str, Mapping[str, str]], ...]
    """Tag and attributes, without namespaces, in order."""
    contents: tuple[Link, ...]
    """The links of its list of contents, if it is one."""

    @property
    def ids(self) -> list[str]:
        """Every id, in order."""
        return [attributes["id"] for _, attributes in self.elements if "id" in attributes]

    @property
    def heading_levels(self) -> list[int]:
        """The level of every heading, in order."""
        return [int(tag[1]) for tag, _ in self.elements if len(tag) == 2 and tag[0] == "h" and tag[1] in "123456"]

    @property
    def links(self) -> list[Link]:
        """Every address, in order."""
        return [
            Link(tag, attributes[name], tag in _LOADING)
            for tag, attributes in self.elements
            for name in ("href", "src", "data")
            if name in attributes
        ]


@dataclass(frozen=True)
class Package:
    """The package document: names are those of the container."""

    name: str
    metadata: Mapping[str, str]
    items: Mapping[str, str]
    """Every listed file and its media type."""
    pages: tuple[str, ...]
    """The order of reading."""
    contents: str
    drawn: frozenset[str]
    """The pages that announce drawings."""


def read_package(files: Mapping[str, bytes]) -> Package:
    """The package of an e-book. Raises UnreadableBook."""
    container = _parsed(files.get("META-INF/container.xml", b""), "META-INF/container.xml")
    root = container.find(f".//{_CONTAINER}rootfile")
    name = root.get("full-path", "") if root is not None else ""
    package = _parsed(files.get(name, b""), name or "the package document")
    folder = posixpath.dirname(name)
    listed = {
        item.get("id", ""): (posixpath.join(folder, unquote(item.get("href", ""))), item)
        for item in package.iter(f"{_OPF}item")
    }
    order = [item.get("idref", "") for item in package.iter(f"{_OPF}itemref")]
    if unknown := [ident for ident in order if ident not in listed]:
        raise UnreadableBook(f'the order of reading names "{unknown[0][:60]}", which the package does not list')
    having = {path: item.get("properties", "").split() for path, item in listed.values()}
    return Package(
        name=name,
        metadata=_metadata(package),
        items={path: item.get("media-type", "") for path, item in listed.values()},
        pages=tuple(listed[ident][0] for ident in order),
        contents=next((path for path, properties in having.items() if "nav" in properties), ""),
        drawn=frozenset(path for path, properties in having.items() if "svg" in properties),
    )


def parse_page(data: bytes) -> ReadPage:
    """A page as its elements. Raises UnreadableBook for one that is no well-formed XHTML."""
    root = _parsed(data, "the page")
    if root.tag != f"{_XHTML}html":
        raise UnreadableBook("the page is no XHTML")
    title = root.find(f"{_XHTML}head/{_XHTML}title")
    contents = [
        Link("a", link.get("href", ""), False)
        for nav in root.iter(f"{_XHTML}nav")
        if nav.get(f"{_OPS}type") == "toc"
        for link in nav.iter(f"{_XHTML}a")
    ]
    return ReadPage(
        language=root.get("lang", ""),
        title="".join(title.itertext()).strip() if title is not None else "",
        elements=tuple(_elements(root)),
        contents=tuple(contents),
    )


def _elements(root: ET.Element) -> Iterator[tuple[str, Mapping[str, str]]]:
    for element in root.iter():
        if isinstance(element.tag, str):
            yield (
                element.tag.rpartition("}")[2],
                {key: value for key, value in element.attrib.items() if "}" not in key},
            )


def _metadata(package: ET.Element) -> dict[str, str]:
    found = {}
    for name in ("identifier", "title", "language"):
        element = package.find(f".//{_DC}{name}")
        found[name] = (element.text or "").strip() if element is not None else ""
    for meta in package.iter(f"{_OPF}meta"):
        if meta.get("property") == "dcterms:modified":
            found["modified"] = (meta.text or "").strip()
    return found


def _parsed(data: bytes, name: str) -> ET.Element:
    if not data:
        raise UnreadableBook(f"{name} is missing")
    if b"<!ENTITY" in data:
        raise UnreadableBook(f"{name} declares entities")
    try:
        return ET.fromstring(data)  # noqa: S314 - no entity can be declared, see above
    except ET.ParseError as error:
        raise UnreadableBook(f"{name} is not well-formed: {error}") from None
