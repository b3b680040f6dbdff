"""Merging what researchers made of parts of a task: the facts of all parts, as one report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memory_schema.markers import strip_marker
from memory_schema.notes import Confidence, StructuredNote
from tasks.offline.merged_parts import Result, room_in_characters
from tasks.offline.reply import Reply
from tasks.offline.report_facts import FileFacts, Quote, ReportFacts, SymbolFacts
from tasks.offline.report_parse import parse_report
from tasks.offline.report_rank import rank
from tasks.offline.report_render import SECTIONS, render_report
from tasks.offline.request import Brief
from tasks.offline.research import MAX_QUOTES, MAX_REMARKS, suggestions
from tasks.offline.research_room import MAX_CHARACTERS, fitting, within
from tasks.offline.write_chapter_plan import parse_chapter_outline

_HEADS = {True: "源文件超出窗口，分部分阅读：", False: "The files are larger than the window and were read in parts:"}
"""Above the list of what was read, in Chinese and else."""
_LOOSE_QUOTES = 8
"""As many quotes a report has at least, also where they belong to no definition."""


def merge_reports(brief: Brief, parts: Sequence[Result]) -> Reply:
    """One report: what the parts know, the most important definitions in full, and which lines were read."""
    told = [parse_report(strip_marker(part.text)) for part in parts]
    outline = parse_chapter_outline(next((file.text for file in brief.files if "outline" in file.name), ""))
    every = tuple(_each_once(told))
    ranked = rank(every, (outline.title, *outline.topics, *outline.terms))
    room = room_in_characters(brief, MAX_CHARACTERS)
    quotes = tuple(within(_quotes(told, ranked), room))
    kept = fitting(every, ranked, quotes, room)
    facts = ReportFacts(
        chapter=brief.chapter or told[0].chapter,
        title=outline.title or brief.chapter_title,
        files=_files(told),
        symbols=kept,
        quotes=quotes,
        remarks=tuple(dict.fromkeys(one for facts in told for one in facts.remarks))[:MAX_REMARKS],
        chains=tuple(sorted(dict.fromkeys(c for facts in told for c in facts.chains), key=lambda c: -len(c)))[:6],
        terms=tuple(dict.fromkeys(term for facts in told for term in facts.terms)),
        gaps=tuple(dict.fromkeys(gap for facts in told for gap in facts.gaps)),
    )
    head = f"## {SECTIONS[0]}\n\n"
    report = render_report(facts, suggestions(facts)).replace(head, f"{head}{_read(brief, parts)}\n\n", 1)
    left = len(every) - len(kept)
    note = StructuredNote(
        conclusion=f"{len(parts)} parts merged into one report: {facts.title}",
        evidence=tuple(f"{part.name}: {part.lines}"[:80] for part in parts[:5]),
        file_refs=(brief.output,),
        open_issues=(f"the parts know {left} definitions more than one report holds; see their calls",) if left else (),
        confidence=Confidence.HIGH,
    )
    return Reply(report, note)


def _each_once(told: Sequence[ReportFacts]) -> list[SymbolFacts]:
    """Every definition; of one that two parts know, what is known of it in both."""
    found: dict[tuple[str, str], SymbolFacts] = {}
    for one in (symbol for facts in told for symbol in facts.symbols):
        known = found.get((one.path, one.name))
        if known is None:
            found[one.path, one.name] = one
        else:
            sites = tuple(dict.fromkeys((*known.called_by, *one.called_by)))
            # The part that holds a type's head knows its words, the one that holds its last line knows its end.
            found[one.path, one.name] = replace(
                known, called_by=sites, mapped=known.mapped or one.mapped, end=max(known.end, one.end),
                doc=known.doc or one.doc,
            )  # fmt: skip
    return list(found.values())


def _quotes(told: Sequence[ReportFacts], ranked: Sequence[SymbolFacts]) -> tuple[Quote, ...]:
    """The quotes of the most important definitions; loose ones only where these are few."""
    every = list(dict.fromkeys(quote for facts in told for quote in facts.quotes))
    place = {one.name: at for at, one in enumerate(ranked)}
    owned = sorted((q for q in every if q.symbol in place), key=lambda q: place[q.symbol])[:MAX_QUOTES]
    loose = [quote for quote in every if quote.symbol not in place]
    return (*owned, *loose[: max(0, _LOOSE_QUOTES - len(owned))])


def _files(told: Sequence[ReportFacts]) -> tuple[FileFacts, ...]:
    """Every file once, with all lines that were read of it."""
    found: dict[str, FileFacts] = {}
    for file in (file for facts in told for file in facts.files):
        known = found.get(file.path)
        imports = tuple(dict.fromkeys((*(known.imports if known else ()), *file.imports)))
        read = _joined([*(known.read.split(", ") if known else []), *file.read.split(", ")])
        found[file.path] = replace(known or file, read=read, doc=(known or file).doc, imports=imports)
    return tuple(found.values())


def _joined(ranges: Sequence[str]) -> str:
    """Ranges of lines as few runs."""
    pairs = sorted(
        tuple(map(int, one.split("-"))) for one in ranges if one.replace("-", "", 1).isdigit() and "-" in one
    )
    runs: list[list[int]] = []
    for first, last in pairs:
        if runs and first <= runs[-1][1] + 1:
            runs[-1][1] = max(runs[-1][1], last)
        else:
            runs.append([first, last])
    return ", ".join(f"{first}-{last}" for first, last in runs) or "none"


def _read(brief: Brief, parts: Sequence[Result]) -> str:
    """Which lines were read, and by which part."""
    return "\n".join([_HEADS[brief.chinese], "", *(f"- {part.lines} ({part.name})" for part in parts)])
