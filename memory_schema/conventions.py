"""How terms, metaphors and links stand in a chapter's text, so that code can find them.

The style guide tells the writer; checks, the memory keeper and the press read by the same rules.
Bold is reserved for a term at its definition. A metaphor is one line of its own::

    *Picture it:* a **token stream** is like *a ticket roll*: you tear off one ticket at a time;
    the picture stops where tokens can be pushed back.

    *打个比方：* **词元流** 就像 *一卷票*：一次撕下一张；这个比方到词元可以退回处为止。

Links to other chapters are Markdown links to `chXX.md`, with or without an anchor.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory_schema.fences import prose_lines, without_inline_code

_TERM = re.compile(r"\*\*(?P<term>[^*\n]{1,80}?)\*\*")
_METAPHOR = re.compile(
    r"^\*(?:Picture it:|打个比方：)\*\s*(?:an?\s+|the\s+)?\*\*(?P<concept>[^*\n]+)\*\*"
    r"\s*(?:is|are)?\s*(?:like|就像)\s*\*(?P<metaphor>[^*\n]+)\*(?P<rest>.*)$",
    re.IGNORECASE,
)
_STOPS = re.compile(r"(?:the picture stops|这个比方到)\s*(?P<limits>.+?)\s*[.。]?\s*$", re.IGNORECASE)
_LINK = re.compile(
    r"\[(?P<text>[^\[\]\n]*)\]\(ch(?P<chapter>\d{2,3})(?:-final|-draft)?\.(?:md|html)(?:#(?P<anchor>[^)\s]*))?\)"
)
_HEADING = re.compile(r"^(?P<level>#{1,6})\s+(?P<text>.*?)\s*#*\s*$")


@dataclass(frozen=True)
class MetaphorUse:
    """A metaphor line: which concept, what it is compared with, where it stops holding."""

    concept: str
    metaphor: str
    limits: str
    line: int


@dataclass(frozen=True)
class ChapterLink:
    """A link to another chapter; `anchor` is "" when it names the whole chapter."""

    chapter: int
    anchor: str
    text: str
    line: int


@dataclass(frozen=True)
class Heading:
    """A Markdown ATX heading outside fences; `text` without the number signs."""

    level: int
    text: str
    line: int


def defined_terms(text: str) -> tuple[str, ...]:
    """The bold terms of a text in order of first appearance, metaphor lines left out."""
    terms: dict[str, None] = {}
    for line in prose_lines(text):
        if not _METAPHOR.match(line.text.strip()):
            for match in _TERM.finditer(without_inline_code(line.text)):
                term = line.text[match.start("term") : match.end("term")]
                terms[without_marks(term).strip()] = None
    return tuple(term for term in terms if term)


def metaphors_in(text: str) -> tuple[MetaphorUse, ...]:
    """The metaphor lines of a text, in order."""
    found = []
    for line in prose_lines(text):
        match = _METAPHOR.match(line.text.strip())
        if match:
            stops = _STOPS.search(match["rest"])
            limits = stops["limits"] if stops else ""
            found.append(MetaphorUse(match["concept"].strip(), match["metaphor"].strip(), limits, line.number))
    return tuple(found)


def chapter_links(text: str) -> tuple[ChapterLink, ...]:
    """The links to chapters of this book, in order."""
    return tuple(
        ChapterLink(
            int(match["chapter"]),
            match["anchor"] or "",
            line.text[match.start("text") : match.end("text")],
            line.number,
        )
        for line in prose_lines(text)
        for match in _LINK.finditer(without_inline_code(line.text))
    )


def headings(text: str) -> tuple[Heading, ...]:
    """The headings of a text outside fences, in order."""
    return tuple(
        Heading(len(match["level"]), match["text"], line.number)
        for line in prose_lines(text)
        if (match := _HEADING.match(line.text))
    )


def anchor_of(heading: str) -> str:
    """The anchor of a heading: lower case, letters and digits of any script kept, the rest dashes."""
    return re.sub(r"[\W_]+", "-", without_marks(heading).lower()).strip("-")[:80] or "section"


def without_marks(text: str) -> str:
    """A heading or phrase without Markdown's emphasis and code marks."""
    return re.sub(r"[*`]", "", text)


def normal_term(term: str) -> str:
    """The form in which two terms or metaphors are compared: case-folded, white space collapsed."""
    return " ".join(without_marks(term).casefold().split())
