"""English for the opening: a concrete start, and facts that fill up its length."""

from __future__ import annotations

from tasks.offline.prose_en_docs import clause, clause_of, plain_comment
from tasks.offline.prose_voice import Voice, code, join, number, upper_first
from tasks.offline.write_plan import ChapterPlan


def hook(plan: ChapterPlan, voice: Voice) -> tuple[list[str], list[str]]:
    """A concrete start: a message that users meet, a telling comment, or a chain of calls; then the field."""
    opening = _message_hook(plan, voice) or _comment_hook(plan, voice) or _size_hook(plan, voice)
    return opening, _fillers(plan, voice)


def _message_hook(plan: ChapterPlan, voice: Voice) -> list[str]:
    told = [(symbol, fact) for symbol, fact in plan.failures if len(fact.message.split()) >= 3]
    if not told:
        return []
    symbol, fact = told[plan.number % len(told)]
    guard = (
        f" behind the test {code(fact.condition)}"
        if fact.condition and not fact.condition.startswith("except")
        else ""
    )
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
    text = plain_comment(remark.text)
    return [
        voice.pick(
            "hookcomment",
            (
                f"“{text}.” This comment stands in line {remark.line} of {code(remark.path)}, inside "
                f"{code(remark.symbol)}, and it gives a decision away.",
                f"Line {remark.line} of {code(remark.path)} holds a word to whoever edits {code(remark.symbol)}: "
                f"“{text}.”",
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
                f"Without the {symbol.lines} lines of {name}, the rest of {code(symbol.path)} has little to stand on.",
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
                (
                    f"The ground was laid in {link}.",
                    f"It is the next step after {link}.",
                    f"{link} ended where this begins.",
                    f"With {link} behind us, the way is open.",
                ),
            )
        )
    if main is not None and main.name:
        told = clause_of(main)
        if told and told.kind == "verb":
            said.append(f"At the centre stands {code(main.name)}, which {told.text}.")
        elif told and told.kind == "noun":
            said.append(f"At the centre stands {code(main.name)}, {told.text}.")
        else:
            said.append(f"At the centre stands {code(main.name)}, {main.lines} lines from line {main.start} on.")
    files = plan.facts.files
    sizes = [f"{code(file.path)} ({file.lines} lines)" for file in files[:3]]
    paths = join(sizes, "and") if len(files) <= 3 else ", ".join(sizes)
    if len(files) == 1:
        said.append(
            voice.pick(
                "fillfile",
                (
                    f"All of it lives in {paths}.",
                    f"The whole story fits into {paths}.",
                    f"One file tells it: {paths}.",
                ),
            )
        )
    elif files:
        more = f" and {len(files) - 3} more" if len(files) > 3 else ""
        said.append(
            voice.pick("fillfiles", (f"The code is spread over {paths}{more}.", f"It is told by {paths}{more}."))
        )
    others = [stop.symbol.name for stop in plan.stops if stop.symbol.name and stop.symbol is not main]
    if len(others) >= 3:
        names = join([code(name) for name in others[:4]], "and")
        said.append(
            voice.pick(
                "fillothers",
                (
                    f"Around it work {names}.",
                    f"Watch {names} as well.",
                    f"{names} come in on the way.",
                    f"Other names to know are {names}.",
                ),
            )
        )
    busiest = max(plan.facts.symbols, key=lambda one: len(one.called_by), default=None)
    if busiest is not None and len(busiest.called_by) >= 3:
        said.append(
            f"The busiest of all is {code(busiest.name)}: {number(len(busiest.called_by))} definitions here call it."
        )
    raised = sorted({fact.exception for symbol in plan.facts.symbols for fact in symbol.raises})
    if len(raised) >= 2:
        said.append(
            f"And {number(len(raised))} kinds of exception mark the borders, "
            f"{join([code(name) for name in raised[:3]], 'and')} among them."
        )
    classes = [one for one in plan.facts.symbols if one.kind == "class"]
    if len(classes) >= 2:
        said.append(
            f"Of the {number(len(classes))} classes, {code(max(classes, key=lambda c: c.lines).name)} is the largest."
        )
    for file in files[:2]:
        told = clause(file.doc)
        if told is not None:
            said.append(f"{code(file.path)} introduces itself with the words “{told.text}.”")
    return said
