"""English around the stops: the opening, section openings, failures, the table, the recap and the bridge."""

from __future__ import annotations

from tasks.offline.prose_en_docs import clause
from tasks.offline.prose_en_code import value_words
from tasks.offline.prose_voice import Voice, code, join, number, upper_first
from tasks.offline.report_facts import RaiseFact, SymbolFacts
from tasks.offline.write_plan import ChapterPlan, NewTerm, Section


def hook(plan: ChapterPlan, voice: Voice) -> tuple[list[str], list[str]]:
    """A concrete start: a message that users meet, a telling comment, or a chain of calls; then the field."""
    opening = _message_hook(plan, voice) or _comment_hook(plan, voice) or _size_hook(plan, voice)
    return opening, _fillers(plan, voice)


def _message_hook(plan: ChapterPlan, voice: Voice) -> list[str]:
    told = [(symbol, fact) for symbol, fact in plan.failures if len(fact.message.split()) >= 3]
    if not told:
        return []
    symbol, fact = told[plan.number % len(told)]
    guard = f" behind the test {code(fact.condition)}" if fact.condition and not fact.condition.startswith("except") else ""
    text = fact.message.rstrip(" .:")
    place = f"line {fact.line} of {code(symbol.path)}"
    return [
        voice.pick(
            "hookmessage",
            (
                f"“{text}.” Whoever has read this on a screen has met {place}, where {code(symbol.name)} raises "
                f"{code(fact.exception)}{guard}.",
                f"At some point {code(symbol.name)} has to say no: {place} raises {code(fact.exception)}{guard} "
                f"with the words “{text}.”",
                f"How does {code(symbol.name)} know that something is wrong? In {place} it raises "
                f"{code(fact.exception)}{guard}, and the message reads “{text}.”",
                f"Start with a refusal: “{text}.” It comes from {place}, out of {code(symbol.name)}, as "
                f"{code(fact.exception)}{guard}.",
            ),
        )
    ]


def _comment_hook(plan: ChapterPlan, voice: Voice) -> list[str]:
    remarks = [one for one in plan.facts.remarks if one.kind == "comment" and one.symbol and 40 < len(one.text) < 200]
    if not remarks:
        return []
    remark = remarks[plan.number % len(remarks)]
    text = remark.text.rstrip(".")
    return [
        voice.pick(
            "hookcomment",
            (
                f"“{text}.” This comment stands in line {remark.line} of {code(remark.path)}, inside {code(remark.symbol)}, "
                "and it gives a decision away.",
                f"Line {remark.line} of {code(remark.path)} holds a warning to whoever edits {code(remark.symbol)}: “{text}.”",
                f"Somebody thought twice about {code(remark.symbol)}. The trace is in line {remark.line} of "
                f"{code(remark.path)}: “{text}.”",
            ),
        )
    ]


def _size_hook(plan: ChapterPlan, voice: Voice) -> list[str]:
    if not plan.stops:
        return [f"{plan.title}: the report for it holds no code that could be quoted."]
    largest = max(plan.stops, key=lambda stop: stop.symbol.lines)
    symbol = largest.symbol
    name = code(symbol.name) if symbol.name else f"the block at line {symbol.start}"
    chain = next((chain for chain in plan.facts.chains if len(chain) > 2), ())
    if chain:
        way = " to ".join(code(name) for name in chain[:4])
        return [
            voice.pick(
                "hookchain",
                (
                    f"What happens between {code(chain[0])} and {code(chain[-1])}? The call runs from {way}.",
                    f"Follow one call: from {way}. Each of them leaves part of the work to the next.",
                    f"Call {code(chain[0])} once, and the work passes from {way}.",
                ),
            )
        ]
    return [
        voice.pick(
            "hooksize",
            (
                f"{upper_first(name)} takes {symbol.lines} lines of {code(symbol.path)}. What do they buy?",
                f"Open {code(symbol.path)} at line {symbol.start}, and {name} fills the next {symbol.lines} lines.",
                f"Without the {symbol.lines} lines of {name} in {code(symbol.path)}, the rest of the file would have little to stand on.",
            ),
        )
    ]


