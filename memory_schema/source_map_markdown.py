"""The source map, and the proposal that holds it below an outline, as Markdown, and back without loss."""

from __future__ import annotations

import json
import re

from memory_schema.errors import OutlineError
from memory_schema.markers import strip_marker
from memory_schema.outline import LeftOut, Proposal, SourceFile, SourceMap
from memory_schema.outline_markdown import CHAPTER_HEADING, SOURCE_MAP_TITLE, parse_outline, render_outline

_FILE = re.compile(
    r"^[-*]\s+(?P<path>`[^`]+`|\"(?:[^\"\\]|\\.)+\")\s*(?:[—–-]+\s*(?P<text>.*?))?\s*(?:\[(?P<symbols>[^\[\]]*)\])?\s*$"
)
_SYMBOL = re.compile(r"\s*(\"(?:[^\"\\]|\\.)*\"|[^,]+)")


def render_source_map(source_map: SourceMap) -> str:
    """The source map as Markdown."""
    rows = [SOURCE_MAP_TITLE, ""]
    for number, files in sorted(source_map.chapters.items()):
        rows += [f"## Chapter {number}", "", *(_row(file.path, file.purpose, file.symbols) for file in files), ""]
    if source_map.left_out:
        rows += [
            "## Left out",
            "",
            *(_row(item.path, item.why, item.symbols) for item in source_map.left_out),
            "",
        ]
    return "\n".join(rows)


def render_proposal(proposal: Proposal) -> str:
    """Outline and source map in one text."""
    return render_outline(proposal.outline) + "\n" + render_source_map(proposal.source_map)


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
        if head := CHAPTER_HEADING.match(line):
            current = int(head["number"])
            chapters.setdefault(current, ())
        elif line.startswith("## "):
            current = None
        elif row := _FILE.match(line):
            path, text_ = _unquoted(row["path"]), row["text"] or ""
            symbols = tuple(_unquoted(name.strip()) for name in _SYMBOL.findall(row["symbols"] or ""))
            if current is None:
                left_out.append(LeftOut(path=path, why=text_, symbols=symbols))
            else:
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


def source_map_part(source_map: SourceMap, number: int) -> str:
    """The source map of one chapter."""
    return render_source_map(SourceMap(chapters={number: source_map.files(number)}))


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
