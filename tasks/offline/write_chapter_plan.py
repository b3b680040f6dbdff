"""What the outline wants of one chapter, read from the part of the outline that an agent is shown."""

from __future__ import annotations

import re
from dataclasses import dataclass

_HEAD = re.compile(r"^##\s+(?:Chapter|第)\s*(?P<number>\d+)\s*(?:章)?\s*[:：]\s*(?P<title>.+?)\s*$", re.IGNORECASE)
_FIELD = re.compile(r"^- (?P<key>[a-z ]+): ?(?P<value>.*)$")
_ITEM = re.compile(r"^\s+- (?P<value>.+?)\s*$")
_NEIGHBOUR = re.compile(r"^(?P<number>\d+)\.\s+(?P<title>.+)$")


@dataclass(frozen=True)
class Neighbour:
    """The chapter before or after."""

    number: int
    title: str


@dataclass(frozen=True)
class ChapterOutline:
    """One chapter of the outline; everything may be empty, since a person may have edited it."""

    number: int = 0
    title: str = ""
    book: str = ""
    promise: str = ""
    words: int | None = None
    builds_on: tuple[int, ...] = ()
    topics: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    previous: Neighbour | None = None
    following: Neighbour | None = None


def parse_chapter_outline(text: str) -> ChapterOutline:
    """Read what `memory_schema.outline.outline_part` renders; unknown lines are passed over."""
    number, title, book = 0, "", ""
    fields: dict[str, str] = {}
    lists: dict[str, list[str]] = {"topics": [], "terms": []}
    current = ""
    for line in text.split("\n"):
        if head := _HEAD.match(line):
            number, title = int(head["number"]), head["title"]
        elif line.startswith("# ") and not book:
            book = line[2:].strip()
        elif field := _FIELD.match(line):
            current = field["key"]
            fields[current] = field["value"].strip()
            if current in lists and field["value"].strip():
                lists[current] += [part.strip() for part in field["value"].split(";") if part.strip()]
        elif (item := _ITEM.match(line)) and current in lists:
            lists[current].append(item["value"])
    words = fields.get("words", "")
    return ChapterOutline(
        number=number,
        title=title,
        book=book,
        promise=fields.get("promise", ""),
        words=int(words) if words.isdigit() else None,
        builds_on=tuple(int(found) for found in re.findall(r"\d+", fields.get("builds on", ""))),
        topics=tuple(lists["topics"]),
        terms=tuple(lists["terms"]),
        previous=_neighbour(fields.get("previous chapter", "")),
        following=_neighbour(fields.get("next chapter", "")),
    )


def _neighbour(text: str) -> Neighbour | None:
    match = _NEIGHBOUR.match(text)
    return Neighbour(int(match["number"]), match["title"].strip()) if match else None
