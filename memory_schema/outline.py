"""Outline and source map: pydantic models that render to Markdown and parse back without loss.

A person edits these files, so the reader is lenient about white space and order of fields and
strict about meaning: an error names the chapter and the line.
"""

from __future__ import annotations

import difflib
import json
import re
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from memory_schema.errors import OutlineError
from memory_schema.markers import strip_marker

OneLine = Annotated[str, AfterValidator(lambda value: " ".join(value.split()))]
"""A string that is kept on one line, so that Markdown lists can hold it."""
Title = Annotated[str, AfterValidator(lambda value: " ".join(value.split())), Field(min_length=1, pattern=r"\S")]
Lines = Annotated[tuple[OneLine, ...], AfterValidator(lambda items: tuple(item for item in items if item))]
"""List items, each on one line; blank ones fall away."""


class SourceFile(BaseModel):
    """One source file of a chapter: its path, why it is there, which symbols matter (empty = all)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    path: str = Field(min_length=1)
    purpose: OneLine = ""
    symbols: Lines = ()


class ChapterPlan(BaseModel):
    """One chapter of the outline. `number` is its identity (PROTOCOL 1)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    number: int = Field(ge=1)
    title: Title
    promise: OneLine = ""
    difficulty: int = Field(default=2, ge=1, le=5)
    words: int | None = Field(default=None, ge=100)
    builds_on: tuple[int, ...] = ()
    topics: Lines = ()
    terms: Lines = ()
    dropped: bool = False


class Outline(BaseModel):
    """What the book says, chapter by chapter."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: Title
    thesis: OneLine = ""
    audience: OneLine = ""
    chapters: tuple[ChapterPlan, ...] = Field(min_length=1)

    @property
    def kept(self) -> tuple[ChapterPlan, ...]:
        """The chapters that are not dropped, in order."""
        return tuple(chapter for chapter in self.chapters if not chapter.dropped)

    def chapter(self, number: int) -> ChapterPlan | None:
        """The chapter with this number, dropped or not, or None."""
        return next((chapter for chapter in self.chapters if chapter.number == number), None)


class LeftOut(BaseModel):
    """A file, or a folder ending in `/`, that the book does not explain, and why."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    path: str = Field(min_length=1)
    why: OneLine = ""


class SourceMap(BaseModel):
    """Which source files belong to which chapter."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    chapters: dict[int, tuple[SourceFile, ...]] = {}
    left_out: tuple[LeftOut, ...] = ()

    def files(self, chapter: int) -> tuple[SourceFile, ...]:
        """The files of one chapter; empty when it has none."""
        return self.chapters.get(chapter, ())


class Proposal(BaseModel):
    """The architect's output: outline and source map in one file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    outline: Outline
    source_map: SourceMap


SOURCE_MAP_TITLE = "# Source map"
_CHAPTER = re.compile(
    r"^##\s+(?:Chapter|第)\s*(?P<number>\d{1,6})\s*(?:章)?\s*(?:[:：.—–-]\s*(?P<title>.*?))?\s*$", re.I
)
_FIELD = re.compile(r"^[-*]\s+(?P<name>[A-Za-z ]+?)\s*[:：]\s*(?P<value>.*?)\s*$")
_ITEM = re.compile(r"^\s+[-*]\s+(?P<value>.+?)\s*$")
_FILE = re.compile(
    r"^[-*]\s+(?P<path>`[^`]+`|\"(?:[^\"\\]|\\.)+\")\s*(?:[—–-]+\s*(?P<text>.*?))?\s*(?:\[(?P<symbols>[^\[\]]*)\])?\s*$"
)
_SYMBOL = re.compile(r"\s*(\"(?:[^\"\\]|\\.)*\"|[^,]+)")
_FIELDS = ("promise", "difficulty", "words", "builds on", "topics", "terms", "dropped")


def render_outline(outline: Outline) -> str:
    """The outline as Markdown (without the source map)."""
    rows = [f"# {outline.title}", ""]
    if outline.thesis:
        rows += [f"> {outline.thesis}", ""]
    if outline.audience:
        rows += [f"- audience: {outline.audience}", ""]
    for chapter in outline.chapters:
        rows += [*_chapter_rows(chapter), ""]
    return "\n".join(rows)


def render_source_map(source_map: SourceMap) -> str:
    """The source map as Markdown."""
    rows = [SOURCE_MAP_TITLE, ""]
    for number, files in sorted(source_map.chapters.items()):
        rows += [f"## Chapter {number}", "", *(_row(file.path, file.purpose, file.symbols) for file in files), ""]
    if source_map.left_out:
        rows += [
            "## Left out",
            "",
            *(_row(item.path, item.why, ()) for item in source_map.left_out),
            "",
        ]
    return "\n".join(rows)


