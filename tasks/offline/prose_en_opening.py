"""English for the opening: one concrete scene, what stands behind it, and the question that the chapter answers."""

from __future__ import annotations

import re

from tasks.offline.prose_en_docs import clause_of, plain_comment, sentences
from tasks.offline.prose_en_verbs import base_verb
from tasks.offline.prose_voice import Voice, code, join, number
from tasks.offline.report_facts import RaiseFact, SymbolFacts
from tasks.offline.write_opening import Opening, scene_of
from tasks.offline.write_plan import ChapterPlan


def hook(plan: ChapterPlan, voice: Voice) -> Opening:
    """A scene, sentences to fill up with, and the question."""
    scene = scene_of(plan)
    if scene.fact is not None and scene.symbol is not None:
        start = _message_scene(scene.symbol, scene.fact, voice)
    elif scene.remark is not None:
        start = _comment_scene(scene.remark.text, scene.remark.symbol, scene.remark.line, voice)
    elif scene.chain:
        start = _call_scene(scene.chain, voice)
    else:
        start = _plain_scene(plan, scene.symbol, voice)
    return Opening(tuple(start), tuple(_background(plan, scene.symbol, voice)), _question(plan, voice))


def _message_scene(symbol: SymbolFacts, fact: RaiseFact, voice: Voice) -> list[str]:
    text = fact.message.rstrip(" .:")
    error = code(fact.exception)
    guard = fact.condition if not fact.condition.startswith("except") else ""
    return [
        voice.pick(
            "hookmessage",
            (
                f"A run stops, and the last line on the screen reads “{text}.”",
                f"“{text}.” With these words a program gives up.",
                f"Somebody looks at a traceback that ends in {error}: “{text}.”",
                f"Imagine the log says {error}, “{text}”, and nothing else.",
            ),
        ),
        _source_of(symbol, fact.line, guard, voice),
    ]


def _source_of(symbol: SymbolFacts, line: int, guard: str, voice: Voice) -> str:
    name, place = code(symbol.name), f"line {line} of {code(symbol.path)}"
    if not guard:
        return voice.pick(
            "hooksource",
            (
                f"The words come from {name}, {place}.",
                f"It was {name} that said so, in {place}.",
                f"Search for them, and you land in {name}, {place}.",
            ),
        )
    test = code(guard)
    return voice.pick(
        "hookguard",
        (
            f"The trail leads to {name}, {place}, and to a single test: {test}.",
            f"In {place}, {name} has asked {test}, and the answer was yes.",
            f"It was {name} that refused, in {place}, because {test} was true.",
            f"Behind it is {place}: {name} checks {test} before it goes on.",
        ),
    )


def _comment_scene(text: str, symbol: str, line: int, voice: Voice) -> list[str]:
    words = plain_comment(text)
    return [
        voice.pick(
            "hookcomment",
            (
                f"“{words}.” Somebody left this note in {code(symbol)}, line {line}, for whoever comes next.",
                f"In the middle of {code(symbol)}, in line {line}, stands a warning: “{words}.”",
                f"Whoever edits {code(symbol)} meets a note in line {line}: “{words}.”",
            ),
        )
    ]


def _call_scene(chain: tuple[str, ...], voice: Voice) -> list[str]:
    first, last = code(chain[0]), code(chain[-1])
    way = ", then to ".join(code(name) for name in chain[1:4])
    return [
        voice.pick(
            "hookchain",
            (
                f"Somebody calls {first}. The call goes on to {way}, and only then does the answer come back.",
                f"One call of {first} sets others in motion: it leads to {way}.",
                f"Between {first} and {last} lies a short road; it leads to {way}.",
            ),
        )
    ]


def _plain_scene(plan: ChapterPlan, symbol: SymbolFacts | None, voice: Voice) -> list[str]:
    if symbol is None:
        return [f"{plan.title}: the report for it holds no code that could be quoted."]
    name = code(symbol.name) if symbol.name else f"the block at line {symbol.start}"
    return [
        voice.pick(
            "hookplain",
            (
                f"Open {code(symbol.path)} at line {symbol.start}, and you stand before {name}.",
                f"Take {name} out of {code(symbol.path)}, and see what falls.",
                f"A reader who opens {code(symbol.path)} soon comes to {name}.",
            ),
        )
    ]


