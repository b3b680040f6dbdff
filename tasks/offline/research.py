"""The researcher: reads what the source map names, to the end, and reports what is there (PROTOCOL 7)."""

from __future__ import annotations

import re

from memory_schema.errors import OutlineError
from memory_schema.notes import Confidence, StructuredNote
from memory_schema.outline import SourceFile
from memory_schema.source_map_markdown import parse_source_map
from tasks.offline.merged_parts import room_in_characters
from tasks.offline.reply import Reply, ToolCall, ToolCalls
from tasks.offline.report_facts import Quote, ReportFacts, SymbolFacts
from tasks.offline.report_rank import rank
from tasks.offline.report_render import render_report
from tasks.offline.request import Brief, ShownFile
from tasks.offline.research_paragraphs import plain_windows
from tasks.offline.research_quotes import choose_quotes
from tasks.offline.research_reasons import remarks_of
from tasks.offline.research_room import MAX_CHARACTERS, fitting, part_share, within
from tasks.offline.research_symbols import Sources, file_facts, read_sources, symbol_facts
from tasks.offline.write_chapter_plan import parse_chapter_outline

_PAGE = 400
_WHOLE_FILE = 3_000
_MAX_PAGES = 30
_LEAST_QUOTES = 4
MAX_QUOTES = 22
MAX_REMARKS = 24


def answer(brief: Brief) -> Reply | ToolCalls:
    """Page in what was cut, then report. Pages that were refused are named as gaps."""
    wanted = _wanted(brief)
    pages = _missing_pages(brief, wanted)
    if pages:
        return ToolCalls(pages, f"{len(pages)} pages of this chapter's files were cut; reading them now.")
    files = tuple(file for file in brief.sources if file.shown and (not wanted or file.name in wanted))
    facts = _facts(brief, read_sources(files, wanted))
    return Reply(render_report(facts, suggestions(facts)), _note(brief, facts))


def _wanted(brief: Brief) -> dict[str, SourceFile]:
    text = next((file.text for file in brief.files if "source-map" in file.name), "")
    try:
        mapped = parse_source_map(text)
    except OutlineError:
        return {}
    chapters = [brief.chapter] if brief.chapter in mapped.chapters else sorted(mapped.chapters)
    return {file.path: file for number in chapters if number is not None for file in mapped.files(number)}


def _missing_pages(brief: Brief, wanted: dict[str, SourceFile]) -> tuple[ToolCall, ...]:
    if "read_file" not in brief.tools:
        return ()
    asked = {(str(a.input.get("path")), a.input.get("start")) for a in brief.answers if a.name == "read_file"}
    shown = {file.name: file for file in brief.sources}
    calls: list[ToolCall] = []
    for path in wanted or shown:
        file = shown.get(path)
        if file is None:
            calls += [] if (path, 1) in asked else [ToolCall("read_file", {"path": path, "start": 1, "end": _PAGE})]
            continue
        for start, end in _gaps(file):
            if (path, start) not in asked:
                calls.append(ToolCall("read_file", {"path": path, "start": start, "end": end}))
    room = _MAX_PAGES - len(asked)
    return tuple(calls[: max(0, min(room, 12))])


def _gaps(file: ShownFile) -> list[tuple[int, int]]:
    """The pages of a file that are not shown yet; of a very long file only its first part."""
    found: list[tuple[int, int]] = []
    last = 0
    for start, end in [*file.shown, (min(file.lines, _WHOLE_FILE) + 1, file.lines + 1)]:
        at = last + 1
        while at < start:
            found.append((at, min(at + _PAGE - 1, start - 1)))
            at += _PAGE
        last = max(last, end)
    return found


