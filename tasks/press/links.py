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
from pydantic import BaseModel, ConfigDict

from memory_schema.findings import Certainty, Finding, Severity
from tasks.press.anchors import heading_anchor, plain_text
from tasks.press.page_names import WEB, PageNames

WEB_SCHEMES = frozenset({"http", "https", "mailto"})

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_CHAPTER_FILE = re.compile(
    r"(?:\.{1,2}/)*(?:(?:chapters/)?(?:final|draft)/)?ch0*(?P<number>[1-9][0-9]{0,5})(?:-final|-draft)?\.(?:md|html)"
)
_GLOSSARY_FILE = re.compile(r"(?:\.{1,2}/)*(?:memory/)?glossary\.(?:md|html)")


@dataclass(frozen=True)
class PageMap:
    """Which pages an edition has: page name -> the anchors that a link may name there."""

    anchors: Mapping[str, frozenset[str]]
    names: PageNames = WEB


@dataclass(frozen=True)
class Target:
    """Where a link leads after rewriting (None: nowhere, print the words only), and what was wrong."""

    href: str | None
    problem: str = ""


class LinkUse(BaseModel):
    """A link as a chapter uses it: what its author wrote, and what became of it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    address: str
    words: str
    line: int
    image: bool = False
    href: str | None
    problem: str = ""

    def still_holds(self, chapter: int, pages: PageMap) -> bool:
        """Whether the link would be resolved the same among these pages."""
        return self.image or target_of(self.address, chapter, pages) == Target(self.href, self.problem)

    def finding(self, chapter: int) -> Finding | None:
        """What is wrong with the link; None for one that leads where its author meant."""
        if not self.problem:
            return None
        return Finding(
            severity=Severity.SHOULD,
            place=f"chapter {chapter}, line {self.line}" if self.line else f"chapter {chapter}",
            quote=f"[{self.words}]({self.address})",
            problem=f"broken link: {self.problem}",
            fix="link to chNN.md or chNN.md#heading, or remove the link",
            by="check:links",
            certainty=Certainty.CERTAIN,
        )


def resolve_links(tokens: Sequence[Token], chapter: int, pages: PageMap) -> tuple[LinkUse, ...]:
    """Rewrite the links of a chapter in place; images become their descriptions.

    Args:
        tokens: the parsed chapter.
        chapter: its number, for links inside the page.
        pages: every page of the edition.

    Returns:
        Every link and image in order, each with what became of it.
    """
    uses: list[LinkUse] = []
    for block in tokens:
        if block.children is None:
            continue
        line = block.map[0] + 1 if block.map else 0
        block.children = list(_resolved(block.children, chapter, line, pages, uses))
    return tuple(uses)


def target_of(address: str, chapter: int, pages: PageMap) -> Target:
    """What becomes of an address that stands in a chapter."""
    return _target(address, pages.names.chapter(chapter), pages)


def _resolved(
    children: Sequence[Token], chapter: int, line: int, pages: PageMap, uses: list[LinkUse]
) -> Iterator[Token]:
    dropped = False
    for index, token in enumerate(children):
        if token.type == "image":
            alt = plain_text([token])
            source = str(token.attrGet("src"))
            problem = "images are not published"
            uses.append(LinkUse(address=source, words=alt, line=line, image=True, href=None, problem=problem))
            yield Token("text", "", 0, content=alt)
        elif token.type == "link_open" and "permalink" not in str(token.attrGet("class")):
            address = str(token.attrGet("href") or "")
            target = target_of(address, chapter, pages)
            words = plain_text(children[index + 1 : _closing(children, index)])
            use = LinkUse(address=address, words=words, line=line, href=target.href, problem=target.problem)
            uses.append(use)
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


def _target(address: str, here: str, pages: PageMap) -> Target:
    scheme = _SCHEME.match(address)
    if scheme:
        if scheme[1].lower() in WEB_SCHEMES:
            return Target(address)
        return Target(None, f"the scheme {scheme[1].lower()!r} is not allowed in a book")
    path, _, fragment = unquote(address).partition("#")
    page = _page(path, here, pages.names)
    if page is None:
        return Target(None, "this file is not part of the book")
    if page not in pages.anchors:
        return Target(None, "the book has no such chapter")
    anchor = _anchor(fragment, pages.anchors[page])
    href = "" if page == here and anchor else page
    if not fragment:
        return Target(page)
    return Target(f"{href}#{anchor}") if anchor else Target(page, "the chapter has no such heading")


def _page(path: str, here: str, names: PageNames) -> str | None:
    if not path:
        return here
    chapter = _CHAPTER_FILE.fullmatch(path)
    if chapter:
        return names.chapter(int(chapter["number"]))
    if _GLOSSARY_FILE.fullmatch(path):
        return names.glossary
    return names.index if path == WEB.index else None


def _anchor(fragment: str, anchors: frozenset[str]) -> str | None:
    """The anchor that a fragment means: itself, or what its words would be as a heading's id.

    The second also finds what other tools would have written, such as GitHub's `c--my_name`.
    """
    exact = unicodedata.normalize("NFC", fragment)
    return next((name for name in (exact, heading_anchor(exact)) if name in anchors), None)
