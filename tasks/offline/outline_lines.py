"""Chapters of an outline, read from some lines of it: a piece begins with any chapter and may hold none."""

from __future__ import annotations

import re

from memory_schema.errors import OutlineError
from memory_schema.markers import strip_marker
from memory_schema.outline import ChapterPlan
from memory_schema.outline_markdown import CHAPTER_HEADING, SOURCE_MAP_TITLE, parse_outline

_BUILDS_ON = re.compile(r"^[-*]\s+builds on\s*[:：]", re.IGNORECASE)


def chapters_in(text: str) -> tuple[ChapterPlan, ...]:
    """The chapters that begin in these lines, with their own numbers; () where they cannot be read."""
    rows: list[str] = ["# A piece", ""]
    numbers: list[int] = []
    for line in strip_marker(text).split("\n"):
        head = CHAPTER_HEADING.match(line)
        if line.strip() == SOURCE_MAP_TITLE:
            break
        if head:
            numbers.append(int(head["number"]))
            line = f"## Chapter {len(numbers)}: {head['title'] or ''}"
        if numbers and not _BUILDS_ON.match(line):
            rows.append(line)
    try:
        plans = parse_outline("\n".join(rows)).chapters
    except OutlineError:
        return ()
    return tuple(plan.model_copy(update={"number": own}) for plan, own in zip(plans, numbers, strict=True))