def _facts(brief: Brief, sources: Sources) -> ReportFacts:
    outline = parse_chapter_outline(next((f.text for f in brief.files if "outline" in f.name), ""))
    symbols = symbol_facts(sources)
    ranked = rank(symbols, (outline.title, *outline.topics, *outline.terms))
    share = part_share(brief)
    most, least = max(_LEAST_QUOTES, round(MAX_QUOTES * share)), round(_LEAST_QUOTES * 2 * min(1.0, 2 * share))
    quotes = list(choose_quotes(ranked, sources.files, most))
    if len(quotes) < least:
        quotes += _more_quotes(sources.files, quotes, least - len(quotes))
    room = room_in_characters(brief, round(MAX_CHARACTERS * share))
    quotes = within(quotes, room)
    kept = fitting(symbols, ranked, quotes, room)
    return ReportFacts(
        chapter=brief.chapter or 0,
        title=outline.title or brief.chapter_title,
        files=file_facts(sources),
        symbols=kept,
        quotes=tuple(quotes),
        remarks=remarks_of(sources, kept, symbols)[:MAX_REMARKS],
        chains=_chains(kept),
        terms=tuple((term, symbol) for term in outline.terms if (symbol := _named_by(term, symbols))),
        gaps=()
        if "part" in brief.ticket
        else tuple(
            f"`{file.name}` was read in lines {', '.join(f'{a}-{b}' for a, b in file.shown)} of {file.lines} only"
            for file in sources.files
            if not file.complete
        )
        + tuple(
            f"`{path}` could not be read" for path in sources.wanted if path not in {f.name for f in sources.files}
        ),
    )


def _more_quotes(files: tuple[ShownFile, ...], quotes: list[Quote], most: int) -> list[Quote]:
    found: list[Quote] = []
    for file in files:
        for quote in plain_windows(file, most):
            taken = [q for q in (*quotes, *found) if q.path == quote.path]
            if all(quote.end < q.start or q.end < quote.start for q in taken):
                found.append(quote)
    return found[:most]


def _chains(symbols: tuple[SymbolFacts, ...]) -> tuple[tuple[str, ...], ...]:
    """Call chains from definitions that nothing here calls, the longest first."""
    known = {one.name: one for one in symbols}
    chains: list[tuple[str, ...]] = []
    for one in symbols:
        if one.called_by or not one.calls:
            continue
        chain, current = [one.name], one
        while len(chain) < 6:
            following = [known[s.name] for s in current.calls if s.name in known and s.name not in chain]
            if not following:
                break
            current = max(following, key=lambda s: (len(s.calls), s.lines))
            chain.append(current.name)
        if len(chain) > 1:
            chains.append(tuple(chain))
    return tuple(sorted(chains, key=lambda chain: -len(chain))[:6])


def _named_by(term: str, symbols: tuple[SymbolFacts, ...]) -> str:
    """The definition whose name holds the words of a term, the shortest such name."""
    words = [word.lower().rstrip("s") for word in re.findall(r"[A-Za-z]+", term)]
    fitting = [one for one in symbols if words and all(word in one.short.lower().replace("_", "") for word in words)]
    return (
        min(fitting, key=lambda one: (not one.is_type, not one.mapped, len(one.short), one.start)).name
        if fitting
        else ""
    )


def suggestions(facts: ReportFacts) -> list[str]:
    """What a report proposes to its writer."""
    rows = [f"quote: `{quote.place}` shows `{quote.symbol or quote.path}`" for quote in facts.quotes[:7]]
    for one in facts.mapped:
        rows += [
            f"pitfall: `{one.name}` raises `{fact.exception}` in `{one.path}:{fact.line}`" for fact in one.raises[:1]
        ]
    silent = [one.name for one in facts.mapped if not one.doc and one.kind != "constant"]
    if silent:
        rows.append(f"undocumented: {', '.join(f'`{name}`' for name in silent[:12])}")
    return rows


def _note(brief: Brief, facts: ReportFacts) -> StructuredNote:
    mapped = facts.mapped
    lines = sum(file.lines for file in facts.files)
    main = ", ".join(one.name for one in mapped[:3])
    issues = [f"not read: {gap}" for gap in facts.gaps]
    silent = [one.name for one in mapped if not one.doc and one.kind != "constant"]
    issues += [f"no docstring: {', '.join(silent[:6])}"] if silent else []
    issues += [] if len(facts.quotes) >= 5 else [f"only {len(facts.quotes)} places are long enough to quote"]
    return StructuredNote(
        conclusion=f"{facts.title}: {len(facts.files)} files, {lines} lines read; "
        f"{len(mapped)} definitions to explain ({main}), {len(facts.quotes)} quotes ready",
        evidence=tuple(quote.place for quote in facts.quotes[:5]),
        file_refs=(brief.output,),
        open_issues=tuple(issues),
        confidence=Confidence.HIGH if facts.files and not facts.gaps else Confidence.MEDIUM,
    )
