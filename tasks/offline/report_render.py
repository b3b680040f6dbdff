"""A report as Markdown: the six sections of PROTOCOL 7 in a form that `report_parse` reads back.

One definition is an H3 `### KIND NAME`, list items `- key: value`, its docstring as a quotation and its
quoted lines as fences. Values that are names stand in backticks; texts are JSON strings where they could
hold a backtick.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from memory_schema.fences import fence_for, scan
from tasks.offline.report_facts import MOST_SITES, FileFacts, Quote, ReportFacts, Site, SymbolFacts

SECTIONS = (
    "1. Module overview",
    "2. Core data structures",
    "3. Core functions",
    "4. Execution flow",
    "5. Design decisions",
    "6. Writing suggestions",
)
_MAX_MEMBERS = 24


def render_report(facts: ReportFacts, suggestions: Iterable[str]) -> str:
    """The whole report, without the marker."""
    data = [one for one in facts.symbols if one.is_type or one.is_data]
    code = [one for one in facts.symbols if not (one.is_type or one.is_data)]
    loose = [quote for quote in facts.quotes if facts.symbol(quote.symbol) is None]
    rows = [f"# Research report: chapter {facts.chapter} - {facts.title}", ""]
    rows += [f"## {SECTIONS[0]}", "", _overview(facts), ""]
    for file in facts.files:
        rows += [*_file(file), ""]
    for quote in loose:
        rows += [*_fence(quote), ""]
    rows += [f"## {SECTIONS[1]}", ""]
    rows += _symbols(facts, data) or ["These files define no class and no constant of their own.", ""]
    rows += [f"## {SECTIONS[2]}", ""]
    rows += _symbols(facts, code) or ["These files define no function outside their classes.", ""]
    rows += [f"## {SECTIONS[3]}", "", *_flow(facts), ""]
    rows += [f"## {SECTIONS[4]}", ""]
    rows += [
        f"- `{r.path}:{r.line}` ({r.kind}) {_owner(r.symbol)}{json.dumps(r.text, ensure_ascii=False)}"
        for r in facts.remarks
    ] or ["- The source gives no reason for its decisions in comments, and its structure shows none."]
    rows += ["", f"## {SECTIONS[5]}", ""]
    rows += [f"- term: {term} = `{symbol}`" for term, symbol in facts.terms]
    rows += [f"- gap: {gap}" for gap in facts.gaps]
    rows += [f"- {suggestion}" for suggestion in suggestions]
    return harmless("\n".join(rows).rstrip() + "\n")


def harmless(text: str) -> str:
    """The text with HTML comments opened by a space, outside fences: words of the source must not end a reply."""
    return "\n".join(
        line.text if line.fence is not None else line.text.replace("<!--", "<! --") for line in scan(text)[0]
    )


def _overview(facts: ReportFacts) -> str:
    paths = ", ".join(f"`{file.path}`" for file in facts.files)
    types = sum(1 for one in facts.symbols if one.is_type)
    functions = sum(1 for one in facts.symbols if one.kind.endswith(("function", "definition")) and not one.owner)
    return (
        f"The chapter rests on {paths}. The report describes {types} types and {functions} functions in full "
        f"and quotes {len(facts.quotes)} places; {len(facts.mapped)} definitions are the ones to explain."
    )


def _file(file: FileFacts) -> list[str]:
    rows = [f"### file `{file.path}`", "", f"- language: {file.language}", f"- lines: {file.lines}"]
    rows += [f"- read: {file.read}"]
    rows += [f"- purpose: {file.purpose}"] if file.purpose else []
    rows += [f"- imports: {_names(file.imports)}"] if file.imports else []
    return rows + _quotation(file.doc)


def _symbols(facts: ReportFacts, symbols: list[SymbolFacts]) -> list[str]:
    rows: list[str] = []
    for symbol in symbols:
        rows += [f"### {symbol.kind} `{symbol.name}`", ""]
        rows += [f"- place: `{symbol.place}`", f"- signature: {json.dumps(symbol.signature, ensure_ascii=False)}"]
        rows += ["- explain: yes"] if symbol.mapped else []
        rows += ["- generator: yes"] if symbol.generator else []
        rows += [f"- bases: {_names(symbol.bases)}"] if symbol.bases else []
        rows += [f"- decorators: {_names(symbol.decorators)}"] if symbol.decorators else []
        for member in symbol.members[:_MAX_MEMBERS]:
            says = f" {json.dumps(member.says, ensure_ascii=False)}" if member.says else ""
            rows.append(f"  - {member.kind} `{member.name}` {member.start}-{member.end}{says}")
        rows += [
            f"- raises: `{one.exception}` line {one.line} "
            f"{json.dumps([one.condition, one.message], ensure_ascii=False)}"
            for one in symbol.raises
        ]
        rows += [f"- calls: {_sites(symbol.calls)}"] if symbol.calls else []
        rows += [f"- uses: {_names(symbol.outside)}"] if symbol.outside else []
        rows += [f"- called by: {_sites(symbol.called_by)}"] if symbol.called_by else []
        rows += [*_quotation(symbol.doc), ""]
        for quote in facts.quotes:
            if quote.symbol == symbol.name and quote.path == symbol.path:
                rows += [*_fence(quote), ""]
    return rows


def _fence(quote: Quote) -> list[str]:
    ticks = fence_for(quote.text)
    return [f"{ticks}{quote.info}", *quote.text.split("\n"), ticks]


def _quotation(text: str) -> list[str]:
    return ["", *(f"> {line}".rstrip() for line in text.split("\n"))] if text.strip() else []


def _flow(facts: ReportFacts) -> list[str]:
    rows = [f"- chain: {' > '.join(f'`{name}`' for name in chain)}" for chain in facts.chains]
    calls = [
        f"- call: `{symbol.name}` calls `{site.name}` in `{symbol.path}:{site.line}`"
        for symbol in facts.symbols
        if symbol.mapped
        for site in symbol.calls[:2]
    ]
    rows += calls[:14]
    return rows or ["- No definition of these files calls another one of them."]


def _sites(sites: tuple[Site, ...]) -> str:
    return ", ".join(f"`{site.name}` ({site.path}:{site.line})" for site in sites[:MOST_SITES])


def _names(names: Iterable[str]) -> str:
    return ", ".join(f"`{name.replace('`', '')}`" for name in names)


def _owner(symbol: str) -> str:
    return f"in `{symbol}`: " if symbol else ""
