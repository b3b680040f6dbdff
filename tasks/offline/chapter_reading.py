"""A chapter as its reviewers read it: sections, opening, quoted blocks, names in code, repeated sentences."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory_schema.conventions import Heading, headings, without_marks
from memory_schema.fences import Fence, inline_code, scan
from memory_schema.markers import strip_marker

_PLACED = re.compile(r"^(?P<language>\S+)\s+(?P<path>\S.*):(?P<start>\d+)-(?P<end>\d+)$")
_UNSPACED = re.compile(
    r"(?<=[\u3000-\u9fff\uff00-\uffef]) (?=[\u3000-\u9fff\uff00-\uffef])|(?<=[\u3000-\u303f\uff00-\uffef]) (?=`)"
)
"""A line break in Chinese is no space."""
_LONG_QUOTATION = 500
_CODE = re.compile(r"`[^`\n]+`")
_END = re.compile(r"[.!?][”’\"')\]*]*(?=\s+(?![a-z]))|[。！？][”’」』）\"*]*")
_ABBREVIATION = re.compile(r"(?:^|[\s(“\"])(?:e\.g|i\.e|etc|vs|cf|al|fig|approx|resp)\.$", re.IGNORECASE)
_RECAP = re.compile(r"recap|summar|looking back|what we|takeaway|in short|小结|回顾|总结|要点|本章所得", re.IGNORECASE)


@dataclass(frozen=True)
class PlacedQuote:
    """A fenced block that says where it comes from. `line` is the line of its opening fence."""

    path: str
    start: int
    end: int
    text: str
    line: int
    heading: str

    @property
    def place(self) -> str:
        """`path:start-end`."""
        return f"{self.path}:{self.start}-{self.end}"


@dataclass(frozen=True)
class Section:
    """What stands below one H2 (H3s included), or before the first one (`heading` is then the H1)."""

    heading: str
    line: int
    paragraphs: tuple[str, ...]
    quotes: tuple[PlacedQuote, ...]

    @property
    def prose(self) -> str:
        """The paragraphs, joined."""
        return "\n\n".join(self.paragraphs)

    @property
    def names(self) -> tuple[str, ...]:
        """What stands in inline code, each once."""
        return tuple(dict.fromkeys(name for name in inline_code(self.prose) if name and len(name) < 60))


@dataclass(frozen=True)
class Chapter:
    """A whole chapter."""

    title: str
    headings: tuple[Heading, ...]
    opening: Section
    sections: tuple[Section, ...]
    fences: tuple[Fence, ...]

    @property
    def hook(self) -> str:
        """What stands before the first H2."""
        return self.opening.prose

    @property
    def quotes(self) -> tuple[PlacedQuote, ...]:
        """All placed quotes, in order."""
        return tuple(quote for section in (self.opening, *self.sections) for quote in section.quotes)

    @property
    def body_sections(self) -> tuple[Section, ...]:
        """The sections without the recap."""
        found = tuple(section for section in self.sections if not _RECAP.search(section.heading))
        return found or self.sections

    @property
    def recap(self) -> Section | None:
        """The recap: by its heading, among the last two H2."""
        return next((section for section in self.sections[-2:] if _RECAP.search(section.heading)), None)

    @property
    def sentences(self) -> tuple[str, ...]:
        """All sentences of the prose, in order."""
        return tuple(s for section in (self.opening, *self.sections) for s in sentences(section.prose))


def read_chapter(text: str) -> Chapter:
    """Read a draft or a final."""
    lines, fences = scan(strip_marker(text))
    found = headings(strip_marker(text))
    title = next((heading.text for heading in found if heading.level == 1), "")
    starts = [heading for heading in found if heading.level == 2]
    heads = {heading.line for heading in found}
    parts: list[tuple[str, int, list[list[str]], list[PlacedQuote]]] = [(title, 1, [[]], [])]
    at = {heading.line: heading for heading in starts}
    seen: set[int] = set()
    for line in lines:
        if line.number in at:
            parts.append((at[line.number].text, line.number, [[]], []))
        elif line.fence is not None:
            if line.fence not in seen:
                seen.add(line.fence)
                quote = _quote(fences[line.fence], parts[-1][0])
                parts[-1][3].extend([quote] if quote else [])
                parts[-1][2].append([])
        elif not line.text.strip() or line.number in heads:
            parts[-1][2].append([])
        else:
            parts[-1][2][-1].append(line.text)
    sections = [
        Section(name, number, tuple("\n".join(p) for p in paragraphs if p), tuple(quotes))
        for name, number, paragraphs, quotes in parts
    ]
    return Chapter(title, found, sections[0], tuple(sections[1:]), fences)


def sentences(prose: str) -> tuple[str, ...]:
    """The sentences of a Markdown prose; table rows and list marks do not count as text.

    A closing quote belongs to the sentence that it closes; a full stop within inline code, after "e.g." or before
    a small letter ends none.
    """
    rows = [row.strip() for row in prose.split("\n") if not row.lstrip().startswith("|")]
    text = _UNSPACED.sub("", " ".join(re.sub(r"^(?:[-*>]|\d+\.)\s+", "", row) for row in rows))
    masked = _CODE.sub(lambda match: "`" + "x" * (len(match[0]) - 2) + "`", text)
    found, start = [], 0
    for match in _END.finditer(masked):
        said = masked[start : match.end()]
        # A quotation of several sentences is part of the one that introduces it; a forgotten mark must not eat all.
        quoting = said.count("“") > said.count("”") and len(said) < _LONG_QUOTATION
        if not quoting and not _ABBREVIATION.search(masked[start : match.start() + 1]):
            found.append(text[start : match.end()].strip())
            start = match.end()
    return tuple(sentence for sentence in (*found, text[start:].strip()) if sentence)


def repeated_sentences(chapter: Chapter) -> tuple[str, ...]:
    """Sentences of some length that stand more than once."""
    seen: dict[str, int] = {}
    for sentence in chapter.sentences:
        plain = " ".join(without_marks(sentence).casefold().split())
        if len(plain) >= 40 or (len(plain) >= 16 and not plain.isascii()):
            seen[plain] = seen.get(plain, 0) + 1
    return tuple(sentence for sentence, count in seen.items() if count > 1)


def _quote(fence: Fence, heading: str) -> PlacedQuote | None:
    match = _PLACED.match(fence.info)
    if match is None:
        return None
    return PlacedQuote(
        match["path"], int(match["start"]), int(match["end"]), fence.body, fence.start, without_marks(heading)
    )
