"""English that introduces a stop: how it hangs together with the one before, what it is for, what to look for."""

from __future__ import annotations

from tasks.offline.prose_en_contract import more_of_the_docs, recalled, taken_and_given, what_callers_should_know
from tasks.offline.prose_en_counts import how_many
from tasks.offline.prose_en_docs import clause_of, leading_comment, named_in_words
from tasks.offline.prose_en_leads import lead
from tasks.offline.prose_voice import Voice, code, join, upper_first
from tasks.offline.report_facts import SymbolFacts
from tasks.offline.write_life import Stage, is_constructor, stage_of
from tasks.offline.write_plan import ChapterPlan
from tasks.offline.write_stops import Stop, Tie


def before(stop: Stop, plan: ChapterPlan, voice: Voice, detail: int) -> list[str]:
    """Transition and purpose, then what matters of the contract, then the words that lead to the quote."""
    symbol = stop.symbol
    if not symbol.name:
        return [_loose(stop, voice)]
    said: list[str] = []
    if voice.once(f"purpose:{symbol.name}"):
        said += _introduced(stop, voice)
    else:
        said.append(_linked(stop, voice))
    said = [sentence for sentence in said if sentence]
    if detail >= 1:
        said += more_of_the_docs(symbol, voice, 2 if detail >= 2 else 1, named=bool(said))
        said += what_callers_should_know(symbol, voice)
    said += recalled(stop, voice)
    said.append(lead(stop, voice))
    return [sentence for sentence in said if sentence]


def _loose(stop: Stop, voice: Voice) -> str:
    path = code(stop.quote.path)
    note = leading_comment(stop.quote.text)
    if note:
        return voice.pick(
            "loosenote",
            (
                f"“{note}.” Under this remark {path} goes on:",
                f"In {path}, line {stop.quote.start}, one reads “{note}.” What follows is the code for it:",
                f"{path} announces the next block itself: “{note}.” Here it stands:",
            ),
        )
    return voice.pick(
        "loose",
        (
            f"{path} has more on this, from line {stop.quote.start} on:",
            f"Lines {stop.quote.start}-{stop.quote.end} of {path} belong here as well:",
            f"Line {stop.quote.start} of {path} begins a block worth a look:",
        ),
    )


def _introduced(stop: Stop, voice: Voice) -> list[str]:
    """One sentence that says where the definition comes in and what it does."""
    symbol, name, to = stop.symbol, code(stop.symbol.name), code(stop.tied_to)
    told = clause_of(symbol)
    tie = stop.tie
    if tie is Tie.FILE and not voice.once(f"at:{stop.quote.path}"):
        tie = Tie.NONE
    if told is None and stop.overrides:
        return [_overriding(stop, voice)]
    deed = told.text if told is not None and told.kind == "verb" else ""
    if not deed and told is None and tie is Tie.SUBCLASS and (linked := _linked(stop, voice)):
        return [linked]
    if not deed and (told is None or told.kind == "quote"):
        return [_linked(stop, voice), *purpose(symbol, voice)]
    if not deed:
        return [_linked(stop, voice), *purpose(symbol, voice)] if tie is Tie.FILE else purpose(symbol, voice)
    return [
        voice.pick(
            f"intro{tie.value}",
            {
                Tie.CALLED: (
                    f"In line {stop.tied_line}, {to} turns to {name}, which {deed}.",
                    f"{name}, which {to} calls in line {stop.tied_line}, {deed}.",
                    f"One of the calls in {to} goes to {name}. It {deed}.",
                    f"Behind {to} works {name}: it {deed}.",
                    f"From {to} the call goes on to {name}, which {deed}.",
                ),
                Tie.CALLS: (
                    f"Who needs this? {name}, for one, which {deed}.",
                    f"{name} builds on {to}: it {deed}.",
                    f"A caller of {to} is {name}, which {deed}.",
                    f"{name} puts {to} to use. It {deed}.",
                ),
                Tie.METHOD: (
                    f"Of the methods, {code(symbol.short)} {deed}.",
                    f"The class comes to life in {code(symbol.short)}, which {deed}.",
                    f"In {to} it is {code(symbol.short)} that {deed}.",
                ),
                Tie.SIBLING: _in_its_life(stop, deed),
                Tie.SUBCLASS: (f"{name} extends {to} and {deed}.", f"A special kind of {to} is {name}: it {deed}."),
                Tie.FILE: (
                    f"In {code(stop.quote.path)}, {name} {deed}.",
                    f"{name}, in {code(stop.quote.path)}, {deed}.",
                ),
                Tie.NONE: (
                    f"{name} {deed}.",
                    f"Then there is {name}, which {deed}.",
                    f"{name}, from line {symbol.start} on, {deed}.",
                    f"There is also {name}, which {deed}.",
                    f"What {name} does is this: it {deed}.",
                ),
            }[tie],
        )
    ]


