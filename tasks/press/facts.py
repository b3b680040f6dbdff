"""What other pages need to know of a chapter: its headings, sections, quotes, names, links.

A chapter's facts and its printed body together are all that an edition takes from it, so both can be
kept and an unchanged chapter need not be parsed again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from markdown_it.token import Token
from pydantic import BaseModel, ConfigDict

from memory_schema.findings import Finding
from tasks.press.anchors import Heading, plain_text
from tasks.press.fences import parse_info
from tasks.press.links import LinkUse


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Quote(_Record):
    """A listing that shows lines of the source, in the section with this anchor ("" = before the first)."""

    anchor: str
    path: str
    start: int
    end: int


class Mention(_Record):
    """Inline code, as a possible name of a symbol."""

    anchor: str
    name: str


class Section(_Record):
    """A searchable piece of a chapter: the prose and the code below one heading."""

    anchor: str
    heading: str
    text: str
    code: str


class ChapterFacts(_Record):
    """Everything about a chapter's text that another page or the search asks for."""

    title_anchor: str
    """The id of the chapter's own H1; empty if the text has none."""
    headings: tuple[Heading, ...]
    sections: tuple[Section, ...] = ()
    quotes: tuple[Quote, ...] = ()
    mentions: tuple[Mention, ...] = ()
    links: tuple[LinkUse, ...] = ()
    findings: tuple[Finding, ...] = ()
    """What is wrong with its pictures; what is wrong with its links is said by `links`."""

    @property
    def anchors(self) -> frozenset[str]:
        """Every id that a link may name."""
        return frozenset({heading.anchor for heading in self.headings} | {self.title_anchor} - {""})

    @property
    def chapters_sections(self) -> tuple[Heading, ...]:
        """The headings of level 2, for the contents."""
        return tuple(heading for heading in self.headings if heading.level == 2)


def sections_of(tokens: Sequence[Token], headings: Sequence[Heading]) -> tuple[Section, ...]:
    """The searchable pieces of a parsed chapter, in order; empty ones are left out."""
    names = {heading.anchor: heading.text for heading in headings}
    prose: dict[str, list[str]] = {"": []}
    code: dict[str, list[str]] = {"": []}
    for anchor, token in _with_anchor(tokens):
        if token.type == "inline":
            prose.setdefault(anchor, []).append(plain_text(token.children or []))
        elif token.type in {"fence", "code_block"}:
            code.setdefault(anchor, []).append(token.content)
    return tuple(
        Section(
            anchor=anchor,
            heading=names.get(anchor, ""),
            text=" ".join(" ".join(prose.get(anchor, [])).split()),
            code="\n".join(code.get(anchor, [])),
        )
        for anchor in dict.fromkeys(["", *names])
        if anchor or prose[""] or code[""]
    )


def quotes_of(tokens: Sequence[Token]) -> tuple[Quote, ...]:
    """The listings with a place in the source."""
    found = []
    for anchor, token in _with_anchor(tokens):
        if token.type == "fence" and (info := parse_info(token.info)).path:
            found.append(Quote(anchor=anchor, path=info.path, start=info.start, end=info.end))
    return tuple(found)


def mentions_of(tokens: Sequence[Token]) -> tuple[Mention, ...]:
    """The inline code of a chapter, each text once a section."""
    found = {
        (anchor, child.content.strip().removesuffix("()")): None
        for anchor, token in _with_anchor(tokens)
        for child in token.children or []
        if child.type == "code_inline" and len(child.content) <= 200
    }
    return tuple(Mention(anchor=anchor, name=name) for anchor, name in found if name)


def _with_anchor(tokens: Sequence[Token]) -> Iterator[tuple[str, Token]]:
    """Every token outside headings with the anchor of the heading above it."""
    anchor, inside = "", False
    for token in tokens:
        if token.type == "heading_open":
            anchor, inside = str(token.attrGet("id") or anchor), True
        elif token.type == "heading_close":
            inside = False
        elif not inside:
            yield anchor, token