def _background(plan: ChapterPlan, shown: SymbolFacts | None, voice: Voice) -> list[str]:
    """Sentences between the scene and the question, the most telling first; none counts lines or files."""
    said: list[str] = []
    main = plan.main
    for one in dict.fromkeys((shown, main)):
        told = clause_of(one) if one is not None and one.name else None
        if one is None or told is None:
            continue
        if told.kind == "verb":
            said.append(
                voice.pick(
                    "hookverb",
                    (
                        f"The job of {code(one.name)} is told quickly: it {told.text}.",
                        f"On a good day {code(one.name)} {told.text}.",
                        f"Seen from outside, {code(one.name)} {told.text}.",
                    ),
                )
            )
        elif told.kind == "noun":
            said.append(
                voice.pick(
                    "hooknoun",
                    (
                        f"At the centre stands {code(one.name)}, {told.text}.",
                        f"The one to know here is {code(one.name)}, {told.text}.",
                    ),
                )
            )
        else:
            said.append(f"Of {code(one.name)} the source says “{told.text}.”")
    if plan.previous_title and plan.number > 1:
        link = f"[{plan.previous_title}](ch{plan.previous_number:02d}.md)"
        said.insert(
            1,
            voice.pick(
                "hookback",
                (
                    f"The ground was laid in {link}.",
                    f"With {link} behind us, the way is open.",
                    f"{link} ended where this begins.",
                    f"What we need to understand it, we have from {link}.",
                ),
            ),
        )
    if shown is not None and shown.called_by:
        said.append(_callers(shown, voice))
    for symbol in (main, shown):
        for more in sentences(symbol.doc)[1:4] if symbol is not None else ():
            if 25 < len(more) < 190 and not more.endswith(("?", "!")):
                said.append(
                    f"The authors put it like this: “{more.rstrip('.')}.”"
                    if symbol is main
                    else f"Its documentation is plain about it: “{more.rstrip('.')}.”"
                )
                break
    busiest = max(plan.facts.symbols, key=lambda one: len(one.called_by), default=None)
    if busiest is not None and len(busiest.called_by) >= 3 and busiest is not shown:
        said.append(
            f"Not far away is {code(busiest.name)}, which {number(len(busiest.called_by))} other definitions call."
        )
    raised = sorted({fact.exception for symbol in plan.facts.symbols for fact in symbol.raises})
    if len(raised) >= 2:
        said.append(f"The same code can also end in {join([code(name) for name in raised[:3]], 'or')}.")
    for stop in plan.stops:
        told = clause_of(stop.symbol) if stop.symbol.name and stop.symbol not in (shown, main) else None
        if told is not None and told.kind == "verb":
            said.append(
                voice.pick(
                    "hooknear",
                    (
                        f"Close by, {code(stop.symbol.name)} {told.text}.",
                        f"Next to it, {code(stop.symbol.name)} {told.text}.",
                        f"{code(stop.symbol.name)} is never far: it {told.text}.",
                    ),
                )
            )
    for stop in plan.stops:
        if stop.symbol.called_by and stop.symbol not in (shown, main):
            said.append(f"{code(stop.symbol.called_by[0].name)} has need of {code(stop.symbol.name)} as well.")
    return list(dict.fromkeys(said))


def _callers(symbol: SymbolFacts, voice: Voice) -> str:
    callers = join([code(site.name) for site in symbol.called_by[:2]], "and")
    if len(symbol.called_by) > 2:
        count = number(len(symbol.called_by)).capitalize()
        return f"{count} definitions call {code(symbol.name)}, {callers} among them."
    return voice.pick(
        "hookcallers",
        (
            f"The call came from {callers}, as far as these files tell.",
            f"As far as one can see in these files, {callers} asked for it.",
        ),
    )


def _question(plan: ChapterPlan, voice: Voice) -> str:
    """What the chapter answers: how its main definition does what its docstring promises."""
    main = plan.main
    if main is None or not main.name:
        return f"What do the lines under the heading “{plan.title}” do, one by one?"
    name = code(main.name)
    told = clause_of(main, limit=120)
    if told is not None and told.kind == "verb":
        deed = re.split(r", | and | which | that ", base_verb(told.text))[0]
        if len(deed.split()) >= 2:
            return voice.pick(
                "hookhow", (f"How does {name} {deed}?", f"So how does {name} {deed}, and what can go wrong on the way?")
            )
    callees = join([code(site.name) for site in main.calls[:2]], "and")
    if callees:
        return voice.pick(
            "hookwho",
            (
                f"What does {name} do itself, and what does it leave to {callees}?",
                f"Where does {name} end, and where do {callees} begin?"
                if " and " in callees
                else f"Where does {name} end, and where does {callees} begin?",
            ),
        )
    return voice.pick(
        "hookwhat",
        (
            f"What does {name} promise, and what does it refuse?",
            f"What does {name} keep, and who may change it?"
            if main.kind == "class"
            else f"When does {name} do its work, and for whom?",
        ),
    )
