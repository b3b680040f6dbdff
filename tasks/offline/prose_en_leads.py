"""English words that lead to a quote: they say what to look for, as far as its lines have it."""

from __future__ import annotations

from tasks.offline.prose_en_docs import plain_comment
from tasks.offline.prose_voice import Voice, code
from tasks.offline.write_acts import Act, Step
from tasks.offline.write_keywords import catch_word, finally_word, raise_word
from tasks.offline.write_sights import Sight, sights_of
from tasks.offline.write_stops import Stop

_LONGEST_REASON = 170


def lead(stop: Stop, voice: Voice) -> str:
    """One sentence that ends with a colon; a comment among the quoted lines that gives a reason comes first."""
    reason = _reason(stop, voice)
    if reason:
        return reason
    for sight in sights_of(stop):
        said = voice.sparing(f"lead{sight.value}", _options(sight, stop), 1)
        if said:
            return said
    name = code(stop.symbol.short) if stop.symbol.name else code(stop.quote.path)
    return voice.pick("lead", (f"{name} in code:", f"Here is {name}:", f"Now {name}:", f"The lines of {name}:"))


def _reason(stop: Stop, voice: Voice) -> str:
    inside = [one for one in stop.remarks if one.kind == "comment" and stop.quote.start <= one.line <= stop.quote.end]
    if not inside or len(inside[0].text) > _LONGEST_REASON or not stop.symbol.name:
        return ""
    text, line = plain_comment(inside[0].text), inside[0].line
    if "://" in text or "=" in text:
        return ""
    said = voice.sparing(
        "leadreason",
        (
            f"Keep the comment of line {line} in mind: “{text}.” It stands among these lines:",
            f"“{text},” says line {line}. Read what is around it:",
            f"One comment explains what would else look odd here: “{text}.” The lines with it:",
        )[: 2 if not _explains(text) else 3],
        1,
    )
    return said if said and voice.once(f"remark:{inside[0].path}:{line}") else ""


def _explains(text: str) -> bool:
    return any(word in text.lower() for word in ("because", "since ", "otherwise", "so that", "to avoid"))


def _step(stop: Stop, *acts: Act) -> Step | None:
    return next((step for step in stop.steps if not step.elsewhere and step.act in acts), None)


def _options(sight: Sight, stop: Stop) -> tuple[str, ...]:
    name = code(stop.symbol.short) if stop.symbol.name else code(stop.quote.path)
    caught = _step(stop, Act.CATCH)
    handler, last = code(catch_word(stop.quote.language)), code(finally_word(stop.quote.language))
    error = code(caught.exception) if caught is not None and caught.exception else handler
    refused = next((s for s in stop.steps if not s.elsewhere and s.act is Act.REFUSE and s.condition is not None), None)
    word = raise_word(stop.quote.language)
    refusal = code((refused.exception or refused.target or word) if refused is not None else word)
    ladder = _step(stop, Act.LADDER)
    subject = f" of {code(ladder.target)}" if ladder is not None and ladder.target else ""
    return {
        Sight.TURNED: (
            f"The {handler} is the point of {name}: see what becomes of {error}:",
            f"Follow {error} through these lines:",
        ),
        Sight.SWALLOWED: (f"Look at what does not happen to {error}:", f"Mind the silent {handler} in {name}:"),
        Sight.RESCUED: (
            f"Look at where {error} goes:",
            f"An exception is part of the plan in {name}:",
        ),
        Sight.ALWAYS: (f"The {last} has the last word:", f"Read {name} from its {last} upwards:"),
        Sight.REFUSAL: (
            f"Look for the test that leads to {refusal}:",
            f"Before {name} does anything useful, it may refuse:"
            if refused is not None and refused is stop.steps[0] and stop.quote.start <= stop.symbol.start
            else f"One branch of {name} is a refusal:",
            f"Ask of these lines under which test they come to {refusal}:",
        ),
        Sight.LADDER: (
            f"One decision, told case by case{subject}:",
            f"Follow the cases{subject} from top to bottom:",
        ),
        Sight.ENDLESS: (
            f"The loop of {name} has no condition; look for the way out:",
            f"Where does the loop of {name} end?",
        ),
        Sight.YIELDS: (
            f"{name} is a generator; watch where it yields:",
            f"Follow what {name} yields, one after the other:",
        ),
        Sight.GUARDS: (
            "Watch the order of the tests:",
            f"Count the ways out of {name}:",
            f"More than one way leads out of {name}:",
        ),
        Sight.EARLY: (
            f"One test decides how far {name} goes:",
            "Look at the early return:",
            f"{name} may be done sooner than expected:",
        ),
        Sight.NOTE: (
            "Read the comment along with the code:",
            f"In {name} the comment is as telling as the code:",
        ),
        Sight.LATE: (f"Note when the import in {name} happens:", "The import stands in an unusual place:"),
        Sight.ROUND: (
            f"The work of {name} is done in a loop:",
            "The loop carries these lines:",
            f"Look at what {name} does on every round:",
        ),
        Sight.HELD: (f"Look at what encloses the work of {name}:",),
        Sight.SHORT: (
            f"One statement is all that {name} needs:",
            f"{name} is short enough to be read at a glance:",
            f"There is little to {name}, and that is the point:",
        ),
        Sight.SMALL_CLASS: (
            f"The {stop.symbol.kind} {name} can be read whole:",
            f"All of {name} fits on one page:",
            f"Nothing of {name} is left out here:",
        ),
        Sight.FIELDS: (f"What {name} carries stands at its top:", f"The attributes of {name} come first:"),
        Sight.HEAD: (f"{name} opens like this:", f"The first part of {name} sets the terms:", f"So begins {name}:"),
        Sight.PART: (
            f"These are {stop.quote.end - stop.quote.start + 1} of the {stop.symbol.lines} lines of {name}:",
            f"In the middle of {name} stands this:",
            f"The passage of {name} to read closely:",
        ),
        Sight.STRAIGHT: (f"{name} goes straight through:", f"No branch interrupts {name}:"),
        Sight.SHAPE: (f"This is {name} in full:", f"{name} is declared in one place:", f"Here {name} is laid down:"),
        Sight.PLAIN: (
            f"Read {name} from top to bottom:",
            f"The body of {name}:",
            f"{name} from its first line to its last:",
        ),
    }[sight]