def render_proposal(proposal: Proposal) -> str:
    """Outline and source map in one text."""
    return render_outline(proposal.outline) + "\n" + render_source_map(proposal.source_map)


def parse_outline(text: str) -> Outline:
    """Read an outline. Raises OutlineError with one line that names chapter or line."""
    title, thesis, audience = "", "", ""
    chapters: list[dict[str, object]] = []
    listing = ""
    for number, line in enumerate(strip_marker(text).split("\n"), start=1):
        if title and line.strip() == SOURCE_MAP_TITLE:
            break
        if head := _CHAPTER.match(line):
            chapters.append({"number": int(head["number"]), "title": head["title"] or "", "line": number})
            listing = ""
        elif line.startswith("# ") and not title:
            title = line[2:].strip()
        elif line.startswith("> ") and not chapters:
            thesis = f"{thesis} {line[2:].strip()}".strip()
        elif (field := _FIELD.match(line)) and not chapters:
            audience = field["value"] if field["name"].lower() == "audience" else audience
        elif field:
            listing = _read_field(chapters[-1], field["name"].lower(), field["value"], number)
        elif (item := _ITEM.match(line)) and listing:
            values = chapters[-1].setdefault(listing, [])
            assert isinstance(values, list)
            values.append(item["value"])
        elif line.startswith("## "):
            raise OutlineError(f'outline line {number}: "{line[:60]}" is no chapter; write "## Chapter N: title"')
    for chapter in chapters:
        chapter.pop("line", None)
    try:
        outline = Outline.model_validate({"title": title, "thesis": thesis, "audience": audience, "chapters": chapters})
    except ValidationError as error:
        raise OutlineError(_first_problem(error, chapters)) from error
    _check_numbers(outline)
    return outline


def parse_source_map(text: str) -> SourceMap:
    """Read a source map, alone or as the second part of a proposal. Raises OutlineError."""
    lines = strip_marker(text).split("\n")
    starts = [at for at, line in enumerate(lines) if line.strip() == SOURCE_MAP_TITLE]
    if not starts:
        raise OutlineError(f'the source map is missing: add a "{SOURCE_MAP_TITLE}" part')
    chapters: dict[int, tuple[SourceFile, ...]] = {}
    left_out: list[LeftOut] = []
    current: int | None = None
    for line in lines[starts[-1] + 1 :]:
        if head := _CHAPTER.match(line):
            current = int(head["number"])
            chapters.setdefault(current, ())
        elif line.startswith("## "):
            current = None
        elif row := _FILE.match(line):
            path, text_ = _unquoted(row["path"]), row["text"] or ""
            if current is None:
                left_out.append(LeftOut(path=path, why=text_))
            else:
                symbols = tuple(_unquoted(name.strip()) for name in _SYMBOL.findall(row["symbols"] or ""))
                chapters[current] += (SourceFile(path=path, purpose=text_, symbols=symbols),)
        elif line.strip().startswith(("- ", "* ")):
            raise OutlineError(f'source map: cannot read "{line.strip()[:80]}"; write "- `path` — purpose"')
    return SourceMap(chapters=chapters, left_out=tuple(left_out))


def parse_proposal(text: str) -> Proposal:
    """Read outline and source map from one text. Raises OutlineError."""
    source_map = parse_source_map(text)
    proposal = Proposal(outline=parse_outline(text), source_map=source_map)
    known = {chapter.number for chapter in proposal.outline.chapters}
    for number in proposal.source_map.chapters:
        if number not in known:
            raise OutlineError(f"source map: chapter {number} is not in the outline; add it there or remove it")
    for chapter in proposal.outline.kept:
        if not proposal.source_map.files(chapter.number):
            raise OutlineError(f"source map: chapter {chapter.number} has no source file; name at least one")
    return proposal


def outline_part(outline: Outline, number: int) -> str:
    """What concerns one chapter: the book's head, the chapter, and the titles of its neighbours."""
    chapter = outline.chapter(number)
    if chapter is None:
        raise OutlineError(f"chapter {number} is not in the outline")
    before = [c for c in outline.kept if c.number < number]
    after = [c for c in outline.kept if c.number > number]
    rows = [f"# {outline.title}", ""]
    rows += [f"> {outline.thesis}", ""] if outline.thesis else []
    rows += [f"- audience: {outline.audience}", ""] if outline.audience else []
    rows += [*_chapter_rows(chapter), ""]
    rows += [f"- previous chapter: {before[-1].number}. {before[-1].title}"] if before else []
    rows += [f"- next chapter: {after[0].number}. {after[0].title}"] if after else ["- next chapter: none"]
    return "\n".join(rows) + "\n"


