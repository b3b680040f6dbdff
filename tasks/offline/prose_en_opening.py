"""English for the opening: one concrete scene, what stands behind it, and the question that the chapter answers."""

from __future__ import annotations

import re

from tasks.offline.prose_en_counts import how_many
from tasks.offline.prose_en_docs import clause_of, sentences
from tasks.offline.prose_en_scenes import call_scene, comment_scene, message_scene, plain_scene
from tasks.offline.prose_en_verbs import base_verb
from tasks.offline.prose_voice import Voice, code, join, upper_first
from tasks.offline.report_facts import SymbolFacts
from tasks.offline.report_rank import name_words
from tasks.offline.write_concepts import is_circular
from tasks.offline.write_opening import Opening, other_exceptions, route, scene_of
from tasks.offline.write_plan import ChapterPlan


def hook(plan: ChapterPlan, voice: Voice) -> Opening:
    """A scene, sentences to fill up with, and the question."""
    scene = scene_of(plan)
    if scene.fact is not None and scene.symbol is not None:
        start = message_scene(scene.symbol, scene.fact, voice)
    elif scene.remark is not None:
        start = comment_scene(scene.remark.text, scene.remark.symbol, scene.remark.line, voice)
    elif scene.chain:
        start = call_scene(scene.chain, voice)
    else:
        start = plain_scene(plan, scene.symbol, voice)
    return Opening(tuple(start), tuple(_background(plan, scene.symbol, voice)), _question(plan, voice))


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
                        f"When nothing goes wrong, {code(one.name)} {told.text}.",
                        f"Seen from outside, {code(one.name)} {told.text}.",
                        f"In one sentence: {code(one.name)} {told.text}.",
                    ),
                )
            )
        elif told.kind == "noun" and is_circular(" ".join(name_words(one.short)), told.text):
            continue
        elif told.kind == "noun":
            said.append(
                voice.pick(
                    "hooknoun",
                    (
                        f"Much of it turns on {code(one.name)}, {told.text}.",
                        f"{code(one.name)}, {told.text}, is never far away.",
                        f"The one to know here is {code(one.name)}, {told.text}.",
                    ),
                )
            )
        else:
            said.append(f"Of {code(one.name)} the source says “{told.text}.”")
    if plan.previous_title and plan.number > 1:
        said.insert(1, _look_back(plan, voice))
    if shown is not None and shown.called_by:
        said.append(_callers(shown, voice))
    for symbol in (main, shown):
        for more in sentences(symbol.doc)[1:4] if symbol is not None else ():
            if 25 < len(more) < 190 and not more.endswith(("?", "!")):
                said.append(
                    voice.pick(
                        "hookmore",
                        (
                            f"Of {code(symbol.name)} the authors say: “{more.rstrip('.')}.”",
                            f"The documentation of {code(symbol.name)} adds: “{more.rstrip('.')}.”",
                        ),
                    )
                    if symbol is not None
                    else ""
                )
                break
    way = [code(name) for name in route(plan)]
    if way:
        through = f", by way of {join(way[1:-1], 'and')}," if len(way) > 2 else ""
        said.append(
            voice.pick(
                "hookroute",
                (
                    f"The path leads from {way[0]}{through} to {way[-1]}.",
                    f"We start at {way[0]} and go on{through} to {way[-1]}.",
                ),
            )
        )
    busiest = max(plan.facts.symbols, key=lambda one: len(one.called_by), default=None)
    if busiest is not None and len(busiest.called_by) >= 3 and busiest is not shown:
        said.append(
            f"Not far away is {code(busiest.name)}, which {how_many(busiest.called_by)} other definitions call."
        )
    raised = other_exceptions(plan)
    if raised:
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
    return list(dict.fromkeys([*said, *_last_resort(plan)]))


def _last_resort(plan: ChapterPlan) -> list[str]:
    """What can be said of any chapter, for a source that explains itself nowhere: its promise, its files, its names."""
    promise = plan.background.outline.promise.rstrip(".")
    said = [f"What the reader takes along: {promise[:1].lower()}{promise[1:]}."] if promise else []
    paths = list(dict.fromkeys(stop.quote.path for stop in plan.stops))
    if paths:
        named = join([code(path) for path in paths[:4]], "and")
        said.append(f"The lines to come are those of {named}, quoted as they stand there.")
    names = list(dict.fromkeys(stop.symbol.name for stop in plan.stops if stop.symbol.name))
    if len(names) > 1:
        said.append(f"They belong to {join([code(name) for name in names[:6]], 'and')}, in this order or close to it.")
    untold = [one.name for one in plan.facts.symbols if one.name not in names][:6]
    if len(untold) > 1:
        said.append(f"Around them stand {join([code(name) for name in untold], 'and')}, which are named where needed.")
    return said


def _look_back(plan: ChapterPlan, voice: Voice) -> str:
    """The chapter before, by the term of it that is needed here where there is one."""
    link = f"[{plan.previous_title}](ch{plan.previous_number:02d}.md)"
    term = next((t.term for stop in plan.stops for t in stop.recalls if t.chapter == plan.previous_number), "")
    if term:
        ways = (f"The {term} of {link} will be needed again.", f"From {link} we bring along the {term}.")
        return voice.pick("hookterm", ways)
    return voice.pick(
        "hookback",
        (f"We come here from {link}.", f"The chapter before this was {link}.", f"After {link}, this is the next stop."),
    )


def _callers(symbol: SymbolFacts, voice: Voice) -> str:
    callers = join([code(site.name) for site in symbol.called_by[:2]], "and")
    if len(symbol.called_by) > 2:
        count = upper_first(how_many(symbol.called_by))
        return f"{count} definitions call {code(symbol.name)}, {callers} among them."
    return voice.pick(
        "hookcallers",
        (
            f"In these files {code(symbol.name)} is called by {callers}.",
            f"Of all that these files show, only {callers} {'call' if ' and ' in callers else 'calls'} it.",
        ),
    )


def _question(plan: ChapterPlan, voice: Voice) -> str:
    """What the chapter answers: how its main definition does what its docstring promises."""
    main = plan.main
    if main is None or not main.name:
        return f"What do the lines under the heading “{plan.title}” do, one by one?"
    name = code(main.name)
    told = clause_of(main, limit=120)
    if told is not None and told.kind == "verb" and not main.is_type:
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
            f"What does {name} keep, and who may change it?",
            f"What goes into {name}, and what comes out of it?",
            f"How is {name} put together, and which of its parts does what?",
        )
        if main.is_type
        else (
            f"When does {name} do its work, and for whom?",
            f"What goes into {name}, and what comes out of it?",
        ),
    )