def _overriding(stop: Stop, voice: Voice) -> str:
    owner, short, base = code(stop.symbol.owner), code(stop.symbol.short), code(stop.overrides)
    return voice.pick(
        "overrides",
        (
            f"{owner} brings its own {short}, in place of the one in {base}.",
            f"Where {base} has a general {short}, {owner} has this one.",
            f"One thing that sets {owner} apart from {base} is its {short}.",
        ),
    )


def _in_its_life(stop: Stop, deed: str) -> tuple[str, ...]:
    """A method after another one of its class: the transition says at which point of the object's life it comes."""
    short, owner = code(stop.symbol.short), code(stop.symbol.owner)
    if stage_of(stop.symbol) is Stage.CLOSE:
        return (f"At the end of its life, {short} {deed}.", f"When the {owner} has served, {short} {deed}.")
    if stage_of(stop.symbol) is Stage.FEED:
        return (f"To put something in there is {short}, which {deed}.", f"{owner} is filled by {short}: it {deed}.")
    if stage_of(stop.symbol) is Stage.ASK:
        return (f"Whoever asks the {owner} for something uses {short}: it {deed}.", f"To find out, {short} {deed}.")
    return (
        f"{code(stop.symbol.name)} {deed}.",
        f"Beside it, {short} {deed}.",
        f"The same {owner} has {short}, which {deed}.",
        f"Next in {owner}, {short} {deed}.",
    )


def _linked(stop: Stop, voice: Voice) -> str:
    """A transition for a definition whose purpose is told elsewhere."""
    name, to, line = code(stop.symbol.name), code(stop.tied_to), stop.tied_line
    options: dict[Tie, tuple[str, ...]] = {
        Tie.CALLED: (
            f"That brings us to {name}, which {to} calls.",
            f"Line {line} of {to} leads to {name}.",
            f"The call in line {line} of {to} goes to {name}.",
        ),
        Tie.CALLS: (
            f"{name} puts {to} to use, in line {line}.",
            f"One user of {to} is {name}.",
            f"Line {line} calls {to} from within {name}.",
        ),
        Tie.METHOD: (
            f"Inside {to}, look at {code(stop.symbol.short)}.",
            f"{to} does its work in {code(stop.symbol.short)}.",
        )
        if not is_constructor(stop.symbol)
        else (f"A new {to} begins in its constructor.", f"First the constructor of {to}."),
        Tie.SIBLING: (
            f"{code(stop.symbol.short)} belongs to the same class.",
            f"From line {stop.symbol.start} on, {code(stop.symbol.owner)} has {code(stop.symbol.short)}.",
            f"Still in {code(stop.symbol.owner)}, line {stop.symbol.start} begins {code(stop.symbol.short)}.",
            f"{code(stop.symbol.owner)} goes on with {code(stop.symbol.short)}.",
        ),
        Tie.SUBCLASS: (f"From {to} the code derives {name}.", f"A special case of {to} is {name}."),
        Tie.FILE: (
            f"The next lines are from {code(stop.quote.path)}.",
            f"Turn to {code(stop.quote.path)}.",
            f"{code(stop.quote.path)} has its share in this.",
        ),
    }
    chosen = options.get(stop.tie)
    return voice.sparing(f"tie{stop.tie.value}", chosen) if chosen else ""


def purpose(symbol: SymbolFacts, voice: Voice) -> list[str]:
    """What a definition is for: its docstring as a clause, else its name, its callers or its bases."""
    name = code(symbol.name)
    told = clause_of(symbol)
    if told is None:
        return [sentence for sentence in [_bare(symbol, voice)] if sentence]
    if told.kind == "verb":
        return [f"{name} {told.text}."]
    if told.kind == "noun":
        return [f"{name} is {told.text}."]
    return [
        voice.pick(
            "purposequote",
            (
                f"On {name} the authors say: “{told.text}.”",
                f"“{told.text},” so {name} is described.",
                f"Of {name} one reads: “{told.text}.”",
                f"The source says of {name}: “{told.text}.”",
                f"Here is how {name} is described: “{told.text}.”",
                f"{name} in a sentence: “{told.text}.”",
            ),
        )
    ]


def _bare(symbol: SymbolFacts, voice: Voice) -> str:
    """A definition without a docstring: its bases, what it takes and gives by its signature, or who calls it."""
    name = code(symbol.name)
    if symbol.is_type and symbol.bases:
        bases = join([code(base) for base in symbol.bases], "and")
        return voice.pick("bareclass", (f"{name} builds on {bases}.", f"{name} is a kind of {bases}."))
    contract = taken_and_given(symbol)
    if contract:
        return f"{name} {contract}."
    if len(symbol.called_by) >= 3 and voice.once(f"callers:{symbol.name}"):
        who = join([code(site.name) for site in symbol.called_by[:2]], "and")
        count = upper_first(how_many(symbol.called_by))
        return voice.pick(
            "barecalled", (f"{count} definitions call {name}, {who} among them.", f"{count} callers share {name}.")
        )
    deed = named_in_words(symbol)
    return f"{name} {deed}." if len(deed.split()) >= 3 and not symbol.is_type else ""
