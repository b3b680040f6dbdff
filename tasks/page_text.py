"""What a person reads about a task in Prefect's UI: Markdown and table rows, made from notes and receipts.

Notes, names and findings are hostile text here: whatever could be Markdown or HTML is escaped, so that a
page shows it as it stands and never loads anything because of it. Excerpts only, never a prompt.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping, Sequence

from memory_schema.findings import Finding
from memory_schema.notes import StructuredNote
from memory_schema.pointers import PointerList
from memory_schema.receipts import Author, ReadReceipt, Receipt
from memory_schema.usage import PRICE_UNKNOWN, Usage, cost_words
from tasks.coverage import BookCoverage
from tasks.press.explained import Coverage

MOST_ROWS = 30
"""Rows of a table of pointers or findings; the files hold the rest."""
_MARKUP = re.compile(r"([\\`*_{}\[\]()#+!|~>-])")
_SPAN = re.compile(r"`([^`]+)`")
_CELL_CHARACTERS = 240
_MADE_BY = {Author.CODE: "code", Author.HUMAN: "a person"}


def plain(text: str, most: int = _CELL_CHARACTERS) -> str:
    """One line of text with everything escaped that Markdown or HTML would read; names in backticks stay code."""
    line = " ".join(text.split())
    line = line if len(line) <= most else line[: most - 1] + "…"
    # Split at pairs of backticks, every second piece is the inside of one; an odd one out is escaped.
    return "".join(code(part) if number % 2 else _escaped(part) for number, part in enumerate(_SPAN.split(line)))


def _escaped(text: str) -> str:
    return _MARKUP.sub(r"\\\1", html.escape(text, quote=False)).replace("://", ":\u200b//")


def code(text: str) -> str:
    """A path or a name in a code span that it cannot leave."""
    return "`" + " ".join(text.split()).replace("`", "'").replace("|", "\\|")[:_CELL_CHARACTERS] + "`"


def note_markdown(
    note: StructuredNote, pointers: PointerList | None, receipt: Receipt | None, *, fresh: bool, folder: str
) -> str:
    """A task's page: what came out, what it cost, what was read and cut, and where everything lies.

    Args:
        fresh: whether the output stood already and nothing was spent.
        folder: the book's folder, so that a person can open what is named.
    """
    rows = [f"**{plain(note.conclusion)}**", "", f"Confidence: {note.confidence.value}"]
    rows += _items("Evidence", note.evidence) + _items("Open issues", note.open_issues)
    rows += ["", "### Cost", "", cost_line(receipt, fresh=fresh)]
    if receipt is not None and receipt.escalated:
        rows += ["", f"Asked once more: {plain(receipt.escalated)}"]
    if receipt is not None and receipt.meaning.reads:
        rows += ["", "### Read", "", "| text | part | tokens | shown | cut |", "| --- | --- | --- | --- | --- |"]
        rows += [_read_row(read) for read in receipt.meaning.reads[:MOST_ROWS]]
        if len(receipt.meaning.reads) > MOST_ROWS:
            rows.append(f"\n{len(receipt.meaning.reads) - MOST_ROWS} more stand in the receipt.")
    rows += ["", "### Files", "", f"- book: {code(folder)}"]
    if pointers is not None:
        rows.append(f"- output: {code(pointers.output)}")
    if receipt is not None:
        rows += [f"- log: {code(receipt.log)}"] if receipt.log else []
        rows.append(f"- receipt: {code(receipt.path)}")
    return "\n".join(rows)


def cost_line(receipt: Receipt | None, *, fresh: bool) -> str:
    """Who made the output, with tokens, seconds and dollars, in one line."""
    if receipt is None:
        return "made by code"
    if receipt.author is not Author.MODEL:
        return "nothing: it was fresh" if fresh else f"made by {_MADE_BY[receipt.author]}"
    made = receipt.model or "a model"
    if receipt.usage.calls:
        usage = receipt.usage
        cache = {"cached": usage.cache_read, "written to the cache": usage.cache_written}
        calls = "1 call" if usage.calls == 1 else f"{usage.calls} calls"
        thinking = _counted({"thinking": usage.thinking})
        made += (
            f": {usage.input:,} tokens in{_counted(cache)}, {usage.output:,} out{thinking}, "
            f"{calls}, {receipt.milliseconds / 1000:.1f} s, {receipt.cost}"
        )
    return f"nothing: the output was fresh. It was made by {made}" if fresh else made


def _counted(parts: Mapping[str, int]) -> str:
    """The parts of a count in brackets, without those of which there are none."""
    said = ", ".join(f"{count:,} {what}" for what, count in parts.items() if count)
    return f" ({said})" if said else ""


def reads_line(receipt: Receipt) -> str:
    """What was read and how large it was, in one line."""
    reads = [read for read in receipt.meaning.reads if not read.by_tool]
    if receipt.author is not Author.MODEL:
        return f"read {len(reads)} texts"
    shown, whole = sum(read.shown_tokens for read in reads), sum(read.tokens for read in reads)
    cut = sum(bool(read.cut) for read in reads)
    paged = sum(read.by_tool for read in receipt.meaning.reads)
    return (
        f"read {len(reads)} texts, {shown:,} of {whole:,} tokens shown"
        + (f", {cut} cut for room" if cut else "")
        + (f", {paged} more by tool" if paged else "")
    )


def finding_rows(findings: Iterable[Finding]) -> list[dict[str, str]]:
    """Findings as rows of a table that the UI can search."""
    return [
        {
            "severity": f"{finding.severity.sign} {finding.severity.value}",
            "problem": plain(finding.problem),
            "fix": plain(finding.fix),
            "place": plain(finding.place, 100),
            "by": plain(finding.by, 40),
        }
        for finding in sorted(findings, key=lambda finding: finding.severity.rank)[:MOST_ROWS]
    ]


def cost_rows(receipts: Mapping[str, Sequence[Receipt]]) -> list[dict[str, str]]:
    """One row a part of the book, the sum last.

    Args:
        receipts: "plan", "chapter 3" ... to the receipts of its outputs.
    """
    rows = [_cost_row(name, made) for name, made in receipts.items()]
    return [*rows, _cost_row("the book", [receipt for made in receipts.values() for receipt in made])]


def coverage_rows(covered: BookCoverage) -> list[dict[str, str]]:
    """One row a file that the book speaks of or that nobody decided about, most lines first."""
    undecided = {path: ", ".join(names) for path, names in covered.names_undecided.items()}
    undecided |= dict.fromkeys(covered.files_undecided, "the whole file")
    return [
        {
            "file": plain(file.path, 100),
            "lines": f"{file.lines:,}",
            **{one.value: str(file.count(one)) for one in Coverage},
            "undecided": plain(undecided.get(file.path, ""), 120),
        }
        for file in covered.files
        if file.coverage is not Coverage.NEVER or file.path in undecided
    ][:MOST_ROWS]


def _cost_row(name: str, made: Sequence[Receipt]) -> dict[str, str]:
    asked = [receipt for receipt in made if receipt.usage.calls]
    usage = sum((receipt.usage for receipt in asked), Usage())
    return {
        "part": name,
        "outputs": str(len(made)),
        "calls": str(usage.calls),
        "tokens in": f"{usage.input:,}",
        "cached": f"{usage.cached_share:.0%}",
        "tokens out": f"{usage.output:,}",
        "seconds": f"{sum(receipt.milliseconds for receipt in made) / 1000:.1f}",
        "cost": _together(asked),
        "models": plain(", ".join(sorted({receipt.model for receipt in asked if receipt.model})), 60),
    }


def _together(asked: Sequence[Receipt]) -> str:
    """The cost of several receipts in words; those from before charges were kept have a sum alone."""
    if all(receipt.charges for receipt in asked):
        return cost_words((charge for receipt in asked for charge in receipt.charges), 4)
    costs = [receipt.cost_usd for receipt in asked]
    return PRICE_UNKNOWN if None in costs else f"${sum(cost or 0.0 for cost in costs):.4f}"


def _items(title: str, items: Sequence[str]) -> list[str]:
    return ["", f"### {title}", "", *(f"- {plain(item)}" for item in items)] if items else []


def _read_row(read: ReadReceipt) -> str:
    how = "paged by tool" if read.by_tool else read.cut
    return f"| {code(read.name)} | {plain(read.part)} | {read.tokens:,} | {read.shown_tokens:,} | {plain(how, 80)} |"
