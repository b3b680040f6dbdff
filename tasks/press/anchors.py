"""Headings: their ids, their permalinks, and the table of contents that follows from them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from markdown_it.token import Token

from memory_schema.conventions import anchor_of
from tasks.press.language import Labels


@dataclass(frozen=True)
class Heading:
    """A heading of a chapter: level 2 to 6, its plain text, and its id, unique on the page."""

    level: int
    text: str
    anchor: str


def heading_anchor(title: str) -> str:
    """The id of a heading by the house's rule (`conventions.anchor_of`), equal for equal looks.

    It holds letters, digits and dashes only: safe in HTML, CSS and an address, and never with the
    colon that the ids of the page's own furniture contain.
    """
    return anchor_of(unicodedata.normalize("NFC", title))


def anchor_headings(tokens: Sequence[Token], taken: str = "") -> tuple[Heading, ...]:
    """Give every heading of level 2 to 6 a unique id, equal ones numbered, and list them.

    `taken` is the id of the page's title. Further headings of level 1 become level 2: the page's
    only H1 is the chapter's title.
    """
    used = {taken}
    headings = []
    for opening, inline, closing in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if opening.type != "heading_open":
            continue
        if opening.tag == "h1":
            opening.tag = closing.tag = "h2"
        text = plain_text(inline.children or [])
        anchor = unique_anchor(heading_anchor(text), used)
        opening.attrSet("id", anchor)
        headings.append(Heading(int(opening.tag[1]), text, anchor))
    return tuple(headings)


def add_permalinks(tokens: Sequence[Token], labels: Labels) -> None:
    """Put a link to itself at the end of every heading that has an id."""
    for opening, inline in pairwise(tokens):
        anchor = opening.attrGet("id")
        if opening.type != "heading_open" or not anchor or inline.children is None:
            continue
        link = Token("link_open", "a", 1)
        link.attrSet("class", "permalink")
        link.attrSet("href", f"#{anchor}")
        link.attrSet("aria-label", labels.section_link.format(title=plain_text(inline.children)))
        inline.children += [link, Token("text", "", 0, content="#"), Token("link_close", "a", -1)]


def plain_text(children: Iterable[Token]) -> str:
    """The words of an inline text without its markup."""
    parts = []
    for token in children:
        if token.type in {"text", "code_inline"}:
            parts.append(token.content)
        elif token.type == "image":
            parts.append(plain_text(token.children or []))
        elif token.type in {"softbreak", "hardbreak"}:
            parts.append(" ")
    return "".join(parts).strip()


def unique_anchor(anchor: str, taken: set[str]) -> str:
    """The anchor, numbered if it is taken; what is returned is taken from then on."""
    candidate, count = anchor, 0
    while candidate in taken:
        count += 1
        candidate = f"{anchor}-{count}"
    taken.add(candidate)
    return candidate
