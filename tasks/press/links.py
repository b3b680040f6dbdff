"""Links of a chapter: between chapters rewritten, to the web kept, everything else plain text.

Authors link to Markdown (`ch03.md`, `ch03-final.md#the-lexer`), readers to pages. This is the only
place that decides which address may stand in a page.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from markdown_it.token import Token

from memory_schema.findings import Certainty, Finding, Severity
from tasks.press.anchors import heading_anchor, plain_text

WEB_SCHEMES = frozenset({"http", "https", "mailto"})
GLOSSARY_PAGE = "glossary.html"
INDEX_PAGE = "index.html"

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_CHAPTER_FILE = re.compile(
    r"(?:\.{1,2}/)*(?:(?:chapters/)?(?:final|draft)/)?ch0*(?P<number>[1-9][0-9]{0,5})(?:-final|-draft)?\.(?:md|html)"
)
_GLOSSARY_FILE = re.compile(r"(?:\.{1,2}/)*(?:memory/)?glossary\.(?:md|html)")


@dataclass(frozen=True)
class PageMap:
    """Which pages a book has: page name -> the anchors that a link may name there."""

    anchors: Mapping[str, frozenset[str]]


@dataclass(frozen=True)
class _Target:
    """Where a link leads after rewriting (None: nowhere, print the words only), and what was wrong."""

    href: str | None
    problem: str = ""


def chapter_page(number: int) -> str:
    """The file name of a chapter's page: two digits, three from 100 on (PROTOCOL 1)."""
    return f"ch{number:02d}.html"


def resolve_links(tokens: Sequence[Token], chapter: int, pages: PageMap) -> tuple[Finding, ...]:
    """Rewrite the links of a chapter in place; images become their descriptions.

    Args:
        tokens: the parsed chapter.
        chapter: its number, for findings and for links inside the page.
        pages: every page of the book.

    Returns:
        One finding for each link that leads elsewhere than its author meant.
    """
    findings: list[Finding] = []
    for block in tokens:
        if block.children is None:
            continue
        line = block.map[0] + 1 if block.map else 0
        block.children = list(_resolved(block.children, chapter, line, pages, findings))
    return tuple(findings)


def _resolved(
    children: Sequence[Token], chapter: int, line: int, pages: PageMap, findings: list[Finding]
) -> Iterator[Token]:
    dropped = False
    for index, token in enumerate(children):
        if token.type == "image":
            alt = plain_text([token])
            findings.append(_finding(chapter, line, alt, str(token.attrGet("src")), "images are not published"))
            yield Token("text", "", 0, content=alt)
        elif token.type == "link_open" and "permalink" not in str(token.attrGet("class")):
            address = str(token.attrGet("href") or "")
            target = _target(address, chapter_page(chapter), pages)
            if target.problem:
                words = plain_text(children[index + 1 : _closing(children, index)])
                findings.append(_finding(chapter, line, words, address, target.problem))
            dropped = target.href is None
            if target.href is not None:
                token.attrSet("href", target.href)
                if _SCHEME.match(target.href):
                    token.attrSet("rel", "external noopener noreferrer")
                yield token
        elif token.type == "link_close" and dropped:
            dropped = False
        else:
            yield token


def _closing(children: Sequence[Token], opening: int) -> int:
    """Links cannot nest in CommonMark, so the next closing token is the right one."""
    return next(i for i in range(opening, len(children)) if children[i].type == "link_close")


def _target(address: str, here: str, pages: PageMap) -> _Target:
    scheme = _SCHEME.match(address)
    if scheme:
        if scheme[1].lower() in WEB_SCHEMES:
            return _Target(address)
        return _Target(None, f"the scheme {scheme[1].lower()!r} is not allowed in a book")
    path, _, fragment = unquote(address).partition("#")
    page = _page(path, here)
    if page is None:
        return _Target(None, "this file is not part of the book")
    if page not in pages.anchors:
        return _Target(None, "the book has no such chapter")
    anchor = _anchor(fragment, pages.anchors[page])
    href = "" if page == here and anchor else page
    if not fragment:
        return _Target(page)
    return _Target(f"{href}#{anchor}") if anchor else _Target(page, "the chapter has no such heading")


def _page(path: str, here: str) -> str | None:
    if not path:
        return here
    chapter = _CHAPTER_FILE.fullmatch(path)
    if chapter:
        return chapter_page(int(chapter["number"]))
    if _GLOSSARY_FILE.fullmatch(path):
        return GLOSSARY_PAGE
    return INDEX_PAGE if path == INDEX_PAGE else None


def _anchor(fragment: str, anchors: frozenset[str]) -> str | None:
    """The anchor that a fragment means: itself, or what its words would be as a heading's id.

    The second also finds what other tools would have written, such as GitHub's `c--my_name`.
    """
    exact = unicodedata.normalize("NFC", fragment)
    return next((name for name in (exact, heading_anchor(exact)) if name in anchors), None)


def _finding(chapter: int, line: int, words: str, address: str, problem: str) -> Finding:
    return Finding(
        severity=Severity.SHOULD,
        place=f"chapter {chapter}, line {line}" if line else f"chapter {chapter}",
        quote=f"[{words}]({address})",
        problem=f"broken link: {problem}",
        fix="link to chNN.md or chNN.md#heading, or remove the link",
        by="check:links",
        certainty=Certainty.CERTAIN,
    )
