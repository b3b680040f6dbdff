"""The rules of an e-book that need no tool from outside (EPUB 3.3): container, package, pages.

EPUBCheck, in CI, knows every rule. These are the ones whose breach makes a reader's system refuse the
book, drop a page, ask for something outside, or lead nowhere.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Mapping

from tasks.press.epub import MEDIA_TYPE
from tasks.press.epub_files import Package, ReadPage, UnreadableBook, parse_page, read_package
from tasks.press.proof import SCHEMES, Fault, Proof

_FORBIDDEN = {"script", "style", "iframe", "object", "embed", "form", "foreignObject", "image", "base"}


def proofread_epub(file: str, data: bytes) -> Proof:
    """Check an e-book; pure.

    Args:
        file: its name, which the names of its pages begin with.
        data: the whole file.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        files = {name: archive.read(name) for name in archive.namelist()}
        package = read_package(files)
    except (zipfile.BadZipFile, UnreadableBook, EOFError, NotImplementedError) as error:
        return Proof({file: 0}, (Fault(file, f"the e-book cannot be read: {error}"),))
    faults = [Fault(file, problem) for problem in (*_container(archive), *_package(package, files))]
    pages: dict[str, ReadPage] = {}
    for name in package.pages:
        try:
            pages[name] = parse_page(files.get(name, b""))
        except UnreadableBook as error:
            faults.append(Fault(f"{file}/{name}", str(error)))
    for name, page in pages.items():
        found = (*_structure(page), *_links(name, page, pages, files), *_vouched(name, page, package))
        faults += [Fault(f"{file}/{name}", problem) for problem in found]
    faults += [Fault(file, problem) for problem in _contents(package, pages)]
    return Proof({f"{file}/{name}": len(page.links) for name, page in pages.items()}, tuple(faults))


def _container(archive: zipfile.ZipFile) -> Iterator[str]:
    entries = archive.infolist()
    first = entries[0]
    if first.filename != "mimetype" or first.compress_type != zipfile.ZIP_STORED or first.extra:
        yield "the media type does not come first, stored and without more"
    elif archive.read(first).decode("ascii", "replace") != MEDIA_TYPE:
        yield f"the media type is not {MEDIA_TYPE}"
    names = [entry.filename for entry in entries]
    for name in names:
        if name.startswith("/") or ".." in name.split("/") or not name.isascii() or len(name) > 200:
            yield f'the file name "{name[:60]}" is not safe'
    if len({name.casefold() for name in names}) != len(names):
        yield "two files have the same name"


def _package(package: Package, files: Mapping[str, bytes]) -> Iterator[str]:
    for name in ("identifier", "title", "language", "modified"):
        if not package.metadata.get(name):
            yield f"the package says no {name}"
    for name in package.items:
        if name not in files:
            yield f"the package lists {name[:80]}, which the e-book does not have"
    known = {*package.items, package.name, "mimetype"}
    for name in files:
        if name not in known and not name.startswith("META-INF/"):
            yield f"the package does not list {name[:80]}"
    if not package.contents:
        yield "the package names no contents"
    for name, kind in package.items.items():
        if kind == "application/xhtml+xml" and name not in package.pages:
            yield f"{name[:80]} is not in the order of reading"


def _structure(page: ReadPage) -> Iterator[str]:
    if not page.language:
        yield "the page says no language"
    if not page.title:
        yield "the page has no title"
    seen: set[str] = set()
    for ident in page.ids:
        if ident in seen:
            yield f'the id "{ident[:60]}" stands more than once'
        seen.add(ident)
    level = 0
    for now in page.heading_levels:
        if now > level + 1:
            yield f"a heading of level {now} follows one of level {level}"
        level = now
    for tag, attributes in page.elements:
        if tag in _FORBIDDEN:
            yield f"the page holds a {tag} element"
        for attribute in attributes:
            if attribute == "style" or attribute.startswith("on"):
                yield f"{tag} has the attribute {attribute}"
        if tag == "img" and not attributes.get("alt"):
            yield "an image has no alternative text"
        if tag == "svg" and not (attributes.get("aria-labelledby") or attributes.get("aria-hidden")):
            yield "a drawing has no accessible name"
        for name in (attributes.get("aria-labelledby", "") + " " + attributes.get("aria-describedby", "")).split():
            if name not in page.ids:
                yield f'a name is taken from "{name[:60]}", which the page does not have'


def _links(name: str, page: ReadPage, pages: Mapping[str, ReadPage], files: Mapping[str, bytes]) -> Iterator[str]:
    for link in page.links:
        if link.scheme:
            if link.loads or link.scheme not in SCHEMES:
                yield f"{link.tag} leads to or asks for {link.address[:80]}, outside the book"
            continue
        target = link.target(name)
        if target not in files:
            yield f"a link leads to {target[:80]}, which the e-book does not have"
        elif link.fragment and (target not in pages or link.fragment not in pages[target].ids):
            yield f"a link leads to {target}#{link.fragment[:60]}, and there is no such place"


def _vouched(name: str, page: ReadPage, package: Package) -> Iterator[str]:
    """Drawings must be announced, and only where there are some."""
    drawn = any(tag == "svg" for tag, _ in page.elements)
    if drawn != (name in package.drawn):
        yield "the package is wrong about the page's drawings"


def _contents(package: Package, pages: Mapping[str, ReadPage]) -> Iterator[str]:
    """The contents name the pages in the order of reading, and every page but those before them."""
    if package.contents not in pages:
        return
    found = [link.target(package.contents) for link in pages[package.contents].contents]
    if not found:
        yield "the contents are empty"
    order = [package.pages.index(name) for name in found if name in package.pages]
    if order != sorted(order):
        yield "the contents are not in the order of reading"
    for name in package.pages[package.pages.index(package.contents) + 1 :]:
        if name not in found:
            yield f"the contents do not name {name}"
