"""The outline as Markdown, and back without loss.

A person edits the file, so the reader is lenient about white space and order of fields and strict about
meaning: an error names the chapter and the line.
"""

from __future__ import annotations

import difflib
import re

from pydantic import ValidationError

from memory_schema.errors import OutlineError
from memory_schema.markers import strip_marker
from memory_schema.outline import ChapterPlan, Outline

SOURCE_MAP_TITLE = "# Source map"
CHAPTER_HEADING = re.compile(
    r"^##\s+(?:Chapter|第)\s*(?P<number>\d{1,6})\s*(?:章)?\s*(?:[:：.—–-]\s*(?P<title>.*?))?\s*$", re.I
)
_FIELD = re.compile(r"^[-*]\s+(?P<name>[A-Za-z ]+?)\s*[:：]\s*(?P<value>.*?)\s*$")
_ITEM = re.compile(r"^\s+[-*]\s+(?P<value>.+?)\s*$")
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


def parse_outline(text: str) -> Outline:
    """Read an outline. Raises OutlineError with one line that names chapter or line."""
    title, thesis, audience = "", "", ""
    chapters: list[dict[str, object]] = []
    listing = ""
    for number, line in enumerate(strip_marker(text).split("\n"), start=1):
        if title and line.strip() == SOURCE_MAP_TITLE:
            break
        if head := CHAPTER_HEADING.match(line):
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
