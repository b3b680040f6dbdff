"""English for failures and for the reference table."""

from __future__ import annotations

from tasks.offline.prose_en_code import error_words
from tasks.offline.prose_voice import Voice, code, join
from tasks.offline.report_facts import RaiseFact, SymbolFacts
from tasks.offline.write_keywords import throws
from tasks.offline.write_plan import ChapterPlan
from tasks.source.languages import language_of

_GIVING_UP = ("fatalError", "preconditionFailure")
"""What ends a program in Swift, and is no error that anybody could catch."""


def failures(plan: ChapterPlan, voice: Voice) -> tuple[str, list[str], list[str]]:
    """What goes wrong, where, and under which test."""
    kinds = list(dict.fromkeys(error_words(fact) for _, fact in plan.failures))
    first = kinds[0]
    title = voice.pick(
        "failtitle",
        (f"When {first} comes up", f"How it fails: {first}", f"The way to {first}", f"What {first} tells you"),
    )
    if len(kinds) > 1:
        title = voice.pick(
            "failtitles",
            (f"What can go wrong: {first} and {kinds[1]}", f"Failure paths: from {first} to {kinds[-1]}"),
        )
    callers = [code(symbol.name) for symbol, _ in plan.failures]
    first_line = plan.failures[0][1].line
    fact = plan.failures[0][1]
    trace = "an error" if fact.is_returned else "a panic" if fact.is_panic else "a traceback"
    opening = voice.pick(
        "failopen",
        (
            f"The paths that end badly start in {join(list(dict.fromkeys(callers))[:3], 'and')}.",
            f"An operator meets these lines of {code(plan.failures[0][0].path)} in {trace}.",
            f"{trace[0].upper()}{trace[1:]} out of {join(list(dict.fromkeys(callers))[:2], 'or')} ends here.",
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
        guard = f" under the test {code(fact.condition)}"
    told = f", saying “{fact.message.rstrip('.')}{'' if fact.message.endswith('…') else '.'}”" if fact.message else "."
    if fact.is_returned or fact.is_panic:
        verb, what = ("panics", "panic") if fact.is_panic else ("returns an error", "error")
        return voice.pick(
            f"failure {what}",
            (
                f"{code(symbol.name)} {verb} in line {fact.line}{guard}{told}",
                f"Line {fact.line}: {code(symbol.name)} {verb}{guard}{told}",
                f"The {what} of {code(symbol.name)} comes from line {fact.line}{guard}{told}",
            ),
        )
    verb = "throws" if throws(language_of(symbol.path)) else "raises"
    verb = "gives up with" if fact.exception in _GIVING_UP else verb
    return voice.pick(
        "failure",
        (
            f"{code(symbol.name)} {verb} {code(fact.exception)} in line {fact.line}{guard}{told}",
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
    if count == 1:
        return title, [f"One definition of {named} to keep in reach:"], ("Name", "Place", "What it does")
    lead = voice.pick(
        "tablelead",
        (
            f"For later reference, the {count} definitions of {named} that matter here:",
            f"These are the {count} names from {named} to keep in reach:",
            f"Where to look again: {count} definitions of {named}, each with its place.",
        ),
    )
    return title, [lead], ("Name", "Place", "What it does")
