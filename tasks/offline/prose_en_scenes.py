"""English for the scene that a chapter opens with: a message, a comment, a call, or a place in a file."""

from __future__ import annotations

from tasks.offline.prose_en_docs import plain_comment
from tasks.offline.prose_voice import Voice, code
from tasks.offline.report_facts import RaiseFact, SymbolFacts
from tasks.offline.write_plan import ChapterPlan


def message_scene(symbol: SymbolFacts, fact: RaiseFact, voice: Voice) -> list[str]:
    """A message that somebody reads, and the line that said it."""
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
            f"The trail leads to {name}, {place}, and to the test {test}.",
            f"In {place}, {name} has asked {test}, and the answer was yes.",
            f"It was {name} that refused, in {place}, because {test} was true.",
            f"Behind it is {place}: {name} checks {test} before it goes on.",
        ),
    )


def comment_scene(text: str, symbol: str, line: int, voice: Voice) -> list[str]:
    """A note that a colleague left."""
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


def call_scene(chain: tuple[str, ...], voice: Voice) -> list[str]:
    """A call that runs on."""
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


def plain_scene(plan: ChapterPlan, symbol: SymbolFacts | None, voice: Voice) -> list[str]:
    """A place in a file, where nothing else is known."""
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
