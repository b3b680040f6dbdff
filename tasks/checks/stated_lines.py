"""Numbers of lines in prose: how long a file is, in which line something stands."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_schema.findings import Certainty, Finding, Severity
from tasks.checks.chapter_text import Block, ChapterText
from tasks.checks.definitions import Definition
from tasks.checks.result import CheckResult, found
from tasks.checks.source_index import SourceIndex

CHECK = "statements"

_CODE = r"(?<!`)`(?P<{}>[^`\n]+)`(?!`)"
_NAME = re.compile(r"[^\W\d][\w$]*(?:(?:\.|::)[^\W\d][\w$]*)*")
_LENGTH = re.compile(
    rf"{_CODE.format('path')}\s*(?:\(|（)(?P<number>[0-9,]{{1,9}})\s*(?:lines\b|行)"
    rf"|{_CODE.format('file')}\s+(?:has|holds|counts|is)\s+(?P<count>[0-9,]{{1,9}})\s+lines\b"
)
_LINE_OF_FILE = re.compile(
    rf"\blines?\s+(?P<number>[0-9]{{1,9}})(?:\s*(?:-|–|to|and)\s*(?P<end>[0-9]{{1,9}}))?\s+(?:of|in)\s+{_CODE.format('path')}",
    re.IGNORECASE,
)
_FILE_THEN_LINE = re.compile(
    rf"{_CODE.format('path')},?\s+lines?\s+(?P<number>[0-9]{{1,9}})(?:\s*(?:-|–|to)\s*(?P<end>[0-9]{{1,9}}))?",
    re.IGNORECASE,
)
_NAMED_LINE = re.compile(rf"{_CODE.format('name')}\s*(?:\(line|（第)\s*(?P<number>[0-9]{{1,9}})(?:\)|\s*行）)")
_CALL_LINE = re.compile(
    rf"{_CODE.format('caller')}\s+(?:reaches|calls|uses|runs)\s+{_CODE.format('name')}\s+in\s+line\s+(?P<number>[0-9]{{1,9}})"
)
_EXTENT = re.compile(r"(?P<count>[0-9,]{1,9})\s+lines\s+from\s+line\s+(?P<number>[0-9]{1,9})\s+on")


def check_stated_lines(chapter: ChapterText, index: SourceIndex) -> CheckResult:
    """Check "`a.py` (120 lines)", "line 12 of `a.py`", "`f` (line 12)", "`f` calls `g` in line 12".

    A line that a file does not have is ❌ where only one file can be meant; a length that is not the file's and
    a name that does not stand in its line are ⚠️.
    """
    findings: list[Finding] = []
    count = 0
    for block in chapter.blocks:
        if "line" not in block.text and "行" not in block.text:
            continue
        for at, quote, fault in _statements(block, index):
            count += 1
            if fault is not None:
                severity, problem, fix = fault
                certainty = Certainty.CERTAIN if severity is Severity.MUST else Certainty.LIKELY
                place = chapter.place(block.line(at))
                findings.append(
                    found(CHECK, severity, place, problem, quote=" ".join(quote.split()), fix=fix, certainty=certainty)
                )
    return CheckResult(tuple(findings), {"stated lines": count})


_Fault = tuple[Severity, str, str] | None


def _statements(block: Block, index: SourceIndex) -> Iterator[tuple[int, str, _Fault]]:
    for match in _LENGTH.finditer(block.text):
        files = _files(match["path"] or match["file"], index)
        stated = int((match["number"] or match["count"]).replace(",", ""))
        if files:
            yield match.start(), match[0], _wrong_length(stated, files, index)
    for match in (*_LINE_OF_FILE.finditer(block.text), *_FILE_THEN_LINE.finditer(block.text)):
        files = _files(match["path"], index)
        last = int(match["end"] or match["number"])
        if files:
            yield match.start(), match[0], _outside(last, files, index)
    for match in _NAMED_LINE.finditer(block.text):
        yield from _named(match, match["name"], None, index)
    for match in _CALL_LINE.finditer(block.text):
        yield from _named(match, match["name"], match["caller"], index)
    for match in _EXTENT.finditer(block.text):
        before = [span.text for span in block.spans if span.end <= match.start()][-1:]
        types = [one for name in before if _NAME.fullmatch(name) for one in index.definitions.named(name)]
        if types:
            wanted = (int(match["number"]), int(match["count"].replace(",", "")))
            extents = [(one.symbol.start, one.symbol.end - one.symbol.start + 1) for one in types]
            real = f"{before[0]} has {extents[0][1]} lines from line {extents[0][0]} on ({types[0]})"
            fault = None if wanted in extents else (Severity.SHOULD, real, f"see {types[0]}")
            yield match.start(), match[0], fault


def _files(name: str, index: SourceIndex) -> list[str]:
    return [path for path in index.resolve(name.strip()) if path in index.paths]


def _wrong_length(stated: int, files: list[str], index: SourceIndex) -> _Fault:
    lengths = {path: len(index.lines(path)) for path in files}
    if stated in lengths.values():
        return None
    real = ", ".join(f"{path} has {number} lines" for path, number in list(lengths.items())[:3])
    return Severity.SHOULD, f"{real}, not {stated}", f"write {lengths[files[0]]}"


def _outside(last: int, files: list[str], index: SourceIndex) -> _Fault:
    longest = max(len(index.lines(path)) for path in files)
    if 1 <= last <= longest:
        return None
    return Severity.MUST, f"{files[0]} has {longest} lines, so it has no line {last}", "name lines that the file has"


def _named(
    match: re.Match[str], name: str, caller: str | None, index: SourceIndex
) -> Iterator[tuple[int, str, _Fault]]:
    """Whether the line lies within the named definition, or (for a call) within the caller and names the callee."""
    number = int(match["number"])
    if not _NAME.fullmatch(name) or (caller is not None and not _NAME.fullmatch(caller)):
        return
    owners = index.definitions.named(caller or name)
    if not owners:
        return
    last = name.rpartition(".")[2]
    called = index.words.get(last, ()) if caller is None else ()
    held = any(_holds(one, number, last if caller else "", index) for one in owners)
    if held or any(_mentions(path, number, last, index) for path in called):
        yield match.start(), match[0], None
    else:
        where = f"{caller or name} stands in {owners[0]}-{owners[0].symbol.end}"
        what = f"line {number} of it does not name {last}" if caller else f"line {number} is not in it"
        yield match.start(), match[0], (Severity.SHOULD, f"{where}; {what}", "name the line where it stands")


def _holds(owner: Definition, number: int, name: str, index: SourceIndex) -> bool:
    if not owner.symbol.start <= number <= owner.symbol.end:
        return False
    return not name or _mentions(owner.path, number, name, index, owner.symbol.end)


def _mentions(path: str, number: int, name: str, index: SourceIndex, end: int = 0) -> bool:
    """Whether a line names something; a call may be written over the lines that follow, up to `end`."""
    last = min(number + 3, end) if end else number
    return re.search(rf"\b{re.escape(name)}\b", "\n".join(index.lines(path)[number - 1 : last])) is not None
