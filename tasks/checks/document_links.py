"""Links of any Markdown document: files, pictures and anchors that it names must be there."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from html import unescape
from urllib.parse import unquote

from markdown_it.token import Token

from memory_schema.findings import Certainty, Finding, Severity
from tasks.checks.chapter_text import ChapterText
from tasks.checks.document_anchors import Anchors, anchors_in
from tasks.checks.result import CheckResult, bounded, found

CHECK = "links"

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
# What stands within a tag or a heading is bounded: else each of many tags that never end would be read to the end.
_HTML_LINK = re.compile(r"""<(?:a|img)\b[^<>]{0,1000}?\s(?:href|src)\s*=\s*["']([^"']+)["']""", re.IGNORECASE)
_PART = re.compile(r"(?:^|/)(?:_?(?:snippets|includes|partials|fragments)/|_[^/]*$)")
"""A document that other pages take in: its links are meant from there."""
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_TEMPLATE = re.compile(r"[{}<>$]|\bTODO\b|^[A-Z]+(?:_[A-Z]+)+$")
_CODE_LINK = re.compile(
    r"`|(?:struct|enum|trait|union|mod(?:ule)?|const(?:ant)?|fn|function|field|variant|method|type|value|macro"
    r"|prim(?:itive)?|static|attr|derive)@|\w+::|(?:crate|self|super)(?:#|$)"
)
"""Links of rustdoc to what the code calls so
(https://doc.rust-lang.org/rustdoc/write-documentation/linking-to-items-by-name.html)."""
_ORDER = re.compile(r"^[0-9]+[-_]")
_TEXT_ANCHOR = re.compile(r"L[0-9]+(?:C[0-9]+)?(?:-L?[0-9]+(?:C[0-9]+)?)?|:~:.*")
"""Anchors that a code host makes itself: lines of a file, a piece of text."""

_PAGES = (".md", ".rst", ".mdx", "/index.md")
_MOST_FOLDERS_UP = 8
_LABEL = re.compile(r"[\w.-]+|[\w/-]+")
_HOST = re.compile(r"(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev)/")

Exists = Callable[[str], bool]
"""Whether a path, relative to the root that the document's own name is relative to, is a file or a folder."""
AnchorsOf = Callable[[str], Anchors | None]
"""The anchors of another document by its path, None where it is no Markdown."""


@dataclass(frozen=True)
class DocumentPlace:
    """Where a document lies, for the links that leave it: its path and what can be asked about its neighbours."""

    path: str = ""
    exists: Exists | None = None
    anchors_of: AnchorsOf = field(default=lambda path: None)
    paths: frozenset[str] = frozenset()
    """The files of the source, for addresses that a site makes of them."""
    is_in_source: bool = False
    """Whether `path` is one below the source's root, and not below another folder."""

    @cached_property
    def slugs(self) -> frozenset[str]:
        """The last parts of the addresses that a site gives to documents: `05-scoped-styles.md` is `scoped-styles`."""
        stems = (posixpath.splitext(posixpath.basename(path)) for path in self.paths)
        return frozenset(_ORDER.sub("", stem) for stem, ending in stems if ending in _PAGES)

    def holds(self, path: str) -> bool:
        """Whether the source has a file that ends so, wherever a site takes it from."""
        plain = path.lstrip("./")
        return any(one.endswith(f"/{plain}") for one in self.paths)


def check_document_links(document: ChapterText, place: DocumentPlace | None = None) -> CheckResult:
    """Check relative links, pictures and anchors of one document, tables of contents included.

    A file or picture that is not there and an anchor that no heading makes are ⚠️: a site generator may still
    give the name a meaning. Web addresses are never opened. Without `place` only the document's own anchors are
    checked.
    """
    where = place or DocumentPlace()
    own = anchors_in(document.numbered, document.tokens)
    findings: list[Finding] = []
    count = 0
    generated = _generated_lines(document.numbered)
    for line, address, in_html in addresses(document.tokens):
        if _SCHEME.match(address) or _TEMPLATE.search(address) or _CODE_LINK.match(address):
            continue
        if address.startswith("#") and line in generated:
            continue
        count += 1
        problem, fix = _fault(address, own, where, in_html=in_html)
        if problem:
            spot = document.place(line)
            # A page that no document makes may be a generator's: an index of classes, a coverage report.
            is_page = address.partition("#")[0].endswith(".html") and "does not exist" in problem
            severity, certainty = Severity.SHOULD, Certainty.LIKELY
            if is_page or _PART.search(where.path) or _may_be_of_site(address, where):
                severity = Severity.COULD
            findings.append(found(CHECK, severity, spot, problem, quote=address, fix=fix, certainty=certainty))
    return CheckResult(bounded(CHECK, findings), {"relative links": count})


def _fault(address: str, own: Anchors, where: DocumentPlace, *, in_html: bool) -> tuple[str, str]:
    path, _, anchor = address.partition("#")
    path = unquote(path.partition("?")[0])
    if not path:
        if own.has(anchor) or _TEXT_ANCHOR.fullmatch(anchor):
            return "", ""
        return f"no heading of this document makes the anchor #{anchor}", _nearest(anchor, own)
    if where.exists is None:
        return "", ""
    if path.startswith("/"):
        target = posixpath.normpath(path.lstrip("/"))
    else:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(where.path), path))
    if target.startswith(".."):
        return "", ""
    if not where.exists(target):
        # A page is a folder in many a site. Addresses of the site (`../other/`) and in HTML, which no generator
        # rewrites, are meant from there.
        page = posixpath.splitext(where.path)[0]
        of_site = (in_html or not _has_ending(path)) and not path.startswith("/")
        target = (_page_of(posixpath.normpath(posixpath.join(page, path)), where) if of_site else "") or target
    if not where.exists(target):
        if _is_of_site(path, where):
            return "", ""
        # A site generator turns `page.md` into `page/` or `page.html`; an absolute path is the site's own.
        if path.startswith("/") or _is_label(path, where) or _page_of(target, where):
            return "", ""
        if "/" in where.path and not _has_ending(path) and posixpath.basename(path.rstrip("/")) in where.slugs:
            return "", ""
        scheme = "https://" if _HOST.match(path) else "mailto:" if _MAIL.fullmatch(path) else ""
        advice = f"write {scheme}{path}" if scheme else "name a file that exists, or drop the link"
        return f"the link leads to {target}, which does not exist", advice
    other = where.anchors_of(target) if anchor and not _TEXT_ANCHOR.fullmatch(anchor) else None
    if other is not None and not other.has(anchor):
        return f"{target} has no heading that makes the anchor #{anchor}", _nearest(anchor, other)
    return "", ""


