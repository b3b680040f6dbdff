"""English for the contract of a definition: further words of its docstring, switches, earlier terms."""

from __future__ import annotations

from tasks.offline.prose_en_docs import sentences
from tasks.offline.prose_voice import Voice, code
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


def more_of_the_docs(symbol: SymbolFacts, voice: Voice, most: int) -> list[str]:
    """Further sentences of a docstring that the chapter has not repeated yet, as one quotation."""
    found = [one for one in sentences(symbol.doc)[1:5] if 20 < len(one) < 200 and not one.endswith(("?", "!"))]
    found = [one for one in found if not voice.heard(one)]
    if not found or not voice.once(f"moredoc:{symbol.name}"):
        return []
    text = " ".join(found[:most]).rstrip(".")
    said = voice.sparing(
        "moredoc",
        (
            f"“{text},” the authors add.",
            f"The contract goes further: “{text}.”",
            f"A caller should also know this: “{text}.”",
            f"The fine print: “{text}.”",
        ),
    )
    return [said] if said else []


def recalled(stop: Stop, voice: Voice) -> list[str]:
    """The earlier term that these lines rest on, with a link to its chapter."""
    said = []
    for term in stop.recalls[:1]:
        link = f"[{term.term}](ch{term.chapter:02d}.md)"
        said.append(
            voice.pick(
                "recall",
                (
                    f"It rests on the {link} of chapter {term.chapter}.",
                    f"Here the {link} comes back.",
                    f"These lines use the {link} that we know.",
                    f"The {link} from chapter {term.chapter} is at work again.",
                ),
            )
        )
    return said