def _fillers(plan: ChapterPlan, voice: Voice) -> list[str]:
    """Sentences for the rest of the opening, the most telling first."""
    said: list[str] = []
    main = plan.main
    if plan.previous_title and plan.number > 1:
        link = f"[{plan.previous_title}](ch{plan.number - 1:02d}.md)"
        said.append(
            voice.pick(
                "fillback",
                (f"The ground was laid in {link}.", f"It is the next step after {link}.", f"{link} ended where this begins.", f"With {link} behind us, the way is open."),
            )
        )
    if main is not None and main.name:
        told = clause(main.doc)
        if told and told.kind == "verb":
            said.append(f"At the centre stands {code(main.name)}, which {told.text}.")
        elif told and told.kind == "noun":
            said.append(f"At the centre stands {code(main.name)}, {told.text}.")
        else:
            said.append(f"At the centre stands {code(main.name)}, {main.lines} lines from line {main.start} on.")
    files = plan.facts.files
    paths = join([f"{code(file.path)} ({file.lines} lines)" for file in files[:3]], "and")
    if len(files) == 1:
        said.append(voice.pick("fillfile", (f"All of it lives in {paths}.", f"The whole story fits into {paths}.", f"One file tells it: {paths}.")))
    elif files:
        more = f" and {len(files) - 3} more" if len(files) > 3 else ""
        said.append(voice.pick("fillfiles", (f"The code is spread over {paths}{more}.", f"It is told by {paths}{more}.")))
    others = [stop.symbol.name for stop in plan.stops if stop.symbol.name and stop.symbol is not main]
    if len(others) >= 3:
        names = join([code(name) for name in others[:4]], "and")
        said.append(voice.pick("fillothers", (f"Around it work {names}.", f"Watch {names} as well.", f"{names} come in on the way.", f"Other names to know are {names}.")))
    busiest = max(plan.facts.symbols, key=lambda one: len(one.called_by), default=None)
    if busiest is not None and len(busiest.called_by) >= 3:
        said.append(f"The busiest of all is {code(busiest.name)}: {number(len(busiest.called_by))} definitions here call it.")
    raised = sorted({fact.exception for symbol in plan.facts.symbols for fact in symbol.raises})
    if len(raised) >= 2:
        said.append(f"And {number(len(raised))} kinds of exception mark the borders, {join([code(n) for n in raised[:3]], 'and')} among them.")
    classes = [one for one in plan.facts.symbols if one.kind == "class"]
    if len(classes) >= 2:
        said.append(f"Of the {number(len(classes))} classes, {code(max(classes, key=lambda c: c.lines).name)} is the largest.")
    for file in files[:2]:
        told = clause(file.doc)
        if told is not None:
            said.append(f"{code(file.path)} introduces itself with the words “{told.text}.”")
    return said


def section_opening(section: Section, plan: ChapterPlan, voice: Voice) -> list[str]:
    """Which definitions carry the section, and its terms."""
    said = _relations(section, voice)
    said += [sentence for term in section.terms for sentence in _definition(term, voice)]
    return said


def _relations(section: Section, voice: Voice) -> list[str]:
    """How the definitions of a section reach each other, or whom they serve."""
    names = {stop.symbol.name for stop in section.stops}
    inner: list[str] = []
    outer: list[str] = []
    for stop in section.stops:
        for site in stop.symbol.called_by[:2]:
            row = f"{code(site.name)} reaches {code(stop.symbol.name)} in line {site.line}"
            (inner if site.name in names else outer).append(row)
    rows = list(dict.fromkeys([*inner, *outer]))[:3]
    if rows:
        text = join(rows, "and")
        return [voice.pick("relations", (f"The threads first: {text}.", f"{text}.", f"Three lines tie this together: {text}." if len(rows) == 3 else f"{text}.", f"To see who needs whom: {text}."))]
    listed = [code(stop.symbol.name) for stop in section.stops if stop.symbol.name][:4]
    if len(listed) < 2:
        return []
    return [voice.pick("sectionopen", (f"{join(listed, 'and')} stand side by side; none calls another.", f"Each of {join(listed, 'and')} can be read on its own."))]


