"""English for one stop: its introduction, the walk through its lines, and what follows from them."""

from __future__ import annotations

from tasks.offline.prose_en_code import action_words, condition_words
from tasks.offline.prose_en_docs import clause, sentences
from tasks.offline.prose_voice import Voice, code, join, number, upper_first
from tasks.offline.report_facts import SymbolFacts
from tasks.offline.write_conditions import Test
from tasks.offline.write_plan import ChapterPlan, Stop, Tie
from tasks.offline.write_signature import Head, head_of
from tasks.offline.write_steps import Act, Step, choose_steps


def before(stop: Stop, plan: ChapterPlan, voice: Voice, detail: int) -> list[str]:
    """Transition, purpose, signature, and the words that lead to the quote."""
    symbol = stop.symbol
    if not symbol.name:
        return [f"Lines {stop.quote.start}-{stop.quote.end} of {code(stop.quote.path)} stand outside any definition:"]
    said = [_transition(stop, voice), *purpose(symbol, voice)]
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
    told = clause(symbol.doc)
    if told is None:
        return [_bare(symbol, voice)]
    if told.kind == "verb":
        return [
            voice.pick(
                "purposeverb",
                (
                    f"{name} {told.text}.",
                    f"What {name} does: it {told.text}.",
                    f"The docstring of {name} is brief: it {told.text}.",
                    f"{name}, in short, {told.text}.",
                ),
            )
        ]
    if told.kind == "noun":
        return [voice.pick("purposenoun", (f"{name} is {told.text}.", f"By its docstring, {name} is {told.text}."))]
    return [
        voice.pick(
            "purposequote",
            (
                f"The docstring of {name} says: “{told.text}.”",
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
            (f"{name} builds on {bases} and carries no docstring.", f"{name}, {size} long, inherits from {bases}."),
        )
    if symbol.called_by:
        callers = join([code(site.name) for site in symbol.called_by[:3]], "and")
        return voice.pick(
            "barecalled",
            (
                f"{name} has no docstring, but its callers explain it: {callers}.",
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
            f"{name} is a {kind} of {size} without a docstring.",
            f"No docstring explains {name}; its {size} have to.",
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
                f"The docstring adds: “{text}.”",
                f"One more sentence from there matters: “{text}.”",
                f"“{text},” the docstring goes on.",
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
            (f"{name} in full:", "Here it is, whole:", f"All {symbol.lines} lines of it:", f"The complete code of {name}:"),
        )
    span = f"lines {quote.start}-{quote.end}"
    if quote.start <= symbol.start:
        return voice.pick("leadhead", (f"It begins like this, in {span}:", f"The first part, {span}:", f"The start of {name}:"))
    return voice.pick(
        "leadcore",
        (f"The heart of it, {span}:", f"What decides is in {span}:", f"Out of its {symbol.lines} lines, these matter most:"),
    )


def walk(stop: Stop, voice: Voice, most: int) -> list[str]:
    """The quoted lines in words, in their order."""
    steps = choose_steps(stop.steps, most)
    said: list[str] = []
    at = 0
    previous: Step | None = None
    while at < len(steps):
        step = steps[at]
        group = [step]
        while at + len(group) < len(steps) and _joins(group[-1], steps[at + len(group)]) and len(group) < 3:
            group.append(steps[at + len(group)])
        last = at + len(group) == len(steps)
        said.append(_sentence(stop, group, previous, voice, first=not said, last=last))
        previous = group[-1]
        at += len(group)
    return said


def _joins(before: Step, step: Step) -> bool:
    """Whether two steps fit one sentence: the same arm, or two plain statements in a row."""
    if step.within != before.within or step.depth != before.depth:
        return False
    if step.same:
        return before.condition == step.condition
    plain = (Act.ASSIGN, Act.CALL, Act.GROW, Act.STORE, Act.RETURN, Act.REMOVE)
    both = before.act in plain and step.act in plain and before.condition is None and step.condition is None
    return both and not step.otherwise


def _sentence(
    stop: Stop, group: list[Step], previous: Step | None, voice: Voice, *, first: bool, last: bool
) -> str:
    step = group[0]
    deed = join([action_words(one, voice) for one in group], "and")
    subject = _subject(stop, step, previous, voice, first=first)
    if step.act is Act.REPEAT and step.condition is not None:
        return upper_first(f"{subject} {deed} as long as {condition_words(step.condition)}.")
    if step.within and not first and step.condition is None and (previous is None or previous.within != step.within):
        return f"{upper_first(subject)} {deed}."
    if step.act is Act.METHODS and not first:
        return f"It {deed}."
    if step.condition is not None:
        return _conditional(step, previous, subject, deed, voice)
    new_loop = previous is not None and previous.act in (Act.LOOP, Act.REPEAT, Act.ENDLESS) and step.depth > previous.depth
    if new_loop:
        return voice.pick("inside", (f"Inside the loop, {subject} {deed}.", f"On each pass {subject} {deed}."))
    if step.act in (Act.FIELDS, Act.METHODS):
        return f"{upper_first(subject)} {deed}."
    if step.act in (Act.LOOP, Act.CATCH, Act.LADDER, Act.HOLD) or first:
        return voice.pick(
            "plainfirst", (f"{upper_first(subject)} {deed}.", f"In line {step.start}, {subject} {deed}.")
        )
    if last:
        return voice.pick("last", (f"Finally {subject} {deed}.", f"At the end {subject} {deed}.", f"Line {group[-1].start} closes it: {subject} {deed}."))
    return voice.pick(
        "then", (f"Then {subject} {deed}.", f"Next, {subject} {deed}.", f"{upper_first(subject)} {deed}.", f"After that {subject} {deed}.")
    )


def _subject(stop: Stop, step: Step, previous: Step | None, voice: Voice, *, first: bool) -> str:
    if step.act in (Act.FIELDS, Act.METHODS):
        return "the class" if not first else code(stop.symbol.short)
    if step.within and (previous is None or previous.within != step.within):
        return code(step.within)
    if first:
        return code(stop.symbol.short) if stop.symbol.name else "the code"
    return "it"


def _conditional(step: Step, previous: Step | None, subject: str, deed: str, voice: Voice) -> str:
    assert step.condition is not None
    test = condition_words(step.condition)
    chained = step.otherwise and previous is not None and previous.condition is not None
    if chained and previous is not None and previous.end <= step.start and step.start - previous.end <= 3:
        if previous.act is Act.LADDER:
            return f"If none of them fits, {subject} {deed}."
        opposite = step.condition.left == previous.condition.left if previous.condition else False
        if opposite or "none of these" in test:
            return voice.pick("otherwise", (f"Otherwise {subject} {deed}.", f"If not, {subject} {deed}."))
        return f"Otherwise, when {test}, {subject} {deed}."
    if step.condition.test in (Test.LONG, Test.NOT_LONG):
        return f"If {test}, {subject} {deed}."
    if "none of these" in test:
        return f"If none of the cases fits, {subject} {deed}."
    return voice.pick(
        "condition",
        (
            f"When {test}, {subject} {deed}.",
            f"If {test}, {subject} {deed}.",
            f"{upper_first(subject)} {deed} when {test}.",
            f"Line {step.condition.line} tests whether {test}; if so, {subject} {deed}.",
            f"Once {test}, {subject} {deed}.",
        ),
    )


def after(stop: Stop, voice: Voice, detail: int) -> list[str]:
    """Reasons from comments and structure, then who depends on it."""
    said: list[str] = []
    for remark in stop.remarks[: 1 if detail < 2 else 2]:
        text = remark.text.rstrip(".")
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
        said.append(voice.pick("outside", (f"For the rest it leans on {helpers}.", f"From outside it uses {helpers}.")))
    return [sentence for sentence in said if sentence]


def callers(symbol: SymbolFacts, voice: Voice) -> str:
    """Who calls a definition, named in full."""
    places = join([f"{code(site.name)} (line {site.line})" for site in symbol.called_by[:4]], "and")
    name = code(symbol.name)
    return voice.pick("callersof", (f"A change to {name} is felt in {places}.", f"{name} is called by {places}.", f"Before touching {name}, look at {places}."))


def _callers(symbol: SymbolFacts, voice: Voice) -> str:
    places = join([f"{code(site.name)} (line {site.line})" for site in symbol.called_by[:3]], "and")
    return voice.pick("callers", (f"It is called by {places}.", f"Its callers are {places}.", f"{places} rely on it."))


def _tour(stop: Stop, voice: Voice, most: int) -> list[str]:
    """What the other documented methods of a class are for."""
    told = [
        f"{code(one.short)} {found.text}"
        for one in stop.siblings[:most]
        if (found := clause(one.doc, limit=90)) is not None and found.kind == "verb"
    ]
    if len(told) < 2:
        return []
    rows = "; ".join(told[:-1]) + f"; and {told[-1]}"
    name = code(stop.symbol.name)
    return [voice.pick("tour", (f"The rest of {name} in brief: {rows}.", f"{name} offers more: {rows}.", f"Beside these lines, {name} has its tools: {rows}."))]


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
