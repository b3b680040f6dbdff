"""English that introduces a stop: transition, purpose, signature, and the words that lead to the quote."""

from __future__ import annotations

from tasks.offline.prose_en_docs import clause_of, doc_word, sentences
from tasks.offline.prose_voice import Voice, code, join, number
from tasks.offline.report_facts import SymbolFacts
from tasks.offline.write_plan import ChapterPlan
from tasks.offline.write_signature import Head, head_of
from tasks.offline.write_stops import Stop, Tie


def before(stop: Stop, plan: ChapterPlan, voice: Voice, detail: int) -> list[str]:
    """Transition, purpose, signature, and the words that lead to the quote."""
    symbol = stop.symbol
    if not symbol.name:
        return [f"Lines {stop.quote.start}-{stop.quote.end} of {code(stop.quote.path)} stand outside any definition:"]
    said = [_transition(stop, voice), *([] if stop.defined and clause_of(symbol) else purpose(symbol, voice))]
    if detail >= 1:
        said += _signature(symbol, voice)
    if detail >= 2:
        said += _more_doc(symbol, voice, 2 if detail >= 3 else 1)
    said += _recalls(stop, voice)
    said.append(_lead(stop, voice))
    return [sentence for sentence in said if sentence]


def _transition(stop: Stop, voice: Voice) -> str:
    name, to = code(stop.symbol.name), code(stop.tied_to)
    line = stop.tied_line
    options: dict[Tie, tuple[str, ...]] = {
        Tie.CALLED: (
            f"In line {line}, {to} calls {name}.",
            f"The call in line {line} leads from {to} to {name}.",
            f"Line {line} of {to} hands over to {name}.",
        ),
        Tie.CALLS: (
            f"{name} is a caller of {to}, in line {line}.",
            f"One user of {to} is {name}, in line {line}.",
            f"Who needs {to}? {name} does, in line {line}.",
        ),
        Tie.METHOD: (
            f"Of the methods of {to}, {code(stop.symbol.short)} deserves a closer look.",
            f"Inside {to} stands {code(stop.symbol.short)}.",
            f"The class comes alive in {code(stop.symbol.short)}.",
        ),
        Tie.SIBLING: (
            f"{name} belongs to the same class as {code(stop.tied_to.rpartition('.')[2])}.",
            f"Its neighbour in the class is {code(stop.symbol.short)}.",
            f"A second method of {code(stop.symbol.owner)} is {code(stop.symbol.short)}.",
            f"{code(stop.symbol.owner)} also has {code(stop.symbol.short)}.",
        ),
        Tie.SUBCLASS: (
            f"{name} extends {to}.",
            f"A special case of {to} is {name}.",
            f"From {to} the code derives {name}.",
        ),
        Tie.FILE: (
            f"The next piece lies in another file, {code(stop.quote.path)}.",
            f"Now to {code(stop.quote.path)}.",
            f"{code(stop.quote.path)} continues the story.",
        ),
    }
    chosen = options.get(stop.tie)
    return voice.pick(f"tie{stop.tie.value}", chosen) if chosen else ""


def purpose(symbol: SymbolFacts, voice: Voice) -> list[str]:
    """What a definition is for."""
    name = code(symbol.name)
    told = clause_of(symbol)
    if told is None:
        return [_bare(symbol, voice)]
    if told.kind == "verb":
        return [
            voice.pick(
                "purposeverb",
                (
                    f"{name} {told.text}.",
                    f"What {name} does: it {told.text}.",
                    f"The {doc_word(symbol)} of {name} is brief: it {told.text}.",
                    f"{name}, in short, {told.text}.",
                ),
            )
        ]
    if told.kind == "noun":
        return [
            voice.pick(
                "purposenoun", (f"{name} is {told.text}.", f"By its {doc_word(symbol)}, {name} is {told.text}.")
            )
        ]
    return [
        voice.pick(
            "purposequote",
            (
                f"The {doc_word(symbol)} of {name} says: “{told.text}.”",
                f"“{told.text}” is how {name} describes itself.",
                f"{name} is documented with these words: “{told.text}.”",
            ),
        )
    ]


