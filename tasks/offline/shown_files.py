"""Files as a request shows them: headers, line numbers taken off, pages put together."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

_NUMBERED = re.compile(r"^(\d+)\t(.*)$", re.DOTALL)
_POINTER = re.compile(
    r"^- 📖 (?P<need>must|if room) · (?P<name>.+?)(?: \((?P<part>[^()]*)\))?"
    r"(?: — (?P<rest>.*))?$"
)
_CUT = re.compile(r"^(?:shown: |left out|older summaries)")
_RANGE = re.compile(r"(\d+)\s*-\s*(\d+)")


@dataclass(frozen=True)
class PointerLine:
    """One line of "# Files for this task"; `cut` says what is not shown, "" when all is."""

    name: str
    part: str
    need: str
    purpose: str
    cut: str

    @property
    def left_out(self) -> bool:
        """Whether nothing of the file is shown."""
        return self.cut.startswith("left out")


@dataclass(frozen=True)
class ShownFile:
    """A file as far as it was shown. Line numbers are 1-based.

    `text` has no number prefixes. Where lines in the middle are not shown they stand as empty lines, so
    that line N of `text` is line N of the file, up to the last line shown.
    """

    name: str
    part: str
    need: str
    lines: int
    """How many lines the whole file has."""
    shown: tuple[tuple[int, int], ...]
    """The ranges shown, inclusive, in order and merged."""
    numbered: bool
    language: str
    text: str
    opened: bool = False
    """Whether only a tool call brought it here."""

    @property
    def is_source(self) -> bool:
        """Whether this is a file of the repository that the book explains."""
        return self.numbered and not (self.opened and self.name.startswith("output/"))

    @property
    def first_missing_line(self) -> int | None:
        """The first line that is not shown, or None when the file is complete."""
        last = 0
        for start, end in self.shown:
            if start > last + 1:
                break
            last = max(last, end)
        return last + 1 if last < self.lines else None

    @property
    def complete(self) -> bool:
        """Whether the whole file is shown."""
        return self.first_missing_line is None

    def shows(self, start: int, end: int) -> bool:
        """Whether every line from `start` to `end` is shown."""
        return any(first <= start and end <= last for first, last in self.shown)

    def excerpt(self, start: int, end: int) -> str:
        """Lines `start` to `end`, inclusive, as shown."""
        return "\n".join(self.text.split("\n")[start - 1 : end])


@dataclass
class _Page:
    head: dict[str, object]
    rows: dict[int, str]
    verbatim: str | None
    opened: bool


class Pages:
    """Collects FILE blocks; pages of one file become one `ShownFile`, in order of first appearance."""

    def __init__(self) -> None:
        self._pages: dict[tuple[str, str], _Page] = {}

    def add(self, block: str, *, opened: bool) -> None:
        """Add a FILE block; a block whose header cannot be read is ignored."""
        header, _, content = block.removeprefix("FILE ").partition("\n")
        try:
            head = json.loads(header)
        except ValueError:
            return
        if not isinstance(head, dict) or "name" not in head:
            return
        rows, verbatim = _rows(head, content)
        key = self._key(str(head["name"]), str(head.get("part") or ""), opened)
        known = self._pages.get(key)
        if known is None:
            self._pages[key] = _Page(head, rows, verbatim, opened)
        else:
            known.rows.update(rows)
            known.verbatim = None

    def files(self) -> tuple[ShownFile, ...]:
        """Everything that was added."""
        return tuple(_file(page) for page in self._pages.values())

    def _key(self, name: str, part: str, opened: bool) -> tuple[str, str]:
        if opened:
            return next((key for key in self._pages if key[0] == name), (name, part))
        return (name, part)


def pointer_lines(text: str) -> tuple[PointerLine, ...]:
    """The pointer list of a request; empty where the text is none."""
    found = []
    for line in text.split("\n"):
        match = _POINTER.match(line.rstrip())
        if match:
            pieces = (match["rest"] or "").split(" — ")
            cut = "; ".join(piece for piece in pieces if _CUT.match(piece))
            purpose = " — ".join(piece for piece in pieces if not _CUT.match(piece))
            found.append(PointerLine(match["name"], match["part"] or "", match["need"], purpose, cut))
    return tuple(found)


def _rows(head: dict[str, object], content: str) -> tuple[dict[int, str], str | None]:
    lines = content.split("\n")
    if head.get("numbered") is True:
        matches = (_NUMBERED.match(line) for line in lines)
        return {int(match[1]): match[2] for match in matches if match}, None
    numbers = [n for start, end in _ranges(str(head.get("shown", ""))) for n in range(start, end + 1)]
    if len(numbers) < len(lines):
        numbers = list(range(1, len(lines) + 1))
    return dict(zip(numbers, lines, strict=False)), content


def _file(page: _Page) -> ShownFile:
    head, rows = page.head, page.rows
    shown = _merged(sorted(rows)) if page.verbatim is None else _ranges(str(head.get("shown", "")))
    declared = head.get("lines")
    total = declared if isinstance(declared, int) else max(rows, default=0)
    text = page.verbatim
    if text is None:
        text = "\n".join(rows.get(number, "") for number in range(1, max(rows, default=0) + 1))
        text += "\n" if rows and max(rows) >= total else ""
    return ShownFile(
        name=str(head["name"]),
        part=str(head.get("part") or ""),
        need=str(head.get("need") or "must"),
        lines=total,
        shown=shown,
        numbered=head.get("numbered") is True,
        language=str(head.get("language") or "plain"),
        text=text,
        opened=page.opened,
    )


def _ranges(text: str) -> tuple[tuple[int, int], ...]:
    return tuple((int(start), int(end)) for start, end in _RANGE.findall(text))


def _merged(numbers: list[int]) -> tuple[tuple[int, int], ...]:
    found: list[tuple[int, int]] = []
    for number in numbers:
        if found and number == found[-1][1] + 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return tuple(found)
