"""English definitions of new terms: one sentence in bold, from the docstring or the structure of the symbol."""

from __future__ import annotations

import re

from tasks.offline.prose_en_docs import clause_of, sentences
from tasks.offline.prose_voice import Voice, article, code, join, upper_first
from tasks.offline.write_stops import NewTerm


def definition(new: NewTerm, voice: Voice) -> list[str]:
    """The sentence that defines a term, and one more where the docstring goes on about it."""
    symbol = new.symbol
    said = _defined(new, voice)
    voice.once(f"purpose:{symbol.name}")
    more = [one for one in sentences(symbol.doc)[1:3] if 20 < len(one) < 200 and not one.endswith(("?", "!"))]
    more = [one for one in more if not voice.heard(one)]
    if more and symbol.kind == "class" and voice.once(f"moredoc:{symbol.name}"):
        text = more[0].rstrip(".")
        said += [
            voice.pick(
                "termmore",
                (
                    f"“{text},” its documentation goes on.",
                    f"To this the source adds: “{text}.”",
                    f"One thing more is promised: “{text}.”",
                ),
            )
        ]
    return said


def _defined(new: NewTerm, voice: Voice) -> list[str]:
    term, symbol = f"**{new.term}**", new.symbol
    name = code(symbol.name)
    plural = new.term.endswith("s") and not new.term.endswith(("ss", "us", "is"))
    the = "" if plural else f"{article(new.term)} "
    first = "The" if plural else upper_first(article(new.term))
    told = clause_of(symbol)
    itself = _in_its_own_words(new)
    if itself:
        return [f"{first} {term} {itself}; in code it is {name}."]
    if told and told.kind == "noun":
        return [
            voice.pick(
                "defnoun",
                (
                    f"{first} {term} is {told.text}; the code calls it {name}.",
                    f"{first} {term}, in code {name}, is {told.text}.",
                ),
            )
        ]
    if told and told.kind == "verb" and symbol.kind != "class":
        return [f"By {the}{term} the code means what {name} deals with: it {told.text}."]
    if told and told.kind == "verb":
        return [
            voice.pick(
                "defverb",
                (f"{first} {term} {told.text}; its class is {name}.", f"{first} {term} ({name}) {told.text}."),
            )
        ]
    fields = [m.name for m in symbol.members if m.kind == "attribute" and not m.name.startswith("_")]
    methods = [m.name for m in symbol.members if m.kind == "method" and not m.name.startswith("_")]
    if told is not None:
        return [f"{first} {term} is modelled by {name}: “{told.text}.”"]
    if symbol.kind == "class" and len(fields) >= 2:
        listed = join([code(field) for field in fields[:5]], "and")
        return [f"{first} {term} is what {name} keeps together, namely {listed}."]
    if symbol.kind == "class" and methods:
        listed = join([code(method) for method in methods[:4]], "and")
        return [f"{first} {term} is an object of the class {name}; what can be asked of it is {listed}."]
    base = f", a kind of {code(symbol.bases[0])}" if symbol.bases else ""
    return [f"{first} {term} is what {name} stands for{base}."]


def _in_its_own_words(new: NewTerm) -> str:
    """The predicate of a first sentence that already has the term for its subject: "is an iterable that ..."."""
    found = sentences(new.symbol.doc)
    words = r"[\s_-]*".join(map(re.escape, new.term.split()))
    match = (
        re.match(rf"(?:an?|the)\s+{words}\s+(?P<rest>(?:is|are|holds|keeps|represents)\s.+)$", found[0], re.I)
        if found
        else None
    )
    return match["rest"].rstrip(".") if match else ""
