"""English for the end of a chapter: failures, the table, the recap and the bridge."""

from __future__ import annotations

from tasks.offline.prose_en_code import value_words
from tasks.offline.prose_en_docs import clause_of
from tasks.offline.prose_voice import Voice, code, join
from tasks.offline.report_facts import RaiseFact, SymbolFacts
from tasks.offline.write_plan import ChapterPlan
from tasks.offline.write_stops import Section


def failures(plan: ChapterPlan, voice: Voice) -> tuple[str, list[str], list[str]]:
    """What goes wrong, where, and under which test."""
    kinds = list(dict.fromkeys(fact.exception for _, fact in plan.failures))
    first = code(kinds[0])
    title = voice.pick(
        "failtitle",
        (f"When {first} is raised", f"How it fails: {first}", f"The way to {first}", f"What {first} tells you"),
    )
    if len(kinds) > 1:
        title = voice.pick(
            "failtitles",
            (f"What can go wrong: {first} and {code(kinds[1])}", f"Failure paths: from {first} to {code(kinds[-1])}"),
        )
    callers = [code(symbol.name) for symbol, _ in plan.failures]
    first_line = plan.failures[0][1].line
    opening = voice.pick(
        "failopen",
        (
            f"The paths that end badly start in {join(list(dict.fromkeys(callers))[:3], 'and')}.",
            f"An operator meets these lines of {code(plan.failures[0][0].path)} in a traceback.",
            f"A traceback out of {join(list(dict.fromkeys(callers))[:2], 'or')} ends here.",
            f"From line {first_line} on, {callers[0]} and others refuse what they cannot use.",
            f"Each line below is a way out of {callers[0]} and its kin.",
        ),
    )
    return title, [opening], [failure(symbol, fact, voice) for symbol, fact in plan.failures]


def failure(symbol: SymbolFacts, fact: RaiseFact, voice: Voice) -> str:
    """Where and when a definition raises."""
    guard = ""
    if fact.condition.startswith("except "):
        guard = f" after catching {code(fact.condition.removeprefix('except '))}"
    elif fact.condition:
        guard = f" when {code(fact.condition)} holds"
    told = f", saying “{fact.message.rstrip('.')}.”" if fact.message else "."
    return voice.pick(
        "failure",
        (
            f"{code(symbol.name)} raises {code(fact.exception)} in line {fact.line}{guard}{told}",
            f"Line {fact.line}: {code(symbol.name)} gives up with {code(fact.exception)}{guard}{told}",
            f"{code(fact.exception)} comes out of {code(symbol.name)}, line {fact.line}{guard}{told}",
        ),
    )


def table(plan: ChapterPlan, voice: Voice) -> tuple[str, list[str], tuple[str, str, str]]:
    """The reference table's heading and lead."""
    files = [code(file.path.rpartition("/")[2]) for file in plan.facts.files]
    named = join(files[:2], "and") if len(files) <= 2 else f"{files[0]} and {len(files) - 1} other files"
    title = voice.pick("tabletitle", (f"{named} at a glance", f"A map of {named}", f"The parts of {named}"))
    count = sum(len(row) for row in plan.table)
    lead = voice.pick(
        "tablelead",
        (
            f"For later reference, the {count} definitions of {named} that matter here:",
            f"These are the {count} names from {named} to keep in reach:",
            f"Where to look again: {count} definitions of {named}, each with its place.",
        ),
    )
    return title, [lead], ("Name", "Place", "What it does")


def role(row: tuple[SymbolFacts, ...]) -> str:
    """One line for a row: its docstring as a clause, else its structure."""
    one = row[0]
    if len(row) > 1:
        base = f" built on {code(one.bases[0])}" if one.bases else ""
        kind = {"class": "classes", "constant": "constants"}.get(one.kind, "functions")
        return f"{len(row)} {kind}{base}"
    told = clause_of(one, limit=90)
    if told and told.kind != "quote":
        return told.text
    if told and len(told.text) < 90:
        return told.text[0].lower() + told.text[1:] if not told.text[:2].isupper() else told.text
    if one.kind == "class":
        parts = [f"extends {code(one.bases[0])}"] if one.bases else []
        methods = sum(1 for member in one.members if member.kind == "method")
        parts += [f"{methods} methods"] if methods > 1 else []
        return ", ".join(parts) or f"a class of {one.lines} lines"
    if one.kind == "constant":
        return f"constant, set in line {one.start}"
    parts = [f"calls {join([code(site.name) for site in one.calls[:2]], 'and')}"] if one.calls else []
    parts += [f"raises {code(one.raises[0].exception)}"] if one.raises else []
    return ", ".join(parts) or (f"called by {code(one.called_by[0].name)}" if one.called_by else f"{one.lines} lines")