def source_map_part(source_map: SourceMap, number: int) -> str:
    """The source map of one chapter."""
    return render_source_map(SourceMap(chapters={number: source_map.files(number)}))


def _chapter_rows(chapter: ChapterPlan) -> list[str]:
    rows = [f"## Chapter {chapter.number}: {chapter.title}", ""]
    rows += [f"- promise: {chapter.promise}"] if chapter.promise else []
    rows += [f"- difficulty: {chapter.difficulty}"]
    rows += [f"- words: {chapter.words}"] if chapter.words is not None else []
    rows += [f"- builds on: {', '.join(map(str, chapter.builds_on))}"] if chapter.builds_on else []
    for name, items in (("topics", chapter.topics), ("terms", chapter.terms)):
        rows += [f"- {name}:", *(f"  - {item}" for item in items)] if items else []
    rows += ["- dropped: yes"] if chapter.dropped else []
    return rows


def _read_field(chapter: dict[str, object], name: str, value: str, line: int) -> str:
    """Store one field of a chapter; returns the name of the list that indented items now extend."""
    number = chapter["number"]
    if name in ("topics", "terms"):
        chapter[name] = [part.strip() for part in value.split(";") if part.strip()]
        return name
    if name in ("promise",):
        chapter[name] = value
    elif name in ("difficulty", "words"):
        if not _is_number(value):
            raise OutlineError(f'chapter {number}: {name} is "{value[:60]}"; write a whole number (line {line})')
        chapter[name] = int(value)
    elif name == "builds on":
        parts = [part.strip() for part in value.split(",") if part.strip()]
        if not all(_is_number(part) for part in parts):
            raise OutlineError(f'chapter {number}: builds on "{value[:60]}"; write chapter numbers (line {line})')
        chapter["builds_on"] = [int(part) for part in parts]
    elif name == "dropped":
        chapter[name] = value.lower() in ("yes", "true")
    elif near := difflib.get_close_matches(name, _FIELDS, n=1, cutoff=0.75):
        raise OutlineError(f'chapter {number}: unknown field "{name[:60]}"; did you mean "{near[0]}"? (line {line})')
    return ""


def _is_number(value: str) -> bool:
    return value.isdecimal() and len(value) <= 6


def _check_numbers(outline: Outline) -> None:
    for expected, chapter in enumerate(outline.chapters, start=1):
        if chapter.number != expected:
            raise OutlineError(
                f"outline: chapter {chapter.number} stands where chapter {expected} belongs; "
                "number the chapters 1, 2, 3 ... without gap"
            )
        for earlier in chapter.builds_on:
            if earlier >= chapter.number or earlier < 1:
                raise OutlineError(
                    f"chapter {chapter.number} builds on chapter {earlier}, which does not come before it"
                )


def _first_problem(error: ValidationError, chapters: list[dict[str, object]]) -> str:
    if not chapters:
        return 'outline: no chapter found; write "## Chapter 1: title"'
    first = error.errors()[0]
    where = [str(part) for part in first["loc"]]
    if where[0] == "chapters" and len(where) > 1 and where[1].isdigit():
        number = chapters[int(where[1])]["number"]
        return f"outline: chapter {number}: {' '.join(where[2:])}: {first['msg'].lower()}"
    return f"outline: {' '.join(where)}: {first['msg'].lower()}"


def _row(path: str, text: str, symbols: tuple[str, ...]) -> str:
    """One line of the source map. `[]` follows a text whose own end could be taken for symbols."""
    listed = f" [{', '.join(map(_symbol, symbols))}]" if symbols or text.endswith("]") else ""
    return f"- {_quoted(path)} — {text}{listed}"


def _symbol(name: str) -> str:
    """A symbol as it stands in a list: plain, or a JSON string when it holds the list's own signs."""
    if not re.search(r'[\[\],`]|^"', name):
        return name
    quoted = json.dumps(name, ensure_ascii=False)
    return quoted.replace("[", "\\u005b").replace("]", "\\u005d")


def _quoted(path: str) -> str:
    plain = path == path.strip() and "`" not in path and path.isprintable()
    return f"`{path}`" if plain else json.dumps(path, ensure_ascii=False)


def _unquoted(text: str) -> str:
    """A path in backticks, a JSON string, or a plain symbol, as the text that it stands for."""
    if text.startswith("`"):
        return text[1:-1]
    if not text.startswith('"'):
        return text
    try:
        value = str(json.loads(text))
        value.encode()
    except ValueError:
        raise OutlineError(f"source map: {text[:80]} is no readable string; write the name in backticks") from None
    return value
