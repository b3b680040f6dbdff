"""Links of any Markdown document: files, pictures and anchors that it names must be there."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html import unescape
from itertools import pairwise
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.front_matter import front_matter_plugin

from memory_schema.findings import Certainty, Finding, Severity
from tasks.checks.chapter_links import names_heading
from tasks.checks.chapter_text import ChapterText
from tasks.checks.result import CheckResult, bounded, found

CHECK = "links"

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
# What stands within a tag or a heading is bounded: else each of many tags that never end would be read to the end.
_HTML_LINK = re.compile(r"""<(?:a|img)\b[^<>]{0,1000}?\s(?:href|src)\s*=\s*["']([^"']+)["']""", re.IGNORECASE)
_HTML_ANCHOR = re.compile(r"""<\w{1,40}\b[^<>]{0,1000}?\s(?:id|name)\s*=\s*["']?([^"'\s>]+)""", re.IGNORECASE)
_HTML_HEADING = re.compile(r"<h[1-6]\b[^<>]{0,1000}>(.{0,2000}?)</h[1-6]>", re.IGNORECASE | re.DOTALL)
_ATTRIBUTE_ANCHOR = re.compile(r"\{[^{}\n]{0,200}#([\w:.-]{1,200})[^{}\n]{0,200}\}")
_MADE = re.compile(
    r"^[ \t]*(?:::: (?!(?:tip|info|note|warning|danger|details|important|caution|code-group|raw|v-pre)\b)\S"
    r"|-{1,2}8<-{1,2} [\"']|\.\. (?:auto\w+|include)::|`{3,}\{(?:eval-rst|auto\w+|include)\}"
    r"|\{% ?include|\{\{ ?#include|\{!|<!--@?\s?include)",
    re.MULTILINE,
)
"""The directives that add a file or the documentation of code to a page: mkdocstrings, Sphinx and MyST, snippets of
PyMdown, Jekyll, mdBook, VitePress (whose own containers add nothing)."""
_PART = re.compile(r"(?:^|/)(?:_?(?:snippets|includes|partials|fragments)/|_[^/]*$)")
"""A document that other pages take in: its links are meant from there."""
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_TAG = re.compile(r"<[^<>]*>")
_TEMPLATE = re.compile(r"[{}<>$]|\bTODO\b")
_TEXT_ANCHOR = re.compile(r"L[0-9]+(?:C[0-9]+)?(?:-L?[0-9]+(?:C[0-9]+)?)?|:~:.*")
"""Anchors that a code host makes itself: lines of a file, a piece of text."""

_PAGES = (".md", ".rst", ".mdx", "/index.md")
_MOST_FOLDERS_UP = 8
_LABEL = re.compile(r"[\w.-]+|[\w/-]+")
_HOST = re.compile(r"(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev)/")

Exists = Callable[[str], bool]
"""Whether a path, relative to the root that the document's own name is relative to, is a file or a folder."""
AnchorsOf = Callable[[str], "Anchors | None"]
"""The anchors of another document by its path, None where it is no Markdown."""


@dataclass(frozen=True)
class Anchors:
    """What a link into a document may name: its headings as written, and anchors that are set by hand."""

    headings: tuple[str, ...]
    names: frozenset[str]
    made: bool = False
    """Whether a site generator adds to it: another file, or the documentation of code."""

    def has(self, anchor: str) -> bool:
        """Whether the anchor leads somewhere; sites that render Markdown spell headings in several ways."""
        plain = unquote(anchor)
        if plain.lower() in ("", "top") or plain in self.names or self.made:
            return True
        return names_heading(plain, self.headings)


@dataclass(frozen=True)
class DocumentPlace:
    """Where a document lies, for the links that leave it: its path and what can be asked about its neighbours."""

    path: str = ""
    exists: Exists | None = None
    anchors_of: AnchorsOf = field(default=lambda path: None)


def check_document_links(document: ChapterText, place: DocumentPlace | None = None) -> CheckResult:
    """Check relative links, pictures and anchors of one document, tables of contents included.

    A file or picture that is not there and an anchor that no heading makes are ⚠️: a site generator may still
    give the name a meaning. Web addresses are never opened. Without `place` only the document's own anchors are
    checked.
    """
    where = place or DocumentPlace()
    tokens = _parsed(document.numbered)
    own = _anchors(document.numbered, tokens)
    findings: list[Finding] = []
    count = 0
    generated = _generated_lines(document.numbered)
    for line, address, in_html in _addresses(tokens):
        if _SCHEME.match(address) or _TEMPLATE.search(address) or (address.startswith("#") and line in generated):
            continue
        count += 1
        problem, fix = _fault(address, own, where, in_html=in_html)
        if problem:
            spot = document.place(line)
            # A page that no document makes may be a generator's: an index of classes, a coverage report.
            is_page = address.partition("#")[0].endswith(".html") and "does not exist" in problem
            severity, certainty = Severity.SHOULD, Certainty.LIKELY
            if is_page or _PART.search(where.path):
                severity = Severity.COULD
            findings.append(found(CHECK, severity, spot, problem, quote=address, fix=fix, certainty=certainty))
    return CheckResult(bounded(CHECK, findings), {"relative links": count})


def anchors_of_text(text: str) -> Anchors:
    """The anchors of a Markdown text."""
    return _anchors(text, _parsed(text))


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
        of_site = (in_html or not posixpath.splitext(path)[1]) and not path.startswith("/")
        target = (_page_of(posixpath.normpath(posixpath.join(page, path)), where) if of_site else "") or target
    if not where.exists(target):
        if _is_of_site(path, where):
            return "", ""
        # A site generator turns `page.md` into `page/` or `page.html`; an absolute path is the site's own.
        if path.startswith("/") or _is_label(path, where) or _page_of(target, where):
            return "", ""
        scheme = "https://" if _HOST.match(path) else "mailto:" if _MAIL.fullmatch(path) else ""
        advice = f"write {scheme}{path}" if scheme else "name a file that exists, or drop the link"
        return f"the link leads to {target}, which does not exist", advice
    other = where.anchors_of(target) if anchor and not _TEXT_ANCHOR.fullmatch(anchor) else None
    if other is not None and not other.has(anchor):
        return f"{target} has no heading that makes the anchor #{anchor}", _nearest(anchor, other)
    return "", ""


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


def _parsed(text: str) -> list[Token]:
    return MarkdownIt("commonmark", {"html": True}).enable("table").use(front_matter_plugin).parse(text)


def _anchors(text: str, tokens: list[Token]) -> Anchors:
    headings: list[str] = []
    names: set[str] = set()
    for token, following in pairwise(tokens):
        if token.type == "inline":
            names.update(_ATTRIBUTE_ANCHOR.findall(token.content))
        if token.type == "heading_open":
            raw = following.content
            shown = "".join(part.content for part in following.children or () if part.type != "html_inline")
            # A code host spells a link by its text and leaves pictures out; other sites keep a picture's words.
            told = "".join(part.content for part in following.children or () if part.type in ("text", "code_inline"))
            headings += [shown, told, _ATTRIBUTE_ANCHOR.sub("", raw), _TAG.sub("", raw)]
    for match in _HTML_HEADING.finditer(text):
        headings.append(unescape(_TAG.sub("", match[1])).strip())
    names.update(_HTML_ANCHOR.findall(text))
    return Anchors(tuple(headings), frozenset(names), _MADE.search(text) is not None)


def _addresses(tokens: list[Token]) -> Iterator[tuple[int, str, bool]]:
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