def _bare(symbol: SymbolFacts, voice: Voice) -> str:
    name = code(symbol.name)
    kind = {"class": "class", "constant": "constant", "definition": "definition"}.get(symbol.kind, "function")
    size = f"{symbol.lines} lines" if symbol.lines > 1 else "one line"
    if symbol.kind == "class" and symbol.bases:
        bases = join([code(base) for base in symbol.bases], "and")
        return voice.pick(
            "bareclass",
            (
                f"{name} builds on {bases} and carries no {doc_word(symbol)}.",
                f"{name}, {size} long, inherits from {bases}.",
            ),
        )
    if symbol.called_by:
        callers = join([code(site.name) for site in symbol.called_by[:3]], "and")
        return voice.pick(
            "barecalled",
            (
                f"{name} has no {doc_word(symbol)}, but its callers explain it: {callers}.",
                f"{name} exists for {callers}.",
                f"{callers} could not do without {name}.",
                f"Ask {callers} what {name} is for.",
            ),
        )
    if symbol.kind == "constant":
        return f"{name} is set in line {symbol.start}."
    return voice.pick(
        "bare",
        (
            f"{name} is a {kind} of {size} without a {doc_word(symbol)}.",
            f"No {doc_word(symbol)} explains {name}; its {size} have to.",
            f"For {name} the {size} of code are the documentation.",
        ),
    )


def _signature(symbol: SymbolFacts, voice: Voice) -> list[str]:
    head: Head | None = head_of(symbol.signature)
    if head is None or (not head.required and not head.defaults):
        return []
    said: list[str] = []
    if head.required and head.defaults:
        needs = join([code(name) for name in head.required[:4]], "and")
        name, default = head.defaults[0]
        rest = "" if len(head.defaults) == 1 else f", and {number(len(head.defaults) - 1)} more can be left out"
        said.append(
            voice.pick(
                "signature",
                (
                    f"It needs {needs}; {code(name)} defaults to {code(default)}{rest}.",
                    f"A caller must pass {needs}, while {code(name)} starts out as {code(default)}{rest}.",
                ),
            )
        )
    elif head.required:
        needs = join([code(name) for name in head.required[:5]], "and")
        said.append(voice.pick("needs", (f"It works on {needs}.", f"Its input is {needs}.", f"It takes {needs}.")))
    elif len(head.defaults) <= 4:
        pairs = join([f"{code(name)} is {code(value)}" for name, value in head.defaults], "and")
        said.append(f"Every argument has a default: {pairs}.")
    else:
        first = join([code(name) for name, _ in head.defaults[:3]], "and")
        said.append(f"All {len(head.defaults)} arguments have defaults, {first} among them.")
    if head.returns and head.returns not in ("None", "t.NoReturn") and symbol.kind != "class":
        told = (f"The annotation promises {code(head.returns)}.", "", f"Back comes {code(head.returns)}.", "")
        said.append(voice.pick("returns", told))
    return said


def _more_doc(symbol: SymbolFacts, voice: Voice, most: int) -> list[str]:
    found = [one for one in sentences(symbol.doc)[1:5] if 20 < len(one) < 200 and not one.endswith(("?", "!"))]
    if not found:
        return []
    text = " ".join(found[:most]).rstrip(".")
    return [
        voice.pick(
            "moredoc",
            (
                f"The {doc_word(symbol)} adds: “{text}.”",
                f"One more sentence from there matters: “{text}.”",
                f"“{text},” the {doc_word(symbol)} goes on.",
            ),
        )
    ]


def _recalls(stop: Stop, voice: Voice) -> list[str]:
    said = []
    for term in stop.recalls[:1]:
        link = f"[{term.term}](ch{term.chapter:02d}.md)"
        said.append(
            voice.pick(
                "recall",
                (
                    f"It rests on the {link} of chapter {term.chapter}.",
                    f"Here the {link} comes back.",
                    f"Remember the {link}: these lines use it.",
                    f"The {link} from chapter {term.chapter} is at work again.",
                ),
            )
        )
    return said


def _lead(stop: Stop, voice: Voice) -> str:
    quote, symbol = stop.quote, stop.symbol
    name = code(symbol.name)
    if quote.start <= symbol.start and quote.end >= symbol.end:
        return voice.pick(
            "leadwhole",
            (
                f"{name} in full:",
                "Here it is, whole:",
                f"All {symbol.lines} lines of it:",
                f"The complete code of {name}:",
            ),
        )
    span = f"lines {quote.start}-{quote.end}"
    if quote.start <= symbol.start:
        return voice.pick(
            "leadhead", (f"It begins like this, in {span}:", f"The first part, {span}:", f"The start of {name}:")
        )
    return voice.pick(
        "leadcore",
        (
            f"The heart of it, {span}:",
            f"What decides is in {span}:",
            f"Out of its {symbol.lines} lines, these matter most:",
        ),
    )