def _has_ending(path: str) -> bool:
    """Whether a path ends as a file does; an address of a site does not."""
    return bool(posixpath.splitext(path)[1])


def _page_of(target: str, where: DocumentPlace) -> str:
    """The file that an address of a site leads to: itself, or the document that `page/` or `page.html` is made of."""
    stem = target.removesuffix(".html").rstrip("/")
    exists = where.exists or (lambda path: False)
    return next((one for one in (target, *(stem + ending for ending in _PAGES)) if exists(one)), "")


def _is_of_site(path: str, where: DocumentPlace) -> bool:
    """Whether the place of the whole site counts: docsify reads links from its root, DocC finds pictures by name."""
    folders = where.path.split("/")[:-1]
    for up in range(len(folders)):
        root = "/".join(folders[: len(folders) - up])
        if where.exists is None or up > _MOST_FOLDERS_UP:
            return False
        if any(where.exists(f"{root}/{mark}") for mark in ("_sidebar.md", "_coverpage.md", "_navbar.md")):
            target = posixpath.normpath(f"{root}/{path}")
            return where.exists(target) or where.exists(f"{target}.md")
        if root.endswith(".docc"):
            name = posixpath.basename(path)
            return any(where.exists(f"{root}/{folder}{name}") for folder in ("", "Images/", "Resources/", "Assets/"))
    return False


def _generated_lines(text: str) -> range:
    """The lines of the list of contributors that a bot writes: what its signs link to, nobody says."""
    lines = text.split("\n")
    begin = next((number for number, line in enumerate(lines, 1) if "ALL-CONTRIBUTORS-LIST:START" in line), 0)
    end = next((number for number, line in enumerate(lines, 1) if "ALL-CONTRIBUTORS-LIST:END" in line), 0)
    return range(begin, end + 1) if begin and end else range(0)


def _may_be_of_site(address: str, where: DocumentPlace) -> bool:
    """Whether it may be an address of the site that is made of a folder of documents: without the ending of a file,
    or of a file that the site takes from elsewhere. What lies at the top of a source is read on a code host."""
    path = address.partition("#")[0].partition("?")[0]
    return bool(path) and "/" in where.path and (not _has_ending(path) or where.holds(path))


def _is_label(path: str, where: DocumentPlace) -> bool:
    """Whether it may be a label or an object of Sphinx (`attrs.frozen`): its settings lie beside or above the text."""
    folders = where.path.split("/")[:-1]
    above = ("/".join([*folders[: len(folders) - up], "conf.py"]) for up in range(len(folders) + 1))
    return _LABEL.fullmatch(path) is not None and where.exists is not None and any(map(where.exists, above))


def _nearest(anchor: str, there: Anchors) -> str:
    words = set(re.findall(r"\w+", anchor.lower()))
    best = max(there.headings, key=lambda text: len(words & set(re.findall(r"\w+", text.lower()))), default="")
    shared = words & set(re.findall(r"\w+", best.lower()))
    return f'link to the heading "{best}"' if shared else "link to a heading that exists"


def addresses(tokens: list[Token]) -> Iterator[tuple[int, str, bool]]:
    """The line, the target, and whether it stands in HTML, of every link and picture."""
    for token in tokens:
        line = (token.map[0] if token.map else 0) + 1
        if token.type == "html_block":
            for match in _HTML_LINK.finditer(token.content):
                yield line + token.content.count("\n", 0, match.start()), unescape(match[1]), True
        for child in token.children or ():
            if child.type in ("softbreak", "hardbreak"):
                line += 1
                continue
            target = child.attrGet("href") or child.attrGet("src")
            html = _HTML_LINK.search(child.content) if child.type == "html_inline" else None
            if target:
                yield line, unquote(str(target)), False
            elif html:
                yield line, unescape(html[1]), True
