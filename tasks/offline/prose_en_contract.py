"""English for the contract of a definition: further words of its docstring, switches, earlier terms."""

from __future__ import annotations

import re

from tasks.offline.prose_en_docs import sentences
from tasks.offline.prose_voice import Voice, code, join
from tasks.offline.report_facts import SymbolFacts
from tasks.offline.write_signature import head_of
from tasks.offline.write_stops import Stop


def what_callers_should_know(symbol: SymbolFacts, voice: Voice) -> list[str]:
    """What a caller should know: a default that changes behaviour, `None` as a possible answer."""
    head = head_of(symbol.signature)
    if head is None:
        return []
    flags = [(name, value) for name, value in head.defaults if value in ("True", "False")]
    if len(flags) == 1:
        name, value = flags[0]
        said = voice.sparing(
            "flag",
            (
                f"Unless the caller says otherwise, {code(name)} is {code(value)}.",
                f"Its switch {code(name)} is {'on' if value == 'True' else 'off'} by default.",
            ),
            1,
        )
        return [said] if said else []
    optional = head.returns.startswith(("t.Optional", "Optional")) or head.returns.endswith("| None")
    if optional:
        said = voice.sparing(
            "optional",
            ("The answer may be `None`.", f"By its annotation {code(symbol.short)} may also return `None`."),
            1,
        )
        return [said] if said else []
    return []


def taken_and_given(symbol: SymbolFacts) -> str:
    """What a function takes and gives back by its signature, after its name: "takes `a` and returns `B`", or ""."""
    head = head_of(symbol.signature)
    if head is None or symbol.kind == "class":
        return ""
    given = re.sub(r"\b(?:t|typing|te)\.", "", head.returns)
    taken = [code(name) for name in (*head.required, *(name for name, _ in head.defaults))]
    takes = f"takes {join(taken[:3], 'and')}" + (f" and {len(taken) - 3} more" if len(taken) > 3 else "")
    if given in ("", "None", "Any", "NoReturn"):
        return takes if len(taken) > 1 else ""
    returns = f"gives back {code(given)}"
    return f"{takes} and {returns}" if 0 < len(taken) < 4 else f"{returns}" if not taken else f"{takes}; it {returns}"


def more_of_the_docs(symbol: SymbolFacts, voice: Voice, most: int, *, named: bool = True) -> list[str]:
    """Further sentences of a docstring that the chapter has not repeated yet, as one quotation.

    Args:
        named: whether the sentence before says of which definition this is.
    """
    found = [one for one in sentences(symbol.doc)[1:5] if 20 < len(one) < 200 and not one.endswith(("?", "!"))]
    found = [one for one in found if not voice.heard(one)]
    if not found or not voice.once(f"moredoc:{symbol.name}"):
        return []
    text = " ".join(found[:most]).rstrip(".")
    if not named:
        name = code(symbol.name)
        said = voice.sparing(
            "moredocof",
            (
                f"Of {name} the source also says: “{text}.”",
                f"The documentation of {name} has more: “{text}.”",
                f"What {name} promises further: “{text}.”",
            ),
        )
        return [said] if said else []
    said = voice.sparing(
        "moredoc",
        (
            f"“{text},” the authors add.",
            f"Its documentation goes further: “{text}.”",
            f"A caller should also know this: “{text}.”",
            f"The source adds: “{text}.”",
            f"More is said there: “{text}.”",
        ),
    )
    return [said] if said else []


def recalled(stop: Stop, voice: Voice) -> list[str]:
    """The earlier term that these lines rest on, with a link to its chapter."""
    said = []
    for term in stop.recalls[:1]:
        link = f"[{term.term}](ch{term.chapter:02d}.md)"
        name = code(stop.symbol.short) if stop.symbol.name else f"line {stop.quote.start}"
        said.append(
            voice.pick(
                "recall",
                (
                    f"{name} rests on the {link} of chapter {term.chapter}.",
                    f"Here the {link} comes back.",
                    f"{name} uses the {link} that we know from chapter {term.chapter}.",
                    f"In {name} the {link} of chapter {term.chapter} is at work again.",
                ),
            )
        )
    return said
