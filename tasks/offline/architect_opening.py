"""What the architect asks its tools for: the rest of a cut map, the files behind folders, what a file defines."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence

from tasks.offline.architect_aside import Aside, reason_to_leave_out
from tasks.offline.architect_map import MappedFile, listed_paths, read_folders, read_map
from tasks.offline.architect_pages import listed_file
from tasks.offline.lexicon_themes import theme_of
from tasks.offline.reply import ToolCall, ToolCalls
from tasks.offline.request import Brief, Json

TREE = "source tree"
_PAGE = 400
_README_LINES = 60
_OPENED, _LINES_OPENED = 48, 9_000
_OF_THE_ROOT, _OF_A_FOLDER = 14, 2
"""Where sizes are not known either, so many files of the root and of each folder below it are opened."""
_LARGE_CLASS, _LARGE_CLASSES = 80, 8
_CENTRAL = ("core", "base", "main")


def missing(brief: Brief, about: str) -> ToolCalls | None:
    """The tool calls that a cut map asks for, or None when enough is known (or no tool is there).

    Args:
        about: what the source says of itself as a whole, as far as the map shows it.
    """
    tried = {str(answer.input.get("path", "")) + str(answer.input.get("start", "")) for answer in brief.answers}
    if "read_file" in brief.tools:
        page = _next_page(brief, tried)
        if page is not None:
            return page
    files = read_map(brief.text(TREE))
    listed = any(answer.name == "list_files" for answer in brief.answers)
    if "list_files" in brief.tools and not files and read_folders(brief.text(TREE)) and not listed:
        return ToolCalls((ToolCall("list_files", {}),), "The map names folders only; I list the files.")
    if "read_file" not in brief.tools:
        return None
    known = list(files) or [listed_file(path) for path in listed_paths(brief)]
    calls = _inside(files) if any(file.symbols for file in files) else _definitions(known)
    calls += [] if about else _readme(known)
    asked = tuple(call for call in calls if f"{call.input['path']}{call.input['start']}" not in tried)
    return ToolCalls(asked, "The map does not say enough; I open what it leaves out.") if asked else None


def _next_page(brief: Brief, tried: set[str]) -> ToolCalls | None:
    tree = brief.file(TREE)
    start = tree.first_missing_line if tree is not None else None
    if start is None or f"{TREE}{start}" in tried:
        return None
    return ToolCalls((_page(TREE, start, start + _PAGE - 1),), "The map goes on; I read the next page of it.")


def _definitions(files: Sequence[MappedFile]) -> list[ToolCall]:
    """The files that carry most, judged by what is known of them: size, place in the tree, what the name says."""
    candidates = [file for file in files if reason_to_leave_out(file) in (None, Aside.NOTHING)]
    if not candidates:
        return []
    top = min(file.path.count("/") for file in candidates)

    def promise(file: MappedFile) -> tuple[float, str]:
        deep = file.path.count("/") - top
        private = sum(part.startswith("_") for part in file.path.split("/"))
        theme = theme_of(file.stem)
        central = file.stem in _CENTRAL or posixpath.dirname(file.path).endswith(file.stem)
        named = 1.5 if central else 1.0 if theme is not None and not theme.edge else 0.0
        return (-(min(file.lines, 2_000) / 400 + named - 1.2 * deep - 1.5 * private), file.path)

    chosen: list[MappedFile] = []
    counts: dict[str, int] = {}
    lines = 0
    for file in sorted(candidates, key=promise):
        folder = posixpath.dirname(file.path)
        counts[folder] = counts.get(folder, 0) + 1
        most = _OF_THE_ROOT if file.path.count("/") == top else _OF_A_FOLDER
        size = min(file.lines or _PAGE, _PAGE)
        if (file.lines or counts[folder] <= most) and lines + size <= _LINES_OPENED:
            chosen.append(file)
            lines += size
    return [_page(file.path, 1, _PAGE) for file in chosen[:_OPENED]]


def _inside(files: Sequence[MappedFile]) -> list[ToolCall]:
    """The large classes that the map shows from the outside only: their methods tell what a chapter is about."""
    found = []
    for file in files:
        if file.language != "python" or reason_to_leave_out(file) is not None:
            continue
        if any(symbol.nested for symbol in file.symbols):
            continue
        largest = max(file.top, key=lambda symbol: (symbol.kind == "class", symbol.lines), default=None)
        if largest is not None and largest.kind == "class" and largest.lines >= _LARGE_CLASS:
            found.append((largest.lines, _page(file.path, largest.start, min(largest.start + _PAGE - 1, file.lines))))
    found.sort(key=lambda pair: -pair[0])
    return [call for _, call in found[:_LARGE_CLASSES]]


def _readme(files: Sequence[MappedFile]) -> list[ToolCall]:
    names = [file.path for file in files if file.path.lower() in ("readme.md", "readme.rst", "readme.txt", "readme")]
    return [_page(name, 1, _README_LINES) for name in names[:1]]


def _page(path: str, start: int, end: int) -> ToolCall:
    page: dict[str, Json] = {"path": path, "start": start, "end": end}
    return ToolCall("read_file", page)