def recap(plan: ChapterPlan, voice: Voice) -> tuple[str, list[str], list[str]]:
    """What to remember, one item a section, and the bridge."""
    main = plan.main
    name = code(main.name) if main is not None and main.name else plan.title
    title = voice.pick(
        "recaptitle",
        (f"Recap: what {name} leaves behind", f"Recap: {name} and its neighbours", f"Recap: the way through {name}"),
    )
    items = [item for section in plan.sections if (item := _recap_item(section, voice))]
    terms = [term.term for section in plan.sections for term in section.terms]
    if terms:
        items.append(
            voice.pick(
                "recapterms",
                (
                    f"New words: {join(terms, 'and')}.",
                    f"Terms to keep: {join(terms, 'and')}.",
                    f"The vocabulary grew by {join(terms, 'and')}.",
                ),
            )
        )
    if plan.failures:
        symbol, fact = plan.failures[0]
        items.append(
            voice.pick(
                "recapfail",
                (
                    f"{code(fact.exception)} out of {code(symbol.name)} means line {fact.line}.",
                    f"When {code(symbol.name)} fails, look at line {fact.line} first.",
                ),
            )
        )
    return title, items, bridge(plan, voice)


def _recap_item(section: Section, voice: Voice) -> str:
    stops = [stop for stop in section.stops if stop.symbol.name]
    if not stops:
        return ""
    stop = max(stops, key=lambda one: (len(one.symbol.called_by) + len(one.symbol.calls), one.symbol.lines))
    symbol = stop.symbol
    name = code(symbol.name)
    results = [step for step in stop.steps if step.act.value in ("return", "yield") and step.value.text]
    if symbol.called_by and symbol.calls:
        return f"{code(symbol.called_by[0].name)} relies on {name}, and {name} relies on {code(symbol.calls[0].name)}."
    if symbol.calls:
        callees = join([code(site.name) for site in symbol.calls[:3]], "and")
        return voice.pick(
            "recapcalls", (f"{name} gets its work done through {callees}.", f"From {name} the way leads to {callees}.")
        )
    if symbol.called_by:
        callers = join([code(site.name) for site in symbol.called_by[:3]], "and")
        return voice.pick("recapcalled", (f"{name} serves {callers}.", f"Behind {callers} stands {name}."))
    if results:
        return voice.pick(
            "recapresult",
            (
                f"In the end {name} gives {value_words(results[-1].value)}.",
                f"What {name} is good for: {value_words(results[-1].value)}.",
            ),
        )
    told = clause_of(symbol)
    if told is not None and told.kind != "quote":
        return f"{name} {told.text}." if told.kind == "verb" else f"{name} is {told.text}."
    return ""


def bridge(plan: ChapterPlan, voice: Voice) -> list[str]:
    """To the next chapter by its title; the last chapter closes the book's path."""
    following = plan.background.outline.following
    main = plan.main
    name = code(main.name) if main is not None and main.name else f"“{plan.title}”"
    if following is None:
        return [
            voice.pick(
                "close",
                (
                    f"With {name} the path through the source ends; the code itself lies open now.",
                    f"{name} was the last stop on this road.",
                ),
            )
        ]
    link = f"[{following.title}](ch{following.number:02d}.md)"
    return [
        voice.pick(
            "bridge",
            (
                f"What {name} has prepared is taken up in the next chapter, {link}.",
                f"From {name} the road goes on to {link}.",
                f"One question stays open after {name}, and the next chapter takes it up: {link}.",
                f"{name} is one side of the matter; {link} shows the other.",
                f"Next comes {link}, with {name} as known ground.",
            ),
        )
    ]
