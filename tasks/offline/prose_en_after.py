"""English for what follows from quoted lines: reasons that stand elsewhere, dependants, the rest of a class."""

from __future__ import annotations

from tasks.offline.prose_en_counts import how_many
from tasks.offline.prose_en_docs import clause_of, plain_comment
from tasks.offline.prose_voice import Voice, code, join, upper_first
from tasks.offline.report_facts import SymbolFacts
from tasks.offline.write_acts import Act
from tasks.offline.write_stops import Section, Stop


def after(stop: Stop, voice: Voice, detail: int) -> list[str]:
    """Reasons first, then who depends on it, then what else its class offers."""
    said: list[str] = []
    symbol = stop.symbol
    for remark in stop.remarks[: 1 if detail < 2 else 2]:
        if not voice.once(f"remark:{remark.path}:{remark.line}"):
            continue
        text = plain_comment(remark.text)
        if remark.kind == "comment":
            where = (
                "a comment" if stop.quote.start <= remark.line <= stop.quote.end else f"a comment in line {remark.line}"
            )
            said.append(
                voice.sparing(
                    "remark",
                    (
                        f"In {code(symbol.short)} {where} warns: “{text}.”",
                        f"For the why of {code(symbol.short)} there is {where}: “{text}.”",
                        f"“{text},” notes {where}.",
                    )
                    if symbol.name
                    else (f"“{text},” notes {where}.", f"The lines carry a remark: “{text}.”"),
                    1,
                )
            )
        elif detail >= 1 and not (remark.kind == "lazy import" and any(s.act is Act.IMPORT for s in stop.steps)):
            said.append(_structural(remark.kind, remark.text, remark.symbol))
    if detail >= 1 and len(symbol.called_by) >= 3 and voice.once(f"callers:{symbol.name}"):
        said.append(_dependants(symbol, voice))
    if detail >= 1:
        said += _tour(stop, voice, 3 if detail == 1 else 5)
    return [upper_first(sentence) for sentence in said if sentence]


def callers(symbol: SymbolFacts, voice: Voice) -> str:
    """Who calls a definition, named in full."""
    places = join([f"{code(site.name)} (line {site.line})" for site in symbol.called_by[:4]], "and")
    name = code(symbol.name)
    return voice.pick(
        "callersof",
        (
            f"A change to {name} is felt in {places}.",
            f"{name} is called by {places}.",
            f"Before touching {name}, look at {places}.",
        ),
    )


def asides(section: Section, voice: Voice) -> list[str]:
    """Smaller definitions in passing, each by its docstring."""
    said: list[str] = []
    for one in section.asides:
        told = clause_of(one, limit=140)
        if told is None or told.kind == "quote" or voice.heard(told.text) or not voice.once(f"purpose:{one.name}"):
            continue
        name = code(one.name)
        deed = told.text if told.kind == "verb" else f"is {told.text}"
        said.append(
            voice.pick(
                "aside",
                (
                    f"Not quoted here: {name}, which {deed}.",
                    f"A smaller piece, {name}, {deed}.",
                    f"{name}, from line {one.start} on, {deed}.",
                    f"Beside them, {name} {deed}.",
                ),
            )
        )
    return said


def parting(stop: Stop, voice: Voice) -> str:
    """What can be said of any quote: who uses it, or where its definition ends."""
    symbol, quote = stop.symbol, stop.quote
    if symbol.called_by:
        return callers(symbol, voice)
    if symbol.name and quote.end < symbol.end:
        return f"{code(symbol.name)} runs on to line {symbol.end}."
    who = code(symbol.name) if symbol.name else f"the passage that begins in line {quote.start} of {code(quote.path)}"
    return voice.pick(
        "parting", (f"That is all of {who}.", f"More is not needed for {who}.", f"With that, {who} is complete.")
    )


def _dependants(symbol: SymbolFacts, voice: Voice) -> str:
    who = join([code(site.name) for site in symbol.called_by[:2]], "and")
    count, name = how_many(symbol.called_by), code(symbol.short)
    return voice.sparing(
        "dependants",
        (
            f"{count} definitions count on this, {who} among them.",
            f"{who} call {name}, and they are not the only ones.",
            f"this matters to {who}, which call {name}.",
        ),
        1,
    )


def _tour(stop: Stop, voice: Voice, most: int) -> list[str]:
    """What the other documented methods of a class are for."""
    told = [
        f"{code(one.short)} {found.text}"
        for one in stop.siblings[:most]
        if (found := clause_of(one, limit=90)) is not None and found.kind == "verb"
    ]
    if len(told) < 2:
        return []
    rows = "; ".join(told[:-1]) + f"; and {told[-1]}"
    name = code(stop.symbol.name)
    return [
        voice.sparing(
            "tour",
            (
                f"The rest of {name} in brief: {rows}.",
                f"{name} offers more: {rows}.",
                f"Beside these lines, {name} has its tools: {rows}.",
            ),
            1,
        )
    ]


def _structural(kind: str, text: str, symbol: str) -> str:
    return {
        "slots": f"{code(symbol)} declares `__slots__`, so its instances have no dictionary of their own.",
        "cached": f"the decorator {code(text)} keeps earlier results of {code(symbol)}.",
        "lazy import": f"{code(symbol)} imports {code(text)} only when it runs, not when the module loads.",
        "sentinel": f"{code(symbol)} is a bare `object()`, recognised by identity alone.",
        "hierarchy": f"below {code(symbol)}, these files have {_few(text)}.",
    }.get(kind, "")


def _few(text: str) -> str:
    names = text.split(", ")
    shown = join([code(name) for name in names[:3]], "and")
    return shown if len(names) <= 3 else f"{', '.join(code(name) for name in names[:3])} and {len(names) - 3} more"
