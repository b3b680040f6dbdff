"""English for what follows from quoted lines: reasons, callers, the rest of a class."""

from __future__ import annotations

from tasks.offline.prose_en_docs import clause_of, plain_comment
from tasks.offline.prose_voice import Voice, code, join
from tasks.offline.report_facts import SymbolFacts
from tasks.offline.write_stops import Stop


def after(stop: Stop, voice: Voice, detail: int) -> list[str]:
    """Reasons from comments and structure, then who depends on it."""
    said: list[str] = []
    for remark in stop.remarks[: 1 if detail < 2 else 2]:
        text = plain_comment(remark.text)
        if remark.kind == "comment":
            said.append(
                voice.pick(
                    "comment",
                    (
                        f"The comment in line {remark.line} explains: “{text}.”",
                        f"Why so? Line {remark.line} answers: “{text}.”",
                        f"“{text},” says the comment in line {remark.line}.",
                        f"A comment in line {remark.line} gives the reason: “{text}.”",
                    ),
                )
            )
        elif detail >= 1:
            said.append(_structural(remark.kind, remark.text, remark.symbol))
    symbol = stop.symbol
    if detail >= 1:
        said += _tour(stop, voice, 3 if detail == 1 else 6)
    if detail >= 1 and len(symbol.called_by) >= 2:
        said.append(_callers(symbol, voice))
    quoted = [fact for fact in symbol.raises if stop.quote.start <= fact.line <= stop.quote.end]
    outside = [fact for fact in symbol.raises if fact not in quoted and fact.exception != "NotImplementedError"]
    if detail >= 2 and outside and symbol.kind != "class":
        fact = outside[0]
        said.append(f"Not shown here: line {fact.line} raises {code(fact.exception)}.")
    if detail >= 3 and symbol.outside:
        helpers = join([code(name) for name in symbol.outside[:4]], "and")
        said.append(
            voice.pick("outside", (f"For the rest it leans on {helpers}.", f"From outside it uses {helpers}."))
        )
    return [sentence for sentence in said if sentence]


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


def _callers(symbol: SymbolFacts, voice: Voice) -> str:
    places = join([f"{code(site.name)} (line {site.line})" for site in symbol.called_by[:3]], "and")
    return voice.pick("callers", (f"It is called by {places}.", f"Its callers are {places}.", f"{places} rely on it."))


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
        voice.pick(
            "tour",
            (
                f"The rest of {name} in brief: {rows}.",
                f"{name} offers more: {rows}.",
                f"Beside these lines, {name} has its tools: {rows}.",
            ),
        )
    ]


def _structural(kind: str, text: str, symbol: str) -> str:
    return {
        "slots": f"{code(symbol)} declares `__slots__`, so its instances have no dictionary of their own.",
        "cached": f"The decorator {code(text)} keeps earlier results of {code(symbol)}.",
        "lazy import": f"{code(symbol)} imports {code(text)} only when it runs, not when the module loads.",
        "sentinel": f"{code(symbol)} is a bare `object()`, recognised by identity alone.",
        "hierarchy": f"Below {code(symbol)} stand {_few(text)}.",
    }.get(kind, "")


def _few(text: str) -> str:
    names = text.split(", ")
    shown = join([code(name) for name in names[:5]], "and")
    return shown if len(names) <= 5 else f"{', '.join(code(name) for name in names[:5])} and {len(names) - 5} more"
