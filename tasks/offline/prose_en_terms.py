"""English definitions of new terms: one sentence in bold, from the docstring or the structure of the symbol."""

from __future__ import annotations

import re

from tasks.offline.prose_en_contract import taken_and_given
from tasks.offline.prose_en_docs import Clause, clause_of, sentences
from tasks.offline.prose_voice import Voice, article, code, is_plural, join, number, upper_first
from tasks.offline.write_concepts import is_circular
from tasks.offline.write_stops import NewTerm


def definition(new: NewTerm, voice: Voice) -> list[str]:
    """The sentence that defines a term, and one more where the docstring goes on about it; [] for want of facts."""
    symbol = new.symbol
    said = _defined(new, voice)
    if not said:
        return []
    voice.once(f"purpose:{symbol.name}")
    more = [one for one in sentences(symbol.doc)[1:3] if 20 < len(one) < 200 and not one.endswith(("?", "!"))]
    more = [one for one in more if not voice.heard(one)]
    if more and symbol.is_type and voice.once(f"moredoc:{symbol.name}"):
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
    plural = is_plural(new.term)
    first = f"By {term} the code means" if plural else f"{upper_first(article(new.term))} {term}"
    told = clause_of(symbol)
    itself = "" if plural else _in_its_own_words(new)
    if itself and not is_circular(new.term, itself):
        return [f"{first} {itself}; in code it is {name}."]
    if not symbol.is_type:
        return _of_function(new, first, plural=plural)
    if told is None or is_circular(new.term, told.text):
        concrete = _concretely(new, first, plural=plural)
        if concrete:
            return [concrete, *([_quoted(told, voice)] if told is not None else [])]
    if told is None:
        base = f"a {code(symbol.bases[0])} of a special kind" if symbol.bases else "an object of its own class"
        return [f"{first} {base}, {name}." if plural else f"{first} is {base}: {name}."]
    if told.kind == "quote":
        return [f"{first} {name}: “{told.text}.”" if plural else f"{first} is modelled by {name}: “{told.text}.”"]
    if plural:
        return [f"{first} {name}: {told.text}." if told.kind == "noun" else f"{first} {name}, which {told.text}."]
    if told.kind == "noun":
        ways = (f"{first} is {told.text}; the code calls it {name}.", f"{first}, in code {name}, is {told.text}.")
        return [voice.pick("defnoun", ways)]
    return [voice.pick("defverb", (f"{first} {told.text}; its class is {name}.", f"{first} ({name}) {told.text}."))]


def _of_function(new: NewTerm, first: str, *, plural: bool) -> list[str]:
    """A term that a function is named after: what goes in, what is done, what comes out."""
    symbol, name = new.symbol, code(new.symbol.name)
    told = clause_of(symbol)
    deed = f": it {told.text}" if told is not None and told.kind == "verb" else ""
    contract = taken_and_given(symbol)
    exact = f" It {contract}." if contract else ""
    return [f"{first} {'what' if plural else 'is what'} {name} is about{deed}.{exact}"]


def _concretely(new: NewTerm, first: str, *, plural: bool) -> str:
    """What an object of the class is made from, what it does by its methods, what is a kind of it; "" for nothing."""
    symbol, name = new.symbol, code(new.symbol.name)
    more = f" and {len(new.taken) - 3} more" if len(new.taken) > 3 else ""
    made = f"made from {join([code(one) for one in new.taken[:3]], 'and' if not more else ',')}" if new.taken else ""
    made = made.replace(" , ", ", ") + more
    does = [
        f"{code(one.short)} {deed.text}"
        for one in new.offers
        if (deed := clause_of(one, limit=80)) is not None and deed.kind == "verb"
    ][:2]
    fields = [m.name for m in symbol.members if m.kind == "attribute" and not m.name.startswith("_")]
    methods = [m.name for m in symbol.members if m.kind == "method" and not m.name.startswith("_")]
    base = symbol.bases[0].removeprefix("t.") if symbol.bases else ""
    parts = [made] if made else []
    if len(fields) >= 2 and not does:
        parts.append(f"with {join([code(one) for one in fields[:5]], 'and')}")
    head = _head(first, name, base, " and ".join(parts), plural=plural, family=bool(new.below))
    said = head
    if does:
        return f"{said}; its {' and its '.join(does)}."
    if methods:
        return f"{said}; it can be asked for {join([code(one) for one in methods[:4]], 'and')}."
    if new.below:
        rest = [f"{number(len(new.below) - 3)} more"] if len(new.below) > 3 else []
        return f"{said}; {join([*(code(one) for one in new.below[:3]), *rest], 'and')} are kinds of it."
    return f"{said}." if parts else ""


def _head(first: str, name: str, base: str, made: str, *, plural: bool, family: bool) -> str:
    """What kind of object carries the term, and what it is made from."""
    if base:
        kind = f"{article(base)} {code(base)}"
        said = f"{first} {name}: {kind}" if plural else f"{first} ({name}) is {kind}"
        return f"{said} {made}" if made else said
    if made:
        what = f"an object {made}" if made.startswith("with") else made
        return f"{first} {name}, {made}" if plural else f"{first} ({name}) is {what}"
    if plural:
        return f"{first} the instances of {name}"
    return f"{first} is any instance of {name}" + (" or of a class below it" if family else "")


def _quoted(told: Clause, voice: Voice) -> str:
    return voice.pick(
        "termquoted", (f"The source calls it “{told.text}.”", f"In the words of the source: “{told.text}.”")
    )


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