def _definition(new: NewTerm, voice: Voice) -> list[str]:
    """One sentence that defines a term in bold, from the docstring or the structure of its symbol."""
    term, symbol = f"**{new.term}**", new.symbol
    name = code(symbol.name)
    article = "An" if new.term[:1].lower() in "aeiou" else "A"
    told = clause(symbol.doc)
    if told and told.kind == "noun":
        return [voice.pick("defnoun", (f"{article} {term} is {told.text}; the code calls it {name}.", f"{article} {term}, in code {name}, is {told.text}."))]
    if told and told.kind == "verb":
        if symbol.kind.endswith(("function", "method", "definition")):
            return [f"The word {term} belongs to {name}, which {told.text}."]
        return [voice.pick("defverb", (f"{article} {term} {told.text}; its class is {name}.", f"{article} {term} ({name}) {told.text}."))]
    fields = [member.name for member in symbol.members if member.kind == "attribute" and not member.name.startswith("_")]
    if symbol.kind == "class" and len(fields) >= 2:
        listed = join([code(field) for field in fields[:5]], "and")
        return [voice.pick("deffields", (f"{article} {term} is an instance of {name}: it holds {listed}.", f"{article} {term} is what {name} keeps together, namely {listed}."))]
    methods = [member.name for member in symbol.members if member.kind == "method" and not member.name.startswith("_")]
    if told is not None:
        return [f"{article} {term} is what {name} models; its docstring says “{told.text}.”"]
    if symbol.kind == "class" and methods:
        listed = join([code(method) for method in methods[:4]], "and")
        return [f"{article} {term} is an instance of {name}, an object with {listed}."]
    if symbol.kind == "class":
        return [f"{article} {term} is an instance of {name}, defined in line {symbol.start}."]
    return [f"The term {term} names what {name} in line {symbol.start} deals with."]


def failures(plan: ChapterPlan, voice: Voice) -> tuple[str, list[str], list[str]]:
    """What goes wrong, where, and under which test."""
    kinds = list(dict.fromkeys(fact.exception for _, fact in plan.failures))
    first = code(kinds[0])
    title = voice.pick("failtitle", (f"When {first} is raised", f"How it fails: {first}", f"The way to {first}", f"What {first} tells you"))
    if len(kinds) > 1:
        title = voice.pick("failtitles", (f"What can go wrong: {first} and {code(kinds[1])}", f"Failure paths: from {first} to {code(kinds[-1])}"))
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
    told = clause(one.doc, limit=90)
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
    title = voice.pick("recaptitle", (f"Recap: what {name} leaves behind", f"Recap: {name} and its neighbours", f"Recap: the way through {name}"))
    items = [item for section in plan.sections if (item := _recap_item(section, voice))]
    terms = [term.term for section in plan.sections for term in section.terms]
    if terms:
        items.append(voice.pick("recapterms", (f"New words: {join(terms, 'and')}.", f"Terms to keep: {join(terms, 'and')}.", f"The vocabulary grew by {join(terms, 'and')}.")))
    if plan.failures:
        symbol, fact = plan.failures[0]
        items.append(voice.pick("recapfail", (f"{code(fact.exception)} out of {code(symbol.name)} means line {fact.line}.", f"When {code(symbol.name)} fails, look at line {fact.line} first.")))
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
        return voice.pick("recapcalls", (f"{name} gets its work done through {callees}.", f"From {name} the way leads to {callees}."))
    if symbol.called_by:
        callers = join([code(site.name) for site in symbol.called_by[:3]], "and")
        return voice.pick("recapcalled", (f"{name} serves {callers}.", f"Behind {callers} stands {name}."))
    if results:
        return voice.pick("recapresult", (f"In the end {name} gives {value_words(results[-1].value)}.", f"What {name} is good for: {value_words(results[-1].value)}."))
    others = [code(one.symbol.name) for one in stops if one is not stop][:3]
    return f"{name} stands beside {join(others, 'and')}." if others else f"{name} stands in {code(symbol.path)}, line {symbol.start}."


def bridge(plan: ChapterPlan, voice: Voice) -> list[str]:
    """To the next chapter by its title; the last chapter closes the book's path."""
    following = plan.background.outline.following
    main = plan.main
    name = code(main.name) if main is not None and main.name else f"“{plan.title}”"
    if following is None:
        return [voice.pick("close", (f"With {name} the path through the source ends; the code itself lies open now.", f"{name} was the last stop on this road."))]
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
