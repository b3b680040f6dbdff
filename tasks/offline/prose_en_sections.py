"""English for the opening of a section: how its definitions hang together, and its terms."""

from __future__ import annotations

from tasks.offline.prose_en_docs import clause_of, doc_word
from tasks.offline.prose_voice import Voice, code, join
from tasks.offline.write_plan import ChapterPlan
from tasks.offline.write_stops import NewTerm, Section


def section_opening(section: Section, plan: ChapterPlan, voice: Voice) -> list[str]:
    """Which definitions carry the section, and its terms."""
    said = _relations(section, voice)
    said += [sentence for term in section.terms for sentence in _definition(term, voice)]
    return said


def _relations(section: Section, voice: Voice) -> list[str]:
    """How the definitions of a section reach each other, or whom they serve."""
    names = {stop.symbol.name for stop in section.stops}
    inner: list[str] = []
    outer: list[str] = []
    for stop in section.stops:
        for site in stop.symbol.called_by[:2]:
            row = f"{code(site.name)} reaches {code(stop.symbol.name)} in line {site.line}"
            (inner if site.name in names else outer).append(row)
    rows = list(dict.fromkeys([*inner, *outer]))[:3]
    if rows:
        text = join(rows, "and")
        all_in_one = f"Three lines tie this together: {text}." if len(rows) == 3 else f"{text}."
        return [
            voice.pick(
                "relations",
                (f"The threads first: {text}.", f"{text}.", all_in_one, f"To see who needs whom: {text}."),
            )
        ]
    listed = [code(stop.symbol.name) for stop in section.stops if stop.symbol.name][:4]
    if len(listed) < 2:
        return []
    return [
        voice.pick(
            "sectionopen",
            (
                f"{join(listed, 'and')} stand side by side; none calls another.",
                f"Each of {join(listed, 'and')} can be read on its own.",
            ),
        )
    ]


def _definition(new: NewTerm, voice: Voice) -> list[str]:
    """One sentence that defines a term in bold, from the docstring or the structure of its symbol."""
    term, symbol = f"**{new.term}**", new.symbol
    name = code(symbol.name)
    article = "An" if new.term[:1].lower() in "aeiou" else "A"
    told = clause_of(symbol)
    if told and told.kind == "noun":
        return [
            voice.pick(
                "defnoun",
                (
                    f"{article} {term} is {told.text}; the code calls it {name}.",
                    f"{article} {term}, in code {name}, is {told.text}.",
                ),
            )
        ]
    if told and told.kind == "verb":
        if symbol.kind.endswith(("function", "method", "definition")):
            return [f"The word {term} belongs to {name}, which {told.text}."]
        return [
            voice.pick(
                "defverb",
                (f"{article} {term} {told.text}; its class is {name}.", f"{article} {term} ({name}) {told.text}."),
            )
        ]
    fields = [
        member.name for member in symbol.members if member.kind == "attribute" and not member.name.startswith("_")
    ]
    if symbol.kind == "class" and len(fields) >= 2:
        listed = join([code(field) for field in fields[:5]], "and")
        return [
            voice.pick(
                "deffields",
                (
                    f"{article} {term} is an instance of {name}: it holds {listed}.",
                    f"{article} {term} is what {name} keeps together, namely {listed}.",
                ),
            )
        ]
    methods = [member.name for member in symbol.members if member.kind == "method" and not member.name.startswith("_")]
    if told is not None:
        return [f"{article} {term} is what {name} models; its {doc_word(symbol)} says “{told.text}.”"]
    if symbol.kind == "class" and methods:
        listed = join([code(method) for method in methods[:4]], "and")
        return [f"{article} {term} is an instance of {name}, an object with {listed}."]
    if symbol.kind == "class":
        return [f"{article} {term} is an instance of {name}, defined in line {symbol.start}."]
    return [f"The term {term} names what {name} in line {symbol.start} deals with."]
