"""A chapter's Markdown, read once for all checks, and bounded: a hostile text costs what a long one does."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

from memory_schema.conventions import Heading, headings
from memory_schema.fences import Fence, Line, scan
from memory_schema.findings import Finding, Severity
from memory_schema.markers import strip_marker
from tasks.checks.result import found

MOST_CHARACTERS = 1_000_000
"""A chapter of 100,000 words has about 600,000; what lies beyond is not checked and said so."""
MOST_IN_LINE = 4_000
MOST_BRACKETS_IN_LINE = 100
"""Prose lines are cut here: patterns of links and code take quadratic time in the length of a line."""

_BETWEEN = re.compile(r"\s*(?:<!--.*-->\s*|#{1,6}\s.*|(?:[-*_][ \t]*){3,})?")
_OTHER_BLOCK = re.compile(r"\s*(?:>|\||[-*+]\s|[0-9]{1,9}[.)]\s|!\[)")
_INDENTS = ("  ", "\t")
_NEW_BLOCK = re.compile(r"\s*(?:[-*+]\s|[0-9]{1,9}[.)]\s|#{1,6}\s|>|\|)")
_SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)


@dataclass(frozen=True)
class Span:
    """Inline code within a block: its text on one line, and where it begins and ends, with its ticks."""

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Block:
    """Prose that belongs together: a paragraph, a list item, a heading, a table row; `start` is its first line."""

    text: str
    start: int

    @cached_property
    def spans(self) -> tuple[Span, ...]:
        """The inline code, in order; it may run over a line break."""
        found = _SPAN.finditer(self.text) if "`" in self.text else ()
        # In a row of a table, and only there, a bar stands behind a backslash, also within code.
        bar = "\\|" if self.text.lstrip().startswith("|") else "|"
        return tuple(Span(" ".join(one[2].replace(bar, "|").split()), one.start(), one.end()) for one in found)

    @property
    def lines(self) -> range:
        """The numbers of its lines."""
        return range(self.start, self.line(len(self.text)) + 1)

    def line(self, at: int) -> int:
        """The line of the text in which a character stands."""
        return self.start + bisect_left(self._breaks, at)

    @cached_property
    def _breaks(self) -> tuple[int, ...]:
        """Where its lines end: a paragraph may be all of a document, and a check may ask for each of its words."""
        return tuple(found.start() for found in re.finditer("\n", self.text))


@dataclass(frozen=True)
class Paragraph:
    """A run of prose lines: no heading, list, table, quotation or comment."""

    lines: tuple[str, ...]
    start: int

    @property
    def text(self) -> str:
        """The paragraph as it is written."""
        return "\n".join(self.lines)


class ChapterText:
    """The parts of a chapter that checks look at; line numbers are those of the file."""

    def __init__(self, text: str) -> None:
        self._cut = max(0, len(text) - MOST_CHARACTERS)
        lines, fences = scan(text[:MOST_CHARACTERS])
        self.fences: tuple[Fence, ...] = fences
        self.lines = tuple(
            line if line.fence is not None else Line(line.number, _checked_part(line.text), None) for line in lines
        )
        pairs = zip(lines, self.lines, strict=True)
        self._clipped = [read.number for read, kept in pairs if len(kept.text) < len(read.text)]

    @cached_property
    def text(self) -> str:
        """The bounded Markdown without its completion marker; use `lines` for line numbers."""
        return strip_marker("\n".join(line.text for line in self.lines))

    @cached_property
    def numbered(self) -> str:
        """The bounded Markdown, line for line as in the file."""
        return "\n".join(line.text for line in self.lines)

    @cached_property
    def tokens(self) -> list[Token]:
        """The bounded Markdown as a parser of CommonMark reads it."""
        return parse_document(self.numbered)

    @cached_property
    def prose(self) -> tuple[Line, ...]:
        """The lines outside fences."""
        return tuple(line for line in self.lines if line.fence is None)

    @cached_property
    def headings(self) -> tuple[Heading, ...]:
        """The headings, in order."""
        return headings(self.numbered)

    @cached_property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        """The prose paragraphs, in order."""
        runs: list[Paragraph] = []
        run: list[str] = []
        other = False
        for line in (*self.lines, Line(len(self.lines) + 1, "", None)):
            if line.fence is not None or _BETWEEN.fullmatch(line.text):
                other = plain = False
            else:
                other = (
                    other or _OTHER_BLOCK.match(line.text) is not None or (not run and line.text.startswith(_INDENTS))
                )
                plain = not other
            if plain:
                run.append(line.text)
            elif run:
                runs.append(Paragraph(tuple(run), line.number - len(run)))
                run = []
        return tuple(runs)

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """All prose outside fences, block by block."""
        blocks: list[Block] = []
        run: list[str] = []
        for line in (*self.lines, Line(len(self.lines) + 1, "", None)):
            ends = line.fence is not None or not line.text.strip()
            if run and (ends or _NEW_BLOCK.match(line.text)):
                blocks.append(Block("\n".join(run), line.number - len(run)))
                run = []
            if not ends:
                run.append(line.text)
        return tuple(blocks)

    @cached_property
    def block_ending_at(self) -> Mapping[int, Block]:
        """The blocks by the number of their last line."""
        return {block.lines[-1]: block for block in self.blocks}

    def place(self, line: int) -> str:
        """Where a finding stands: `line N, in "heading"`."""
        at = bisect_right(self.headings, line, key=lambda heading: heading.line)
        return f'line {line}, in "{self.headings[at - 1].text}"' if at else f"line {line}"

    def bounds(self, check: str) -> tuple[Finding, ...]:
        """What could not be looked at because of its size."""
        whole = (
            found(
                check,
                Severity.MUST,
                "whole text",
                f"the text is {self._cut} characters longer than the {MOST_CHARACTERS} that are checked",
                fix="divide the chapter",
            ),
        )
        return (whole if self._cut else ()) + tuple(
            found(
                check,
                Severity.SHOULD,
                self.place(number),
                "a very long line; only its beginning is checked",
                fix="wrap the line",
            )
            for number in self._clipped
        )


def parse_document(text: str) -> list[Token]:
    """The tokens of a Markdown text; what a site generator reads above it, between dashes, is no part of it, and a
    footnote of one word, `[^a]: Yes`, is no target of links."""
    parser = MarkdownIt("commonmark", {"html": True}).enable("table").use(front_matter_plugin)
    return parser.use(footnote_plugin, inline=False, move_to_end=False).parse(text)


def _checked_part(line: str) -> str:
    part = line[:MOST_IN_LINE]
    return part if part.count("[") <= MOST_BRACKETS_IN_LINE else "[".join(part.split("[")[:MOST_BRACKETS_IN_LINE])
