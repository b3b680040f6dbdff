"""Quoted blocks and places of a text brought back to what the report quotes."""

from __future__ import annotations

import re

from memory_schema.fences import fence_for, scan
from tasks.offline.report_facts import Quote, ReportFacts

_PLACED = re.compile(r"^(?P<language>\S+)\s+(?P<path>.+):(?P<start>\d+)-(?P<end>\d+)$")
_PLACE = re.compile(r"`(?P<path>[^`\s]+):(?P<start>\d+)(?:-(?P<end>\d+))?`")
_MAX_LINES = 30


def repair_quotes(text: str, facts: ReportFacts, *, removing: bool = True) -> tuple[str, list[str]]:
    """Every placed block as the report has it: restored, moved to its true place, or removed.

    A block that equals lines of a report's quote, at the right numbers, stays verbatim.

    Args:
        removing: False where other lines of the report may quote what these do not.
    """
    lines = text.split("\n")
    _, fences = scan(text)
    done: list[str] = []
    for fence in reversed(fences):
        match = _PLACED.match(fence.info)
        if match is None or not fence.closed:
            continue
        path, start, end = match["path"], int(match["start"]), int(match["end"])
        right = _true_quote(path, start, end, fence.body, facts)
        if (
            right is not None
            and right.text == fence.body
            and (right.path, right.start, right.end) == (path, start, end)
        ):
            continue
        if right is None and not removing:
            continue
        if right is None:
            lines[fence.start - 1 : fence.end] = []
            done.append(f"removed a block that the report does not quote ({path}:{start}-{end})")
        else:
            ticks = fence_for(right.text)
            lines[fence.start - 1 : fence.end] = [f"{ticks}{right.info}", *right.text.split("\n"), ticks]
            done.append(f"restored {right.place} from the report")
    return "\n".join(lines), done[::-1]


def _true_quote(path: str, start: int, end: int, body: str, facts: ReportFacts) -> Quote | None:
    """What the block should be: the same text wherever it stands, else the same place, else an overlapping one."""
    # The same lines may stand in several places: the one that the block names comes first.
    for quote in sorted(facts.quotes, key=lambda one: not (one.path == path and one.start <= start <= one.end)):
        part = _part(quote, body, start if quote.path == path else 0)
        if part is not None:
            return part
    same = [quote for quote in facts.quotes if quote.path == path and (quote.start, quote.end) == (start, end)]
    if same:
        return same[0]
    rows = set(body.split("\n")) - {""}
    likeness = {quote: len(rows & set(quote.text.split("\n"))) / max(1, len(rows)) for quote in facts.quotes}
    best = max(likeness, key=lambda quote: likeness[quote], default=None)
    if best is not None and likeness[best] >= 0.5:
        return best
    over = [quote for quote in facts.quotes if quote.path == path and quote.start <= end and start <= quote.end]
    return over[0] if over else None


def _part(quote: Quote, body: str, named: int = 0) -> Quote | None:
    """The lines of a quote that equal the body, with their numbers; at line `named` if they stand there too."""
    rows, wanted = quote.text.split("\n"), body.split("\n")
    for at in sorted(range(len(rows) - len(wanted) + 1), key=lambda at: quote.start + at != named):
        if rows[at : at + len(wanted)] == wanted:
            first = quote.start + at
            return Quote(quote.path, first, first + len(wanted) - 1, quote.language, body, quote.symbol)
    return None


def split_long_blocks(text: str) -> tuple[str, list[str]]:
    """A placed block of more than 30 lines as two blocks, cut at a blank line where there is one."""
    lines = text.split("\n")
    done: list[str] = []
    for fence in reversed(scan(text)[1]):
        match = _PLACED.match(fence.info)
        rows = fence.body.split("\n")
        if match is None or not fence.closed or len(rows) <= _MAX_LINES:
            continue
        blank = [at for at in range(8, _MAX_LINES) if at < len(rows) and not rows[at].strip()]
        cut = blank[-1] if blank else _MAX_LINES
        start, ticks = int(match["start"]), fence_for(fence.body)
        head = f"{ticks}{match['language']} {match['path']}:"
        rest = cut + 1 if blank else cut
        first = [f"{head}{start}-{start + cut - 1}", *rows[:cut], ticks]
        second = [f"{head}{start + rest}-{start + len(rows) - 1}", *rows[rest:], ticks]
        lines[fence.start - 1 : fence.end] = [*first, "", *second]
        done.append(f"divided the block of {len(rows)} lines at {match['path']}:{start}")
    return "\n".join(lines), done[::-1]


def repair_places(text: str, facts: ReportFacts) -> tuple[str, list[str]]:
    """Places in inline code that no file of the report has: the place of a symbol named beside it, or only the path."""
    sizes = {file.path: file.lines for file in facts.files}
    done: list[str] = []
    out: list[str] = []
    lines, _ = scan(text)
    for line in lines:
        row = line.text
        if line.fence is None:
            for match in list(_PLACE.finditer(row)):
                last = int(match["end"] or match["start"])
                if sizes and (match["path"] not in sizes or last > sizes[match["path"]]):
                    right = _place_beside(row, facts)
                    if right:
                        row = row.replace(match[0], f"`{right}`", 1)
                        done.append(f"corrected the place {match[0].strip('`')} to {right}")
        out.append(row)
    return "\n".join(out), done


def _place_beside(row: str, facts: ReportFacts) -> str:
    for name in re.findall(r"`([^`]+)`", row):
        symbol = facts.symbol(name)
        if symbol is not None:
            return symbol.place
    return ""
